"""The only way forward: both players' entries go in, a chapter comes out; one class per kind of phase."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from adjudicator import (
    Outcomes,
    Passed,
    PhaseKind,
    Power,
    mark_closed,
    standard,
    with_trades_named_once,
    without_entering,
)
from intimate.auction import Auction, hold_auction
from intimate.chapter import Chapter
from intimate.command import editable, noteworthy, orders_that_count, remove_stranded
from intimate.draws import COIN, NO_DRAWS, Draws, draw_for_lists, draw_player
from intimate.duel import Duel, Ending
from intimate.entries import Entries, HomesList, Orders, Sheet, check, sheets_of
from intimate.errors import DrawMissing, EntryError
from intimate.players import Player
from intimate.rules import BothOverbid
from intimate.seasons import end_season, end_year, give_starting_credits, toss_coin
from intimate.winter import adjusts, resolve_winter


def _final_list(entries: Mapping[Player, HomesList], draws: Draws, player: Player) -> tuple[Power, ...]:
    if player in entries:
        return entries[player].powers
    if player not in draws.homes_lists:
        raise DrawMissing(f"homes_list.{player.value}", "no list was handed in, and none was drawn")
    return draws.homes_lists[player]


def choose_homes(entries: Mapping[Player, HomesList], draws: Draws) -> Mapping[Player, Power]:
    """Give each player their own choice at the first rank at which the two lists differ.

    Raises DrawMissing if a needed draw is missing.
    """
    lists = {player: _final_list(entries, draws, player) for player in Player}
    for first, second in zip(lists[Player.FIRST], lists[Player.SECOND], strict=True):
        if first != second:
            return {Player.FIRST: first, Player.SECOND: second}
    winner = draws.homes_winner
    if winner is None:
        raise DrawMissing("homes_winner", "the lists are identical, and no winner was drawn")
    return {winner: lists[winner][0], winner.opponent: lists[winner][1]}


class StageResult(NamedTuple):
    """The duel after a phase, before the calendar moves on, and what happened in it."""

    duel: Duel
    outcomes: Outcomes
    auction: Auction | None = None


class Stage(Protocol):
    """A kind of phase."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """The players whose entries it waits for."""

    def resolve(self, duel: Duel, entries: Mapping[Player, Any], draws: Draws) -> StageResult:
        """Resolve entries of the phase's own type; a player without one handed in nothing."""


class ChoiceOfHomes:
    """Both players rank the seven powers (section 2)."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """Both, until home powers are known."""
        return frozenset(() if duel.homes else Player)

    def resolve(self, duel: Duel, entries: Mapping[Player, HomesList], draws: Draws) -> StageResult:
        """Assign home powers, unless they are known, and starting credits; raises DrawMissing."""
        homes = duel.homes or choose_homes(entries, draws)
        return StageResult(give_starting_credits(replace(duel, homes=homes)), {})


class AuctionOfMercenaries:
    """Sealed sheets for the mercenaries (section 4)."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """Both, while a mercenary owns a centre."""
        return frozenset(Player if duel.for_hire else ())

    def resolve(self, duel: Duel, entries: Mapping[Player, Sheet], draws: Draws) -> StageResult:  # noqa: ARG002  # the signature of Stage
        """Charge the bids and assign commands; both overbid may end the duel (`both_overbid`)."""
        if not duel.for_hire:
            return StageResult(duel, {})
        auction = hold_auction(duel, sheets_of(entries))
        reserves = {player: duel.credits[player] - auction.paid[player] for player in Player}
        duel = replace(duel, credits=reserves, control=auction.control)
        if len(auction.overbid) == len(Player) and duel.rules.both_overbid is not BothOverbid.BOTH_RUINED:
            both_lose = duel.rules.both_overbid is BothOverbid.BOTH_LOSE
            duel = duel.ended(None, Ending.BOTH_OVERBID if both_lose else Ending.DRAW)
        return StageResult(duel, {}, auction)


def _commanders(duel: Duel, powers: frozenset[Power]) -> frozenset[Player]:
    return frozenset(player for player in map(duel.commander, powers) if player)


class Movement:
    """Moves of spring and autumn."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """The commanders of powers with a unit."""
        return _commanders(duel, duel.game.awaited)

    def resolve(self, duel: Duel, entries: Mapping[Player, Orders], draws: Draws) -> StageResult:  # noqa: ARG002  # the signature of Stage
        """Move units; dislodged ones in anarchy, or with nowhere to go, are removed."""
        closed = duel.closed
        commanders = {power: duel.commander(power) for power in standard().powers}
        given = with_trades_named_once(duel.position, orders_that_count(duel, entries), commanders)
        game, result = duel.game.resolve(without_entering(given, closed) if closed else given)
        outcomes = editable(mark_closed(result.outcomes, given, closed) if closed else result.outcomes)
        position = remove_stranded(duel, game.position, outcomes)
        return StageResult(replace(duel, position=position), noteworthy(duel, outcomes))


class Retreats:
    """Retreats of the dislodged."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """The commanders of dislodged units with a place to go."""
        return _commanders(duel, duel.game.awaited)

    def resolve(self, duel: Duel, entries: Mapping[Player, Orders], draws: Draws) -> StageResult:  # noqa: ARG002  # the signature of Stage
        """Retreat or disband units; in autumn supply centres change owner."""
        game, result = duel.game.resolve(orders_that_count(duel, entries))
        return StageResult(replace(duel, position=game.position), result.outcomes)


class Winter:
    """Builds and removals."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """The commanders of powers with a removal due or a build possible."""
        powers = frozenset(power for power in standard().powers if adjusts(duel, power))
        return _commanders(duel, powers)

    def resolve(self, duel: Duel, entries: Mapping[Player, Orders], draws: Draws) -> StageResult:  # noqa: ARG002  # the signature of Stage
        """Build and remove units, by order or by default."""
        position, outcomes = resolve_winter(duel, entries)
        return StageResult(replace(duel, position=position), outcomes)


STAGES: Mapping[PhaseKind, Stage] = {
    PhaseKind.HOMES: ChoiceOfHomes(),
    PhaseKind.AUCTION: AuctionOfMercenaries(),
    PhaseKind.MOVEMENT: Movement(),
    PhaseKind.RETREATS: Retreats(),
    PhaseKind.ADJUSTMENTS: Winter(),
}


def awaits(duel: Duel) -> frozenset[Player]:
    """List the players whom the duel awaits; nobody after its end."""
    return STAGES[duel.phase.kind].awaits(duel) if duel.phase else frozenset()


def play(duel: Duel, entries: Entries, draws: Draws = NO_DRAWS) -> Chapter:
    """Resolve the awaited phase and pass those that await nobody.

    entries: what each player handed in; a missing player handed in nothing. draws: as drawn by `make_draws`
    or written in a record. Raises EntryError for an entry that breaks the rules of entry, and DrawMissing if
    a needed draw is missing.
    """
    if duel.phase is None:
        raise EntryError("ended", "phase", "the duel is over")
    for player, entry in entries.items():
        check(duel, player, entry)
    phase = duel.phase
    resolved, resumed = _resolve_awaited(duel, entries, draws)
    after, passed = pass_idle_phases(resumed, draws)
    if after.result:
        after = replace(after, result=replace(after.result, phase=phase))
    return Chapter(
        after,
        phase,
        entries=entries,
        draws=draws,
        outcomes=resolved.outcomes,
        auction=resolved.auction,
        passed=passed,
    )


def _resolve_awaited(duel: Duel, entries: Entries, draws: Draws) -> tuple[StageResult, Duel]:
    """Resolve the awaited phase; return what happened in it, and the duel at the next phase."""
    resolved = _stage_of(duel).resolve(replace(duel, eventful_year=True), entries, draws)
    unasked = replace(resolved.duel, draw_offers=frozenset(), end_asked=None)
    return resolved, _advance(duel, unasked, draws)


def _pass_phase(duel: Duel, draws: Draws) -> tuple[StageResult, Duel]:
    """Pass one phase with its defaults; return the same pair."""
    resolved = _stage_of(duel).resolve(duel, {}, NO_DRAWS)
    changed = resolved.duel.position != duel.position
    return resolved, _advance(
        duel, replace(resolved.duel, eventful_year=duel.eventful_year or changed), draws
    )


def pass_idle_phases(duel: Duel, draws: Draws = NO_DRAWS) -> tuple[Duel, tuple[Passed, ...]]:
    """Pass the phases that await nobody, with their defaults (section 6)."""
    passed: list[Passed] = []
    while duel.phase and not awaits(duel):
        phase = duel.phase
        resolved, duel = _pass_phase(duel, draws)
        passed.append(Passed(phase, resolved.outcomes))
    return duel, tuple(passed)


def retrace(before: Duel, chapter: Chapter) -> Iterator[tuple[Duel, Duel]]:
    """Yield the duel before and after each phase of a chapter: the phase played, then those passed.

    before: the duel before the chapter. A chapter that is an event has no phases.
    """
    if chapter.phase is None:
        return
    _, duel = _resolve_awaited(before, chapter.entries, chapter.draws)
    yield before, duel
    for _ in chapter.passed:
        before = duel
        _, duel = _pass_phase(before, chapter.draws)
        yield before, duel


def _stage_of(duel: Duel) -> Stage:
    assert duel.phase is not None  # noqa: S101  # phases are resolved in running duels only
    return STAGES[duel.phase.kind]


def _advance(before: Duel, duel: Duel, draws: Draws) -> Duel:
    """Advance the calendar and end the season or year if it is over; before: the duel before the phase."""
    if duel.phase is None:
        return duel
    phase = duel.phase
    if phase.kind is PhaseKind.RETREATS:
        duel = toss_coin(end_season(before, duel), draws)
    elif phase.kind is PhaseKind.ADJUSTMENTS:
        duel = end_year(duel)
    return replace(duel, phase=phase.following(duel.rules.calendar)) if duel.result is None else duel


def make_draws(duel: Duel, entries: Entries, secret: str) -> Draws:
    """Make the draws that the awaited phase needs with these entries, and no others (sections 2 and 9)."""
    if duel.kind is PhaseKind.HOMES:
        lists = {player: entry for player, entry in entries.items() if isinstance(entry, HomesList)}
        return draw_for_lists(lists, secret)
    if duel.rules.sides is None or duel.coin is not None:
        return NO_DRAWS
    try:
        play(duel, entries)
    except DrawMissing:
        return Draws(coin=draw_player(secret, COIN))
    return NO_DRAWS
