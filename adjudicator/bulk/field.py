"""The columns of a bulk, laid out by lane and unit for the equations of DATC chapter 5.

A column, or mask, is an integer whose bit s says something about set s. A strength is a list of masks, its
levels: bit s of level k is set where the strength in set s is more than k. Lists are shared, so none is
changed once another object has it.
"""

from collections.abc import Iterable, Sequence

from adjudicator.board import members
from adjudicator.bulk.slate import NONE, NumberedSupport, Slate
from adjudicator.convoys import chains
from adjudicator.orders import Move
from adjudicator.units import Kind, names_coast

Levels = list[int]


def add_one(levels: Levels, mask: int) -> None:
    """Add one to the strength in the sets of a mask."""
    overflow = levels[-1] & mask
    for height in range(len(levels) - 1, 0, -1):
        levels[height] |= levels[height - 1] & mask
    if overflow:
        levels.append(overflow)


def with_added(levels: Levels, masks: Iterable[int]) -> Levels:
    """Return a copy with one added in the sets of each mask."""
    copy = levels[:]
    for mask in masks:
        if mask:
            add_one(copy, mask)
    return copy


def restricted(levels: Levels, mask: int) -> Levels:
    """Return the strength in the sets of a mask, and 0 elsewhere."""
    return [level & mask for level in levels]


def maximum(some: Levels, others: Levels) -> Levels:
    """Return the greater of two strengths in every set."""
    if len(some) < len(others):
        some, others = others, some
    return [level | other for level, other in zip(some, others, strict=False)] + some[len(others) :]


def any_level(levels: Levels) -> int:
    """Return the sets that are in any level, for levels of which a higher one need not imply a lower one."""
    found = 0
    for level in levels:
        found |= level
    return found


def exceeds(attack: Levels, hold: Levels) -> int:
    """Return the sets in which an attack is stronger than a unit that stays, whose strength is at least 1."""
    found = 0
    for height in range(1, len(attack)):
        level = attack[height]
        if height < len(hold):
            level ^= level & hold[height]
        found |= level
    return found


class Rivals:
    """The strengths of several moves to one province, to compare each of them with the others.

    Both attributes are levels.

    one_reaches: the sets in which at least one of the moves reaches the level.
    two_reach: the sets in which at least two do.
    """

    __slots__ = ("one_reaches", "two_reach")

    def __init__(self, strengths: Sequence[Levels]) -> None:
        one_reaches = strengths[0][:]
        two_reach = [0] * len(one_reaches)
        for levels in strengths[1:]:
            for height, level in enumerate(levels):
                if height < len(one_reaches):
                    two_reach[height] |= one_reaches[height] & level
                    one_reaches[height] |= level
                else:
                    one_reaches.append(level)
                    two_reach.append(0)
        self.one_reaches = one_reaches
        self.two_reach = two_reach

    def unmatched(self, strength: Levels, own: Levels | None) -> Levels:
        """Return the levels of a move's strength that no other move reaches.

        own: the strength with which this move was counted among the rivals; None if that is `strength` or
            more everywhere.
        """
        two_reach = self.two_reach
        if own is None:
            return [level ^ (level & two_reach[height]) for height, level in enumerate(strength)]
        unmatched = strength[:]
        for height, (level, one, two) in enumerate(
            zip(strength, self.one_reaches, self.two_reach, strict=False)
        ):
            others = one ^ (one & own[height]) if height < len(own) else one
            unmatched[height] ^= level & (others | two)
        return unmatched


ConvoyedAttacks = Sequence[tuple[int, int]]
"""Lanes of convoyed moves on a supporting unit, each with the sets in which the move may cut the support."""


class OpenSupport:
    """A support that is not yet decided everywhere.

    mask: the sets in which it stands unless one of the attacks below cuts it.
    aimed_attack: the lane from the support's aim to the supporting unit, or NONE. That move cuts the support
        only if it succeeds.
    convoyed_attacks: these moves cut the support if their convoy holds.
    by_defender: see `NumberedSupport`.
    """

    __slots__ = ("aimed_attack", "by_defender", "convoyed_attacks", "mask")

    def __init__(
        self, mask: int, aimed_attack: int, convoyed_attacks: ConvoyedAttacks, *, by_defender: bool
    ) -> None:
        self.mask = mask
        self.aimed_attack = aimed_attack
        self.convoyed_attacks = convoyed_attacks
        self.by_defender = by_defender


class SupportCuts:
    """The attacks that may cut a unit's supports with one aim.

    cut: the sets in which a move by land surely cuts them.
    aimed_attack, convoyed_attacks: see `OpenSupport`.
    """

    __slots__ = ("aimed_attack", "convoyed_attacks", "cut")

    def __init__(self, cut: int, aimed_attack: int, convoyed_attacks: ConvoyedAttacks) -> None:
        self.cut = cut
        self.aimed_attack = aimed_attack
        self.convoyed_attacks = convoyed_attacks


class BulkField:
    """The moves, supports and convoys of all sets, and what is decided about them so far.

    Lists with one mask for each lane:
        column: the sets in which one of the lane's moves is ordered.
        by_sea: those in which that move goes by convoy.
        convoy_holds: those in which the convoy surely holds.
        convoy_fails: those in which the convoy surely fails.
        succeeds: those in which the move surely succeeds.
        may_succeed: those in which the move succeeds or is still open.
        head_to_head: those in which it fights a head-to-head battle with the opposite lane.
        swap: those in which the units of both lanes may trade places.
        agreed: those in which the order agrees to trade places.

    Strengths of moves, by lane:
        base_force: the strength (levels) with all supports that surely count, but those by the defender.
        defender_supports: the masks of those by the power of the defender.
        open_supports: the supports that are not yet decided.

    Lists with one entry for each unit:
        moving: the mask of the sets in which the unit is ordered to move.
        leaves: the mask of those in which it surely leaves.
        may_leave: the mask of those in which it leaves or this is still open.
        attacked: the mask of the sets in which a unit of another power moves to where it stands.
        hold_strength: its strength (levels) if it stays, with all supports that surely count.
        lanes_of: the lanes of its ordered moves.

    open_hold_supports, by unit: the supports to hold that are not yet decided.
    lanes_into, by province: the lanes of ordered moves that lead there.
    dependents, by lane: the provinces to be compared anew when something is decided about that lane.
    carriers, by lane: the fleets that are ordered to convoy its move, each with the sets in which it is.
    chains, by lane: the chains of these fleets that reach its target.
    active: the lanes of ordered moves.
    full: the mask of all sets.
    not_covered: the mask of the sets that only the resolver of single phases can decide.
    """

    def __init__(self, slate: Slate, columns: dict[int, int], count: int) -> None:
        self.slate = slate
        self.lanes = slate.lanes
        self.edition = slate.edition
        self.columns = columns
        self.full = (1 << count) - 1
        self.not_covered = 0
        lanes, units = len(slate.lanes.units), len(slate.units)
        self.column = [0] * lanes
        self.by_sea = [0] * lanes
        self.convoy_holds = [0] * lanes
        self.convoy_fails = [0] * lanes
        self.head_to_head = [0] * lanes
        self.swap = [0] * lanes
        self.defender_supports: dict[int, list[int]] = {}
        self.open_supports: dict[int, list[OpenSupport]] = {}
        self.dependents: dict[int, set[int]] = {}
        self.carriers: dict[int, dict[int, int]] = {}
        self.chains: dict[int, list[tuple[int, ...]]] = {}
        self.moving = [0] * units
        self.leaves = [0] * units
        self.open_hold_supports: dict[int, list[OpenSupport]] = {}
        self.attacked = [0] * units
        self.lanes_into: dict[int, list[int]] = {}
        self._cuts: dict[tuple[int, int, bool], SupportCuts] = {}
        self._add_moves()
        self._add_convoys()
        self._find_opposed_moves()
        self._add_supports()

    def _add_moves(self) -> None:
        """Gather the ordered moves."""
        lanes, column, columns = self.lanes, self.column, self.columns
        self.active: list[int] = []
        self.agreed = [0] * len(column)
        for number, via, trade in zip(lanes.moves, lanes.via, lanes.trades, strict=True):
            mask = columns.get(number, 0)
            if not mask:
                continue
            lane = lanes.lane_of[number]
            if column[lane]:
                column[lane] |= mask
            else:
                column[lane] = mask
                self.active.append(lane)
            if via:
                self.by_sea[lane] |= mask
            if trade:
                self.agreed[lane] |= mask
        self.succeeds = [0] * len(column)
        self.may_succeed = column[:]
        self.base_force: list[Levels] = [[mask] for mask in column]
        for lane in self.active:
            self.moving[lanes.units[lane]] |= column[lane]
            self.lanes_into.setdefault(lanes.targets[lane], []).append(lane)
            defender = lanes.defenders[lane]
            if defender != NONE and not lanes.same_power[lane]:
                self.attacked[defender] |= column[lane]
        self.lanes_of: list[list[int]] = [[] for _ in self.moving]
        for lane in self.active:
            self.lanes_of[lanes.units[lane]].append(lane)
        self.may_leave = self.moving[:]
        self.hold_strength: list[Levels] = [[self.full] for _ in self.moving]

    def _add_convoys(self) -> None:
        """Gather the ordered convoys, and find the moves that go by sea because of them."""
        for convoy in self.lanes.convoys:
            lane, same_power = convoy.lane, convoy.same_power
            used = self.columns.get(convoy.number, 0) & self.column[lane]
            if not used:
                continue
            self.carriers.setdefault(lane, {})[convoy.fleet] = used
            if same_power and self.edition.adjacent_convoy == "intent":
                self.by_sea[lane] |= used
            elif same_power:
                # The resolver of single phases finds out whether the power's own fleets make a whole chain.
                self.not_covered |= used ^ (used & self.by_sea[lane])
        for lane in self.active:
            if self.by_sea[lane]:
                self._find_chains(lane)

    def _find_chains(self, lane: int) -> None:
        """Find the convoy chains of an army among the fleets that are ordered to carry it."""
        lanes, board = self.lanes, self.slate.scene.board
        fleets = self.carriers.get(lane, {})
        seas = sum([1 << lanes.provinces[fleet] for fleet in fleets])
        found = chains(board, seas, lanes.origins[lane]).get(lanes.targets[lane], ()) if seas else ()
        if not found:
            self.convoy_fails[lane] = self.by_sea[lane]
            return
        self.chains[lane] = [tuple(lanes.occupant[sea] for sea in members(chain)) for chain in found]
        for fleet in fleets:
            for attack in self.lanes_into.get(lanes.provinces[fleet], ()):
                self._add_dependent(attack, lanes.targets[lane])

    def _add_dependent(self, lane: int, province: int) -> None:
        """Note that strengths in a province depend on a lane."""
        if province in self.lanes_into:
            self.dependents.setdefault(lane, set()).add(province)

    def _find_opposed_moves(self) -> None:
        """Find the head-to-head battles, and the pairs of units that may trade places instead."""
        column, by_sea, opposites = self.column, self.by_sea, self.lanes.opposites
        without_convoy = self.edition.trading_places == "kin"
        for lane in self.active:
            opposite = opposites[lane]
            both = column[lane] & column[opposite] if opposite != NONE else 0
            if not both:
                continue
            swap = both & (by_sea[lane] | by_sea[opposite])
            if without_convoy:
                swap |= both & self._trades_by_land(lane, opposite)
            self.swap[lane] = swap
            self.head_to_head[lane] = both ^ swap
            target = self.lanes.targets[lane]
            if len(self.lanes_into[target]) == 1:
                continue
            self._add_dependent(opposite, target)
            if swap and self.edition.dislodged_effect == "always":
                self._add_dependent(lane, target)

    def _trades_by_land(self, lane: int, opposite: int) -> int:
        """Return the sets in which the edition lets two units trade places without a convoy."""
        if self.lanes.same_power[lane]:
            return self.full
        agreed = self.agreed[lane] & self.agreed[opposite]
        return agreed | self._other_coasts(lane, opposite) | self._other_coasts(opposite, lane)

    def _other_coasts(self, leaving: int, entering: int) -> int:
        """Return the sets in which a fleet leaves by one coast while another enters by the other one."""
        slate, lanes = self.slate, self.lanes
        unit = slate.units[lanes.units[leaving]]
        found = 0
        for number in slate.ranges[lanes.units[entering]] if unit.kind is Kind.FLEET else ():
            order = slate.orders[number]
            if isinstance(order, Move) and names_coast(order.to) and order.to != unit.location:
                found |= self.columns.get(number, 0)
        return found & self.column[entering] & self.column[leaving]

    def _add_supports(self) -> None:
        """Count the matching supports that surely stand, and keep those that may be cut as open ones."""
        column, moving, attacked, base_force = self.column, self.moving, self.attacked, self.base_force
        support_of = self.lanes.support_of
        for number, ordered in self.columns.items():
            support = support_of[number]
            if support is None:
                continue
            lane = support.lane
            if lane == NONE:
                mask = ordered ^ (ordered & moving[support.supported])
            else:
                mask = ordered & (self._ordered(support.moves) if support.moves else column[lane])
            if mask & attacked[support.unit]:
                mask = self._surely_given(support, mask)
            if not mask:
                continue
            if lane == NONE:
                add_one(self.hold_strength[support.supported], mask)
            elif support.by_defender:
                self.defender_supports.setdefault(lane, []).append(mask)
            else:
                add_one(base_force[lane], mask)

    def _ordered(self, numbers: Sequence[int]) -> int:
        """Return the sets that hold one of several orders."""
        found = 0
        for number in numbers:
            found |= self.columns.get(number, 0)
        return found

    def _surely_given(self, support: NumberedSupport, mask: int) -> int:
        """Return the sets in which an attacked support surely stands.

        If any attack on it is still open, there are none: the support is then kept as an open one.
        """
        lane, aim = support.lane, support.aim
        key = support.unit, aim, lane == NONE
        cuts = self._cuts.get(key)
        if cuts is None:
            cuts = self._cuts[key] = self._find_cuts(support.unit, aim, to_hold=lane == NONE)
        aimed_attack, convoyed_attacks = cuts.aimed_attack, cuts.convoyed_attacks
        mask ^= mask & cuts.cut
        if aimed_attack != NONE and not mask & self.column[aimed_attack]:
            aimed_attack = NONE
        if convoyed_attacks:
            convoyed_attacks = [(attack, where & mask) for attack, where in convoyed_attacks if where & mask]
        if aimed_attack == NONE and not convoyed_attacks:
            return mask
        open_support = OpenSupport(mask, aimed_attack, convoyed_attacks, by_defender=support.by_defender)
        open_attacks = [attack for attack, _ in convoyed_attacks]
        if aimed_attack != NONE:
            open_attacks.append(aimed_attack)
        if lane == NONE:
            self.open_hold_supports.setdefault(support.supported, []).append(open_support)
        else:
            self.open_supports.setdefault(lane, []).append(open_support)
        for attack in open_attacks:
            self._add_dependent(attack, aim)
            if lane != NONE and self.head_to_head[lane]:
                self._add_dependent(attack, self.lanes.origins[lane])
        return 0

    def _find_cuts(self, unit: int, aim: int, *, to_hold: bool) -> SupportCuts:
        lanes, cut, aimed_attack = self.lanes, 0, NONE
        convoyed_attacks: list[tuple[int, int]] = []
        for lane in self.lanes_into.get(lanes.provinces[unit], ()):
            if lanes.same_power[lane]:
                continue
            if lanes.origins[lane] == aim and self.edition.aimed_attack == "spares":
                aimed_attack = lane
                continue
            where = self.by_sea[lane]
            cut |= self.column[lane] ^ where
            if where and self.edition.convoy_paradox == "rule_1971" and not to_hold:
                # 1971 XII.5: an army does not cut a support for an attack on a fleet that carries it.
                where ^= where & self.carriers.get(lane, {}).get(lanes.occupant[aim], 0)
            if where:
                convoyed_attacks.append((lane, where))
        return SupportCuts(cut, aimed_attack, convoyed_attacks)
