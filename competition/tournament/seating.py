"""The tables of a round of ordinary games, and who plays which power there (seed 004, II and III)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from adjudicator import Power
from competition.tournament.values import TooFew

FEWEST, SEATS, SIX = 4, 7, 6
"""The fewest and the most players of a table; with fewer than six nobody notes who played what (III)."""
AGREED = range(4, 6)
"""With four or five players there is one table, and they agree on a variant."""
SIXES = {6: 0, 11: 1, 12: 0, 18: 0, 19: -1}
"""How many seats more than players tables of six have, by the players for whom they are set."""
DOUBLED = frozenset({13, 20})
"""The numbers of players with which one plays at two tables of seven."""

Sides = Sequence[tuple[Power, ...]]
"""The powers of each player of a table."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How many sit at each table, whether somebody plays at two of them, and how many step back."""

    sizes: tuple[int, ...]
    doubled: bool = False
    resting: int = 0


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round: its number, and who plays each power."""

    round: int
    board: int
    seats: Mapping[Power, int]

    @property
    def players(self) -> tuple[int, ...]:
        """Each who plays there, once."""
        return tuple(dict.fromkeys(self.seats.values()))


def arrangement(players: int) -> Arrangement:
    """Return the tables for a number of people who came, as seed 004 has them (II).

    Six at a table is Survivor Turkey. Raises TooFew for fewer than four: they play duels.
    """
    if players < FEWEST:
        raise TooFew("fewer than four have come")
    if players in AGREED:
        return Arrangement((players,))
    if players in SIXES:
        more = SIXES[players]
        return Arrangement((SIX,) * ((players + more) // SIX), doubled=more > 0, resting=max(0, -more))
    if players in DOUBLED:
        return Arrangement((SEATS,) * ((players + 1) // SEATS), doubled=True)
    return Arrangement((SEATS,) * (players // SEATS), resting=players % SEATS)


def even_tables(players: int) -> Arrangement:
    """Return the fewest tables, as equal as can be, at which everybody plays.

    Raises TooFew for fewer than four.
    """
    if players < FEWEST:
        raise TooFew("fewer than four have come")
    tables = -(-players // SEATS)
    least, more = divmod(players, tables)
    return Arrangement((least + 1,) * more + (least,) * (tables - more))


@dataclass
class _Past:
    """How often two have met, and how often somebody has had a power."""

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    had: Counter[tuple[int, Power]] = field(default_factory=Counter)

    def note(self, table: SeatedTable) -> None:
        players = table.players
        self.met.update(map(frozenset, combinations(players, 2)))
        if len(players) >= SIX:
            self.had.update((player, power) for power, player in table.seats.items())


def _past(tables: Iterable[SeatedTable]) -> _Past:
    past = _Past()
    for table in tables:
        past.note(table)
    return past


NEVER = 1000
"""What it costs to seat somebody twice at one table."""
MOST_TRIED = 2000
"""How many exchanges between tables are tried for the sake of powers."""


class _Draw:
    """One attempt: seats, by their places in the order, at tables.

    kept: the seats that stay where they are. sums: what each seat costs at each table.
    """

    def __init__(self, sizes: Sequence[int], order: Sequence[int], best: Sequence[int], past: _Past) -> None:
        self.order, self.past = order, past
        seats = range(len(order))
        self.costs = [[self._cost(one, other) for other in seats] for one in seats]
        self.kept = {order.index(player) for player in best}
        left = iter([seat for seat in seats if seat not in self.kept])
        self.tables = [sorted(self.kept) if number == 0 else [] for number in range(len(sizes))]
        for table, size in zip(self.tables, sizes, strict=True):
            table.extend(next(left) for _ in range(size - len(table)))
        self.sums = [
            [sum(self.costs[seat][other] for other in table) for table in self.tables] for seat in seats
        ]

    def _cost(self, one: int, other: int) -> int:
        if one == other:
            return 0
        first, second = self.order[one], self.order[other]
        return NEVER if first == second else self.past.met[frozenset((first, second))]

    @property
    def repeated(self) -> int:
        """How often two meet again."""
        pairs = (pair for table in self.tables for pair in combinations(table, 2))
        return sum(self.costs[one][other] for one, other in pairs)

    def _exchanges(self, one: int, other: int) -> Iterator[tuple[int, int]]:
        """Go through the pairs of seats that two tables may exchange."""
        for first, second in product(list(self.tables[one]), list(self.tables[other])):
            if not self.kept & {first, second}:
                yield first, second

    def _change(self, first: int, one: int, second: int, other: int) -> int:
        between = 2 * self.costs[first][second]
        before = self.sums[first][one] + self.sums[second][other]
        return self.sums[first][other] + self.sums[second][one] - between - before

    def _exchange(self, first: int, one: int, second: int, other: int) -> None:
        self.tables[one][self.tables[one].index(first)] = second
        self.tables[other][self.tables[other].index(second)] = first
        for seat, sums in enumerate(self.sums):
            change = self.costs[seat][second] - self.costs[seat][first]
            sums[one] += change
            sums[other] -= change

    def part(self) -> None:
        """Exchange players between tables as long as fewer meet again by it."""
        found = True
        while found and self.repeated:
            found = False
            for one, other in combinations(range(len(self.tables)), 2):
                for first, second in self._exchanges(one, other):
                    if first not in self.tables[one] or second not in self.tables[other]:
                        continue
                    if self._change(first, one, second, other) < 0:
                        self._exchange(first, one, second, other)
                        found = True

    def part_powers(self, sides: Mapping[int, Sides]) -> None:
        """Exchange players where fewer have a power again by it and no more meet again."""
        left = MOST_TRIED
        for one, other in product(range(len(self.tables)), repeat=2):
            if one == other or not self._again(one, sides):
                continue
            for first, second in self._exchanges(one, other):
                if first not in self.tables[one] or second not in self.tables[other]:
                    continue
                if left and self._change(first, one, second, other) <= 0:
                    left -= 1
                    before = self._again(one, sides) + self._again(other, sides)
                    self._exchange(first, one, second, other)
                    if self._again(one, sides) + self._again(other, sides) >= before:
                        self._exchange(second, one, first, other)

    def _again(self, table: int, sides: Mapping[int, Sides]) -> int:
        players = self.players(table)
        return _assigned(_again(players, sides[len(players)], self.past))[0]

    def players(self, table: int) -> list[int]:
        """List who sits at a table, in the order that was drawn."""
        return [self.order[seat] for seat in sorted(self.tables[table])]


def _again(players: Sequence[int], sides: Sides, past: _Past) -> list[list[int]]:
    """Count for each player and each side how often they have had its powers."""
    if len(players) < SIX:
        return [[0] * len(sides) for _ in players]
    return [[sum(past.had[player, power] for power in side) for side in sides] for player in players]


def _assigned(costs: Sequence[Sequence[int]]) -> tuple[int, tuple[int, ...]]:
    """Give each row a column of its own, at the least cost: the cost, and the columns."""
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for row in costs:
        after: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (cost, columns) in best.items():
            for column, more in enumerate(row):
                if taken >> column & 1:
                    continue
                key = taken | 1 << column
                if key not in after or cost + more < after[key][0]:
                    after[key] = (cost + more, (*columns, column))
        best = after
    return min(best.values())


def _best(
    size: int, present: Iterable[int], ranking: Sequence[int], past: Sequence[SeatedTable]
) -> list[int]:
    """List those who meet as the best (III).

    In the second round the best of the first; in later ones the best who have not met each other yet.
    """
    here = set(present)
    order = [player for player in ranking if player in here]
    if len({table.round for table in past}) == 1:
        return order[:size]
    met, found = _past(past).met, list[int]()
    for player in order:
        if len(found) < size and not any(met[frozenset((player, other))] for other in found):
            found.append(player)
    return found


def draw_tables(
    sizes: Sequence[int],
    orders: Sequence[Sequence[int]],
    sides: Mapping[int, Sides],
    past: Sequence[SeatedTable] = (),
    ranking: Sequence[int] = (),
) -> tuple[Mapping[Power, int], ...]:
    """Draw who plays which power at which table, the table of the best first.

    orders: those who play, shuffled anew for each attempt, of which the best is taken; who plays at two
    tables stands there twice. sides: what is played at a table, by its size, shuffled. past: the tables of
    earlier rounds. ranking: those who have played, the best first. Where it can be avoided nobody meets the
    same people again, and nobody has the same power twice; the first goes before the second.

    The same arguments give the same draw. Raises ValueError without an order that fits the sizes.
    """
    if not orders or any(len(order) != sum(sizes) for order in orders):
        raise ValueError("as many play as there are seats")
    before = _past(past)
    best = _best(sizes[0], orders[0], ranking, past) if past and len(sizes) > 1 else []
    attempts = []
    for order in orders:
        attempts.append(_Draw(sizes, order, best, before))
        attempts[-1].part()
        if not attempts[-1].repeated:
            break
    draw = min(attempts, key=lambda attempt: attempt.repeated)
    draw.part_powers(sides)
    return tuple(_powers(draw, sides, before))


def _powers(draw: _Draw, sides: Mapping[int, Sides], past: _Past) -> Iterator[Mapping[Power, int]]:
    """Give the players of each table their powers; who plays at two has another one at the second."""
    had = _Past(past.met, past.had.copy())
    for number in range(len(draw.tables)):
        players = draw.players(number)
        offered = sides[len(players)]
        columns = _assigned(_again(players, offered, had))[1]
        seats = {
            power: player
            for player, column in zip(players, columns, strict=True)
            for power in offered[column]
        }
        had.note(SeatedTable(0, number, seats))
        yield {power: seats[power] for power in sorted(seats)}


@dataclass(frozen=True, slots=True)
class Repeats:
    """What a round repeats: how many pairs meet again, and who has which power again."""

    pairs: int
    powers: tuple[tuple[int, Power], ...]


def repeats(tables: Sequence[SeatedTable], past: Iterable[SeatedTable]) -> Repeats:
    """Find what tables repeat of earlier rounds."""
    before = _past(past)
    pairs = (pair for table in tables for pair in combinations(table.players, 2))
    return Repeats(
        sum(before.met[frozenset(pair)] > 0 for pair in pairs),
        tuple(
            (player, power)
            for table in tables
            if len(table.players) >= SIX
            for power, player in table.seats.items()
            if before.had[player, power]
        ),
    )
