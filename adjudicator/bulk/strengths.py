"""The strengths of DATC 5.B for all sets of a bulk, the least and the greatest while decisions are open."""

from collections.abc import Sequence

from adjudicator.bulk.field import Aid, Field
from adjudicator.bulk.lanes import NONE
from adjudicator.bulk.levels import Levels, raised, restricted, united


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

    def __init__(self, field: Field) -> None:
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
        back = field.lanes.back[lane]
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
        facing = field.lanes.facing[lane]
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
        back = field.lanes.back[lane]
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
