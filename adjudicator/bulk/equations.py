"""The strengths and equations of DATC 5.B for all sets of a bulk at once: what is sure, what is possible.

They say neither more nor less than those of `adjudicator.decisions`: what stays open here
stays open there, for one and the same set.
"""

from collections.abc import Sequence

from adjudicator.bulk.field import Aid, BulkField, Levels, Rivals, above, raised, restricted, united, whole
from adjudicator.bulk.slate import NONE


class Force:
    """The least and the greatest strength of a move: with all supports, and while its target stays."""

    __slots__ = ("least", "least_against", "most", "most_against")

    def __init__(self, least: Levels, least_against: Levels, most: Levels, most_against: Levels) -> None:
        self.least = least
        self.least_against = least_against
        self.most = most
        self.most_against = most_against


class Strengths:
    """The strengths of the lanes of a field; `settled` are forces about which nothing is open."""

    def __init__(self, field: BulkField) -> None:
        self.field = field
        self.settled: dict[int, Force] = {}
        self.kin_counts_if_left = field.edition.self_dislodging_support == "nothing"

    def hold(self, lane: int, facing: int) -> tuple[Levels, Levels]:
        """HOLD STRENGTH of a unit that does not move, DEFEND STRENGTH of one that fights head to head."""
        field = self.field
        least = most = field.holding[facing]
        if facing in field.steadied:
            least, most = self._counted(least, field.steadied[facing])
        clash = field.clash[lane]
        if not clash:
            return least, most
        back = field.lanes.opposites[lane]
        at_least, at_most = self._lasting(back, self.force(back))
        lowest = united(least, restricted(at_least, clash))
        same = least is most and at_least is at_most
        return lowest, lowest if same else united(most, restricted(at_most, clash))

    def _counted(self, levels: Levels, aids: Sequence[Aid]) -> tuple[Levels, Levels]:
        """The least and the greatest strengths with supports that are not decided everywhere."""
        if not aids:
            return levels, levels
        sure, possible = [self._surely(aid) for aid in aids], [self._perhaps(aid) for aid in aids]
        least = raised(levels, sure)
        return least, least if sure == possible else raised(levels, possible)

    def _surely(self, aid: Aid) -> int:
        """SUPPORT: the sets in which it is surely given."""
        field = self.field
        cut = field.may[aid.rival] if aid.rival != NONE else 0
        for lane, where in aid.landings:
            cut |= where ^ (where & field.falls[lane])
        return aid.mask ^ (aid.mask & cut)

    def _perhaps(self, aid: Aid) -> int:
        """SUPPORT: the sets in which it is not surely cut."""
        field = self.field
        cut = field.yes[aid.rival] if aid.rival != NONE else 0
        for lane, where in aid.landings:
            cut |= where & field.stands[lane]
        return aid.mask ^ (aid.mask & cut)

    def force(self, lane: int) -> Force:
        """The strength of a move that arrives, before anything stands in its way."""
        found = self.settled.get(lane)
        if found is not None:
            return found
        field = self.field
        if lane in field.aids or field.by_sea[lane]:
            return self._unsettled_force(lane)
        against = every = field.force[lane]
        if lane in field.own:
            every = raised(against, field.own[lane])
        self.settled[lane] = force = Force(every, against, every, against)
        return force

    def _unsettled_force(self, lane: int) -> Force:
        field = self.field
        aids, own = field.aids.get(lane, ()), field.own.get(lane, ())
        least, most = self._counted(field.force[lane], [aid for aid in aids if not aid.kin])
        kin = [aid for aid in aids if aid.kin]
        every, at_most = least, most
        if kin or own:
            every = raised(least, [*own, *[self._surely(aid) for aid in kin]])
            at_most = raised(most, [*own, *[self._perhaps(aid) for aid in kin]])
        force = Force(every, least, at_most, most)
        if field.by_sea[lane]:
            self._land(lane, force)
        return force

    def _land(self, lane: int, force: Force) -> None:
        """Take away the strength where the convoy falls, or may fall."""
        field = self.field
        landed = field.column[lane] ^ field.by_sea[lane] | field.stands[lane]
        landing = field.column[lane] ^ field.falls[lane]
        alike, alike_most = force.least is force.least_against, force.most is force.most_against
        decided = landed == landing and force.least is force.most and alike and alike_most
        force.least = restricted(force.least, landed)
        force.least_against = force.least if alike else restricted(force.least_against, landed)
        force.most = force.least if decided else restricted(force.most, landing)
        force.most_against = force.most if alike_most else restricted(force.most_against, landing)

    def _lasting(self, lane: int, force: Force) -> tuple[Levels, Levels]:
        """The force of a move against other moves; see the switch `self_dislodging_support`."""
        if not self.kin_counts_if_left:
            return force.least, force.most
        if force.least is force.least_against and force.most is force.most_against:
            return force.least, force.most
        field, clash = self.field, self.field.clash[lane]
        facing = field.lanes.defenders[lane]
        left, may_leave = field.left[facing], field.may_leave[facing]
        left ^= left & clash
        may_leave ^= may_leave & clash
        return (
            united(force.least_against, restricted(force.least, left)),
            united(force.most_against, restricted(force.most, may_leave)),
        )

    def prevent(self, lane: int, force: Force) -> tuple[Levels, Levels]:
        """PREVENT STRENGTH: none where the move lost a head-to-head battle (1971 IX.7)."""
        least, most = self._lasting(lane, force) if self.kin_counts_if_left else (force.least, force.most)
        field = self.field
        clash, swap = field.clash[lane], field.swap[lane]
        if not clash and not swap:
            return least, most
        back = field.lanes.opposites[lane]
        column = field.column[lane]
        beaten, perhaps = clash & field.yes[back], clash & field.may[back]
        if swap and field.edition.dislodged_effect == "always":
            beaten |= swap & field.yes[back] & (column ^ field.may[lane])
            perhaps |= swap & field.may[back] & (column ^ field.yes[lane])
        if not perhaps:
            return least, most
        low = restricted(least, column ^ perhaps)
        if beaten == perhaps and least is most:
            return low, low
        return low, restricted(most, column ^ beaten) if beaten else most


class Equations:
    """A field in the course of being decided.

    By lane: `sure_if_left` and `may_if_left`, where a move surely and possibly succeeds if the unit in its
    target leaves, `sure_if_held` and `may_if_held` the same if that unit stays. `reckoning` are the
    provinces at whose lanes all this is to be reckoned anew, `looking` those where only somebody may
    have left since. Looking comes first, as it is quick.
    """

    def __init__(self, field: BulkField) -> None:
        self.field = field
        lanes = len(field.column)
        self.sure_if_left = [0] * lanes
        self.may_if_left = [0] * lanes
        self.sure_if_held = [0] * lanes
        self.may_if_held = [0] * lanes
        self.strengths = Strengths(field)
        self.reckoning: dict[int, None] = dict.fromkeys(field.into)
        self.looking: dict[int, None] = {}

    def propagate(self) -> None:
        """Decide what can be decided, until nothing more can."""
        looking, reckoning = self.looking, self.reckoning
        while True:
            if looking:
                self._look(looking.popitem()[0])
            elif reckoning:
                there = next(iter(reckoning))
                del reckoning[there]
                self.reckon(there)
                self._look(there)
            else:
                return

    def _look(self, there: int) -> None:
        """MOVE: decide about the lanes into a province where that is possible by now."""
        field = self.field
        yes, may = field.yes, field.may
        facing = field.lanes.occupant[there]
        for lane in field.into[there]:
            if yes[lane] == may[lane]:
                continue
            sure, possible = self.verdict(lane, facing)
            if sure != yes[lane] or possible != may[lane]:
                yes[lane], may[lane] = sure, possible
                self._tell(lane)

    def verdict(self, lane: int, facing: int) -> tuple[int, int]:
        """Where a move surely succeeds, and where it may."""
        if facing == NONE:
            return self.sure_if_left[lane], self.may_if_left[lane]
        field = self.field
        left, may_leave, clash = field.left[facing], field.may_leave[facing], field.clash[lane]
        if clash:
            left ^= left & clash
            may_leave ^= may_leave & clash
        sure = self.sure_if_held[lane] | (self.sure_if_left[lane] & left)
        return sure, self.may_if_held[lane] | (self.may_if_left[lane] & may_leave)

    def _tell(self, lane: int) -> None:
        """Something was decided about a lane: look at what depends on it."""
        field = self.field
        home = field.lanes.origins[lane]
        if home in field.into:
            unit = field.lanes.units[lane]
            left = may_leave = 0
            for other in field.of[unit]:
                left |= field.yes[other]
                may_leave |= field.may[other]
            field.left[unit] = left
            field.may_leave[unit] = may_leave
            if self.strengths.kin_counts_if_left:
                self.reckoning[home] = None
            elif home not in self.reckoning:
                self.looking[home] = None
        if lane in field.stirs:
            self._stir(lane)

    def _stir(self, lane: int) -> None:
        """Reckon again with strengths that depend on a lane."""
        for there in self.field.stirs[lane]:
            self.looking.pop(there, None)
            self.reckoning[there] = None

    def reckon(self, there: int) -> None:
        """Compare the strengths of the lanes into a province."""
        field, strengths = self.field, self.strengths
        into = field.into[there]
        for lane in into:
            if lane in field.ways and self._sail(lane) and lane in field.stirs:
                self._stir(lane)
        if len(into) == 1:
            force = strengths.force(into[0])
            self._note(into[0], force.least, force.least_against, force.most, force.most_against)
            return
        forces = [strengths.force(lane) for lane in into]
        lows: list[Levels] = []
        highs: list[Levels] = []
        differ = False
        for at, lane in enumerate(into):
            low, high = strengths.prevent(lane, forces[at])
            lows.append(low)
            highs.append(high)
            differ = differ or low is not high
        highest = lowest = Rivals(highs)
        if differ:
            lowest = Rivals(lows)
        for at, lane in enumerate(into):
            force = forces[at]
            least, most = force.least, force.most
            own = highs[at] if field.swap[lane] else None
            sure = may = highest.outdone(least, own)
            sure_against = may_against = sure
            if force.least_against is not least:
                sure_against = may_against = highest.outdone(force.least_against, own)
            if differ or least is not most:
                own = None if lows[at] is most else lows[at]
                may = may_against = lowest.outdone(most, own)
                if force.most_against is not most:
                    may_against = lowest.outdone(force.most_against, own)
            self._note(lane, sure, sure_against, may, may_against)

    def _note(self, lane: int, sure: Levels, sure_against: Levels, may: Levels, may_against: Levels) -> None:
        """Note the odds of a lane: strengths in the sets where it is stronger than all rivals."""
        self.sure_if_left[lane] = left = whole(sure)
        self.may_if_left[lane] = left if may is sure else whole(may)
        field = self.field
        facing = field.lanes.defenders[lane]
        if facing == NONE or field.lanes.same_power[lane]:
            return
        if len(may_against) == 1:
            self.sure_if_held[lane] = self.may_if_held[lane] = 0
            return
        least, most = self.strengths.hold(lane, facing)
        self.sure_if_held[lane] = held = above(sure_against, most)
        same = least is most and may_against is sure_against
        self.may_if_held[lane] = held if same else above(may_against, least)

    def _sail(self, lane: int) -> bool:
        """PATH: where one of the chains ordered, or where all of them, are not dislodged (DATC 4.A.1)."""
        field = self.field
        by_sea, carriers = field.by_sea[lane], field.carriers[lane]
        safe, afloat = {}, {}
        every_safe = every_afloat = by_sea
        for fleet, used in carriers.items():
            struck = perhaps = 0
            for enemy in field.into.get(field.lanes.provinces[fleet], ()):
                struck |= field.yes[enemy]
                perhaps |= field.may[enemy]
            safe[fleet], afloat[fleet] = used ^ (used & perhaps), used ^ (used & struck)
            every_safe ^= every_safe & used & perhaps
            every_afloat ^= every_afloat & used & struck
        if field.edition.convoy_routes == "all":
            ordered = self._linked(lane, carriers)
            stands, may = every_safe & ordered, every_afloat & ordered
        else:
            stands, may = self._linked(lane, safe), self._linked(lane, afloat)
        falls = by_sea ^ (by_sea & may)
        changed = stands != field.stands[lane] or falls != field.falls[lane]
        field.stands[lane], field.falls[lane] = stands, falls
        return changed

    def _linked(self, lane: int, fleets: dict[int, int]) -> int:
        """The sets in which all fleets of some chain are among those that are given with their sets."""
        found = 0
        for way in self.field.ways[lane]:
            chain = self.field.by_sea[lane]
            for fleet in way:
                chain &= fleets[fleet]
            found |= chain
        return found
