"""An entry as a sequence of small decisions, each with few answers that depend on earlier ones.

Orders are asked for unit by unit, in the order of the view: first the home power's units, sorted, then those
of the mercenaries by name. A winter asks for each build or removal, a sheet for each bid, a list of powers
for each rank. Questions with only one answer are left out.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from adjudicator import Order, PhaseKind, Power, WinterChoice
from intimate.entries import Entry, HomesList, Orders, Sheet
from intimate.view import View
from intimate_env.vocabulary import HIGHEST_BID


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a unit (`A PAR`), a power or a rank, and the words of its legal answers.

    The first order is what happens without one. given: earlier answers of this phase, as (about, word).
    """

    about: str
    words: Sequence[str]
    given: Sequence[tuple[str, str]]


Asking = Generator[Question, str, Entry]
"""Yields questions, receives words, and returns the entry."""


class Dialogue:
    """One player's decisions in one phase; `question` is the next one, None once the entry is complete.

    answers: words that answer its first questions; raises ValueError as `answer`. A copy is asked anew.
    """

    def __init__(self, view: View, answers: Sequence[str] = ()) -> None:
        self.view = view
        self.answers: list[str] = []
        self.question: Question | None = None
        self.entry: Entry | None = None
        self._asking = asked(view)
        self._go_on(None)
        for word in answers:
            self.answer(word)

    def __reduce__(self) -> tuple[type["Dialogue"], tuple[View, Sequence[str]]]:
        """Copy and pickle the view and the answers: a generator cannot be copied."""
        return Dialogue, (self.view, tuple(self.answers))

    def answer(self, word: str) -> None:
        """Answer the question; raises ValueError for a word that is not among its words."""
        if self.question is None or word not in self.question.words:
            raise ValueError(f"{word!r} is no answer")
        self.answers.append(word)
        self._go_on(word)

    def _go_on(self, word: str | None) -> None:
        try:
            self.question = next(self._asking) if word is None else self._asking.send(word)
        except StopIteration as done:
            self.question, self.entry = None, done.value


def asked(view: View) -> Asking:
    """Ask the player of a view for the entry of the awaited phase."""
    match view.duel.kind:
        case PhaseKind.HOMES:
            return _ranks(view)
        case PhaseKind.AUCTION:
            return _bids(view)
    return _orders(view)


class _Given:
    """The answers so far; asks no question that has only one answer."""

    def __init__(self) -> None:
        self.answers: list[tuple[str, str]] = []

    def ask(self, about: str, words: Sequence[str]) -> Generator[Question, str, str]:
        word = words[0] if len(words) == 1 else (yield Question(about, words, tuple(self.answers)))
        self.answers.append((about, word))
        return word


def _ranks(view: View) -> Asking:
    """Ask for the powers, the most wanted first."""
    given, left, ranked = _Given(), list(view.duel.position.board.powers), list[Power]()
    while left:
        words = {f"RANK {power}": power for power in left}
        power = words[(yield from given.ask(f"rank {len(ranked) + 1}", list(words)))]
        left.remove(power)
        ranked.append(power)
    return HomesList(tuple(ranked))


def _bids(view: View) -> Asking:
    """Ask for a bid for each mercenary, within the rest of the reserve, so that no sheet is an overbid."""
    assert view.player  # noqa: S101  # spectators are not asked
    given, left, bids = _Given(), view.duel.credits[view.player], dict[Power, int]()
    for power in view.duel.for_hire:
        most = min(left + view.discount(power), HIGHEST_BID) if left else 0
        most = min(most, left)
        word = yield from given.ask(power, [f"BID {bid}" for bid in range(most + 1)])
        bids[power] = int(word.removeprefix("BID "))
        left -= bids[power]
    return Sheet(bids)


def _orders(view: View) -> Asking:
    """Ask for the order of each unit, or for each build and removal of each power."""
    given, orders = _Given(), dict[Power, list[Order]]()
    for choice in view.choices.units:
        words = {str(order): order for order in choice.orders}
        word = yield from given.ask(str(choice.unit), list(words))
        orders.setdefault(choice.power, []).append(words[word])
    for winter in view.choices.winters:
        orders[winter.power] = yield from _winter(winter, given)
    return Orders(orders)


def _winter(winter: WinterChoice, given: _Given) -> Generator[Question, str, list[Order]]:
    chosen: list[Order] = []
    for number in range(winter.number):
        words = _left(winter, chosen)
        if not words:
            break
        word = yield from given.ask(f"{winter.power} {number + 1}", list(words))
        chosen.append(words[word])
    return chosen


def _left(winter: WinterChoice, chosen: Sequence[Order]) -> Mapping[str, Order]:
    """The builds or removals left after some were chosen; builds may be waived repeatedly."""
    taken = {order.unit.province for order in chosen if order.unit}
    return {
        str(order): order for order in winter.orders if order.unit is None or order.unit.province not in taken
    }
