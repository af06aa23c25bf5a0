"""Swiss rounds: players with similar scores meet, and no two meet twice if that can be avoided.

Small fields need foresight. The best round by itself may leave pairs that cannot be drawn: six players in two
groups of three that have all met the other group. So a round is drawn only if the pairs left can still be
split into as many rounds as are to come. That always works if everybody has at least about half of the field
left as opponents (1-factorisation conjecture: a regular graph of even order with that many edges is a sum of
perfect matchings; true of all small ones). Below that, all ways are tried.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from competition.tournament.matching import cheapest_pairs
from competition.tournament.results import bye, scores_of
from competition.tournament.values import Entry, Meeting, NothingLeftToDraw, System, TooFew, TournamentPlan

MOST = 16
"""The largest field, counting the bye, that is drawn with foresight.

All ways are tried only with at most seven opponents left each: at most 17,000 ways for 16 (Bregman).
"""
Pairs = tuple[tuple[int, int], ...]
Graph = tuple[int, ...]
"""For each number the bit set of numbers that it can still be paired with."""


def most_rounds(players: int) -> int:
    """Return how many rounds are possible before two players meet again or one has a second bye."""
    return players - 1 + players % 2


def pairs_with_foresight(costs: Sequence[Sequence[int]], fresh: Graph, rounds: int) -> Pairs:
    """Pair all numbers at the least cost that leaves enough new pairs for the rounds to come.

    fresh: the pairs not used yet. rounds: how many are to come; if there are not enough pairs for all, then
    for as many as possible.
    """
    cheapest = cheapest_pairs(costs)
    if len(costs) > MOST:
        return cheapest
    ways: Sequence[Pairs] = ()
    for ahead in range(min(rounds, min(map(int.bit_count, fresh)) - 1), -1, -1):
        if _leaves(fresh, cheapest, ahead):
            return cheapest
        ways = ways or sorted(_matchings(fresh), key=lambda pairs: (_cost(costs, pairs), pairs))
        found = next((pairs for pairs in ways if _leaves(fresh, pairs, ahead)), None)
        if found is not None:
            return found
    return cheapest


def _cost(costs: Sequence[Sequence[int]], pairs: Pairs) -> int:
    return sum(costs[one][other] for one, other in pairs)


def _leaves(fresh: Graph, pairs: Pairs, rounds: int) -> bool:
    """Tell whether all pairs are new, and leave enough new ones for a number of rounds."""
    if not all(fresh[one] >> other & 1 for one, other in pairs):
        return False
    return _holds(_without(fresh, pairs), rounds)


def _without(graph: Graph, pairs: Pairs) -> Graph:
    left = list(graph)
    for one, other in pairs:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return tuple(left)


@lru_cache(10_000)
def _holds(graph: Graph, rounds: int) -> bool:
    """Tell whether a graph contains a number of rounds without a common pair."""
    least, size = min(map(int.bit_count, graph)), len(graph)
    if least < rounds:
        return False
    if not rounds or least > 2 * -(-size // 4) - 2:
        return True
    return any(_holds(_without(graph, pairs), rounds - 1) for pairs in _matchings(graph))


def _matchings(graph: Graph, paired: int = 0) -> Iterator[Pairs]:
    """Yield all ways to pair everybody; paired: the bit set of numbers to leave out."""
    one = next((one for one in range(len(graph)) if not paired >> one & 1), None)
    if one is None:
        yield ()
        return
    free = graph[one] & ~paired
    for other in range(one + 1, len(graph)):
        if free >> other & 1:
            for rest in _matchings(graph, paired | 1 << one | 1 << other):
                yield ((one, other), *rest)


TOO_UNEVEN = 2
"""From this surplus of one side on, the draw avoids pairing two players of the same side."""


def strength(entry: Entry) -> tuple[bool, float, int]:
    """Return the sort key of entries with equal scores: the highest rating first, then the lot."""
    return entry.rating is None, -(entry.rating or 0.0), entry.lot


def met(meetings: Iterable[Meeting]) -> Counter[frozenset[int]]:
    """Count how often each pair has met, without annulled meetings."""
    return Counter(
        frozenset((meeting.first, meeting.second))
        for meeting in meetings
        if meeting.second is not None and meeting.counts
    )


@dataclass(frozen=True, slots=True)
class _Field:
    """The players to be paired, the best first; if their number is odd, the bye comes after the last."""

    order: Sequence[Entry]
    scores: Sequence[int]
    byes: Counter[int]
    met: Counter[frozenset[int]]
    sides: Counter[int]
    last_side: dict[int, int]
    is_first: bool

    # The costs of a pair, the heaviest first. one < other; the bye is always other.

    def second_bye(self, one: int, other: int) -> int:
        """Nobody gets a second bye while others have had none."""
        return self.byes[self.order[one].id] ** 2 if other == len(self.order) else 0

    def meeting_again(self, one: int, other: int) -> int:
        """No two meet twice."""
        if other == len(self.order):
            return 0
        return self.met[frozenset((self.order[one].id, self.order[other].id))] ** 2

    def early_bye(self, one: int, other: int) -> int:
        """The bye goes to the lowest player."""
        return other - 1 - one if other == len(self.order) else 0

    def unlike_scores(self, one: int, other: int) -> int:
        """Players with equal or similar scores meet."""
        return (self.scores[one] - self.scores[other]) ** 2 if other < len(self.order) else 0

    def uneven_sides(self, one: int, other: int) -> int:
        """Two players who both need the same side do not meet."""
        if other == len(self.order):
            return 0
        mine, theirs = self.sides[self.order[one].id], self.sides[self.order[other].id]
        return int(mine * theirs > 0 and min(abs(mine), abs(theirs)) >= TOO_UNEVEN)

    def distance(self, one: int, other: int) -> int:
        """In the first round the upper half meets the lower, later neighbours meet (source 004, III)."""
        if other == len(self.order):
            return 0
        return (other - one - (len(self.order) // 2 if self.is_first else 1)) ** 2

    def costs(self) -> list[list[int]]:
        """Return the cost of each pair; the least difference by one rule outweighs all later rules."""
        size = len(self.order) + len(self.order) % 2
        total = [[0] * size for _ in range(size)]
        rules: Sequence[Callable[[int, int], int]] = (
            self.second_bye,
            self.meeting_again,
            self.early_bye,
            self.unlike_scores,
            self.uneven_sides,
            self.distance,
        )
        for rule in rules:
            costs = {(one, other): rule(one, other) for other in range(size) for one in range(other)}
            weight = max(costs.values()) * (size // 2) + 1
            for (one, other), cost in costs.items():
                total[one][other] = total[other][one] = total[one][other] * weight + cost
        return total

    def fresh(self) -> tuple[int, ...]:
        """Return the pairs not used yet, with the bye, as bit sets."""
        size = len(self.order) + len(self.order) % 2
        graph = [0] * size
        for other in range(size):
            for one in range(other):
                if not self.meeting_again(one, other) and not self.second_bye(one, other):
                    graph[one] |= 1 << other
                    graph[other] |= 1 << one
        return tuple(graph)

    def seated(self, one: Entry, other: Entry) -> tuple[Entry, Entry]:
        """Return the pair in order: by times first, then by the side of the last meeting, then by lot."""

        def claim(entry: Entry) -> tuple[int, int, int]:
            return self.sides[entry.id], self.last_side.get(entry.id, 0), entry.lot

        return (one, other) if claim(one) < claim(other) else (other, one)


def _field(
    plan: TournamentPlan, present: Sequence[Entry], meetings: Sequence[Meeting], number: int
) -> _Field:
    scores = scores_of(plan, present, meetings)
    order = sorted(present, key=lambda entry: (-scores[entry.id], strength(entry)))
    unit = lcm(*(score.denominator for score in scores.values()))
    sides, last_side = Counter[int](), defaultdict[int, int](int)
    for meeting in sorted(meetings, key=lambda meeting: meeting.round):
        if meeting.second is not None:
            sides[meeting.first] += 1
            sides[meeting.second] -= 1
            last_side |= {meeting.first: 1, meeting.second: -1}
    return _Field(
        order,
        [int(scores[entry.id] * Fraction(unit)) for entry in order],
        Counter(meeting.first for meeting in meetings if meeting.second is None and meeting.counts),
        met(meetings),
        sides,
        last_side,
        not meetings and number == 1,
    )


def draw_swiss(
    plan: TournamentPlan, entries: Sequence[Entry], meetings: Sequence[Meeting], number: int
) -> tuple[Meeting, ...]:
    """Draw a Swiss round of all present players; meetings: those of earlier rounds, all decided."""
    by_hand = plan.system is System.ORDINARY and not plan.of_round(number).duels
    if number > len(plan.rounds) or by_hand:
        raise NothingLeftToDraw("no round of duels is left")
    present = [entry for entry in entries if entry.plays_in(number)]
    if len(present) < 2:  # noqa: PLR2004  # a pair
        raise TooFew("fewer than two take part")
    field = _field(plan, present, meetings, number)
    to_come = sum(each.duels for each in plan.rounds[number:])
    pairs = pairs_with_foresight(field.costs(), field.fresh(), to_come)
    met_in_order = [pair for pair in pairs if pair[1] < len(present)]
    drawn = []
    for board, (one, other) in enumerate(met_in_order, 1):
        first, second = field.seated(field.order[one], field.order[other])
        drawn.append(Meeting(number, board, first.id, second.id))
    free = (field.order[one].id for one, other in pairs if other == len(present))
    return (*drawn, *(bye(number, len(drawn) + 1, entry) for entry in free))
