"""The columns of a bulk, laid out by lane and unit for the equations of DATC chapter 5.

A strength is one mask for each height: bit s of the mask at k is set where the strength in set s is more
than k. Such lists are shared: none is changed after it has been handed on.
"""

from collections.abc import Iterable, Sequence

from adjudicator.board import members
from adjudicator.bulk.slate import NONE, NumberedSupport, Slate
from adjudicator.convoys import chains
from adjudicator.orders import Move
from adjudicator.units import Kind, names_coast

Levels = list[int]


def raise_by(levels: Levels, mask: int) -> None:
    """Add one to the strength in the sets of a mask."""
    over = levels[-1] & mask
    for height in range(len(levels) - 1, 0, -1):
        levels[height] |= levels[height - 1] & mask
    if over:
        levels.append(over)


def raised(levels: Levels, masks: Iterable[int]) -> Levels:
    """A copy with one more in the sets of each mask."""
    copy = levels[:]
    for mask in masks:
        if mask:
            raise_by(copy, mask)
    return copy


def restricted(levels: Levels, mask: int) -> Levels:
    """Strengths in the sets of a mask, and none elsewhere."""
    return [level & mask for level in levels]


def united(some: Levels, others: Levels) -> Levels:
    """The greater of two strengths in every set."""
    if len(some) < len(others):
        some, others = others, some
    return [level | other for level, other in zip(some, others, strict=False)] + some[len(others) :]


def whole(levels: Levels) -> int:
    """The sets in which there is any strength, where a greater one need not imply a smaller one."""
    found = 0
    for level in levels:
        found |= level
    return found


def above(attack: Levels, hold: Levels) -> int:
    """The sets in which an attack is stronger than a unit that stays, whose strength is one at least."""
    found = 0
    for height in range(1, len(attack)):
        level = attack[height]
        if height < len(hold):
            level ^= level & hold[height]
        found |= level
    return found


class Rivals:
    """The strengths of several units, to compare each of them with the others.

    `once` has the sets in which at least one of them is so strong, `twice` those with at least two.
    """

    __slots__ = ("once", "twice")

    def __init__(self, strengths: Sequence[Levels]) -> None:
        once = strengths[0][:]
        twice = [0] * len(once)
        for levels in strengths[1:]:
            for height, level in enumerate(levels):
                if height < len(once):
                    twice[height] |= once[height] & level
                    once[height] |= level
                else:
                    once.append(level)
                    twice.append(0)
        self.once = once
        self.twice = twice

    def outdone(self, strength: Levels, own: Levels | None) -> Levels:
        """A strength in the sets where no other unit is as strong.

        `own` is what this unit put in; None says that it is nowhere less than the strength.
        """
        twice = self.twice
        if own is None:
            return [level ^ (level & twice[height]) for height, level in enumerate(strength)]
        cleared = strength[:]
        for height, (level, one, both) in enumerate(zip(strength, self.once, self.twice, strict=False)):
            others = one ^ (one & own[height]) if height < len(own) else one
            cleared[height] ^= level & (others | both)
        return cleared


Landings = Sequence[tuple[int, int]]
"""Lanes that lead by sea to where a support is given, each with the sets in which it may cut the support."""


class Aid:
    """A support that something still undecided may cut, in the sets of `mask`.

    It is cut where `rival` succeeds, the lane that leads from where it is aimed, if there is one, and
    where one of the landings arrives. `kin`: see `NumberedSupport`.
    """

    __slots__ = ("kin", "landings", "mask", "rival")

    def __init__(self, mask: int, rival: int, landings: Landings, *, kin: bool) -> None:
        self.mask = mask
        self.rival = rival
        self.landings = landings
        self.kin = kin


class Guard:
    """What may cut a support: the sets in which attacks by land surely do, and what an Aid holds."""

    __slots__ = ("cut", "landings", "rival")

    def __init__(self, cut: int, rival: int, landings: Landings) -> None:
        self.cut = cut
        self.rival = rival
        self.landings = landings


class BulkField:
    """Every set of a bulk on the board.

    By lane: `column` the sets that hold one of its moves, `by_sea` those of them in which it goes by
    convoy, `stands` and `falls` those in which the convoy surely does so, `yes` those in which the move
    surely succeeds, `may` those in which it does not surely fail. `clash` are the sets in which it fights
    head to head with the lane that leads the other way, `swap` those in which the two pass one another.
    `force` its strengths with the supports that are decided and not of kin, `own` the decided supports of
    kin, `aids` the others. `stirs` are the provinces where strengths depend on what is decided about it.

    By unit: `moving` the sets in which it moves, `left` and `may_leave` those in which it surely leaves and
    in which it may; `holding` its strengths where it stays with decided supports, `steadied` the others.

    `into` are the lanes into each province, `handed` the sets that the equations do not cover.
    """

    def __init__(self, slate: Slate, columns: dict[int, int], count: int) -> None:
        self.slate = slate
        self.lanes = slate.lanes
        self.edition = slate.edition
        self.columns = columns
        self.full = (1 << count) - 1
        self.handed = 0
        lanes, units = len(slate.lanes.units), len(slate.units)
        self.column = [0] * lanes
        self.by_sea = [0] * lanes
        self.stands = [0] * lanes
        self.falls = [0] * lanes
        self.clash = [0] * lanes
        self.swap = [0] * lanes
        self.own: dict[int, list[int]] = {}
        self.aids: dict[int, list[Aid]] = {}
        self.stirs: dict[int, set[int]] = {}
        self.carriers: dict[int, dict[int, int]] = {}
        self.ways: dict[int, list[tuple[int, ...]]] = {}
        self.moving = [0] * units
        self.left = [0] * units
        self.steadied: dict[int, list[Aid]] = {}
        self.danger = [0] * units
        self.into: dict[int, list[int]] = {}
        self._guards: dict[tuple[int, int, bool], Guard] = {}
        self._move()
        self._carry()
        self._meet()
        self._support()

    def _move(self) -> None:
        """Gather the moves."""
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
        self.yes = [0] * len(column)
        self.may = column[:]
        self.force: list[Levels] = [[mask] for mask in column]
        for lane in self.active:
            self.moving[lanes.units[lane]] |= column[lane]
            self.into.setdefault(lanes.targets[lane], []).append(lane)
            facing = lanes.defenders[lane]
            if facing != NONE and not lanes.same_power[lane]:
                self.danger[facing] |= column[lane]
        self.of: list[list[int]] = [[] for _ in self.moving]
        for lane in self.active:
            self.of[lanes.units[lane]].append(lane)
        self.may_leave = self.moving[:]
        self.holding: list[Levels] = [[self.full] for _ in self.moving]

    def _carry(self) -> None:
        """Gather the convoys, and find which moves they make go by sea."""
        for convoy in self.lanes.convoys:
            lane, same_power = convoy.lane, convoy.same_power
            used = self.columns.get(convoy.number, 0) & self.column[lane]
            if not used:
                continue
            self.carriers.setdefault(lane, {})[convoy.fleet] = used
            if same_power and self.edition.adjacent_convoy == "intent":
                self.by_sea[lane] |= used
            elif same_power:
                # Whether own fleets make a whole chain is asked by the resolver of single phases.
                self.handed |= used ^ (used & self.by_sea[lane])
        for lane in self.active:
            if self.by_sea[lane]:
                self._route(lane)

    def _route(self, lane: int) -> None:
        """Find the chains over which the fleets that are ordered to can carry an army."""
        lanes, board = self.lanes, self.slate.scene.board
        fleets = self.carriers.get(lane, {})
        seas = sum([1 << lanes.provinces[fleet] for fleet in fleets])
        ways = chains(board, seas, lanes.origins[lane]).get(lanes.targets[lane], ()) if seas else ()
        if not ways:
            self.falls[lane] = self.by_sea[lane]
            return
        self.ways[lane] = [tuple(lanes.occupant[sea] for sea in members(way)) for way in ways]
        for fleet in fleets:
            for enemy in self.into.get(lanes.provinces[fleet], ()):
                self._stir(enemy, lanes.targets[lane])

    def _stir(self, lane: int, province: int) -> None:
        """Note that strengths in a province depend on what is decided about a lane."""
        if province in self.into:
            self.stirs.setdefault(lane, set()).add(province)

    def _meet(self) -> None:
        """Find where two units want to go to where the other is."""
        column, by_sea, backs = self.column, self.by_sea, self.lanes.opposites
        kin = self.edition.trading_places == "kin"
        for lane in self.active:
            back = backs[lane]
            both = column[lane] & column[back] if back != NONE else 0
            if not both:
                continue
            apart = both & (by_sea[lane] | by_sea[back])
            if kin:
                apart |= both & self._trading(lane, back)
            self.swap[lane] = apart
            self.clash[lane] = both ^ apart
            end = self.lanes.targets[lane]
            if len(self.into[end]) == 1:
                continue
            self._stir(back, end)
            if apart and self.edition.dislodged_effect == "always":
                self._stir(lane, end)

    def _trading(self, lane: int, back: int) -> int:
        """The sets where the edition lets two units trade places without a convoy."""
        if self.lanes.same_power[lane]:
            return self.full
        agreed = self.agreed[lane] & self.agreed[back]
        return agreed | self._other_coasts(lane, back) | self._other_coasts(back, lane)

    def _other_coasts(self, leaving: int, entering: int) -> int:
        """The sets where a fleet leaves by one coast while another enters its province by the other one."""
        slate, lanes = self.slate, self.lanes
        unit = slate.units[lanes.units[leaving]]
        found = 0
        for number in slate.ranges[lanes.units[entering]] if unit.kind is Kind.FLEET else ():
            order = slate.orders[number]
            if isinstance(order, Move) and names_coast(order.to) and order.to != unit.location:
                found |= self.columns.get(number, 0)
        return found & self.column[entering] & self.column[leaving]

    def _support(self) -> None:
        """Count the supports that match and are decided, and keep the others for later."""
        column, moving, danger, force = self.column, self.moving, self.danger, self.force
        support_of = self.lanes.support_of
        for number, ordered in self.columns.items():
            support = support_of[number]
            if support is None:
                continue
            lane = support.lane
            if lane == NONE:
                mask = ordered ^ (ordered & moving[support.supported])
            else:
                mask = ordered & (self._any(support.moves) if support.moves else column[lane])
            if mask & danger[support.unit]:
                mask = self._endangered(support, mask)
            if not mask:
                continue
            if lane == NONE:
                raise_by(self.holding[support.supported], mask)
            elif support.by_defender:
                self.own.setdefault(lane, []).append(mask)
            else:
                raise_by(force[lane], mask)

    def _any(self, numbers: Sequence[int]) -> int:
        found = 0
        for number in numbers:
            found |= self.columns.get(number, 0)
        return found

    def _endangered(self, support: NumberedSupport, mask: int) -> int:
        """The sets in which a support under attack is given, if that is decided; else it is kept."""
        lane, aim = support.lane, support.aim
        key = support.unit, aim, lane == NONE
        guard = self._guards.get(key)
        if guard is None:
            guard = self._guards[key] = self._guarded(support.unit, aim, holds=lane == NONE)
        rival, landings = guard.rival, guard.landings
        mask ^= mask & guard.cut
        if rival != NONE and not mask & self.column[rival]:
            rival = NONE
        if landings:
            landings = [(landing, where & mask) for landing, where in landings if where & mask]
        if rival == NONE and not landings:
            return mask
        aid = Aid(mask, rival, landings, kin=support.by_defender)
        doubtful = [landing for landing, _ in landings] + ([rival] if rival != NONE else [])
        if lane == NONE:
            self.steadied.setdefault(support.supported, []).append(aid)
        else:
            self.aids.setdefault(lane, []).append(aid)
        for attack in doubtful:
            self._stir(attack, aim)
            if lane != NONE and self.clash[lane]:
                self._stir(attack, self.lanes.origins[lane])
        return 0

    def _guarded(self, unit: int, aim: int, *, holds: bool) -> Guard:
        lanes, cut, rival = self.lanes, 0, NONE
        landings: list[tuple[int, int]] = []
        for lane in self.into.get(lanes.provinces[unit], ()):
            if lanes.same_power[lane]:
                continue
            if lanes.origins[lane] == aim and self.edition.aimed_attack == "spares":
                rival = lane
                continue
            where = self.by_sea[lane]
            cut |= self.column[lane] ^ where
            if where and self.edition.convoy_paradox == "rule_1971" and not holds:
                # 1971 XII.5: an army does not cut a support for an attack on a fleet that carries it.
                where ^= where & self.carriers.get(lane, {}).get(lanes.occupant[aim], 0)
            if where:
                landings.append((lane, where))
        return Guard(cut, rival, landings)
