"""The addresses of rules on their pages: for a reason, a refusal, a setting."""

from collections.abc import Mapping
from typing import Self

from flask import url_for
from markupsafe import Markup

from adjudicator import Cause, Reason
from intimate.causes import Setback, SetbackKind
from intimate.errors import EntryError
from web.core.translation import gettext

ANCHORS: Mapping[Cause, str] = {
    Cause.BOUNCED: "bounce",
    Cause.OWN_UNIT: "own-unit",
    Cause.CUT: "cut",
    Cause.DISLODGED: "support-move",
    Cause.FLEET_DISLODGED: "convoy-broken",
    Cause.PARADOX: "convoy-cuts",
    Cause.NO_CONVOY: "convoy",
    Cause.NO_PASSAGE: "convoy",
    Cause.USELESS_CONVOY: "convoy",
    Cause.UNREADABLE: "written",
    Cause.WRONG_PHASE: "secret",
    Cause.NO_UNIT: "written",
    Cause.FOREIGN_UNIT: "written",
    Cause.SEVERAL_ORDERS: "secret",
    Cause.NO_PLACE: "spaces",
    Cause.SAME_PLACE: "army",
    Cause.UNREACHABLE: "army",
    Cause.CLOSED: "spaces",
    Cause.COAST_NEEDED: "coasts",
    Cause.ONLY_ARMIES: "convoy",
    Cause.ONLY_FLEETS_AT_SEA: "convoy",
    Cause.SELF_SUPPORT: "support-move",
    Cause.CANNOT_SUPPORT_THERE: "support-move",
    Cause.SUPPORTED_CANNOT_GO: "support-move",
    Cause.NOT_A_CHAIN: "convoy",
    Cause.MISMATCH: "support-matches",
    Cause.NO_RETREAT: "retreat",
    Cause.RETREAT_BARRED: "retreat",
    Cause.RETREAT_CLASH: "retreat-clash",
    Cause.NO_RETREAT_ORDER: "retreat-clash",
    Cause.NOT_A_HOME_CENTRE: "builds",
    Cause.NOT_OWNED: "builds",
    Cause.OCCUPIED: "builds",
    Cause.NO_SUCH_BUILD: "builds",
    Cause.NOTHING_DUE: "builds",
    Cause.MUST_BUILD: "builds",
    Cause.DEFAULT_REMOVAL: "removals",
}
"""The anchor of the rule behind each cause, on the page of the moves."""


OF_ENTRIES: Mapping[str, str] = {
    "not_a_permutation": "homes",
    "bid_not_whole": "auction",
    "bid_for_home": "homes",
    "bid_for_unknown": "auction",
    "bid_for_dead": "auction",
    "sheet_over_reserve": "setting-overbid",
}
"""The anchor of the rule that refuses an entry, by the code of the error, on the page of the duel."""
OF_ORDERS: Mapping[str, str] = {"ordered_twice": "secret", "too_many": "builds"}
"""The same, on the page of the moves."""
OF_SETBACKS: Mapping[SetbackKind, str] = {
    SetbackKind.DISLODGED: "support-move",
    SetbackKind.CUT: "cut",
    SetbackKind.BOUNCED: "bounce",
    SetbackKind.DISBANDED: "retreat",
    SetbackKind.BUILDS_GIVEN_UP: "builds",
}
"""The anchor of the rule behind a setback, on the page of the moves; others are on that of the duel."""


class Ruled(str):
    """A text that links to its rule on a page; rule: the address of the rule, empty if there is none."""

    __slots__ = ("rule",)
    rule: str

    def __new__(cls, words: str, rule: str) -> Self:
        """Make the words, with the address of the rule."""
        ruled = super().__new__(cls, words)
        ruled.rule = rule
        return ruled

    def __html__(self) -> str:
        """The words as a link to the rule."""
        if not self.rule:
            return Markup.escape(str(self))
        link = Markup('<a class="why" href="{}" title="{}">{}</a>')
        return link.format(self.rule, gettext("The rule"), str(self))


def rule_of(cause: Cause) -> str:
    """The address of the rule behind a reason."""
    return _of_moves(ANCHORS[cause])


def rule_of_entry(error: EntryError) -> str:
    """The address of the rule that an entry breaks; empty if only its form is wrong."""
    reason = error.values.get("reason")
    if isinstance(reason, Reason):
        return rule_of(reason.cause)
    if error.code in OF_ORDERS:
        return _of_moves(OF_ORDERS[error.code])
    return _of_duel(OF_ENTRIES[error.code]) if error.code in OF_ENTRIES else ""


def rule_of_setback(setback: Setback) -> str:
    """The address of the rule behind a setback."""
    if setback.reason:
        return rule_of(setback.reason.cause)
    if setback.kind in OF_SETBACKS:
        return _of_moves(OF_SETBACKS[setback.kind])
    return _of_duel("victory" if setback.kind is SetbackKind.LEFT_EMPTY else "auction")


def _of_moves(anchor: str) -> str:
    return url_for("learning.rules", page="moves", _anchor=anchor)


def _of_duel(anchor: str) -> str:
    return url_for("pages.rules", _anchor=anchor)
