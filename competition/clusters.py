"""Whether a result against an opponent means anything, judged by whom else that opponent has met.

A rating compares people because their opponents have met others. Accounts that have met only each other and
one player compare with nobody: their results are that one player's word. A ring of puppets could be given
any rating, and hand it on to its master one by one.

For a duel between a player and an opponent, take the graph of all who have met in the pool, two being
joined if they have had a rated duel, and leave the player out. The opponent's results elsewhere flow along
these joins to the rest of the site, one result a join. The player's earlier opponents use the same joins:
each of them needs one of its own. If none is left for this opponent, the opponent is *sheltered*: behind a
cut that fewer results cross than the player has taken wins from there. Behind that cut is the *cluster*:
those who, apart from used joins, only meet each other and the player.

- A ring whose members all play each other is sheltered whole, as is a star, or rings that only meet rings.
- A puppet that loses to somebody of the site opens one join, so supports one duel of its master, not forty.
- Two who met through the site are joined to it in many ways, and never notice.

A cluster counts only if it is small compared with the site: at most half of the largest joined group, and
never before that group has `YOUNG` members. A young site is one or a few circles of friends, none of whom
has proved anything to the others, and the rule does not apply.
Somebody without any duel yet is a cluster of one; only a loss against them weighs as usual
(`counting`).

The search looks at no more than `MOST` accounts around the opponent. Every step has a fixed order, so that
counting duels anew gives the same.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet

YOUNG = 50
"""The size of the largest group of a pool from which clusters are looked for."""
MOST = 120
"""How many accounts around an opponent are searched; a larger cluster is none."""

OpponentsOf = Callable[[Collection[int]], Mapping[int, Collection[int]]]
"""Returns, for each of some accounts, those with whom it has had a rated duel."""
OUT = -1
"""All accounts beyond those that are looked at."""


def largest_cluster(largest: int) -> int:
    """Return how many accounts a cluster may have, given the largest group; 0 on a young site."""
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
    """Return the accounts nearest to an opponent with whom each has met, the player left out.

    All players beyond those are OUT, once for each way there.
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
    """The largest number of ways out of a part of the graph that share no join, found one by one."""

    def __init__(self, around: Mapping[int, Iterable[int]]) -> None:
        self._left: dict[int, dict[int, int]] = {}
        for account, others in around.items():
            ways = self._left.setdefault(account, {})
            for other in others:
                ways[other] = ways.get(other, 0) + 1
        self._shut: set[int] = set()
        """Accounts from which no way leads out any more."""

    def send(self, source: int) -> frozenset[int]:
        """Send one result out; return nothing, or if none gets out, all accounts that it can reach."""
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
        """Search the shortest way out; return from where each account was reached."""
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
    """Who has met whom in a pool, duel by duel, and the groups that are joined at all."""

    def __init__(self) -> None:
        self._met: dict[int, set[int]] = {}
        self._above: dict[int, int] = {}
        self._sizes: dict[int, int] = {}
        self.largest = 0
        """The number of people in the largest group."""

    def joins(self, accounts: Collection[int]) -> Mapping[int, Collection[int]]:
        """Return with whom each of some accounts has had a duel."""
        return {account: self._met.get(account, ()) for account in accounts}

    def join(self, one: int, other: int) -> None:
        """Note a duel between two."""
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
