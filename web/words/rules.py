"""Where a rule stands on the pages of the rules: the anchor of a reason, a refusal, a setting."""

from collections.abc import Mapping

from flask import url_for

from adjudicator import Cause

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
"""The rule behind each cause, on the page of the moves."""


def rule_of(cause: Cause) -> str:
    """The address of the rule behind a reason."""
    return url_for("learning.rules", page="moves", _anchor=ANCHORS[cause])
