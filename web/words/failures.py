"""Orders that failed, in sentences that lead to their rules."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjudicator import Cause, Unit
from intimate.chapter import Fate
from web.core.translation import gettext
from web.words.orders import order_words, reasons_in_words, unit_in_full
from web.words.rules import rule_of


class Failing(NamedTuple):
    """An objection to an attempt, and the causes behind it, if any."""

    words: str
    causes: tuple[Cause, ...] = ()

    @property
    def rule(self) -> str:
        """The address of the rule behind it, empty without a cause."""
        return rule_of(self.causes[0]) if self.causes else ""


def failings(fates: Iterable[Fate]) -> Sequence[Failing]:
    """Say why each failed order failed; equal sentences appear once, the latest first."""
    failed = []
    for fate in fates:
        subject = order_words(fate.order, in_full=True) if fate.order else _unit(fate.ordered)
        reasons = reasons_in_words(fate.outcome, in_full=True)
        words = gettext("%(order)s: %(reason)s.", order=subject, reason=gettext("; ").join(reasons))
        failed.append(Failing(words, tuple(reason.cause for reason in fate.outcome.reasons)))
    return list(dict.fromkeys(failed))[::-1]


def _unit(ordered: object) -> str:
    return unit_in_full(ordered) if isinstance(ordered, Unit) else ""
