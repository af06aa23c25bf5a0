"""Events besides the sheets: players leave, come, vote, share the victory, choose centres in Escalation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from adjudicator import PhaseKind, Power, Province, Season, standard
from games.endings import ended
from games.errors import GameError, GameFault
from games.game import EndReason, GameStage, OrdinaryGame, Seat, Stint, board_with, check_name
from games.play import Passed, end_with_this_autumn, resume
from games.terms import LATEST_YEAR, NAMED_HOMES, Counted, Variant
from games.votes import VoteOutcome, VoteRefused, ask, check_veto
from intimate.voting import Holding, Moment, holding


class EventKind(StrEnum):
    """The kinds of events, by their names in a record."""

    LEFT = "left"
    RETURNED = "returned"
    REPLACED = "replaced"
    JOINED = "joined"
    CHOSE = "chose"
    GAVE_UP = "gave_up"
    NAMED_HOMES = "named_homes"
    TOSSED = "tossed"
    VOTE = "vote"
    SHARED = "shared"
    TIME_UP = "time_up"
    SHORTENED = "shortened"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class GameEvent:
    """What happened, and to which player, by number.

    name: the new player. power: the power that they take over, or whose homes are named. places: the centres.
    outcome, vetoed_by: the result of a request for an end. players: those who agreed to share the victory.
    minutes: the real time played. year: the new last year.
    """

    kind: EventKind
    player: int | None = None
    name: str = ""
    power: Power | None = None
    places: tuple[Province, ...] = ()
    outcome: VoteOutcome | None = None
    vetoed_by: int | None = None
    players: tuple[int, ...] = ()
    minutes: int | None = None
    year: int | None = None


@dataclass(frozen=True)
class Happened:
    """The game after an event, and the phases that were passed because of it."""

    before: OrdinaryGame
    event: GameEvent
    after: OrdinaryGame
    passed: tuple[Passed, ...] = ()


RESUMING = frozenset({EventKind.LEFT, EventKind.NAMED_HOMES, EventKind.TOSSED})
"""After these events, the phase may await nobody any more."""


def happen(game: OrdinaryGame, event: GameEvent) -> Happened:
    """Return the game after an event; raises GameError."""
    if game.ending:
        raise GameError(GameFault.OVER, "event", "the game is over")
    if event.kind is EventKind.VOTE:
        return _vote(game, event)
    after = _ACTS[event.kind](game, event)
    if after.ending or event.kind not in RESUMING:
        return Happened(game, event, after)
    resumed, passed = resume(after)
    return Happened(game, event, resumed, passed)


def _seat(game: OrdinaryGame, event: GameEvent) -> tuple[int, Seat]:
    number = event.player or 0
    return number, game.seat(number)


def _left(game: OrdinaryGame, event: GameEvent) -> OrdinaryGame:
    """A player leaves: their powers are in civil disorder (sources 000, XIV.3; 002, §5)."""
    number, seat = _seat(game, event)
    if not seat.present:
        raise GameError(GameFault.AWAY, "player", f"{seat.name} has left already", name=seat.name)
    if game.stage in (GameStage.CHOOSING, GameStage.GIVING_UP):
        raise GameError(GameFault.NOT_NOW, "player", "nobody leaves while centres are chosen")
    return game.with_seat(number, replace(seat, present=False))


def _check_alive(game: OrdinaryGame, seat: Seat) -> None:
    """Raise GameError if no unit is left to play with (source 000, XIV.3)."""
    if not any(game.position.units_of(power) for power in seat.powers):
        raise GameError(GameFault.NO_UNITS, "player", f"{seat.name} has no units left", name=seat.name)


def _returned(game: OrdinaryGame, event: GameEvent) -> OrdinaryGame:
    number, seat = _seat(game, event)
    if seat.present:
        raise GameError(GameFault.PRESENT, "player", f"{seat.name} is there", name=seat.name)
    _check_alive(game, seat)
    return game.with_seat(number, replace(seat, present=True))


def _check_newcomer(game: OrdinaryGame, name: str) -> None:
    """Raise GameError for the name of a player who still has units (source 000, XIV.3)."""
    check_name(name)
    for seat in game.seats:
        if seat.name == name and any(game.position.units_of(power) for power in seat.powers):
            raise GameError(GameFault.PLAYS_ALREADY, "name", f"{name} plays already", name=name)


def _replaced(game: OrdinaryGame, event: GameEvent) -> OrdinaryGame:
    """A newcomer replaces a player, who may have left before (source 000, XIV.3)."""
    number, seat = _seat(game, event)
    _check_newcomer(game, event.name)
    _check_alive(game, seat)
    stint = Stint(seat.name, game.seasons)
    newcomer = replace(
        seat, name=event.name, present=True, beginner=False, since=game.seasons, before=(*seat.before, stint)
    )
    return game.with_seat(number, newcomer)


def _joined(game: OrdinaryGame, event: GameEvent) -> OrdinaryGame:
    """A latecomer takes a power that nobody plays, such as an automatic Turkey (source 004, II)."""
    _check_newcomer(game, event.name)
    power = event.power
    if power is None or power not in standard().powers:
        raise GameError(GameFault.UNKNOWN_POWER, "power", f"{power!r} is no power of this game", power=power)
    if power in game.played:
        raise GameError(GameFault.TWICE, "power", f"{power} is played already", power=power)
    if game.terms.variant is Variant.WORLD_WAR_ONE:
        raise GameError(GameFault.NOT_NOW, "event", "Italy joins one of two sides, and nobody else")
    seat = Seat(event.name, (power,), since=game.seasons)
    _check_alive(game, seat)
    return replace(game, seats=(*game.seats, seat))


def _one_centre(game: OrdinaryGame, event: GameEvent, stage: GameStage) -> Province:
    if game.stage is not stage:
        raise GameError(GameFault.NOT_NOW, "event", f"the game waits for something else: {game.stage}")
    if event.player != game.turn:
        raise GameError(
            GameFault.TURN, "player", f"it is the turn of player {game.turn}", name=game.seat(game.turn).name
        )
    if len(event.places) != 1 or event.places[0] not in standard().centres:
        raise GameError(GameFault.NOT_A_CENTRE, "places", "must be one supply centre")
    return event.places[0]


def _with_centres(game: OrdinaryGame, owners: Mapping[Province, Power]) -> OrdinaryGame:
    """The game with the centres chosen so far; they are home centres until players name theirs."""
    homes = {power: [code for code, owner in owners.items() if owner == power] for power in game.played}
    return replace(game, position=replace(game.position, owners=owners, board=board_with(homes)))


def _chose(game: OrdinaryGame, event: GameEvent) -> OrdinaryGame:
    """The player whose turn it is chooses a free centre (source 004, II)."""
    centre = _one_centre(game, event, GameStage.CHOOSING)
    if centre in game.chosen:
        raise GameError(GameFault.TAKEN, "places", f"{centre} is chosen already", place=centre)
    (power,) = game.seat(game.turn).powers
    after = _with_centres(game, {**game.position.owners, centre: power})
    return replace(after, chosen=(*game.chosen, centre))


def _gave_up(game: OrdinaryGame, event: GameEvent) -> OrdinaryGame:
    """The player whose turn it is gives up one of their centres (source 004, II)."""
    centre = _one_centre(game, event, GameStage.GIVING_UP)
    (power,) = game.seat(game.turn).powers
    if game.position.owners.get(centre) != power:
        raise GameError(GameFault.NOT_OWNED, "places", f"{centre} is not theirs", place=centre)
    left = {code: owner for code, owner in game.position.owners.items() if code != centre}
    return replace(_with_centres(game, left), given_up=game.given_up + 1)


def _named_homes(game: OrdinaryGame, event: GameEvent) -> OrdinaryGame:
    """A player names three of their centres as homes for good, after the first autumn (source 004, II)."""
    power = event.power
    if game.stage is not GameStage.NAMING_HOMES or power not in game.unnamed:
        raise GameError(GameFault.NOT_NOW, "event", "no home centres have to be named")
    owned = game.position.centres_of(power)
    number = min(NAMED_HOMES, len(owned))
    if len(set(event.places)) != len(event.places) or len(event.places) != number:
        raise GameError(GameFault.HOMES, "places", f"must be {number} different centres", number=number)
    for code in event.places:
        if code not in owned:
            raise GameError(GameFault.NOT_OWNED, "places", f"{code} is not theirs", place=code)
    named = game.named | {power}
    homes: dict[Power, Sequence[Province]] = {
        **{other: game.position.board.homes[other] for other in game.played},
        power: event.places,
    }
    return replace(game, named=named, position=replace(game.position, board=board_with(homes)))


def _tossed(game: OrdinaryGame, event: GameEvent) -> OrdinaryGame:
    """Italy joins the winner of a toss before the first adjustments, from the next spring on.

    See source 000, XIV.2.
    """
    number, _ = _seat(game, event)
    if game.stage is not GameStage.TOSSING:
        raise GameError(GameFault.NOT_NOW, "event", "no coin is tossed now")
    return replace(game, ally=number)


def _shared(game: OrdinaryGame, event: GameEvent) -> OrdinaryGame:
    """All who still have units agree to share the victory (source 000, II)."""
    alive = {
        number
        for number, seat in enumerate(game.seats, 1)
        if any(game.position.units_of(power) for power in seat.powers)
    }
    missing = sorted(alive - set(event.players))
    if missing or not alive:
        names = [game.seat(number).name for number in missing]
        raise GameError(GameFault.NOT_ALL, "players", f"{', '.join(names)} did not agree", names=names)
    return ended(game, EndReason.CONSENT, sorted(alive))


def _time_up(game: OrdinaryGame, event: GameEvent) -> OrdinaryGame:
    """The agreed hours are over: the leaders have won (source 002, §1)."""
    agreed = game.terms.minutes
    if agreed is None:
        raise GameError(GameFault.NO_TIME, "minutes", "no hours were agreed for this game")
    if event.minutes is None or event.minutes < agreed:
        raise GameError(GameFault.TOO_EARLY, "minutes", f"{agreed} minutes were agreed", minutes=agreed)
    return ended(game, EndReason.TIME)


def _shortened(game: OrdinaryGame, event: GameEvent) -> OrdinaryGame:
    """The organiser makes the last year an earlier one, because the game is late (source 004, VI)."""
    year, before = event.year, game.terms.last_year
    counted_already = game.phase.season is Season.WINTER and game.terms.counted is Counted.CENTRES
    least = game.phase.year + counted_already
    most = LATEST_YEAR if before is None else before - 1
    if most < least:
        raise GameError(GameFault.LAST_YEAR, "year", f"no year from {least} on is sooner than {before}")
    if year is None or not least <= year <= most:
        raise GameError(GameFault.NUMBER, "year", f"must be from {least} to {most}", least=least, most=most)
    return replace(game, terms=replace(game.terms, last_year=year))


def _stopped(game: OrdinaryGame, event: GameEvent) -> OrdinaryGame:  # noqa: ARG001  # the signature of _ACTS
    """The game master ends the game now, as if the last year were over (source 004, IV)."""
    return ended(game, EndReason.STOPPED)


_ACTS = {
    EventKind.LEFT: _left,
    EventKind.RETURNED: _returned,
    EventKind.REPLACED: _replaced,
    EventKind.JOINED: _joined,
    EventKind.CHOSE: _chose,
    EventKind.GAVE_UP: _gave_up,
    EventKind.NAMED_HOMES: _named_homes,
    EventKind.TOSSED: _tossed,
    EventKind.SHARED: _shared,
    EventKind.TIME_UP: _time_up,
    EventKind.SHORTENED: _shortened,
    EventKind.STOPPED: _stopped,
}


def moment_of(game: OrdinaryGame) -> tuple[int, Moment] | None:
    """The year and moment of a request for an end made now; None if nobody may ask now (source 004, V)."""
    season, year, kind = game.phase
    if kind is PhaseKind.RETREATS or game.seasons == 0 or game.stage is not GameStage.SHEETS:
        return None
    if kind is PhaseKind.ADJUSTMENTS:
        return year, Moment.AUTUMN
    return (year, Moment.SPRING) if season is Season.AUTUMN else (year - 1, Moment.WINTER)


def holdings(game: OrdinaryGame) -> Mapping[int, Holding]:
    """The centres and units that decide whether each present player may ask or veto."""
    return {
        number: holding(game.position, seat.powers)
        for number, seat in enumerate(game.seats, 1)
        if seat.present
    }


def _vote(game: OrdinaryGame, event: GameEvent) -> Happened:
    """A player asks for an end: another vetoes it openly, or a unanimous secret vote agrees (source 004, V).

    If all agree after spring, the game ends after an autumn without orders; else it ends at once.
    """
    moment = moment_of(game)
    number, seat = _seat(game, event)
    if not seat.present:
        raise GameError(GameFault.AWAY, "player", f"{seat.name} has left already", name=seat.name)
    if moment is None:
        raise GameError(GameFault.NOT_NOW, "event", "nobody may ask for an end now")
    if event.outcome is None:
        raise GameError(GameFault.VOTE, "outcome", "must be given", vote="no_outcome")
    held = holdings(game)
    try:
        asked = ask(held, game.asked, number, *moment)
        if event.outcome is VoteOutcome.VETOED:
            check_veto(held, number, event.vetoed_by or 0)
            asked = replace(asked, voted=False)
    except VoteRefused as refused:
        raise GameError(GameFault.VOTE, "vote", refused.code, vote=refused.code) from refused
    after = replace(game, asked=(*game.asked, asked))
    if event.outcome is not VoteOutcome.AGREED:
        return Happened(game, event, after)
    if moment[1] is Moment.SPRING:
        last, passed = end_with_this_autumn(after)
        return Happened(game, event, last, passed)
    return Happened(game, event, ended(after, EndReason.VOTE))
