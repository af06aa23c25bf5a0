"""What if: orders of all sides, tried from a position of a duel and stored nowhere.

It is the base game in the edition of the duel; auctions, money and command are left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from adjudicator import (
    Edition,
    Flag,
    Order,
    Position,
    Power,
    Reason,
    Result,
    Unit,
    Unreadable,
    Waive,
    adjudicate,
    edition,
    parse_or_keep,
    read_position,
    standard,
)
from adjudicator.interchange import centers_by_power, dislodged_by_power, units_by_power
from intimate.calendar import HOMES, Phase
from models import StoredChapter, StoredDuel
from services import history
from services.all_sides import AllSides, Moment, number_due
from services.lines_of_play import Play, within_limits
from services.telling import Told

Line = Mapping[str, Any]
Given = Mapping[Power, Sequence[Order | Unreadable]]


@dataclass(frozen=True, slots=True)
class Start:
    """Where a line of play begins, and by which edition it is judged."""

    moment: Moment
    edition: Edition
    line: Line


class Stray(NamedTuple):
    """An order that is about nothing on the board, and why."""

    order: Order | Unreadable
    reason: Reason


@dataclass(frozen=True, slots=True)
class Step:
    """A phase that was tried: what was ordered in it, what became of that, and what it leads to."""

    phase: Phase
    before: Position
    orders: Given
    strays: Sequence[Stray]
    result: Result
    after: Moment


NOBODY: Line = {"next": str(HOMES), "homes": {}, "control": {}}
"""What the lines of a duel tell of its players before home powers are known."""


def start_of(session: Session, stored: StoredDuel, past: StoredChapter | None) -> Start:
    """The start after a chapter of a duel, before the first for None."""
    judged_by = edition(stored.edition)
    if past is None:
        return before_all(judged_by)
    return after_chapter(past.line, history.line_before(session, stored, past.ordinal), judged_by)


def before_all(judged_by: Edition) -> Start:
    """The first moves of 1901."""
    return Start(settled(HOMES, Position.initial(standard(), judged_by)), judged_by, NOBODY)


def after_chapter(line: Line, before: Line | None, judged_by: Edition) -> Start:
    """The position after a chapter, told by its line and that of the chapter before."""
    position = read_position(line["units"], line["centers"], line["dislodged"])
    return Start(settled(_next(line, before), position), judged_by, line)


def _next(line: Line, before: Line | None) -> Phase:
    """The phase after a chapter; after the end of a duel, the one that would have come."""
    if line["next"]:
        return Phase.parse(line["next"])
    if "event" in line:
        return Phase.parse(before["next"]) if before else HOMES
    last = line["passed"][-1] if line["passed"] else line
    return Phase.parse(last["phase"]).following


def settled(phase: Phase, position: Position) -> Moment:
    """The first phase, from this one on, in which something can be decided."""
    while not _asks(phase, position):
        position = _over(phase, position)
        phase = phase.following
    return Moment(phase, position)


def _asks(phase: Phase, position: Position) -> bool:
    if phase.kind == "R":
        return any(routed.retreats for routed in position.dislodged.values())
    if phase.kind == "A":
        return any(number_due(position, power) for power in standard().powers)
    return phase.kind == "M"


def _over(phase: Phase, position: Position) -> Position:
    """The position when a phase is over: after the retreats of autumn supply centres change hands."""
    if phase.kind == "M":  # who has nowhere to go leaves at once, as in a duel
        able = {unit: routed for unit, routed in position.dislodged.items() if routed.retreats}
        return replace(position, dislodged=able)
    if phase.kind == "R":
        position = replace(position, dislodged={})
    return position.with_ownership(standard()) if (phase.season, phase.kind) == ("F", "R") else position


def branch(start: Start, play: Play) -> list[Step]:
    """Every phase of a line of play, adjudicated; raises TooLong."""
    within_limits(play)
    moment, steps = start.moment, []
    for texts in play:
        steps.append(_step(moment, texts, start.edition))
        moment = steps[-1].after
    return steps


def _step(moment: Moment, texts: Sequence[str], judged_by: Edition) -> Step:
    desk = AllSides(moment, judged_by)
    orders: dict[Power, list[Order | Unreadable]] = {}
    strays = []
    for order in map(parse_or_keep, texts):
        meant: tuple[Power, Order | Unreadable] | Reason
        meant = desk.keep(order) if isinstance(order, Unreadable) else desk.settle(order)
        if isinstance(meant, Reason):
            strays.append(Stray(order, meant))
        else:
            orders.setdefault(meant[0], []).append(meant[1])
    phase, position = moment
    result = adjudicate(phase.turn, position, orders, standard(), judged_by)
    after = settled(phase.following, _over(phase, result.position))
    return Step(phase, position, orders, strays, result, after)


def told(step: Step) -> Iterator[Told]:
    """What became of every unit, with its order, as past chapters are told."""
    for power, outcomes in sorted(step.result.outcomes.items()):
        given = step.orders.get(power, ())
        ordered = {order.unit: order for order in given if not isinstance(order, Waive)}
        for unit, outcome in sorted(outcomes.items()):
            if not isinstance(unit, Waive):
                gone = [Flag.DISBAND] * _has_nowhere_to_go(step, unit)
                flags = tuple(flag.value for flag in (*outcome.flags, *gone))
                yield Told(power, unit, ordered.get(unit), flags, outcome.reasons)


def worth_telling(step: Step) -> list[Told]:
    """The same without the units that were ordered nothing and stayed."""
    stayed = step.result.position.units
    return [fate for fate in told(step) if fate.order or fate.flags or fate.unit not in stayed]


def _has_nowhere_to_go(step: Step, unit: Unit) -> bool:
    routed = step.result.position.dislodged.get(unit)
    return routed is not None and not routed.retreats


def line_at(start: Start, moment: Moment) -> dict[str, Any]:
    """A moment as the lines of a duel tell theirs; commands end with the year."""
    phase, position = moment
    hired = phase.year == start.moment.phase.year and not str(start.line["next"]).endswith("B")
    return {
        "next": str(phase) if hired else f"S{phase.year}B",
        "homes": start.line["homes"],
        "control": start.line["control"] if hired else {},
        "units": units_by_power(position),
        "centers": centers_by_power(position),
        "dislodged": dislodged_by_power(position),
    }
