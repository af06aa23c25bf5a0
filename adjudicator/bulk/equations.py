"""The equations of DATC 5.B for all sets of a bulk at once, each with what is sure and what is possible.

They say neither more nor less than those of `decisions` and `strengths`: what stays open here
stays open there, for one and the same set.
"""

from adjudicator.bulk.field import Field
from adjudicator.bulk.lanes import NONE
from adjudicator.bulk.levels import Levels, Rivals, above, whole
from adjudicator.bulk.strengths import Strengths


class Equations:
    """A field in the course of being decided.

    By lane: `sure_if_left` and `may_if_left`, where a move surely and possibly succeeds if the unit in its
    target leaves, `sure_if_held` and `may_if_held` the same if that unit stays. `reckoning` are the
    provinces at whose lanes all this is to be reckoned anew, `looking` those where only somebody may
    have left since. Looking comes first, as it is quick.
    """

    def __init__(self, field: Field) -> None:
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
        home = field.lanes.starts[lane]
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
        facing = field.lanes.facing[lane]
        if facing == NONE or field.lanes.kin[lane]:
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
            for enemy in field.into.get(field.lanes.homes[fleet], ()):
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
