"""Why an entry is refused, in the reader's language."""

from flask_babel import gettext

from adjudicator.notation import read
from services.entries import EntryError
from web.duels.tasks import order_words
from web.words import POWERS, power_name


def field_of(error: EntryError) -> str | None:
    """The field of the form that an error is about, if it is about one."""
    kind, _, rest = error.field.partition(".")
    return f"bid_{rest}" if kind == "bids" and rest in POWERS else None


def why_not(error: EntryError) -> str:
    """What is wrong and what to do."""
    power = str(error.values.get("power", ""))
    named = power_name(power) if power in POWERS else power
    words = {
        "not_a_permutation": gettext("Each of the seven powers must stand in the list exactly once."),
        "bid_not_whole": gettext("A bid is a whole number of credits, 0 or more."),
        "bid_for_home": gettext("%(power)s is a home power: it cannot be hired.", power=named),
        "bid_for_unknown": gettext("There is no power %(power)s.", power=named),
        "bid_for_dead": gettext("%(power)s owns no supply centre any more: bid for another.", power=named),
        "ordered_twice": gettext("%(power)s: the same place is ordered twice. Keep one order.", power=named),
        "too_many": gettext("%(power)s: more orders than are due. Take some out.", power=named),
    }
    if error.code == "sheet_over_reserve":
        return gettext(
            "Your bids add up to %(total)s, but you have %(reserve)s: in this duel a sheet may not exceed "
            "the reserve.",
            total=error.values["total"],
            reserve=error.values["reserve"],
        )
    if error.code == "illegal_order":
        return _illegal(str(error.values["order"]))
    return words.get(
        error.code, gettext("This cannot be stored as it is. Choose from the lists and save again.")
    )


def _illegal(text: str) -> str:
    try:
        text = order_words(read(text, "en"))
    except ValueError:
        text = text[:60]
    return gettext("“%(order)s” cannot be ordered here. Choose from the list.", order=text)
