"""What happened, as the plain lines of the public format (docs/formats.md)."""

from collections.abc import Mapping
from typing import Any

from adjudicator.interchange import (
    centers_by_power,
    dislodged_by_power,
    outcomes_by_power,
    reasons_by_power,
    units_by_power,
)
from adjudicator.results import Outcomes, Reason
from intimate.auction import Auction
from intimate.duel import Duel, Result
from intimate.events import Event
from intimate.play import Chapter, Passed
from intimate.players import Player

Line = dict[str, Any]


def by_player(figures: Mapping[Player, Any]) -> dict[str, Any]:
    """Figures of both players under their names in records, first before second."""
    return {player.value: figures[player] for player in Player if player in figures}


def _auction(auction: Auction) -> Line:
    return {
        "winning_totals": by_player(auction.winning_totals),
        "overbid": [player.value for player in auction.overbid],
        "paid": by_player(auction.paid),
    }


def _passed(passed: Passed) -> Line:
    line: Line = {"phase": str(passed.phase)}
    if passed.outcomes:
        line["outcomes"] = outcomes_by_power(passed.outcomes)
        line["reasons"] = reasons_by_power(passed.outcomes)
    return line


def state(duel: Duel) -> Line:
    """What every line tells of the duel after it."""
    return {
        "next": str(duel.phase) if duel.phase else None,
        "homes": by_player(duel.homes),
        "credits": by_player(duel.credits),
        "control": {power: duel.control.get(power) for power in duel.mercenaries},
        "units": units_by_power(duel.position),
        "centers": centers_by_power(duel.position),
        "dislodged": dislodged_by_power(duel.position),
    }


def chapter_line(chapter: Chapter, after: Duel) -> Line:
    """The line of a resolved phase."""
    line: Line = {"phase": str(chapter.phase), **state(after)}
    if chapter.auction:
        line["auction"] = _auction(chapter.auction)
    if chapter.phase.kind in "MRA":
        line["outcomes"] = outcomes_by_power(chapter.outcomes)
        line["reasons"] = reasons_by_power(chapter.outcomes)
    line["passed"] = [_passed(passed) for passed in chapter.passed]
    return line


def _cause(reason: Reason) -> Line:
    units = [str(other) for other in reason.units]
    return {"cause": reason.cause.name, "units": units, "place": reason.place}


def _causes(outcomes: Outcomes) -> Line:
    """The reasons as values: {power: {unit: {cause, units, place, and if there is a second: also}}}."""
    return {
        power: {
            str(unit): _cause(outcome.reason) | ({"also": _cause(outcome.also)} if outcome.also else {})
            for unit, outcome in units.items()
            if outcome.reason
        }
        for power, units in outcomes.items()
    }


def stored_line(chapter: Chapter, after: Duel) -> Line:
    """The line of a phase with the causes of failures as values, so that any language can tell them."""
    line = chapter_line(chapter, after)
    for passed, told in zip(chapter.passed, line["passed"], strict=True):
        told["causes"] = _causes(passed.outcomes)
    return {**line, "causes": _causes(chapter.outcomes)}


def event_line(event: Event, after: Duel) -> Line:
    """The line of an event."""
    player = {"player": event.player.value} if event.player else {}
    return {"event": event.kind, **player, **state(after), "passed": []}


def _result(result: Result) -> Line:
    return {
        "winner": result.winner.value if result.winner else None,
        "reason": result.reason,
        "phase": str(result.phase),
        "counts": by_player(result.counts),
    }


def result_line(duel: Duel) -> Line:
    """The last line: the result, or null while the duel goes on."""
    return {"result": _result(duel.result) if duel.result else None}
