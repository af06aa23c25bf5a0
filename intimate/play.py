"""The only way forward: both players' entries go in together, a chapter with the new duel comes out."""

from collections.abc import Iterator
from dataclasses import replace

from adjudicator import Passed, PhaseKind
from intimate.calendar import YEAR
from intimate.chapter import Chapter
from intimate.duel import Duel
from intimate.entries import Entries, check
from intimate.errors import EntryError
from intimate.lots import NO_LOTS, Lots
from intimate.phases import STAGES, Resolved, Stage
from intimate.players import Player
from intimate.seasons import end_season, end_year


def awaits(duel: Duel) -> frozenset[Player]:
    """List the players whom the duel awaits; nobody after its end."""
    return STAGES[duel.phase.kind].awaits(duel) if duel.phase else frozenset()


def play(duel: Duel, entries: Entries, lots: Lots = NO_LOTS) -> Chapter:
    """Resolve the awaited phase and pass those that await nobody.

    entries: what each player handed in; a player left out handed in nothing. lots: as drawn by
    `lots.draw_lots` or told by a record. Raises EntryError for an entry that breaks the rules of entry,
    and LotMissing when a lot is needed that was not drawn.
    """
    if duel.phase is None:
        raise EntryError("ended", "phase", "the duel is over")
    for player, entry in entries.items():
        check(duel, player, entry)
    phase = duel.phase
    resolved, resumed = _resolve_awaited(duel, entries, lots)
    after, passed = pass_idle_phases(resumed)
    if after.result:
        after = replace(after, result=replace(after.result, phase=phase))
    return Chapter(
        after,
        phase,
        entries=entries,
        lots=lots,
        outcomes=resolved.outcomes,
        auction=resolved.auction,
        passed=passed,
    )


def _resolve_awaited(duel: Duel, entries: Entries, lots: Lots) -> tuple[Resolved, Duel]:
    """Resolve the awaited phase: what happened in it, and the duel at the phase after it."""
    resolved = _stage_of(duel).resolve(replace(duel, stirred=True), entries, lots)
    unasked = replace(resolved.duel, draw_offers=frozenset(), end_asked=None)
    return resolved, _advance(duel, unasked)


def _pass_phase(duel: Duel) -> tuple[Resolved, Duel]:
    """Pass one phase with whatever it does by default; the same in return."""
    resolved = _stage_of(duel).resolve(duel, {}, NO_LOTS)
    changed = resolved.duel.position != duel.position
    return resolved, _advance(duel, replace(resolved.duel, stirred=duel.stirred or changed))


def pass_idle_phases(duel: Duel) -> tuple[Duel, tuple[Passed, ...]]:
    """Pass the phases that await nobody, with whatever they do by default (section 6)."""
    passed: list[Passed] = []
    while duel.phase and not awaits(duel):
        phase = duel.phase
        resolved, duel = _pass_phase(duel)
        passed.append(Passed(phase, resolved.outcomes))
    return duel, tuple(passed)


def retrace(before: Duel, chapter: Chapter) -> Iterator[tuple[Duel, Duel]]:
    """Yield the duel before and after each phase of a chapter: the one that was played, and those passed.

    before: the duel before the chapter. A chapter that is an event has no phases.
    """
    if chapter.phase is None:
        return
    _, duel = _resolve_awaited(before, chapter.entries, chapter.lots)
    yield before, duel
    for _ in chapter.passed:
        before = duel
        _, duel = _pass_phase(before)
        yield before, duel


def _stage_of(duel: Duel) -> Stage:
    assert duel.phase is not None  # noqa: S101  # phases are resolved in running duels only
    return STAGES[duel.phase.kind]


def _advance(before: Duel, duel: Duel) -> Duel:
    """Move on by the calendar, with what the end of a season or year brings; `before` the phase."""
    if duel.phase is None:
        return duel
    phase = duel.phase
    if phase.kind is PhaseKind.RETREATS:
        duel = end_season(before, duel)
    elif phase.kind is PhaseKind.ADJUSTMENTS:
        duel = end_year(duel)
    return replace(duel, phase=phase.following(YEAR)) if duel.result is None else duel
