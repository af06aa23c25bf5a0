"""The only way forward: both players' entries go in together, a new duel and what happened come out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from adjudicator.results import Outcomes
from intimate.auction import Auction
from intimate.calendar import Phase
from intimate.duel import Duel
from intimate.entries import PlainEntry
from intimate.errors import EntryError
from intimate.homes import Lots
from intimate.phases import STAGES, Resolved
from intimate.players import Player
from intimate.seasons import end_season, end_year

Entries = Mapping[Player, PlainEntry]


@dataclass(frozen=True, slots=True)
class Passed:
    """A phase that awaited nobody, and what was done in it by default."""

    phase: Phase
    outcomes: Outcomes


@dataclass(frozen=True, slots=True)
class Chapter:
    """A resolved phase, and the phases passed after it."""

    phase: Phase
    outcomes: Outcomes
    auction: Auction | None
    passed: tuple[Passed, ...]


def awaits(duel: Duel) -> frozenset[Player]:
    """The players whom the duel awaits; nobody after its end."""
    return STAGES[duel.phase.kind].awaits(duel) if duel.phase else frozenset()


def check(duel: Duel, player: Player, entry: PlainEntry) -> None:
    """Raise EntryError when the entry breaks the rules of entry of the phase that is awaited."""
    if duel.phase is None:
        raise EntryError("ended", "phase", "the duel is over")
    STAGES[duel.phase.kind].check(duel, player, entry)


def play(duel: Duel, entries: Entries, lots: Lots | None = None) -> tuple[Duel, Chapter]:
    """Resolve the awaited phase and pass those that await nobody.

    entries: what each player handed in; a player left out handed in nothing. lots: what was drawn,
    in case a lot is needed. Raises EntryError for an entry that breaks the rules of entry, and
    LotMissing when a lot is needed that was not drawn.
    """
    if duel.phase is None:
        raise EntryError("ended", "phase", "the duel is over")
    phase = duel.phase
    stage = STAGES[phase.kind]
    checked = {player: stage.check(duel, player, entry) for player, entry in entries.items()}
    resolved = stage.resolve(replace(duel, stirred=True), checked, lots or {})
    after, passed = settle(_advanced(replace(resolved.duel, draw_offers=frozenset())))
    if after.result:
        after = replace(after, result=replace(after.result, phase=phase))
    return after, Chapter(phase, resolved.outcomes, resolved.auction, passed)


def settle(duel: Duel) -> tuple[Duel, tuple[Passed, ...]]:
    """Pass the phases that await nobody, with whatever they do by default (section 6)."""
    passed: list[Passed] = []
    while duel.phase and not awaits(duel):
        phase = duel.phase
        resolved = STAGES[phase.kind].resolve(duel, {}, {})
        passed.append(Passed(phase, resolved.outcomes))
        duel = _advanced(_noting_change(duel, resolved))
    return duel, tuple(passed)


def _noting_change(before: Duel, resolved: Resolved) -> Duel:
    changed = resolved.duel.position != before.position
    return replace(resolved.duel, stirred=before.stirred or changed)


def _advanced(duel: Duel) -> Duel:
    """The calendar moves on; what the end of a season or year brings is done."""
    if duel.phase is None:
        return duel
    season, year, kind = duel.phase
    owners = duel.position.owners
    if kind == "R":
        duel = end_season(duel, season, year)
        duel = replace(duel, stirred=duel.stirred or duel.position.owners != owners)
    elif kind == "A":
        duel = end_year(duel, year)
    return replace(duel, phase=Phase(season, year, kind).following) if duel.result is None else duel
