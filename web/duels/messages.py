"""Why something cannot be done with a duel, or why an entry cannot be stored."""

from collections.abc import Mapping
from enum import StrEnum

from flask_babel import lazy_gettext as _l

from adjudicator import Reason, standard
from adjudicator.notation import reason_in_words
from intimate.errors import EntryError
from models.ids import UserId
from services.duels.refusals import DuelRefusal
from web.core.login import member
from web.core.messages import Sentences
from web.core.translation import gettext, language
from web.duels.forms import BID
from web.words.names import power_name
from web.words.orders import order_words
from web.words.rules import Ruled, rule_of_entry

LONGEST = 60


def field_of(error: EntryError) -> str | None:
    """Find the field of the form that an error is about, if it is about one."""
    kind, _, power = error.field.partition(".")
    return f"{BID}{power}" if kind == "bids" and power in standard().powers else None


def entry_refusal_message(error: EntryError) -> Ruled:
    """Say what is wrong and what to do, with the rule that is broken."""
    return Ruled(_refusal_words(error), rule_of_entry(error))


def _refusal_words(error: EntryError) -> str:
    if error.code == "sheet_over_reserve":
        return gettext(
            "Your bids add up to %(total)s, but you have %(reserve)s: in this duel a sheet may not exceed "
            "the reserve.",
            total=error.values["total"],
            reserve=error.values["reserve"],
        )
    if error.code == "illegal_order":
        order, reason = order_of(error), error.values.get("reason")
        if isinstance(reason, Reason):
            words = reason_in_words(reason, language())
            return gettext("“%(order)s” cannot be ordered here: %(reason)s.", order=order, reason=words)
        return gettext("“%(order)s” cannot be ordered here. Choose from the list.", order=order)
    return _about_power(error) or gettext(
        "This cannot be stored as it is. Choose from the lists and save again."
    )


def order_of(error: EntryError) -> str:
    """Write the illegal order, shortened to fit a sentence."""
    return order_words(error.values["order"])[:LONGEST]  # type: ignore[arg-type]  # this code's value


def _about_power(error: EntryError) -> str | None:
    power = str(error.values.get("power", ""))
    named = power_name(power) if power in standard().powers else power
    words = {
        "not_a_permutation": gettext("Each of the seven powers must stand in the list exactly once."),
        "bid_not_whole": gettext("A bid is a whole number of credits, 0 or more."),
        "bid_for_home": gettext("%(power)s is a home power: it cannot be hired.", power=named),
        "bid_for_unknown": gettext("There is no power %(power)s.", power=named),
        "bid_for_dead": gettext("%(power)s owns no supply centre any more: bid for another.", power=named),
        "ordered_twice": gettext("%(power)s: the same space is ordered twice. Keep one order.", power=named),
        "too_many": gettext("%(power)s: more orders than are due. Take some out.", power=named),
    }
    return words.get(error.code)


def _too_many_duels(user_id: UserId, name: str = "") -> str:
    viewer = member()
    if name and not (viewer and viewer.id == user_id):
        return gettext("%(name)s plays as many duels as they want.", name=name)
    return gettext(
        "You have reached your limit of duels. End one first; you set the limit on your account page."
    )


REFUSALS: Sentences = {
    DuelRefusal.TOO_MANY_DUELS: _too_many_duels,
    DuelRefusal.NOT_A_PLAYER: lambda: gettext("Only the two players of a duel can do this."),
    DuelRefusal.PHASE_OVER: lambda: gettext("The duel has moved on, so nothing was saved."),
    DuelRefusal.NOT_AWAITED: lambda: gettext("This phase waits for your opponent only. Nothing was saved."),
    DuelRefusal.TIME_OFF: lambda: gettext(
        "Your time off has begun, so nothing was saved. Say on the duel’s page that you are back."
    ),
    DuelRefusal.ANOTHER_ENTRY: lambda: gettext(
        "Another window has saved something since you opened this page. Nothing was saved now."
    ),
    DuelRefusal.NOTHING_TO_HAND_IN: lambda: gettext("Rank the seven powers first."),
    DuelRefusal.DUEL_MOVED_ON: lambda: gettext(
        "A phase was resolved since you opened the page. Look at the duel again, then decide."
    ),
    DuelRefusal.TOO_MANY_ACTS: lambda: gettext(
        "You have changed your mind often enough in this phase. Decide again after it."
    ),
    DuelRefusal.CLOCKS_CHANGED: lambda: gettext(
        "This cannot be done now: the clocks have changed since you opened the page."
    ),
}
"""The function for the text of each refusal; name: of the other player."""

TITLES: Mapping[StrEnum, str] = {
    DuelRefusal.PHASE_OVER: _l("This phase is over"),
    DuelRefusal.NOT_AWAITED: _l("There is nothing for you to enter now"),
    DuelRefusal.TIME_OFF: _l("You have time off"),
    DuelRefusal.DUEL_MOVED_ON: _l("The duel has moved on"),
}
"""The headings of pages that refuse an entry sent too late."""
