"""What can be said against an attempt, in words: orders that failed and why, goals that were missed."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator import Cause, Power, Unit
from adjudicator.notation import reason_in_words
from learning.goals import Goal, GoalKind
from learning.verdict import Verdict
from web.core.translation import gettext, language
from web.words.names import power_name
from web.words.orders import order_words, place_label, unit_in_full
from web.words.rules import rule_of

MOST = 2
"""How many failed orders are named; more would not be read."""


class Failing(NamedTuple):
    """Something that can be said against an attempt, and the causes that it is about, if it has any."""

    words: str
    causes: tuple[Cause, ...] = ()

    @property
    def rule(self) -> str:
        """The address of the rule behind it, empty where it has no cause."""
        return rule_of(self.causes[0]) if self.causes else ""


def orders_failed(verdict: Verdict) -> Sequence[Failing]:
    """Say which of the learner's orders failed, and why: first for the reason that the lesson is about."""
    failed = []
    for fate in verdict.failed:
        subject = order_words(fate.order, in_full=True) if fate.order else _unit(fate.ordered)
        reasons = [reason_in_words(reason, language(), in_full=True) for reason in fate.outcome.reasons]
        words = gettext("%(order)s: %(reason)s.", order=subject, reason=gettext("; ").join(reasons))
        failed.append(Failing(words, tuple(reason.cause for reason in fate.outcome.reasons)))
    latest = list(dict.fromkeys(failed))[::-1]
    return sorted(latest, key=lambda failing: verdict.lesson.wrong.why not in failing.causes)[:MOST]


def said_against(verdict: Verdict) -> Sequence[Failing]:
    """Say why an attempt is no solution, in a few sentences: first what the lesson is about."""
    overbid = [gettext("Your bids exceed your reserve: you are overbid.")] if verdict.is_overbid else []
    missed = [Failing(words) for words in (*overbid, *map(goal_missed, verdict.unmet))]
    failed = orders_failed(verdict)
    return [*failed, *missed] if verdict.lesson.wrong.why in set(Cause) else [*missed, *failed]


def _unit(ordered: object) -> str:
    return unit_in_full(ordered) if isinstance(ordered, Unit) else ""


def goal_missed(goal: Goal) -> str:
    """Say that a goal was not reached."""
    names = goal.names
    if goal.kind in {GoalKind.ARRIVES, GoalKind.HOLDS, GoalKind.DISLODGES}:
        named = ", ".join(unit_in_full(Unit.parse(name)) for name in names)
    elif goal.kind in {GoalKind.COMMANDS, GoalKind.ANARCHY}:
        named = ", ".join(power_name(Power(name)) for name in names)
    else:
        named = ", ".join(place_label(name) for name in names)
    words = {
        GoalKind.ARRIVES: gettext("Wanted at the end: %(named)s."),
        GoalKind.HOLDS: gettext("Lost: %(named)s."),
        GoalKind.DISLODGES: gettext("Not driven out: %(named)s."),
        GoalKind.KEEPS_OUT: gettext("The other player stands in: %(named)s."),
        GoalKind.KEEPS_UNITS: gettext("You have lost a unit."),
        GoalKind.OWNS: gettext("Not yours: %(named)s."),
        GoalKind.COMMANDS: gettext("You do not command: %(named)s."),
        GoalKind.ANARCHY: gettext("Somebody commands: %(named)s."),
        GoalKind.PAYS_AT_MOST: gettext("You paid more than %(number)d."),
        GoalKind.HAS_CREDITS: gettext("You have fewer than %(number)d credits."),
        GoalKind.WINS: gettext("You have not won."),
        GoalKind.SURVIVES: gettext("The other player stands on your home centre: you have lost."),
    }
    return words[goal.kind] % {"named": named, "number": goal.number}
