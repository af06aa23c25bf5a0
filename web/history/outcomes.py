"""Outcomes as rows of a table."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from adjudicator import Flag, Power, Unit
from adjudicator.notation import reason_in_words
from intimate.fates import Fate
from web.board.words import action_words, unit_aloud, unit_label
from web.frame.translation import gettext, language
from web.words.collation import collation_key
from web.words.outcomes import outcome_words
from web.words.powers import by_name


@dataclass(frozen=True)
class Row:
    """One unit of the past, seen and heard: its order, its outcome, the reason."""

    unit: str
    aloud: str
    order: str
    outcome: str
    tone: Literal["good", "bad", ""]
    reason: str


def row(fate: Fate, *, winter: bool = False) -> Row:
    """Say one outcome. `winter` is true of adjustments."""
    flags, reasons = fate.outcome.flags, fate.outcome.reasons
    unit = fate.ordered if isinstance(fate.ordered, Unit) else None
    idle = fate.order is None and not flags
    return Row(
        unit_label(unit) if unit else "–",
        unit_aloud(unit) if unit else "–",
        action_words(fate.order, winter=winter) if fate.order else gettext("no order"),
        gettext("stayed") if idle else outcome_words(flags),
        tone_of(flags, idle=idle),
        gettext("; ").join(reason_in_words(reason, language()) for reason in reasons),
    )


def tone_of(flags: Collection[Flag], *, idle: bool) -> Literal["good", "bad", ""]:
    """Name the colour of an outcome: what nobody ordered has neither succeeded nor failed."""
    if set(flags) - {Flag.DEFAULT}:
        return "bad"
    return "" if idle or flags else "good"


def rows_by_power(fates: Iterable[Fate], *, winter: bool = False) -> dict[Power, list[Row]]:
    """Say outcomes, under their powers; both in the order of their names. `winter` is true of adjustments."""
    rows: dict[Power, list[Row]] = {}
    for fate in fates:
        rows.setdefault(fate.power, []).append(row(fate, winter=winter))
    return {power: sorted(rows[power], key=lambda said: collation_key(said.unit)) for power in by_name(rows)}
