"""Pairing a whole field at the least cost: Edmonds' weighted matching, exact, for a complete graph.

After J. Edmonds, *Maximum matching and a polyhedron with 0,1-vertices* (1965), with labels on vertices and
blossoms as in Z. Galil, *Efficient algorithms for finding maximum matching in graphs* (1986). It takes O(n³)
steps.

A node is a vertex or a blossom, an odd ring of nodes that counts as one. An edge (u, v) leads from the vertex
u of one node to the vertex v of another.
"""

from collections import deque
from collections.abc import Iterator, Sequence

Edge = tuple[int, int]

OUTER, INNER = 1, 2
"""The sides of a node in a tree: at an even or an odd distance from the root, which is single."""


def cheapest_pairs(costs: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """Pair all numbers below len(costs) so that the sum of the costs is least.

    costs: a symmetric matrix of whole numbers of any size.
    Raises ValueError if there is an odd number of rows.
    """
    if len(costs) % 2:
        raise ValueError("an odd number cannot be paired")
    field = _Field(costs)
    while field.single():
        field.pair_two_more()
    return tuple((one, field.mate[one][1]) for one in range(len(costs)) if one < field.mate[one][1])


class _Field:
    """The vertices and blossoms with their labels, mates and trees.

    For each node: top, the outermost node that contains it; label; mate, the edge to its partner; side;
    entered, the edge by which its tree reached it (inner nodes); nearest, the edge of least slack from an
    outer node to it. For each blossom: its children; its ring, the edge from each child to the next.
    """

    def __init__(self, costs: Sequence[Sequence[int]]) -> None:
        self.size = len(costs)
        highest = max((max(row) for row in costs), default=0)
        # Times four, so that labels and half their differences are whole numbers.
        self.weights = [[4 * (highest - cost) for cost in row] for row in costs]
        self.label = {one: max(row[:one] + row[one + 1 :]) // 2 for one, row in enumerate(self.weights)}
        self.top = {one: one for one in range(self.size)}
        self.named = self.size
        self.mate: dict[int, Edge] = {}
        self.children: dict[int, list[int]] = {}
        self.ring: dict[int, list[Edge]] = {}
        self.side: dict[int, int] = {}
        self.entered: dict[int, Edge] = {}
        self.nearest: dict[int, Edge] = {}
        self.queue: deque[int] = deque()
        self._pair_at_once()

    def _pair_at_once(self) -> None:
        for one in range(self.size):
            for other in range(one + 1, self.size):
                if one not in self.mate and other not in self.mate and not self.slack((one, other)):
                    self.mate[one], self.mate[other] = (one, other), (other, one)

    def slack(self, edge: Edge) -> int:
        """Return the slack of an edge; only tight ones, without slack, can be matched."""
        one, other = edge
        return self.label[one] + self.label[other] - self.weights[one][other]

    def outermost(self) -> list[int]:
        """List the nodes that no other one contains."""
        return [node for node in (*range(self.size), *self.children) if self.top[node] == node]

    def single(self) -> list[int]:
        """List the outermost nodes without a mate."""
        return [node for node in self.outermost() if node not in self.mate]

    def leaves(self, node: int) -> Iterator[int]:
        """Yield the vertices of a node."""
        if node < self.size:
            yield node
        else:
            for child in self.children[node]:
                yield from self.leaves(child)

    # Trees

    def pair_two_more(self) -> None:
        """Grow trees from all single nodes until two touch, then augment the path between their roots."""
        self.side, self.entered, self.nearest = {}, {}, {}
        self.queue.clear()
        for node in self.single():
            self._make_outer(node)
        while not self._grow():
            self._change_labels()
            if self._follow_tight():
                return
            self._expand_empty()

    def _make_outer(self, node: int) -> None:
        self.side[node] = OUTER
        self.nearest.pop(node, None)
        self.queue.extend(self.leaves(node))

    def _grow(self) -> bool:
        """Follow the tight edges of the outer vertices; return True once two trees have touched."""
        while self.queue:
            one = self.queue.popleft()
            row, label = self.weights[one], self.label[one]
            for other in range(self.size):
                node = self.top[other]
                if node == self.top[one] or self.side.get(node) == INNER:
                    continue
                slack = label + self.label[other] - row[other]
                if not slack:
                    if self._follow((one, other)):
                        return True
                elif node not in self.nearest or slack < self.slack(self.nearest[node]):
                    self.nearest[node] = (one, other)
        return False

    def _follow(self, edge: Edge) -> bool:
        """Add a tight edge from an outer node to the trees; return True if it joined two of them."""
        start, end = self.top[edge[0]], self.top[edge[1]]
        if end not in self.side:
            self.side[end] = INNER
            self.entered[end] = edge
            self.nearest.pop(end, None)
            self._make_outer(self.top[self.mate[end][1]])
        elif self.side[end] == OUTER:
            common = self._common(start, end)
            if common is None:
                self._augment(start, edge)
                self._augment(end, edge[::-1])
                return True
            self._shrink(common, edge)
        return False

    def _roots(self, node: int) -> Iterator[int]:
        """Yield an outer node and the outer nodes above it, up to the root of its tree."""
        yield node
        while node in self.mate:
            node = self.top[self.entered[self.top[self.mate[node][1]]][0]]
            yield node

    def _common(self, one: int, other: int) -> int | None:
        above = set(self._roots(one))
        return next((node for node in self._roots(other) if node in above), None)

    def _augment(self, node: int, edge: Edge) -> None:
        """Match an outer node along an edge, and swap matched and unmatched edges up to the root."""
        while True:
            before = self.mate.get(node)
            self._match(node, edge)
            if before is None:
                return
            inner = self.top[before[1]]
            edge = self.entered[inner]
            self._match(inner, edge[::-1])
            node = self.top[edge[0]]

    def _match(self, node: int, edge: Edge) -> None:
        """Match a node along an edge; in a blossom, the child with that edge becomes the first."""
        self.mate[node] = edge
        if node < self.size:
            return
        children, ring = self.children[node], self.ring[node]
        start = self._place(node, edge[0])
        for place in range(start + 1, len(ring), 2) if start % 2 else range(0, start, 2):
            self._match(children[place], ring[place])
            self._match(children[(place + 1) % len(ring)], ring[place][::-1])
        self._match(children[start], edge)
        self.children[node] = children[start:] + children[:start]
        self.ring[node] = ring[start:] + ring[:start]

    def _place(self, blossom: int, vertex: int) -> int:
        return next(
            place for place, child in enumerate(self.children[blossom]) if vertex in self.leaves(child)
        )

    # Blossoms

    def _way_up(self, node: int, common: int) -> tuple[list[int], list[Edge]]:
        """List the nodes from an outer node up to `common`, and the edges between them."""
        nodes, edges = [node], []
        while node != common:
            inner = self.top[self.mate[node][1]]
            edges += [self.mate[node], self.entered[inner][::-1]]
            node = self.top[self.entered[inner][0]]
            nodes += [inner, node]
        return nodes, edges

    def _shrink(self, common: int, edge: Edge) -> None:
        """Shrink the ring that an edge closes within a tree to a blossom."""
        left, left_edges = self._way_up(self.top[edge[0]], common)
        right, right_edges = self._way_up(self.top[edge[1]], common)
        blossom = self.named = self.named + 1
        self.children[blossom] = left[::-1] + right[:-1]
        self.ring[blossom] = [back[::-1] for back in left_edges[::-1]] + [edge] + right_edges
        self.label[blossom] = 0
        self.side[blossom] = OUTER
        if common in self.mate:
            self.mate[blossom] = self.mate[common]
        for child in self.children[blossom]:
            if self.side[child] == INNER:
                self.queue.extend(self.leaves(child))
        self._raise(blossom, blossom)
        self._look_around(blossom)

    def _raise(self, node: int, top: int) -> None:
        self.top[node] = top
        for child in self.children.get(node, ()):
            self._raise(child, top)

    def _look_around(self, node: int) -> None:
        """Update `nearest` of a node."""
        outside = [
            vertex
            for vertex in range(self.size)
            if self.top[vertex] != node and self.side.get(self.top[vertex]) == OUTER
        ]
        edges = [(one, other) for other in self.leaves(node) for one in outside]
        self.nearest.pop(node, None)
        if edges:
            self.nearest[node] = min(edges, key=self.slack)

    def _expand(self, blossom: int) -> None:
        """Expand an inner blossom: its children on the even path to its mate stay in the tree."""
        entered = self.entered.pop(blossom)
        start, ring = self._place(blossom, entered[1]), self.ring.pop(blossom)
        children = self.children.pop(blossom)
        for table in (self.side, self.label, self.mate, self.top, self.nearest):
            table.pop(blossom, None)
        for child in children:
            self._raise(child, child)
        step = 1 if start % 2 else -1
        way = [place % len(ring) for place in range(start, len(ring) + 1 if step > 0 else -1, step)]
        for number, place in enumerate(way):
            if number % 2 == 0:
                self.side[children[place]] = INNER
                self.entered[children[place]] = entered
            if number + 1 < len(way):
                entered = ring[place] if step > 0 else ring[way[number + 1]][::-1]
        for number, place in enumerate(way):
            if number % 2:
                self._make_outer(children[place])
        for child in children:
            if self.side.get(child) != INNER:
                self._look_around(child)

    # Labels

    def _change_labels(self) -> None:
        """Change the labels by the least amount that makes an edge tight, or an inner blossom's label 0."""
        top = self.outermost()
        steps = [
            self.label[node] // 2 for node in top if node in self.children and self.side.get(node) == INNER
        ]
        for node, edge in self.nearest.items():
            if self.top[node] == node and self.side.get(node) != INNER:
                steps.append(self.slack(edge) // (2 if self.side.get(node) == OUTER else 1))
        step = min(steps)
        sign = {OUTER: -1, INNER: 1}
        for vertex in range(self.size):
            self.label[vertex] += step * sign.get(self.side.get(self.top[vertex], 0), 0)
        for node in top:
            if node in self.children:
                self.label[node] -= 2 * step * sign.get(self.side.get(node, 0), 0)

    def _follow_tight(self) -> bool:
        for node, edge in list(self.nearest.items()):
            apart = self.top[edge[0]] != self.top[edge[1]] and self.top.get(node) == node
            if apart and self.side.get(node) != INNER and not self.slack(edge) and self._follow(edge):
                return True
        return False

    def _expand_empty(self) -> None:
        for node in self.outermost():
            if node in self.children and self.side.get(node) == INNER and not self.label[node]:
                self._expand(node)
