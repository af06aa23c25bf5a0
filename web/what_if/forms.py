"""The orders of what if: chosen from menus or typed, in either language."""

from adjudicator.notation import LANGUAGES
from intimate.entries import Orders
from services.what_if.desk import DeskForAll
from web.duels.typed import SheetRefused, read_orders
from web.frame.translation import language


def read_typed(text: str, desk: DeskForAll) -> Orders:
    """Read typed orders in whichever language they are, that of the page first; raises SheetRefused."""
    try:
        return read_orders(text, desk)
    except SheetRefused:
        for other in LANGUAGES:
            if other != language():
                try:
                    return read_orders(text, desk, other)
                except SheetRefused:
                    continue
        raise
