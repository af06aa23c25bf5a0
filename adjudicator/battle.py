"""The orders of one movement phase, laid out by province number for the equations of DATC chapter 5."""

from collections.abc import Iterator

from adjudicator.board import NOWHERE, members
from adjudicator.compiled_orders import CONVOY, MOVE, SUPPORT, VERBS, CompiledOrder
from adjudicator.convoys import carriers, chains
from adjudicator.results import SUCCESS, Outcome
from adjudicator.scene import Scene
from adjudicator.units import Kind, names_coast

EMPTY: list[int] = []
"""A shared empty list, never changed."""


def _add(lists: list[list[int]], place: int, number: int) -> None:
    if lists[place]:
        lists[place].append(number)
    else:
        lists[place] = [number]


class Battle:
    """The orders by province number, and the decisions so far.

    A unit is known by the number of its province. Decisions have numbers, too: `p` is the move or the support
    of the unit in province p, `p + size` the convoy of that unit. `verdict` is True, False or, while
    undecided, None. `paradox` lists the armies whose convoy failed in a paradox that it caused. `outcome` is
    void for supports and convoys of something that was not ordered, and success for all other orders.
    `attacked_supports` are the supports given by attacked units, `open` all decisions that are not clear from
    the start.
    """

    def __init__(self, scene: Scene, compiled: list[CompiledOrder]) -> None:
        self.scene = scene
        self.board = scene.board
        self.edition = scene.edition
        self.compiled = compiled
        self.size = size = len(self.board.codes)
        self.power = scene.powers
        self.target = [NOWHERE] * size
        self.by_sea = [False] * size
        self.opponent = [NOWHERE] * size
        self.attackers: list[list[int]] = [EMPTY] * size
        self.helpers: list[list[int]] = [EMPTY] * size
        self.fleets: list[list[int]] = [EMPTY] * size
        self.moves: list[CompiledOrder] = []
        self.outcome: list[Outcome] = [SUCCESS] * size
        self.convoying: list[int] = []
        self.verdict: list[bool | None] = [True] * (2 * size)
        self.open: list[int] = []
        self.attacked_supports: list[int] = []
        self.paradox: list[int] = []
        self._lay_out()
        self.protected_supports = (
            self._protected_supports() if self.edition.convoy_paradox == "rule_1971" else frozenset()
        )

    def _lay_out(self) -> None:
        by_verb: list[list[CompiledOrder]] = [[] for _ in VERBS]
        compiled = self.compiled
        for here in self.scene.numbers:
            order = compiled[here]
            by_verb[order.verb].append(order)
        self.moves = by_verb[MOVE]
        for convoy in by_verb[CONVOY]:
            self._lay_out_convoy(convoy)
        self._lay_out_moves()
        self._lay_out_supports(by_verb[SUPPORT])
        self._settle()
        for decision in self.open:
            self.verdict[decision] = None

    def _lay_out_convoy(self, convoy: CompiledOrder) -> None:
        going = self.compiled[convoy.there]
        if convoy.agrees(going):
            _add(self.fleets, convoy.there, convoy.here)
            self.convoying.append(convoy.here)
        else:
            self.outcome[convoy.here] = convoy.if_unmatched

    def _lay_out_moves(self) -> None:
        target, attackers, fleets = self.target, self.attackers, self.fleets
        for move in self.moves:
            here, there = move.here, move.there
            target[here] = there
            if attackers[there]:
                attackers[there].append(here)
            else:
                attackers[there] = [here]
            if move.via or (fleets[here] and self._means_to_be_convoyed(here)):
                self.by_sea[here] = True
                self.open.append(here + self.size)

    def _lay_out_supports(self, helping: list[CompiledOrder]) -> None:
        compiled, outcome = self.compiled, self.outcome
        for support in helping:
            here, there = support.here, support.there
            if not support.agrees(compiled[there]):
                outcome[here] = support.if_unmatched
                continue
            _add(self.helpers, there, here)
            if self.attackers[here]:
                self.attacked_supports.append(here)
        self.open += self.attacked_supports

    def _settle(self) -> None:
        """Decide the moves that are clear from the start; leave the others open.

        The only move into a vacant province succeeds if it is by land. A move without support fails against a
        unit that stays, and against another move by land into the same vacant province.
        """
        power, target, helpers, by_sea = self.power, self.target, self.helpers, self.by_sea
        for move in self.moves:
            here, there = move.here, move.there
            if power[there] is not None:
                is_clear = fails = target[there] == NOWHERE and not helpers[here]
                if target[there] == here:
                    self.opponent[here] = self._opponent(here)
            elif len(rivals := self.attackers[there]) == 1:
                is_clear, fails = not by_sea[here], False
            else:
                rival = rivals[1] if rivals[0] == here else rivals[0]
                is_clear = fails = not helpers[here] and not by_sea[rival]
            if not is_clear:
                self.open.append(here)
            elif fails:
                self.verdict[here] = False

    def _means_to_be_convoyed(self, here: int) -> bool:
        """True if the army's power legally ordered a fleet to convoy it: intent (DATC 4.A.3, 6.G.6)."""
        own = {fleet for fleet in self.fleets[here] if self.power[fleet] == self.power[here]}
        if self.edition.adjacent_convoy == "intent":
            return bool(own)
        return bool(own) and any(
            own_of_way and own_of_way <= own for own_of_way in self._own_fleets_by_chain(here)
        )

    def _own_fleets_by_chain(self, here: int) -> Iterator[set[int]]:
        """The fleets of the army's own power in each chain of fleets that could carry it."""
        board = self.board
        for way in chains(board, self.scene.fleets, here).get(self.target[here], ()):
            yield {fleet for fleet in members(way) if self.power[fleet] == self.power[here]}

    def chain_fleets(self, here: int) -> int:
        """The mask of the fleets with orders to convoy the army in a province that form complete chains."""
        fleets = sum([1 << fleet for fleet in self.fleets[here]])
        return carriers(self.board, fleets, here).get(self.target[here], 0)

    def _opponent(self, here: int) -> int:
        """The opponent in a head-to-head battle: two units move to each other's province without convoy."""
        there = self.target[here]
        if self.target[there] != here or self.by_sea[here] or self.by_sea[there]:
            return NOWHERE
        return NOWHERE if self._trades_places(here, there) else there

    def _trades_places(self, here: int, there: int) -> bool:
        """True if the edition lets two units trade places without a convoy."""
        if self.edition.trading_places == "convoyed":
            return False
        return (
            self.power[here] == self.power[there]
            or (self.compiled[here].trade and self.compiled[there].trade)
            or self._by_other_coast(here)
            or self._by_other_coast(there)
        )

    def _by_other_coast(self, here: int) -> bool:
        """True if a fleet leaves by one coast while another enters its province by the other one."""
        leaving, entering = self.compiled[here].unit, self.compiled[self.target[here]]
        if leaving.kind is not Kind.FLEET or entering.verb != MOVE:
            return False
        to = entering.landed.location
        return names_coast(to) and to != leaving.location

    def _protected_supports(self) -> frozenset[tuple[int, int]]:
        """Pairs of a convoyed attacker and a support that it may not cut.

        The support is for an attack on a fleet of that convoy (1971 XII.5).
        """
        return frozenset(
            (attacker, here)
            for here in self.scene.numbers
            for attacker in self.attackers[here]
            if self.by_sea[attacker] and self._aim(here) in self.fleets[attacker]
        )

    def _aim(self, here: int) -> int:
        """The target of the attack that a unit supports; NOWHERE if it does something else."""
        order = self.compiled[here]
        return order.aim if order.verb == SUPPORT and order.aim != order.there else NOWHERE
