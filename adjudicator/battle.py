"""The orders of one movement phase, laid out by province number for the equations of DATC chapter 5."""

from collections.abc import Iterator, Mapping

from adjudicator.board import Board
from adjudicator.convoys import carriers, chains, fleets_at_sea
from adjudicator.edition import STANDARD, Edition
from adjudicator.orders import Convoy, Move, MovementOrder, Support
from adjudicator.units import Kind, Power, Province, Unit, names_coast, province_of

NOWHERE = -1


class Battle:
    """Who goes where, who helps whom, and what is decided so far.

    Every list is indexed by province number; a unit is known by the province it starts from.
    Decisions are numbered too: `p` is the move or the support of the unit in p, `p + size` says
    whether its convoy stands. `verdict` holds True, False or, while undecided, None; `paradox`
    lists the armies whose convoy fell by its own paradox.
    """

    def __init__(
        self,
        board: Board,
        powers: Mapping[Unit, Power],
        orders: Mapping[Unit, MovementOrder],
        edition: Edition = STANDARD,
    ) -> None:
        self.board = board
        self.edition = edition
        self.orders = orders
        self.size = size = len(board.spaces)
        self.power: list[Power | None] = [None] * size
        self.target = [NOWHERE] * size
        self.by_sea = [False] * size
        self.aim = [NOWHERE] * size
        self.attackers: list[list[int]] = [[] for _ in range(size)]
        self.helpers: list[list[int]] = [[] for _ in range(size)]
        self.fleets: list[list[int]] = [[] for _ in range(size)]
        self.matched: dict[Unit, bool] = {}
        self.verdict: list[bool | None] = [True] * (2 * size)
        self.open: list[int] = []
        self.paradox: list[int] = []
        self._units = {board.index[unit.province]: unit for unit in orders}
        for unit, power in powers.items():
            self.power[self._number(unit)] = power
        self._lay_out_convoys()
        self._lay_out_moves()
        self._lay_out_supports()
        self.opponent = [self._opponent(here) for here in range(size)]
        self.spared = self._spared() if edition.convoy_paradox == "rule_1971" else frozenset()

    def _lay_out_convoys(self) -> None:
        for fleet, order in self.orders.items():
            if isinstance(order, Convoy):
                going = self.orders[order.army]
                meant = isinstance(going, Move) and province_of(going.to) == province_of(order.to)
                self.matched[fleet] = meant
                if meant:
                    self.fleets[self._number(order.army)].append(self._number(fleet))

    def _lay_out_moves(self) -> None:
        for unit, order in self.orders.items():
            if isinstance(order, Move):
                here, there = self._number(unit), self.board.index[province_of(order.to)]
                self.target[here] = there
                self.attackers[there].append(here)
                self._decide_later(here)
                self.by_sea[here] = order.via or self._means_to_be_convoyed(here)
                if self.by_sea[here]:
                    self._decide_later(here + self.size)

    def _lay_out_supports(self) -> None:
        for unit, order in self.orders.items():
            if isinstance(order, Support):
                self.matched[unit] = self._agrees(order, self.orders[order.supported])
                if self.matched[unit]:
                    here = self._number(unit)
                    self.helpers[self._number(order.supported)].append(here)
                    self.aim[here] = self.board.index[order.target]
                    self._decide_later(here)

    def _decide_later(self, decision: int) -> None:
        self.verdict[decision] = None
        self.open.append(decision)

    def _number(self, unit: Unit) -> int:
        return self.board.index[unit.province]

    @staticmethod
    def _agrees(order: Support, other: MovementOrder) -> bool:
        """Whether the supported unit does what the support says; a coast named must be the same (6.B.9)."""
        if not isinstance(other, Move):
            return order.to is None
        return order.to is not None and order.to in {other.to, province_of(other.to)}

    def _means_to_be_convoyed(self, here: int) -> bool:
        """Intent: a fleet of the same power is ordered to convoy it, legally (DATC 4.A.3, 6.G.6)."""
        own = {fleet for fleet in self.fleets[here] if self.power[fleet] == self.power[here]}
        if self.edition.adjacent_convoy == "intent":
            return bool(own)
        return bool(own) and any(
            own_of_way and own_of_way <= own for own_of_way in self._own_fleets_of_ways(here)
        )

    def _own_fleets_of_ways(self, here: int) -> Iterator[set[int]]:
        """For each chain over which the fleets on the board could carry the army: those of its power."""
        board = self.board
        seas = fleets_at_sea(board, self._units.values())
        ways = chains(board, seas, board.codes[here]).get(board.codes[self.target[here]], ())
        for way in ways:
            numbers = {board.index[sea] for sea in way}
            yield {fleet for fleet in numbers if self.power[fleet] == self.power[here]}

    def chain(self, army: Unit) -> frozenset[Province]:
        """The fleets that are part of a whole chain ordered to convoy that army to where it goes."""
        here = self._number(army)
        fleets = frozenset(self.board.codes[fleet] for fleet in self.fleets[here])
        there = self.board.codes[self.target[here]]
        return carriers(self.board, fleets, army.province).get(there, frozenset())

    def unit(self, number: int) -> Unit:
        """The unit that started from a province number."""
        return self._units[number]

    def _opponent(self, here: int) -> int:
        """The unit of a head-to-head battle: each goes where the other stands, neither by convoy."""
        there = self.target[here]
        if there == NOWHERE or self.target[there] != here or self.by_sea[here] or self.by_sea[there]:
            return NOWHERE
        return NOWHERE if self._trades_places(here, there) else there

    def _trades_places(self, here: int, there: int) -> bool:
        """Whether the edition lets two units trade places without a convoy."""
        if self.edition.trading_places == "convoyed":
            return False
        return (
            self.power[here] == self.power[there] or self._by_other_coast(here) or self._by_other_coast(there)
        )

    def _by_other_coast(self, here: int) -> bool:
        """Whether a fleet leaves a coast while another enters its province by the other one."""
        leaving, entering = self._units[here], self.orders[self._units[self.target[here]]]
        if leaving.kind is not Kind.FLEET or not isinstance(entering, Move):
            return False
        return names_coast(entering.to) and entering.to != leaving.location

    def _spared(self) -> frozenset[tuple[int, int]]:
        """Convoyed attackers with the supports that they may not cut.

        These are for attacks on fleets of the convoy itself (1971 XII.5).
        """
        return frozenset(
            (attacker, here)
            for here in range(self.size)
            for attacker in self.attackers[here]
            if self.by_sea[attacker] and self.aim[here] in self.fleets[attacker] and self._helps_attack(here)
        )

    def _helps_attack(self, here: int) -> bool:
        order = self.orders[self._units[here]]
        return isinstance(order, Support) and order.to is not None
