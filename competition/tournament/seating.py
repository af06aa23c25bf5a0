"""The tables of a round of ordinary games, and the draw of players and powers (source 004, II and III)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from adjudicator import Power
from competition.tournament.values import TooFew

FEWEST, SEATS, SIX = 4, 7, 6
"""The fewest and the most players of a table; below six, the powers of earlier rounds do not matter (III)."""
AGREED = range(4, 6)
"""With so few players there is one table, and they agree on a variant."""
SIXES = {6: 0, 11: 1, 12: 0, 18: 0, 19: -1}
"""The numbers of players that make tables of six; 1 if one player plays twice, -1 if one steps back."""
DOUBLED = frozenset({13, 20})
"""The numbers of players at which one plays at two tables of seven."""

Sides = Sequence[tuple[Power, ...]]
"""The powers of each player of a table."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The size of each table, whether somebody plays at two of them, and how many step back."""

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
        """Its players without repetition."""
        return tuple(dict.fromkeys(self.seats.values()))


def arrangement(players: int) -> Arrangement:
    """Return the tables for a number of players (source 004, II); tables of six play Survivor Turkey.

    Raises TooFew for fewer than four: they play duels.
    """
    if players < FEWEST:
        raise TooFew("fewer than four players")
    if players in AGREED:
        return Arrangement((players,))
    if players in SIXES:
        more = SIXES[players]
        return Arrangement((SIX,) * ((players + more) // SIX), doubled=more > 0, resting=max(0, -more))
    if players in DOUBLED:
        return Arrangement((SEATS,) * ((players + 1) // SEATS), doubled=True)
    return Arrangement((SEATS,) * (players // SEATS), resting=players % SEATS)


def even_tables(players: int) -> Arrangement:
    """Return as few tables as possible, as equal as possible, with a seat for everybody.

    Raises TooFew for fewer than four.
    """
    if players < FEWEST:
        raise TooFew("fewer than four players")
    tables = -(-players // SEATS)
    least, more = divmod(players, tables)
    return Arrangement((least + 1,) * more + (least,) * (tables - more))


@dataclass
class _Past:
    """How often two players have met, and how often a player has had a power."""

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


PROHIBITIVE = 1000
"""The cost of seating a player twice at a table; a pair that has met costs the number of meetings."""
MOST_TRIED = 2000
"""How many exchanges between tables are tried to avoid repeated powers."""


class _Draw:
    """One attempt to draw tables. A seat is an index into the order of the players.

    kept: the seats that no exchange moves. costs: the cost of two seats at one table. sums: the cost of each
    seat at each table.
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
        return PROHIBITIVE if first == second else self.past.met[frozenset((first, second))]

    @property
    def cost(self) -> int:
        """The cost of all tables: how often their players have met."""
        pairs = (pair for table in self.tables for pair in combinations(table, 2))
        return sum(self.costs[one][other] for one, other in pairs)

    def _exchanges(self, one: int, other: int) -> Iterator[tuple[int, int]]:
        """Yield the pairs of seats that two tables may exchange."""
        for first, second in product(list(self.tables[one]), list(self.tables[other])):
            if not self.kept & {first, second}:
                yield first, second

    def _cost_of_exchange(self, first: int, one: int, second: int, other: int) -> int:
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

    def avoid_meetings(self) -> None:
        """Exchange players between tables as long as that lowers the cost."""
        found = True
        while found and self.cost:
            found = False
            for one, other in combinations(range(len(self.tables)), 2):
                for first, second in self._exchanges(one, other):
                    if first not in self.tables[one] or second not in self.tables[other]:
                        continue
                    if self._cost_of_exchange(first, one, second, other) < 0:
                        self._exchange(first, one, second, other)
                        found = True

    def avoid_powers(self, sides: Mapping[int, Sides]) -> None:
        """Exchange players if fewer powers are repeated, and no more meetings."""
        left = MOST_TRIED
        for one, other in product(range(len(self.tables)), repeat=2):
            if one == other or not self._powers_repeated(one, sides):
                continue
            for first, second in self._exchanges(one, other):
                if first not in self.tables[one] or second not in self.tables[other]:
                    continue
                if left and self._cost_of_exchange(first, one, second, other) <= 0:
                    left -= 1
                    before = self._powers_repeated(one, sides) + self._powers_repeated(other, sides)
                    self._exchange(first, one, second, other)
                    if self._powers_repeated(one, sides) + self._powers_repeated(other, sides) >= before:
                        self._exchange(second, one, first, other)

    def _powers_repeated(self, table: int, sides: Mapping[int, Sides]) -> int:
        players = self.players(table)
        return _assigned(_times_had(players, sides[len(players)], self.past))[0]

    def players(self, table: int) -> list[int]:
        """List the players of a table in their drawn order."""
        return [self.order[seat] for seat in sorted(self.tables[table])]


def _times_had(players: Sequence[int], sides: Sides, past: _Past) -> list[list[int]]:
    """Count how often each player has had the powers of each side."""
    if len(players) < SIX:
        return [[0] * len(sides) for _ in players]
    return [[sum(past.had[player, power] for power in side) for side in sides] for player in players]


def _assigned(costs: Sequence[Sequence[int]]) -> tuple[int, tuple[int, ...]]:
    """Assign each row its own column at the least total cost; return that cost and the columns."""
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


def _table_of_best(
    size: int, present: Iterable[int], ranking: Sequence[int], past: Sequence[SeatedTable]
) -> list[int]:
    """List the players of the top table (III).

    In the second round they are the best of the first, later the best players who have not met each other.
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
    """Draw the players and powers of each table, the top table first.

    The draw avoids repeated meetings and, as far as that allows, repeated powers.

    orders: the players, shuffled anew for each attempt; the best attempt is taken. A player of two tables is
    in each order twice. sides: the powers of each player at a table, by its size, shuffled. past: the tables
    of earlier rounds. ranking: the players of earlier rounds, the best first.

    The same arguments give the same draw. Raises ValueError unless every order fills the tables.
    """
    if not orders or any(len(order) != sum(sizes) for order in orders):
        raise ValueError("every order must have as many players as there are seats")
    before = _past(past)
    best = _table_of_best(sizes[0], orders[0], ranking, past) if past and len(sizes) > 1 else []
    attempts = []
    for order in orders:
        attempts.append(_Draw(sizes, order, best, before))
        attempts[-1].avoid_meetings()
        if not attempts[-1].cost:
            break
    draw = min(attempts, key=lambda attempt: attempt.cost)
    draw.avoid_powers(sides)
    return tuple(_powers(draw, sides, before))


def _powers(draw: _Draw, sides: Mapping[int, Sides], past: _Past) -> Iterator[Mapping[Power, int]]:
    """Draw each table's powers; a player of two tables gets different ones."""
    had = _Past(past.met, past.had.copy())
    for number in range(len(draw.tables)):
        players = draw.players(number)
        offered = sides[len(players)]
        columns = _assigned(_times_had(players, offered, had))[1]
        seats = {
            power: player
            for player, column in zip(players, columns, strict=True)
            for power in offered[column]
        }
        had.note(SeatedTable(0, number, seats))
        yield {power: seats[power] for power in sorted(seats)}


@dataclass(frozen=True, slots=True)
class Repeats:
    """What a round repeats: how many pairs of players, and which players with which power."""

    pairs: int
    powers: tuple[tuple[int, Power], ...]


def repeats(tables: Sequence[SeatedTable], past: Iterable[SeatedTable]) -> Repeats:
    """Find what these tables repeat of earlier rounds."""
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
