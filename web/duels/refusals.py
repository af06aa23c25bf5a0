"""Refusals of entries in the reader's language."""

from adjudicator import standard
from intimate.errors import EntryError
from web.board.words import order_words
from web.duels.forms import BID
from web.frame.translation import gettext
from web.words.powers import power_name

LONGEST = 60


def field_of(error: EntryError) -> str | None:
    """Find the field of the form that an error is about, if it is about one."""
    kind, _, power = error.field.partition(".")
    return f"{BID}{power}" if kind == "bids" and power in standard().powers else None


def why_not(error: EntryError) -> str:
    """Say what is wrong and what to do."""
    if error.code == "sheet_over_reserve":
        return gettext(
            "Your bids add up to %(total)s, but you have %(reserve)s: in this duel a sheet may not exceed "
            "the reserve.",
            total=error.values["total"],
            reserve=error.values["reserve"],
        )
    if error.code == "illegal_order":
        order = order_of(error)
        return gettext("“%(order)s” cannot be ordered here. Choose from the list.", order=order)
    return _about_power(error) or gettext(
        "This cannot be stored as it is. Choose from the lists and save again."
    )


def order_of(error: EntryError) -> str:
    """Write the order that is illegal, as far as a sentence has room for it."""
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
        "ordered_twice": gettext("%(power)s: the same place is ordered twice. Keep one order.", power=named),
        "too_many": gettext("%(power)s: more orders than are due. Take some out.", power=named),
    }
    return words.get(error.code)
