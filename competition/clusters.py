"""Clusters of accounts that only play each other: whether a result against one of them means anything.

Ratings can be compared because opponents have played others too. If accounts have only played each other and
one player, their ratings can be made up: puppets could be given any rating, and pass it on to their master
one by one.

For a duel of a player and an opponent, take the graph of the pool: accounts are vertices, and an edge joins
two that have had a rated duel. Leave the player out. Then look for a path from the opponent to the rest of
the site. Each earlier opponent of the player uses up a path as well, and no two paths share an edge (a
maximum flow). If no path is left for this opponent, the opponent is *sheltered*, and the *cluster* is all
accounts that can be reached from there by edges not used up.

- A ring whose members only play each other is sheltered as a whole, as is a star, or several linked rings.
- A puppet that loses to somebody else adds one edge: enough for one duel of its master, not forty.
- Two ordinary players have many edges to the rest of the site, so the rule never touches them.

A cluster counts only if it has at most half as many accounts as the largest connected group, and that group
has at least `YOUNG`. On a younger site, which is one or a few circles of friends, the rule does not apply.
An account without any duel is a cluster of one; only a loss against it has the usual weight (`counting`).

The search looks at no more than `MOST` accounts around the opponent. Its order is fixed, so recounting all
duels gives the same weights.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet

YOUNG = 50
"""Clusters are looked for once the largest group of a pool has this size."""
MOST = 120
"""How many accounts around an opponent are searched; a larger group is no cluster."""

OpponentsOf = Callable[[Collection[int]], Mapping[int, Collection[int]]]
"""Returns the opponents of each of some accounts in rated duels."""
OUT = -1
"""Stands for all accounts beyond the searched ones."""


def largest_cluster(largest: int) -> int:
    """Return how many accounts a cluster may have, 0 on a young site; largest: the largest group's size."""
    return min(MOST, largest // 2) if largest >= YOUNG else 0


def cluster_of(player: int, opponent: int, opponents_of: OpponentsOf, most: int) -> frozenset[int]:
    """Return the cluster that shelters an opponent from the rest of the site; empty if none does.

    most: how many accounts a cluster may have.
    """
    met = opponents_of([player, opponent])
    if not most:
        return frozenset()
    around = _around(player, opponent, opponents_of, most)
    flow = _Flow(around)
    for source in sorted(around.keys() & set(met.get(player, ())) - {opponent}):
        flow.send(source)
    return flow.send(opponent)


def _around(player: int, opponent: int, opponents_of: OpponentsOf, most: int) -> dict[int, list[int]]:
    """Return the accounts nearest to an opponent, each with its opponents; the player is left out.

    Each opponent beyond those is listed as OUT.
    """
    found: dict[int, Collection[int]] = {}
    level = [opponent]
    while level and len(found) < most:
        met = opponents_of(level)
        found |= {account: met.get(account, ()) for account in level}
        beyond = {other for account in level for other in found[account]} - found.keys() - {player}
        level = sorted(beyond)[: most - len(found)]
    return {
        account: sorted(other if other in found else OUT for other in others if other != player)
        for account, others in found.items()
    }


class _Flow:
    """A maximum flow out of a part of the graph, increased by one path at a time."""

    def __init__(self, around: Mapping[int, Iterable[int]]) -> None:
        self._left: dict[int, dict[int, int]] = {}
        for account, others in around.items():
            ways = self._left.setdefault(account, {})
            for other in others:
                ways[other] = ways.get(other, 0) + 1
        self._shut: set[int] = set()
        """Accounts without a path out any more."""

    def send(self, source: int) -> frozenset[int]:
        """Use up a path out and return nothing; if there is none, return all accounts that can be reached."""
        if source in self._shut:
            return frozenset(self._reached(source, through=self._shut))
        before = self._search(source)
        if OUT not in before:
            self._shut |= before.keys()
            return frozenset(before)
        here = OUT
        while here != source:
            there = before[here]
            self._left[there][here] -= 1
            if here != OUT:
                self._left[here][there] = self._left[here].get(there, 0) + 1
            here = there
        return frozenset()

    def _search(self, source: int) -> dict[int, int]:
        """Search for the shortest path out; return the account before each account reached."""
        before, queue = {source: source}, deque([source])
        while queue:
            here = queue.popleft()
            for there, left in self._left[here].items():
                if left and there not in before and there not in self._shut:
                    before[there] = here
                    if there == OUT:
                        return before
                    queue.append(there)
        return before

    def _reached(self, source: int, through: AbstractSet[int]) -> set[int]:
        reached, queue = {source}, deque([source])
        while queue:
            for there, left in self._left[queue.popleft()].items():
                if left and there in through and there not in reached:
                    reached.add(there)
                    queue.append(there)
        return reached


class MeetingGraph:
    """The graph of a pool, built duel by duel: who has played whom, and the connected groups."""

    def __init__(self) -> None:
        self._met: dict[int, set[int]] = {}
        self._above: dict[int, int] = {}
        self._sizes: dict[int, int] = {}
        self.largest = 0
        """The number of accounts in the largest group."""

    def joins(self, accounts: Collection[int]) -> Mapping[int, Collection[int]]:
        """Return the opponents of each of some accounts."""
        return {account: self._met.get(account, ()) for account in accounts}

    def join(self, one: int, other: int) -> None:
        """Add a duel between two accounts."""
        self._met.setdefault(one, set()).add(other)
        self._met.setdefault(other, set()).add(one)
        first, second = sorted((self.group(one), self.group(other)))
        if first != second:
            self._above[second] = first
            self._sizes[first] = self._sizes.get(first, 1) + self._sizes.pop(second, 1)
            self.largest = max(self.largest, self._sizes[first])

    def group(self, account: int) -> int:
        """Return the name of an account's group: the lowest number in it."""
        while account in self._above:
            above = self._above[account]
            if above in self._above:
                self._above[account] = self._above[above]
            account = above
        return account
