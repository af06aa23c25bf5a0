"""The orders of one movement phase, laid out by province number for the equations of DATC chapter 5."""

from collections.abc import Iterator, Mapping

from adjudicator.board import Board
from adjudicator.convoys import carriers, chains, fleets_at_sea
from adjudicator.edition import STANDARD, Edition
from adjudicator.orders import Convoy, Move, MovementOrder, Support
from adjudicator.units import Kind, Location, Power, Province, Unit, names_coast, province_of

NOWHERE = -1
NOBODY: list[int] = []
"""Stands for every empty list, which is never added to."""


def _add(lists: list[list[int]], place: int, number: int) -> None:
    if lists[place]:
        lists[place].append(number)
    else:
        lists[place] = [number]


def _agrees(to: Location | None, move: Move | None) -> bool:
    """Whether the supported unit does what the support says; a coast named must be the same (6.B.9)."""
    if to is None or move is None:
        return to is None and move is None
    return to == move.to or str(to) == province_of(move.to)


class Battle:
    """Who goes where, who helps whom, and what is decided so far.

    Every list is indexed by province number; a unit is known by the province it starts from.
    Decisions are numbered too: `p` is the move or the support of the unit in p, `p + size` says
    whether its convoy stands. `verdict` holds True, False or, while undecided, None; `paradox`
    lists the armies whose convoy fell by its own paradox, `mismatched` the units whose support or
    convoy is for something that was not ordered, with the one that was to be helped.
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
        self.opponent = [NOWHERE] * size
        self.attackers: list[list[int]] = [NOBODY] * size
        self.helpers: list[list[int]] = [NOBODY] * size
        self.fleets: list[list[int]] = [NOBODY] * size
        self.moves: dict[int, Move] = {}
        self.mismatched: dict[int, Unit] = {}
        self.convoying: list[int] = []
        self.verdict: list[bool | None] = [True] * (2 * size)
        self.open: list[int] = []
        self.paradox: list[int] = []
        self.units: dict[int, Unit] = {}
        self._lay_out(powers)
        self.spared = self._spared() if edition.convoy_paradox == "rule_1971" else frozenset()

    def _lay_out(self, powers: Mapping[Unit, Power]) -> None:
        supports: list[tuple[int, Support]] = []
        convoys: list[tuple[int, Convoy]] = []
        for unit, order in self.orders.items():
            here = self.board.number[unit.location]
            self.units[here] = unit
            self.power[here] = powers[unit]
            if isinstance(order, Move):
                self.moves[here] = order
            elif isinstance(order, Support):
                supports.append((here, order))
            elif isinstance(order, Convoy):
                convoys.append((here, order))
        for here, convoy in convoys:
            self._lay_out_convoy(here, convoy)
        for here, move in self.moves.items():
            self._lay_out_move(here, move)
        for here in self.moves:
            self.opponent[here] = self._opponent(here)
        for here, support in supports:
            self._lay_out_support(here, support)

    def _lay_out_convoy(self, here: int, order: Convoy) -> None:
        going = self.orders[order.army]
        if isinstance(going, Move) and province_of(going.to) == province_of(order.to):
            _add(self.fleets, self.board.number[order.army.location], here)
            self.convoying.append(here)
        else:
            self.mismatched[here] = order.army

    def _lay_out_move(self, here: int, order: Move) -> None:
        self.target[here] = there = self.board.number[order.to]
        _add(self.attackers, there, here)
        self._decide_later(here)
        if order.via or (self.fleets[here] and self._means_to_be_convoyed(here)):
            self.by_sea[here] = True
            self._decide_later(here + self.size)

    def _lay_out_support(self, here: int, order: Support) -> None:
        _, supported, to = order
        there = self.board.number[supported.location]
        if not _agrees(to, self.moves.get(there)):
            self.mismatched[here] = supported
            return
        _add(self.helpers, there, here)
        self.aim[here] = there if to is None else self.board.number[to]
        self._decide_later(here)

    def owner(self, here: int) -> Power:
        """The power of the unit in an occupied province."""
        return self.power[here]  # type: ignore[return-value]  # it is occupied

    def _decide_later(self, decision: int) -> None:
        self.verdict[decision] = None
        self.open.append(decision)

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
        seas = fleets_at_sea(board, self.units.values())
        ways = chains(board, seas, board.codes[here]).get(board.codes[self.target[here]], ())
        for way in ways:
            numbers = {board.index[sea] for sea in board.places(way)}
            yield {fleet for fleet in numbers if self.power[fleet] == self.power[here]}

    def chain(self, army: Unit) -> frozenset[Province]:
        """The fleets that are part of a whole chain ordered to convoy that army to where it goes."""
        here = self.board.number[army.location]
        fleets = frozenset(self.board.codes[fleet] for fleet in self.fleets[here])
        there = self.board.codes[self.target[here]]
        return carriers(self.board, fleets, army.province).get(there, frozenset())

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
        leaving, entering = self.units[here], self.orders[self.units[self.target[here]]]
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
        order = self.orders[self.units[here]]
        return isinstance(order, Support) and order.to is not None
