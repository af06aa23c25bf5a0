"""A player's entry beside the plans that the opponent considered, as a table."""

from collections.abc import Iterator, Mapping, Sequence
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
from services.analysis.seen import Consequence, EntryVerdict, JudgedChapter, TurningPoint
from web.core.translation import gettext, ngettext, pgettext
from web.words.chapters import phase_name
from web.words.names import by_name, definite_name
from web.words.numbers import collation_key, points, points_words, share_words
from web.words.orders import action_words, place_label, unit_aloud, unit_label, unit_there
from web.words.times import listed


def turning_words(
    names: Mapping[Player, str], turning: TurningPoint, chapter: JudgedChapter, punished: float | None
) -> str:
    """Say where and why a duel turned; chapter: the one in which it did.

    The loser's entry is judged against good play, since the loser did not know the winner's entry; another
    sentence names that entry and its result. punished: the loser's share then.
    """
    player, other = names[turning.player], names[turning.player.opponent]
    said = {"phase": phase_name(turning.phase), "player": player}
    own, best = chapter.judgement.played.get(turning.player), chapter.best(turning.player)
    promised = {"played": share_words(own or 0), "best": share_words(best or 0)}
    if turning.given_up and own is not None:
        sentences = [
            gettext(
                "The turning point: %(phase)s. The best plan of %(player)s promised %(best)s. What they "
                "entered promised %(played)s.",
                **promised,
                **said,
            )
        ]
    else:
        points = points_words(turning.fell)
        fell = gettext(
            "The turning point: %(phase)s. Here %(player)s fell back most, by %(points)s.",
            points=points,
            **said,
        )
        sentences = [fell]
    if punished is not None:
        sentences.append(
            gettext(
                "After what %(other)s entered, %(after)s was left.",
                other=other,
                after=share_words(punished),
            )
            if turning.given_up
            else gettext(
                "What %(player)s entered promised %(played)s. After what %(other)s entered, "
                "%(after)s was left.",
                player=player,
                other=other,
                after=share_words(punished),
                played=promised["played"],
            )
        )
    return " ".join(sentences)


def verdict_words(verdict: EntryVerdict) -> str:
    """Name a verdict in one word."""
    words = {
        EntryVerdict.GOOD: pgettext("verdict on what was played", "good"),
        EntryVerdict.INACCURACY: pgettext("verdict on what was played", "inaccuracy"),
        EntryVerdict.MISTAKE: pgettext("verdict on what was played", "mistake"),
    }
    return words[verdict]


def no_turning_words(names: Mapping[Player, str], winner: Player | None) -> str:
    """Say why a duel has no turning point; winner: of a duel whose loser stood well to the last."""
    if winner is None:
        return gettext("The opponent sees no turning point: nothing changed much in any one phase.")
    return gettext(
        "No single phase decided this duel: up to the last one %(player)s, who lost it, was no worse off "
        "than before. The moves that cost the most are below.",
        player=names[winner.opponent],
    )


def consequence_words(found: Consequence) -> str:
    """Say in a line what a player won and lost in a phase."""
    return " · ".join(_brought(found)) or gettext("nothing won or lost")


def _brought(found: Consequence) -> Iterator[str]:
    if found.has_won is not None:
        yield gettext("won the duel") if found.has_won else gettext("lost the duel")
    if found.commands is not None:
        yield _commanded(found)
    if found.entered:
        yield gettext("on the home centre of the enemy: %(places)s", places=_places(found.entered))
    if found.driven_out:
        units = listed(map(unit_there, found.driven_out))
        yield gettext("dislodged: %(units)s", units=units)
    if found.won:
        yield gettext("centres won: %(places)s", places=_places(found.won))
    if found.lost:
        yield gettext("centres lost: %(places)s", places=_places(found.lost))


def _commanded(found: Consequence) -> str:
    left = ngettext("%(num)d credit left", "%(num)d credits left", found.left)
    if not found.commands:
        return gettext("commands nobody, %(left)s", left=left)
    powers = listed(map(definite_name, by_name(found.commands)))
    return gettext("commands %(powers)s, %(left)s", powers=powers, left=left)


def _places(provinces: tuple[Province, ...]) -> str:
    return listed(map(place_label, provinces))


Place = tuple[Power, Province]
Placed = Mapping[Place, Order | Unreadable]
MARKS = ("first", "second")
"""The names of a player's plans in addresses."""


@dataclass(frozen=True, slots=True)
class Column:
    """One of the entries that are compared.

    mark: its name in an address, empty for what was played. worth: what it promised, empty if unknown.
    """

    mark: str
    name: str
    worth: str = ""
    same: bool = False


class ComparedCell(NamedTuple):
    """The order for one unit, or the bid for one power, in an entry; `differs` from what was played."""

    words: str
    differs: bool


class ComparedLine(NamedTuple):
    """One unit, or one power, in all entries that are compared."""

    label: str
    aloud: str
    cells: Sequence[ComparedCell]

    @property
    def is_same(self) -> bool:
        """True if it is the same in all entries."""
        return not any(cell.differs for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Side:
    """The entries of one player, side by side: lines by power, or in a sheet without headings.

    said: what was played, and what it promised compared with the best plan.
    """

    player: Player
    said: str
    columns: Sequence[Column]
    lines: Mapping[Power | None, Sequence[ComparedLine]]
    takes_orders: bool


def side_of(
    judged: JudgedChapter,
    player: Player,
    entry: Entry | None,
    edition: Edition,
    punished: float | None = None,
) -> Side | None:
    """Compare a player's entry with their plans; None if the phase asked nothing of them.

    punished: the player's share afterwards, if the other's entry made it much lower than promised.
    """
    plans = judged.plans(player, entry)
    if not plans and entry is None:
        return None
    compared, own = _Compared(judged.phase.kind, edition), judged.judgement.played.get(player)
    shown, names = plans[: len(MARKS)], (gettext("Best plan"), gettext("Second best"))
    marks = {id(plan): mark for plan, mark in zip(judged.plans(player), MARKS, strict=False)}
    columns = [
        Column("", gettext("Played"), share_words(own) if own is not None else ""),
        *(
            _column(compared, entry, plan, name, marks.get(id(plan), ""))
            for name, plan in zip(names, shown, strict=False)
        ),
    ]
    lines = compared.lines([entry, *(plan.entry for plan in shown)])
    best = max((plan.worth for plan in shown), default=own or 0)
    said = _promised(columns, share_words(max(best, own or 0)))
    if punished is not None and own is not None:
        met = gettext(
            "Against what the other side really entered, it left %(after)s: %(points)s less.",
            after=share_words(punished),
            points=points_words(own - punished),
        )
        said = f"{said} {met}"
    if columns[1:] and not points(best):
        lost = gettext("Nothing could save the duel any more.")
        said = f"{said} {lost}"
    return Side(player, said, columns, lines, judged.phase.kind.takes_orders)


def _promised(columns: Sequence[Column], best: str) -> str:
    """Say what was played, and what it promised compared with the best plan."""
    played, *plans = columns
    if not played.worth:
        return gettext("Nothing was entered; best: %(best)s.", best=best)
    if plans and plans[0].same:
        return gettext("What was played is the best plan: %(best)s.", best=best)
    if played.worth == best:
        return gettext("What was played promises as much as the best plan: %(best)s.", best=best)
    return gettext("Played: %(played)s; best: %(best)s.", played=played.worth, best=best)


def _column(compared: "_Compared", entry: Entry | None, plan: Plan, name: str, mark: str) -> Column:
    same = entry is not None and compared.are_same(entry, plan.entry)
    return Column(mark, name, share_words(plan.worth), same)


class _Compared:
    """Compares entries for one kind of phase."""

    def __init__(self, kind: PhaseKind, edition: Edition) -> None:
        self.kind, self.edition = kind, edition

    @property
    def in_winter(self) -> bool:
        return self.kind is PhaseKind.ADJUSTMENTS

    def are_same(self, one: Entry, other: Entry) -> bool:
        return all(line.is_same for lines in self.lines([one, other]).values() for line in lines)

    def lines(self, entries: Sequence[Entry | None]) -> Mapping[Power | None, Sequence[ComparedLine]]:
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

    def _line(self, place: Place, placed: Sequence[Placed]) -> ComparedLine:
        orders = [each.get(place) for each in placed]
        label, aloud = self._named(place, next(order for order in orders if order is not None))
        meant = [self._meant(order) for order in orders]
        cells = [
            ComparedCell(self._said(order), what != meant[0])
            for order, what in zip(orders, meant, strict=True)
        ]
        return ComparedLine(label, aloud, cells)

    def _named(self, place: Place, order: Order | Unreadable) -> tuple[str, str]:
        if self.in_winter or order.unit is None:
            return place_label(place[1]), place_label(place[1])
        return unit_label(order.unit), unit_aloud(order.unit)

    def _meant(self, order: Order | Unreadable | None) -> Order | Unreadable | None:
        """Return an order, None for one that changes nothing."""
        if self.kind is PhaseKind.MOVEMENT and self.edition.missing_order == "hold":
            return None if isinstance(order, Hold) else order
        if self.kind is PhaseKind.RETREATS:
            return None if isinstance(order, Disband) else order
        return order

    def _said(self, order: Order | Unreadable | None) -> str:
        if order is None:
            return "–" if self.in_winter else gettext("no order")
        return action_words(order, winter=self.in_winter)


def _of_sheets(sheets: Sequence[Sheet]) -> Sequence[ComparedLine]:
    """Lay sheets out: a line for each power that somebody bids for, by its code."""
    powers = by_name({power for sheet in sheets for power in sheet.bids})
    bids = [[sheet.bids.get(power, 0) for sheet in sheets] for power in powers]
    return [
        ComparedLine(power, "", [ComparedCell(str(bid), bid != given[0]) for bid in given])
        for power, given in zip(powers, bids, strict=True)
    ]


def _placed(orders: Orders) -> Placed:
    """Map orders to their powers and places; of several for one place the last counts."""
    return {
        (power, order.unit.province): order
        for power, given in orders.by_power.items()
        for order in given
        if not isinstance(order, Waive) and order.unit is not None
    }
