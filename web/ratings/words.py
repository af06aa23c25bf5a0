"""Ratings in the viewer's language: whole numbers, a mark on provisional ones, weights of duels."""

from typing import Protocol

from markupsafe import Markup

from competition.counting import REPEAT_DAYS, WHOLE, Why
from competition.glicko import Rating
from web.core.translation import gettext, pgettext
from web.words import Words

MINUS, SAME = "−", "±"
HALF, QUARTER, EIGHTH = WHOLE // 2, WHOLE // 4, WHOLE // 8


class WeighedDuel(Protocol):
    """What a duel weighed for one of its players."""

    @property
    def weight(self) -> int:
        """The weight in eighths."""

    @property
    def why(self) -> str | None:
        """The rule that reduced it, if one did."""


def rating_shown(value: Rating) -> Markup:
    """Write a rating: a whole number, with an explained mark if it is provisional."""
    number = Markup('<span class="rating">{}{}</span>')
    return number.format(f"{value.rating:.0f}", provisional_mark() if value.is_provisional else "")


def provisional_mark() -> Markup:
    """Return the mark of a provisional rating: a sign, a word for screen readers, its meaning on hover."""
    mark = Markup(
        '<span class="provisional" title="{}"><span aria-hidden="true">?</span>'
        '<span class="unseen"> ({})</span></span>'
    )
    return mark.format(
        gettext("Provisional: too few duels, or none for a long time, to be sure of it"),
        gettext("provisional"),
    )


def change_shown(before: Rating, after: Rating) -> Markup:
    """Write a change of a rating: 1500? → 1561? (+61)."""
    shown = Markup('<span class="rating-change">{} → {} <span class="together">({})</span></span>')
    return shown.format(
        rating_shown(before), rating_shown(after), difference(round(after.rating) - round(before.rating))
    )


def difference(points: int) -> str:
    """Write how far a rating moved, with its sign."""
    if points == 0:
        return f"{SAME}0"
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"


def weight_name(eighths: int) -> str:
    """Name a weight."""
    names = {
        WHOLE: pgettext("weight of a duel", "whole"),
        HALF: pgettext("weight of a duel", "half"),
        QUARTER: pgettext("weight of a duel", "a quarter"),
        EIGHTH: pgettext("weight of a duel", "an eighth"),
        0: pgettext("weight of a duel", "nothing"),
    }
    return names.get(eighths, f"{eighths}/{WHOLE}")


def weight_reason(weighed: WeighedDuel) -> str:
    """Say why a duel weighed less for a player; nothing if it did not."""
    days = {"days": REPEAT_DAYS}
    reasons = {
        (Why.REPEAT, HALF): gettext("counts half: second duel between them within %(days)s days", **days),
        (Why.REPEAT, QUARTER): gettext(
            "counts a quarter: third duel between them within %(days)s days", **days
        ),
        (Why.REPEAT, 0): gettext(
            "counts nothing: fourth or later duel between them within %(days)s days", **days
        ),
        (Why.ONE_OPPONENT, HALF): gettext(
            "counts half: second win over an account that has lost to this player only"
        ),
        (Why.ONE_OPPONENT, QUARTER): gettext(
            "counts a quarter: third win over an account that has lost to this player only"
        ),
        (Why.ONE_OPPONENT, 0): gettext(
            "counts nothing: fourth or later win over an account that has lost to this player only"
        ),
        (Why.CLUSTER, HALF): gettext(
            "counts half: first duel with an opponent who is new, or has met nobody from the rest of the site"
        ),
        (Why.CLUSTER, EIGHTH): gettext(
            "counts an eighth: second duel with opponents who have met nobody from the rest of the site"
        ),
        (Why.CLUSTER, 0): gettext(
            "counts nothing: third or later duel with opponents who have met nobody from the rest of the site"
        ),
        (Why.UNFOUGHT, EIGHTH): gettext(
            "counts an eighth: won by a concession or an absence before both had bid in any auction"
        ),
    }
    return reasons[Why(weighed.why), weighed.weight] if weighed.why else ""


def score_name(score: int) -> str:
    """Name a result by its points in halves."""
    names = (
        pgettext("result of a duel", "lost"),
        pgettext("result of a duel", "drawn"),
        pgettext("result of a duel", "won"),
    )
    return names[score]


def pace_name(pace: str) -> str:
    """Name the pace of a duel."""
    names = {"live": pgettext("pace of duels", "Live"), "days": pgettext("pace of duels", "By days")}
    return names[pace]


FILTERS: dict[str, Words] = {
    "rating": rating_shown,
    "weight": weight_name,
    "weight_reason": weight_reason,
    "score": score_name,
    "pace": pace_name,
}
