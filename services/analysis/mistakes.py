"""Learning from one's mistakes: trying the most costly moments of a finished duel again."""

from collections.abc import Sequence
from random import Random

from adjudicator import Hold
from intimate.duel import Duel
from intimate.entries import NO_ORDERS, NO_SHEET, Entries, Entry, Orders
from intimate.players import Player
from intimate.view import View
from opponent.explaining import Motive, explain
from opponent.judging import compared
from services.analysis.seen import LEAST, Course, JudgedChapter

MOST = 3
"""How many moments are tried again."""
ENOUGH = 0.5
"""The share of the loss that an answer must win back."""


def worst_moments(course: Course, player: Player) -> Sequence[JudgedChapter]:
    """List the chapters in which a player gave away most, the worst first; none before all are analysed."""
    if not course.progress.is_complete:
        return []
    costs = [(chapter.given_up(player) or 0.0, chapter) for chapter in course.chapters]
    bad = [(cost, chapter) for cost, chapter in costs if cost >= LEAST]
    return [chapter for _, chapter in sorted(bad, key=lambda each: -each[0])[:MOST]]


def is_better(chapter: JudgedChapter, before: Duel, entries: Entries, player: Player, answer: Entry) -> bool:
    """Tell whether an answer wins back enough of what a player gave away in a chapter.

    The answer, what was played and the best plan are measured on one scale, against the plans that the
    other player would have chosen. Raises EntryError for what cannot be entered.
    """
    nothing = NO_ORDERS if chapter.phase.kind.takes_orders else NO_SHEET
    played, plans = entries.get(player, nothing), chapter.plans(player)
    theirs = chapter.judgement.plans.get(player.opponent, ())
    against = [(plan.entry, plan.weight) for plan in theirs] or [(nothing, 1.0)]
    before_it, best, given = compared(before, player, [played, plans[0].entry, answer], against)
    if best - before_it < LEAST * ENOUGH:  # equal against the other player's stored plans
        own = chapter.judgement.played.get(player, 0.0)
        return any(_meant(answer) == _meant(plan.entry) and plan.worth - own >= LEAST for plan in plans)
    return given - before_it >= ENOUGH * (best - before_it)


def reasons(view: View, plan: Entry) -> Sequence[Motive]:
    """Return the motives of a plan for the phase that a player saw, the weightiest first."""
    return explain(view, plan, Random(0))  # noqa: S311  # the same reasons each time


def _meant(entry: Entry) -> object:
    """Return an entry in a form to compare: without orders to hold, which units do anyway."""
    if isinstance(entry, Orders):
        return {order for order in entry.all if not isinstance(order, Hold)}
    return entry
