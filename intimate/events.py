"""Events: what happens beside the entries (rules of the duel, section 8), such as early ends (8.6)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from adjudicator import PhaseKind, Season
from intimate.duel import Duel, Ending
from intimate.errors import EventError
from intimate.players import Player
from intimate.rules import EarlyEnd
from intimate.seasons import end_season
from intimate.stalemate import can_be_claimed, grant, grant_if_due
from intimate.victory import leader
from intimate.voting import EndRequest, Holding, Moment, holding, why_barred

WHY_BARRED = {
    "asked_already": "the player has asked for an end already",
    "asked_in_winter": "the player asked for an end after the autumn or the winter before",
    "voted_in_autumn": "there was a vote after the autumn",
}


def moment_of(duel: Duel) -> tuple[int, Moment] | None:
    """Return the year and the moment if an end may be asked for now, else None.

    The adjustments are over while the auction is awaited or, where there is none, the moves of spring.
    """
    if duel.phase is None:
        return None
    season, year, kind = duel.phase
    if (season, kind) == (Season.AUTUMN, PhaseKind.MOVEMENT):
        return year, Moment.SPRING
    if kind is PhaseKind.ADJUSTMENTS:
        return year, Moment.AUTUMN
    begins_year = kind is PhaseKind.AUCTION or (
        (season, kind) == (Season.SPRING, PhaseKind.MOVEMENT) and not duel.for_hire
    )
    return (year - 1, Moment.WINTER) if begins_year and year > duel.rules.first_year else None


def _holding(duel: Duel, player: Player) -> Holding:
    return holding(duel.position, duel.own(player))


def ask(duel: Duel, player: Player) -> Duel:
    """Ask for an end; if nobody can vote on it, it is agreed."""
    if duel.rules.early_end is EarlyEnd.NONE:
        raise EventError("no_early_end", "event", "this duel is not ended early")
    now = moment_of(duel)
    if now is None or not duel.own(player):
        raise EventError("not_the_moment", "event", "an end is asked for after retreats or adjustments")
    if not _holding(duel, player).may_ask:
        raise EventError("no_centre", "event", "the player holds no centre")
    barred = why_barred(duel.ends_asked, player, *now)
    if barred:
        raise EventError(barred, "event", WHY_BARRED[barred])
    if duel.end_asked is not None:
        raise EventError("asked_already", "event", "a request for an end is not answered yet")
    year, moment = now
    recent = tuple(asked for asked in duel.ends_asked if asked.year >= year - 1)
    duel = replace(duel, end_asked=player, ends_asked=(*recent, EndRequest(player, year, moment)))
    return duel if _holding(duel, player.opponent).may_vote else _end(duel)


def _check_answer(duel: Duel, player: Player) -> None:
    if duel.end_asked is not player.opponent:
        raise EventError("no_request", "event", "there is no request for an end to answer")


def veto(duel: Duel, player: Player) -> Duel:
    """Veto a vote, publicly."""
    _check_answer(duel, player)
    if not _holding(duel, player).may_veto:
        raise EventError("no_veto", "event", "the player has neither a home centre nor a centre and a unit")
    *before, vetoed = duel.ends_asked
    return replace(duel, end_asked=None, ends_asked=(*before, replace(vetoed, voted=False)))


def vote_down(duel: Duel, player: Player | None) -> Duel:
    """Vote against the end; player: None in a record, since the vote is secret."""
    if duel.end_asked is None:
        raise EventError("no_request", "event", "there is no request for an end to vote on")
    if player is not None:
        _check_answer(duel, player)
    return replace(duel, end_asked=None)


def agree(duel: Duel, player: Player) -> Duel:
    """Vote for the end; the other player has asked for it, so it is agreed."""
    _check_answer(duel, player)
    return _end(duel)


def _end(duel: Duel) -> Duel:
    """End the duel now; before an autumn's moves, first play that autumn with all units holding."""
    assert duel.phase is not None  # noqa: S101  # an end is agreed in running duels only
    if duel.kind is PhaseKind.MOVEMENT and duel.phase.season is Season.AUTUMN:
        held, _ = duel.game.resolve({})
        autumn, _ = held.resolve({})
        duel = end_season(duel, replace(duel, position=autumn.position))
    if duel.result is None:
        duel = duel.ended(leader({player: duel.centres(player) for player in Player}), Ending.ENDED_EARLY)
    return duel


class EventKind(StrEnum):
    """The kinds of event: by players, by the arbiter (`BY_THE_ARBITER`), by the clock (`BY_THE_CLOCK`)."""

    CONCEDED = "conceded"
    DRAW_OFFERED = "draw_offered"
    DRAW_AGREED = "draw_agreed"
    DRAW_DECLINED = "draw_declined"
    DRAW_WITHDRAWN = "draw_withdrawn"
    STALEMATE_CLAIMED = "stalemate_claimed"
    STALEMATE_WITHDRAWN = "stalemate_withdrawn"
    STALEMATE_AGREED = "stalemate_agreed"
    STALEMATE_GRANTED = "stalemate_granted"
    END_ASKED = "end_asked"
    END_VETOED = "end_vetoed"
    END_VOTED_DOWN = "end_voted_down"
    END_AGREED = "end_agreed"
    ABSENT = "absent"
    LAPSED = "lapsed"
    TIME_UP = "time_up"
    EXTENDED = "extended"
    PAUSED = "paused"
    RESUMED = "resumed"
    TAKEN_BACK = "taken_back"
    CORRECTED = "corrected"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Ruling:
    """An arbiter's ruling: the reason, and what the event needs.

    seconds: added to the time of each player (`extended`). until: the latest end of a pause, RFC 3339 in
    UTC (`paused`). to: how many chapters are kept (`taken_back`, `corrected`). winner: of a duel that is
    `closed`; None if nobody wins.
    """

    reason: str
    seconds: int | None = None
    until: str | None = None
    to: int | None = None
    winner: Player | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """What happens beside the entries, by a player, the arbiter or the clock.

    player: who acted. For `absent`, who was away too long, None if both were. For `corrected`, an arbiter's
    ruling, whose entry the site took wrongly. None for all other rulings, for `lapsed` (a player did not come
    to a live duel), for `time_up` (the hours agreed for the whole duel are over), and in records for
    `end_voted_down`. ruling: the arbiter's, if any.
    """

    kind: EventKind
    player: Player | None = None
    ruling: Ruling | None = None


def _concede(duel: Duel, player: Player) -> Duel:
    return duel.ended(player.opponent, Ending.CONCEDED)


def _offer_draw(duel: Duel, player: Player) -> Duel:
    return replace(duel, draw_offers=duel.draw_offers | {player})


def _agree_draw(duel: Duel, player: Player) -> Duel:
    if player.opponent not in duel.draw_offers:
        raise EventError("no_offer", "event", "there is no offer of a draw to agree to")
    return duel.ended(None, Ending.DRAW)


def _decline_draw(duel: Duel, player: Player) -> Duel:
    if player.opponent not in duel.draw_offers:
        raise EventError("no_offer", "event", "there is no offer of a draw to decline")
    return replace(duel, draw_offers=duel.draw_offers - {player.opponent})


def _withdraw_draw(duel: Duel, player: Player) -> Duel:
    if player not in duel.draw_offers:
        raise EventError("no_offer", "event", "there is no offer of a draw to withdraw")
    return replace(duel, draw_offers=duel.draw_offers - {player})


def _claim_stalemate(duel: Duel, player: Player) -> Duel:
    if not can_be_claimed(duel):
        raise EventError(
            "claim_too_early", "event", "a stalemate can be claimed once no mercenary has a centre or a unit"
        )
    return grant_if_due(replace(duel, claims=duel.claims | {player}))


def _withdraw_stalemate(duel: Duel, player: Player) -> Duel:
    if player not in duel.claims:
        raise EventError("no_claim", "event", "there is no claim of a stalemate to withdraw")
    return replace(duel, claims=duel.claims - {player})


def _agree_stalemate(duel: Duel, player: Player) -> Duel:
    if player.opponent not in duel.claims:
        raise EventError("no_claim", "event", "there is no claim of a stalemate to agree to")
    return grant(duel)


def _grant_stalemate(duel: Duel) -> Duel:
    if not duel.claims:
        raise EventError("no_claim", "event", "there is no claim of a stalemate to grant")
    return grant(duel)


BY_PLAYERS: Mapping[EventKind, Callable[[Duel, Player], Duel]] = {
    EventKind.CONCEDED: _concede,
    EventKind.DRAW_OFFERED: _offer_draw,
    EventKind.DRAW_AGREED: _agree_draw,
    EventKind.DRAW_DECLINED: _decline_draw,
    EventKind.DRAW_WITHDRAWN: _withdraw_draw,
    EventKind.STALEMATE_CLAIMED: _claim_stalemate,
    EventKind.STALEMATE_WITHDRAWN: _withdraw_stalemate,
    EventKind.STALEMATE_AGREED: _agree_stalemate,
    EventKind.END_ASKED: ask,
    EventKind.END_VETOED: veto,
    EventKind.END_VOTED_DOWN: vote_down,
    EventKind.END_AGREED: agree,
}
BY_VOTE = frozenset(
    {EventKind.END_ASKED, EventKind.END_VETOED, EventKind.END_VOTED_DOWN, EventKind.END_AGREED}
)
"""The events about an early end."""
SECRET = frozenset({EventKind.END_VOTED_DOWN})
"""Acts whose player no record names."""
UNDOING = frozenset({EventKind.TAKEN_BACK, EventKind.CORRECTED})
"""The rulings that undo chapters: they need the past of the duel (`intimate/replay.py`)."""
OF_TIME = frozenset({EventKind.EXTENDED, EventKind.PAUSED, EventKind.RESUMED})
"""The rulings on time, which do not change the duel itself."""
BY_THE_ARBITER = frozenset({EventKind.STALEMATE_GRANTED, EventKind.CLOSED, *OF_TIME, *UNDOING})
"""All rulings of the arbiter."""
BY_THE_CLOCK: Mapping[EventKind, Ending] = {
    EventKind.ABSENT: Ending.ABSENT,
    EventKind.LAPSED: Ending.LAPSED,
    EventKind.TIME_UP: Ending.TIME_UP,
}


def happen(duel: Duel, event: Event) -> Duel:
    """Return the duel after an event not in `UNDOING`; raises EventError if it is not possible now."""
    if duel.phase is None:
        raise EventError("ended", "event", "the duel is over")
    if event.kind in BY_THE_ARBITER:
        return _ruled(duel, event)
    if event.kind is EventKind.TIME_UP:
        return _time_up(duel, event.player)
    if event.kind in BY_THE_CLOCK:
        return duel.ended(event.player.opponent if event.player else None, BY_THE_CLOCK[event.kind])
    if event.kind in SECRET:
        return vote_down(duel, event.player)
    if event.player is None:
        raise EventError("no_player", "player", "the event needs a player")
    return BY_PLAYERS[event.kind](duel, event.player)


def _time_up(duel: Duel, player: Player | None) -> Duel:
    """End the duel as it stands: the awaited phase is not resolved (source 002, 1)."""
    if player is not None:
        raise EventError("wrong_player", "player", "the event has no player")
    return duel.ended(leader(duel.counts_at_limit), Ending.TIME_UP, duel.counts_at_limit)


def _ruled(duel: Duel, event: Event) -> Duel:
    if event.kind in UNDOING:
        raise EventError("needs_past", "event", "the event undoes chapters: use happen_after")
    if event.player is not None:
        raise EventError("arbiter_only", "player", "the event is the arbiter's, not a player's")
    if event.kind is EventKind.STALEMATE_GRANTED:
        return _grant_stalemate(duel)
    if event.kind is EventKind.CLOSED:
        return duel.ended(event.ruling.winner if event.ruling else None, Ending.CLOSED)
    return duel


def as_recorded(event: Event) -> Event:
    """Return the event as the record holds it: without its player if it is a secret vote."""
    return Event(event.kind) if event.kind in SECRET else event


def possible(duel: Duel, event: Event) -> bool:
    """Tell whether an event could happen now."""
    try:
        happen(duel, event)
    except EventError:
        return False
    return True
