"""What a player entered for a phase beside what the opponent would have considered, as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from adjudicator import (
    Disband,
    Edition,
    Hold,
    Order,
    PhaseKind,
    Power,
    Province,
    Unreadable,
    Waive,
)
from intimate.entries import NO_SHEET, Entry, Orders, Sheet
from intimate.players import Player
from opponent.judging import Plan
from services.judging.turning import JudgedChapter
from web.board.words import action_words, place_label, unit_aloud, unit_label
from web.frame.translation import gettext
from web.words.collation import collation_key
from web.words.powers import by_name
from web.words.shares import points, share_words, whole_parts

Place = tuple[Power, Province]
Placed = Mapping[Place, Order | Unreadable]
MARKS = ("first", "second")
"""The plans of a player by the names that their addresses have."""


@dataclass(frozen=True, slots=True)
class Column:
    """One of the entries that are compared.

    mark: its name in an address, empty for what was played. worth: what it promised, empty where nobody says.
    """

    mark: str
    name: str
    worth: str = ""
    same: bool = False


class Cell(NamedTuple):
    """What an entry says of one unit, or bids for one power; `differs` from what was played."""

    words: str
    differs: bool


class Line(NamedTuple):
    """One unit, or one power, in all entries that are compared."""

    label: str
    aloud: str
    cells: Sequence[Cell]

    @property
    def is_same(self) -> bool:
        """True when all entries say the same of it."""
        return not any(cell.differs for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Side:
    """The entries of one player, side by side: lines under their powers, or of a sheet under none.

    said: what was played, and what it promised beside the best.
    """

    player: Player
    said: str
    columns: Sequence[Column]
    lines: Mapping[Power | None, Sequence[Line]]
    takes_orders: bool


def side_of(judged: JudgedChapter, player: Player, entry: Entry | None, edition: Edition) -> Side | None:
    """Compare what a player entered with their plans; None where the phase asked nothing of them."""
    plans = judged.judgement.plans.get(player, ())
    if not plans and entry is None:
        return None
    compared, own = _Compared(judged.phase.kind, edition), judged.judgement.played.get(player)
    shown = plans[: len(MARKS)]
    columns = [
        Column("", gettext("Played"), share_words(own) if own is not None else ""),
        *(_column(compared, entry, plan, place) for place, plan in enumerate(shown)),
    ]
    lines = compared.lines([entry, *(plan.entry for plan in shown)])
    best = max((plan.worth for plan in shown), default=own or 0)
    said = _promised(columns, share_words(best), is_more=own is not None and own > best)
    if columns[1:] and not points(best):
        lost = gettext("Nothing could save the duel any more.")
        said = f"{said} {lost}"
    elif len(shown) == len(MARKS) and not any(plan.is_rare for plan in shown) and _is_secret(judged):
        said = f"{said} {_varied([plan.weight for plan in shown])}"
    return Side(player, said, columns, lines, judged.phase.kind.takes_orders)


def _promised(columns: Sequence[Column], best: str, *, is_more: bool) -> str:
    """Say what was played, and what it promised beside the best plan."""
    played, *plans = columns
    if not played.worth:
        return gettext("Nothing was entered; best: %(best)s.", best=best)
    if plans and plans[0].same:
        return gettext("What was played is the best plan: %(best)s.", best=best)
    if played.worth == best:
        return gettext("What was played promises as much as the best plan: %(best)s.", best=best)
    if is_more:
        return gettext("What was played promises more than either plan: %(played)s.", played=played.worth)
    return gettext("Played: %(played)s; best: %(best)s.", played=played.worth, best=best)


def _is_secret(judged: JudgedChapter) -> bool:
    """Tell whether the phase asked something of both, so that neither knew what the other enters."""
    return len(judged.judgement.plans) == len(Player)


def _varied(weights: Sequence[float]) -> str:
    """Say how often each of two plans would be chosen, and how often another one."""
    parts = whole_parts([*weights, max(0.0, 1 - sum(weights))])
    best, second, rest = (share_words(part / 100) for part in parts)
    if not parts[-1]:
        return gettext(
            "As both enter in secret, a good player varies: the best plan %(best)s of the time, "
            "the second best %(second)s.",
            best=best,
            second=second,
        )
    return gettext(
        "As both enter in secret, a good player varies: the best plan %(best)s of the time, "
        "the second best %(second)s, others %(rest)s.",
        best=best,
        second=second,
        rest=rest,
    )


def _column(compared: "_Compared", entry: Entry | None, plan: Plan, place: int) -> Column:
    names = (gettext("Best plan"), gettext("Second best"))
    same = entry is not None and compared.are_same(entry, plan.entry)
    return Column(MARKS[place], names[place], share_words(plan.worth), same)


class _Compared:
    """Compares entries for one kind of phase."""

    def __init__(self, kind: PhaseKind, edition: Edition) -> None:
        self.kind, self.edition = kind, edition

    @property
    def in_winter(self) -> bool:
        return self.kind is PhaseKind.ADJUSTMENTS

    def are_same(self, one: Entry, other: Entry) -> bool:
        return all(line.is_same for lines in self.lines([one, other]).values() for line in lines)

    def lines(self, entries: Sequence[Entry | None]) -> Mapping[Power | None, Sequence[Line]]:
        """Lay entries out, the first of them being what was played."""
        if self.kind is PhaseKind.AUCTION:
            sheets = [entry if isinstance(entry, Sheet) else NO_SHEET for entry in entries]
            return {None: _of_sheets(sheets)}
        placed = [_placed(entry) if isinstance(entry, Orders) else {} for entry in entries]
        places = dict.fromkeys(place for orders in placed for place in orders)
        return {
            power: sorted(
                (self._line(place, placed) for place in places if place[0] == power),
                key=lambda line: collation_key(line.label),
            )
            for power in by_name({power for power, _ in places})
        }

    def _line(self, place: Place, placed: Sequence[Placed]) -> Line:
        orders = [each.get(place) for each in placed]
        label, aloud = self._named(place, next(order for order in orders if order is not None))
        meant = [self._meant(order) for order in orders]
        cells = [Cell(self._said(order), what != meant[0]) for order, what in zip(orders, meant, strict=True)]
        return Line(label, aloud, cells)

    def _named(self, place: Place, order: Order | Unreadable) -> tuple[str, str]:
        if self.in_winter or order.unit is None:
            return place_label(place[1]), place_label(place[1])
        return unit_label(order.unit), unit_aloud(order.unit)

    def _meant(self, order: Order | Unreadable | None) -> Order | Unreadable | None:
        """Return an order, None for one that is carried out without order too."""
        if self.kind is PhaseKind.MOVEMENT and self.edition.missing_order == "hold":
            return None if isinstance(order, Hold) else order
        if self.kind is PhaseKind.RETREATS:
            return None if isinstance(order, Disband) else order
        return order

    def _said(self, order: Order | Unreadable | None) -> str:
        if order is None:
            return "–" if self.in_winter else gettext("no order")
        return action_words(order, winter=self.in_winter)


def _of_sheets(sheets: Sequence[Sheet]) -> Sequence[Line]:
    """Lay sheets out: a line for each power that somebody bids for, by its code."""
    powers = by_name({power for sheet in sheets for power in sheet.bids})
    bids = [[sheet.bids.get(power, 0) for sheet in sheets] for power in powers]
    return [
        Line(power, "", [Cell(str(bid), bid != given[0]) for bid in given])
        for power, given in zip(powers, bids, strict=True)
    ]


def _placed(orders: Orders) -> Placed:
    """Map orders to the powers and places that they are about; of several for one place the last counts."""
    return {
        (power, order.unit.province): order
        for power, given in orders.by_power.items()
        for order in given
        if not isinstance(order, Waive) and order.unit is not None
    }
