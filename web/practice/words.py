"""What is said and asked in practice."""

from collections.abc import Sequence

from adjudicator import Phase, PhaseKind, Power
from intimate.entries import Entry, HomesList, Sheet
from models import StoredChapter, StoredDuel
from services.practice.taking_back import year_to_go_back_to
from web.board.words import order_words
from web.duels.questions import Question
from web.frame.translation import gettext, ngettext
from web.words.phases import phase_name
from web.words.powers import by_name


def year_back(chapters: Sequence[StoredChapter], stored: StoredDuel) -> Phase | None:
    """Find the phase that a duel would go back to by taking a year back."""
    found = year_to_go_back_to(chapters, stored) if stored.level else None
    return found[1] if found else None


def about_year(phase: Phase) -> Question:
    """Return the question before a year is taken back; phase: the one that is then awaited."""
    return Question(
        gettext("Take the year back?"),
        [
            gettext(
                "The duel goes on from here: %(phase)s. What came after is undone.", phase=phase_name(phase)
            ),
            gettext("Your opponent bids and moves anew, too."),
        ],
        gettext("Yes, take it back"),
        gettext("No, play on"),
    )


def hint_lines(entry: Entry, *, winter: bool) -> Sequence[tuple[Power, Sequence[str]]]:
    """Say bids or orders in words, by power."""
    if isinstance(entry, HomesList):
        return []
    if isinstance(entry, Sheet):
        return [(power, [_bid(entry.bids[power])]) for power in by_name(entry.bids)]
    given = {power: orders for power, orders in entry.by_power.items() if orders}
    return [
        (power, [order_words(order, winter=winter) for order in given[power]]) for power in by_name(given)
    ]


def _bid(bid: int) -> str:
    return ngettext("%(num)d credit", "%(num)d credits", bid)


def empty_hint(kind: PhaseKind) -> str:
    """Say that a hint is to enter nothing."""
    if kind is PhaseKind.AUCTION:
        return gettext("Bid for nobody this year.")
    return gettext("Order nothing: what happens by default will do.")
