"""The page for entries in advance."""

from tests.services.autumns import RETREAT, SHEET, WINTER
from tests.web.reading import box

FORMS = {
    "F1902R": {"orders": "A Boh - Vie"},
    "W1902A": {"orders": "Build A Vie\nBuild F Tri"},
    "S1903B": {"bid_RUSSIA": "7", "bid_TURKEY": "5", "bid_ENGLAND": ""},
}
STORED = {"F1902R": RETREAT, "W1902A": WINTER, "S1903B": SHEET}


def store(duel, phase, reader="anna", **fields):
    return duel.send(reader, "beforehand", {"phase": phase, **(fields or FORMS[phase])})


def take_back(duel, phase, reader="anna"):
    return duel.send(reader, "beforehand/back", {"phase": phase})


def page(duel, reader="anna"):
    return duel.get(reader, "/beforehand")


def part(answer, phase):
    """Return the section of one phase."""
    return answer.text.partition(f'<section class="panel" id="{phase}"')[2].partition("</section>")[0]


def box_of(answer, phase):
    """Return the contents of the typed box of one phase."""

    class Found:
        text = part(answer, phase)

    return box(Found)
