"""The forms of what if: an order for every unit of every side, chosen or typed."""

from collections.abc import Sequence

from adjudicator.notation import LANGUAGES, ReadingError, read
from services.all_sides import AllSides
from services.what_if import Start, Step
from web.duels.forms import Content, OrdersForm, unit_form, winter_form
from web.duels.typed import Sheet, read_sheet
from web.i18n import language


def asked_of(start: Start, steps: Sequence[Step]) -> AllSides:
    """What can be ordered after the phases that were tried."""
    return AllSides(steps[-1].after if steps else start.moment, start.edition)


def orders_form(asked: AllSides, content: Content) -> OrdersForm:
    """The form of a phase, filled with what is given, as far as it can be read."""
    given = {
        power: [text for text in texts if _readable(text)]
        for power, texts in (content.get("orders") or {}).items()
    }
    if asked.kind == "A":
        return winter_form(asked.winter_choices(), {"orders": given})
    return unit_form(asked.units, {"orders": given})


def _readable(text: str) -> bool:
    try:
        read(text, "en")
    except ReadingError:
        return False
    return True


def sheet_of(text: str, asked: AllSides) -> Sheet:
    """The typed orders, read in the language in which they can be: first the one of the page."""
    sheet = read_sheet(text, asked)
    for other in LANGUAGES if sheet.faults else ():
        if other != language() and not (read_there := read_sheet(text, asked, other)).faults:
            return read_there
    return sheet
