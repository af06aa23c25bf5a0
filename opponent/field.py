"""The orders of one movement phase by number, and what pairs of order sets lead to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from adjudicator import Convoy, Hold, Move, Order, Slate, Support, Unreadable, adjudicate_columns, closed_goal
from opponent.evaluation import Evaluation, Weights
from opponent.sides import OTHER, OWN, OpposingSides
from opponent.tables import Floats

MOVEMENT = (Hold, Move, Support, Convoy)
Row = tuple[int, ...]
"""An order set of one side: the number of the order of each of its units, in the sequence of `Field.own`."""


class Field:
    """A movement phase between two sides: adjudicates products of order sets, and judges what comes of them.

    looked_at: positions that were adjudicated so far.
    """

    def __init__(self, sides: OpposingSides, weights: Weights) -> None:
        self.sides = sides
        self.evaluation = Evaluation(sides, weights)
        self.slate = Slate.of(sides.duel.position, sides.duel.edition)
        side_of = [sides.commander[power] for power in self.slate.powers]
        self.units = tuple(
            tuple(unit for unit, side in enumerate(side_of) if side == who) for who in (OWN, OTHER)
        )
        self.side_of = side_of
        self.looked_at = 0
        self._changes: dict[int, Floats] = {}

    @cached_property
    def _before(self) -> Floats:
        """The counts when nobody moves."""
        return self.evaluation.counts_of([dict(self.sides.duel.position.units)])[:, 0]

    @cached_property
    def standing(self) -> float:
        """The share that the own side may expect as the units stand, whatever is left in the reserves."""
        return float(self.evaluation.shares(self._before[:, None], lead=0.0)[0])

    @cached_property
    def _losses(self) -> Floats:
        """What each unit counted where it stands, taken away when it is dislodged: [row, unit]."""
        evaluation = self.evaluation
        columns = [
            -evaluation.columns[power][:, evaluation.stand(unit)]
            for unit, power in zip(self.slate.units, self.slate.powers, strict=True)
        ]
        return np.stack(columns, axis=1) if columns else np.zeros((evaluation.size, 0), dtype=np.float32)

    def _change(self, number: int) -> Floats:
        """What a move alters in the counts when it is carried out."""
        if number not in self._changes:
            order = self.slate.orders[number]
            assert isinstance(order, Move)  # noqa: S101  # nothing else arrives
            columns = self.evaluation.columns[self.slate.powers[self.slate.unit_of[number]]]
            there = self.evaluation.stand(order.unit.at(order.to))
            self._changes[number] = columns[:, there] - columns[:, self.evaluation.stand(order.unit)]
        return self._changes[number]

    def payoffs(self, rows: Sequence[Row], columns: Sequence[Row]) -> Floats:
        """The own side's expected score for each pair of an own and an other order set: [row, column]."""
        width, count = len(columns), len(rows) * len(columns)
        if not count:
            return np.zeros((len(rows), width), dtype=np.float32)
        masks = _row_masks(rows, width) | _column_masks(columns, len(rows))
        fates = adjudicate_columns(self.slate, masks, count)
        self.looked_at += count
        counts = (
            self._before[:, None] + self._moved(fates.arrived, count) + self._lost(fates.dislodged, count)
        )
        return self.evaluation.shares(counts).reshape(len(rows), width)

    def _moved(self, arrived: Mapping[int, int], count: int) -> Floats:
        numbers = [number for number, mask in arrived.items() if mask]
        if not numbers:
            return np.zeros((self.evaluation.size, count), dtype=np.float32)
        changes = np.stack([self._change(number) for number in numbers], axis=1)
        product: Floats = changes @ _bits([arrived[number] for number in numbers], count)
        return product

    def _lost(self, dislodged: Sequence[int], count: int) -> Floats:
        beaten = [unit for unit, mask in enumerate(dislodged) if mask]
        if not beaten:
            return np.zeros((self.evaluation.size, count), dtype=np.float32)
        losses: Floats = self._losses[:, beaten] @ _bits([dislodged[unit] for unit in beaten], count)
        return losses * np.float32(0.75)

    def numbers(self, orders: Iterable[Order | Unreadable]) -> Iterator[int]:
        """The numbers of the orders that can be given; a move by sea alone need not have said so."""
        for order in orders:
            if isinstance(order, MOVEMENT):
                by_sea = [replace(order, via=True)] if isinstance(order, Move) else []
                closed = closed_goal(order, self.sides.duel.closed)
                meant = [one for one in (order, *by_sea) if one in self.slate and not closed]
                yield from (self.slate.number(one) for one in meant[:1])

    def row_of(self, side: int, chosen: Iterable[int]) -> Row:
        """Return the order set of a side that gives these orders, and lets every other unit hold."""
        by_unit = {self.slate.unit_of[number]: number for number in chosen}
        return tuple(by_unit.get(unit, self.slate.ranges[unit][0]) for unit in self.units[side])


def _row_masks(rows: Sequence[Row], width: int) -> dict[int, int]:
    """The pairs in which each order is given; row r and column c meet in the bit r * width + c."""
    block, masks = (1 << width) - 1, dict[int, int]()
    for row, numbers in enumerate(rows):
        here = block << row * width
        for number in numbers:
            masks[number] = masks.get(number, 0) | here
    return masks


def _column_masks(columns: Sequence[Row], height: int) -> dict[int, int]:
    width, small = len(columns), dict[int, int]()
    for column, numbers in enumerate(columns):
        here = 1 << column
        for number in numbers:
            small[number] = small.get(number, 0) | here
    each_row = ((1 << width * height) - 1) // ((1 << width) - 1)
    return {number: mask * each_row for number, mask in small.items()}


def _bits(masks: Sequence[int], count: int) -> Floats:
    """Spread masks out: [mask, set], 1 where the set's bit is set."""
    size = (count + 7) // 8
    packed = np.frombuffer(b"".join(mask.to_bytes(size, "little") for mask in masks), dtype=np.uint8)
    return np.unpackbits(packed.reshape(len(masks), size), axis=1, count=count, bitorder="little").astype(
        np.float32
    )
