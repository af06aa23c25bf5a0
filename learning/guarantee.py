"""Whether orders reach a goal against every reply of the enemy units in reach."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

from adjudicator import (
    Convoy,
    Hold,
    Move,
    Order,
    Power,
    Slate,
    Support,
    Unit,
    Unreadable,
    adjudicate_columns,
    closed_goal,
    province_of,
    standard,
)
from intimate.duel import Duel
from intimate.entries import Orders
from intimate.players import Player
from learning.puzzle import Aim, Puzzle

MOST_REPLIES = 60_000
"""Puzzles with more replies than this are not made."""
MOST_UNITS = 6
MOVEMENT = (Hold, Move, Support, Convoy)


@dataclass(frozen=True)
class Guarantee:
    """A player's goal in a movement phase against all orders of some enemy units; the others hold."""

    duel: Duel
    player: Player
    aim: Aim
    place: str
    units: tuple[Unit, ...]

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Guarantee":
        """Return what a puzzle of this kind asks for."""
        assert puzzle.aim  # noqa: S101  # all puzzles of this kind have one
        return cls(puzzle.start, puzzle.player, puzzle.aim, puzzle.place, puzzle.units)

    @cached_property
    def slate(self) -> Slate:
        """All legal orders in the position."""
        return Slate.of(self.duel.position, self.duel.edition)

    @cached_property
    def ranges(self) -> list[list[int]]:
        """The order numbers of each enemy unit."""
        closed = self.duel.closed
        return [
            [
                number
                for number in self.slate.ranges[index]
                if not closed_goal(self.slate.orders[number], closed)
            ]
            for index in (self.slate.units.index(unit) for unit in self.units)
        ]

    @property
    def count(self) -> int:
        """How many replies there are."""
        return prod(map(len, self.ranges))

    @cached_property
    def replies(self) -> dict[int, int]:
        """All replies: for each order number, the bit mask of the replies that contain it."""
        masks, width, total = {}, self.count, self.count
        for numbers in self.ranges:
            block, width = width, width // len(numbers)
            each = ((1 << total) - 1) // ((1 << block) - 1)
            for place, number in enumerate(numbers):
                masks[number] = (((1 << width) - 1) << place * width) * each
        return masks

    def numbers(self, orders: Iterable[Order | Unreadable]) -> Iterator[int]:
        """Yield the numbers of the legal orders; a move only possible by sea may lack `via`."""
        for order in orders:
            if isinstance(order, MOVEMENT):
                by_sea = [replace(order, via=True)] if isinstance(order, Move) else []
                meant = [one for one in (order, *by_sea) if one in self.slate]
                yield from (
                    self.slate.number(one) for one in meant[:1] if not closed_goal(one, self.duel.closed)
                )

    def breaking(self, numbers: Iterable[int]) -> int:
        """Return the mask of the replies against which the player's orders miss the goal."""
        full = (1 << self.count) - 1
        return full & ~self.reached({**self.replies, **dict.fromkeys(numbers, full)}, self.count)

    def reached(self, columns: dict[int, int], count: int) -> int:
        """Return the mask of the order sets that reach the goal."""
        fates = adjudicate_columns(self.slate, columns, count)
        full, slate = (1 << count) - 1, self.slate
        left = [full & ~mask for mask in fates.dislodged]
        arrived = [(number, mask) for number, mask in fates.arrived.items() if mask]
        for number, mask in arrived:
            left[slate.unit_of[number]] &= ~mask

        def stand(places: frozenset[str], powers: frozenset[Power]) -> int:
            found = 0
            for index, unit in enumerate(slate.units):
                if slate.powers[index] in powers and unit.province in places:
                    found |= left[index]
            for number, mask in arrived:
                order = slate.orders[number]
                if slate.powers[slate.unit_of[number]] in powers and isinstance(order, Move):
                    found |= mask if province_of(order.to) in places else 0
            return found

        own, theirs = self.duel.homes[self.player], self.duel.homes[self.player.opponent]
        homes = standard().homes
        safe = full & ~stand(frozenset(homes[own]), frozenset({theirs}))
        match self.aim:
            case Aim.GUARD:
                return safe
            case Aim.REACH:
                return safe & stand(frozenset(homes[theirs]), frozenset({own}))
            case _:
                return stand(frozenset({self.place}), frozenset(self.duel.commands(self.player)))

    def reply(self, place: int) -> tuple[int, ...]:
        """Return the order numbers of a reply, by its index."""
        chosen, width = [], self.count
        for numbers in self.ranges:
            width //= len(numbers)
            chosen.append(numbers[place // width % len(numbers)])
        return tuple(chosen)

    def worst(self, breaking: int) -> Orders | None:
        """Return the reply of a mask with the fewest orders other than holds; None for an empty mask."""
        best: tuple[int, ...] | None = None
        fewest = len(self.units) + 1
        digits = bin(breaking)[:1:-1]
        at = digits.find("1")
        while at >= 0:
            numbers = self.reply(at)
            given = sum(not isinstance(self.slate.orders[number], Hold) for number in numbers)
            if given < fewest:
                best, fewest = numbers, given
            at = digits.find("1", at + 1)
        if best is None:
            return None
        by_power: dict[Power, list[Order]] = {}
        for number in best:
            power = self.slate.powers[self.slate.unit_of[number]]
            by_power.setdefault(power, []).append(self.slate.orders[number])
        return Orders(by_power)


def refute(puzzle: Puzzle, orders: Orders) -> Orders | None:
    """Return a reply that refutes an answer, None if there is none."""
    asked = Guarantee.of(puzzle)
    return asked.worst(asked.breaking(asked.numbers(orders.all)))
