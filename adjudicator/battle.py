"""The orders of one movement phase, laid out by province number for the equations of DATC chapter 5."""

from collections.abc import Iterator, Mapping

from adjudicator.convoys import carriers, chains
from adjudicator.orders import Convoy, Move, MovementOrder, Support
from adjudicator.scene import NOWHERE, Scene
from adjudicator.units import Kind, Location, Power, Province, Unit, names_coast, province_of

EMPTY: list[int] = []
"""Stands for all empty lists; never added to."""


def _add(lists: list[list[int]], place: int, number: int) -> None:
    if lists[place]:
        lists[place].append(number)
    else:
        lists[place] = [number]


def _agrees(to: Location | None, move: Move | None) -> bool:
    """True if the supported unit does as the support says; a coast that is named must be the same (6.B.9)."""
    if to is None or move is None:
        return to is None and move is None
    return to == move.to or str(to) == province_of(move.to)


class Battle:
    """The orders by province number, and what is decided about them so far.

    A unit is known by the number of the province that it starts from. Decisions are numbered too:
    `p` is the move or the support of the unit in p, `p + size` is whether the convoy of that unit
    stands. `verdict` holds True, False or, while undecided, None. `paradox` lists the armies whose
    convoy failed by a paradox of its own. `mismatched` holds, for each support or convoy of
    something that was not ordered, the unit that it is for.
    """

    def __init__(self, scene: Scene, orders: Mapping[int, MovementOrder]) -> None:
        self.scene = scene
        self.board = scene.board
        self.edition = scene.edition
        self.units = scene.units
        self.orders = orders
        self.size = size = len(self.board.codes)
        self.power: list[Power | None] = [None] * size
        self.target = [NOWHERE] * size
        self.by_sea = [False] * size
        self.aim = [NOWHERE] * size
        self.opponent = [NOWHERE] * size
        self.attackers: list[list[int]] = [EMPTY] * size
        self.helpers: list[list[int]] = [EMPTY] * size
        self.fleets: list[list[int]] = [EMPTY] * size
        self.moves: dict[int, Move] = {}
        self.mismatched: dict[int, Unit] = {}
        self.convoying: list[int] = []
        self.verdict: list[bool | None] = [True] * (2 * size)
        self.open: list[int] = []
        self.paradox: list[int] = []
        self._lay_out()
        self.spared = self._spared() if self.edition.convoy_paradox == "rule_1971" else frozenset()

    def _lay_out(self) -> None:
        supports: list[tuple[int, Support]] = []
        convoys: list[tuple[int, Convoy]] = []
        for here, power in self.scene.powers.items():
            self.power[here] = power
            order = self.orders[here]
            if isinstance(order, Support):
                supports.append((here, order))
            elif isinstance(order, Move):
                self.moves[here] = order
            elif isinstance(order, Convoy):
                convoys.append((here, order))
        for here, convoy in convoys:
            self._lay_out_convoy(here, convoy)
        self._lay_out_moves()
        self._lay_out_supports(supports)
        for decision in self.open:
            self.verdict[decision] = None

    def _lay_out_convoy(self, here: int, order: Convoy) -> None:
        army = self.board.number[order.army.location]
        going = self.orders[army]
        if isinstance(going, Move) and province_of(going.to) == province_of(order.to):
            _add(self.fleets, army, here)
            self.convoying.append(here)
        else:
            self.mismatched[here] = order.army

    def _lay_out_moves(self) -> None:
        number = self.board.number
        for here, move in self.moves.items():
            self.target[here] = there = number[move.to]
            _add(self.attackers, there, here)
            self.open.append(here)
            if move.via or (self.fleets[here] and self._means_to_be_convoyed(here)):
                self.by_sea[here] = True
                self.open.append(here + self.size)
        for here in self.moves:
            self.opponent[here] = self._opponent(here)

    def _lay_out_supports(self, supports: list[tuple[int, Support]]) -> None:
        number = self.board.number
        for here, support in supports:
            supported, to = support.supported, support.to
            there = number[supported.location]
            if _agrees(to, self.moves.get(there)):
                _add(self.helpers, there, here)
                self.aim[here] = there if to is None else number[to]
                self.open.append(here)
            else:
                self.mismatched[here] = supported

    def _means_to_be_convoyed(self, here: int) -> bool:
        """True if a fleet of the same power is legally ordered to convoy it: intent (DATC 4.A.3, 6.G.6)."""
        own = {fleet for fleet in self.fleets[here] if self.power[fleet] == self.power[here]}
        if self.edition.adjacent_convoy == "intent":
            return bool(own)
        return bool(own) and any(
            own_of_way and own_of_way <= own for own_of_way in self._own_fleets_of_ways(here)
        )

    def _own_fleets_of_ways(self, here: int) -> Iterator[set[int]]:
        """The fleets of the army's own power on each chain over which fleets on the board could carry it."""
        board = self.board
        ways = chains(board, self.scene.fleets, board.codes[here]).get(board.codes[self.target[here]], ())
        for way in ways:
            numbers = {board.index[sea] for sea in board.places(way)}
            yield {fleet for fleet in numbers if self.power[fleet] == self.power[here]}

    def chain(self, army: Unit) -> frozenset[Province]:
        """The fleets that belong to some complete chain ordered to convoy that army."""
        here = self.board.number[army.location]
        fleets = frozenset(self.board.codes[fleet] for fleet in self.fleets[here])
        there = self.board.codes[self.target[here]]
        return carriers(self.board, fleets, army.province).get(there, frozenset())

    def _opponent(self, here: int) -> int:
        """The opponent in a head-to-head battle: each goes to where the other is, neither by convoy."""
        there = self.target[here]
        if self.target[there] != here or self.by_sea[here] or self.by_sea[there]:
            return NOWHERE
        return NOWHERE if self._trades_places(here, there) else there

    def _trades_places(self, here: int, there: int) -> bool:
        """True if the edition lets two units trade places without a convoy."""
        if self.edition.trading_places == "convoyed":
            return False
        return (
            self.power[here] == self.power[there] or self._by_other_coast(here) or self._by_other_coast(there)
        )

    def _by_other_coast(self, here: int) -> bool:
        """True if a fleet leaves by one coast while another enters its province by the other one."""
        leaving, entering = self.units[here], self.orders[self.target[here]]
        if leaving.kind is not Kind.FLEET or not isinstance(entering, Move):
            return False
        return names_coast(entering.to) and entering.to != leaving.location

    def _spared(self) -> frozenset[tuple[int, int]]:
        """Pairs of a convoyed attacker and a support that it may not cut.

        Such a support is for an attack on a fleet of that convoy (1971 XII.5).
        """
        return frozenset(
            (attacker, here)
            for here in range(self.size)
            for attacker in self.attackers[here]
            if self.by_sea[attacker] and self.aim[here] in self.fleets[attacker] and self._helps_attack(here)
        )

    def _helps_attack(self, here: int) -> bool:
        order = self.orders[here]
        return isinstance(order, Support) and order.to is not None
