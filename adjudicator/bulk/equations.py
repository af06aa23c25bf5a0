"""The strengths and equations of DATC 5.B for all sets of a bulk at once.

Everything has two bounds: what is sure, and what is still possible. For any one set they decide exactly what
the equations of `adjudicator.decisions` decide, and leave the same open.
"""

from collections.abc import Sequence

from adjudicator.bulk.field import (
    BulkField,
    Levels,
    OpenSupport,
    Rivals,
    any_level,
    exceeds,
    maximum,
    restricted,
    with_added,
)
from adjudicator.bulk.slate import NONE


class Force:
    """The strength of a move.

    least, most: its bounds with all supports, which count if the unit in the target leaves.
    least_against, most_against: its bounds against that unit if it stays, so without the supports by the
        defender's own power.
    """

    __slots__ = ("least", "least_against", "most", "most_against")

    def __init__(self, least: Levels, least_against: Levels, most: Levels, most_against: Levels) -> None:
        self.least = least
        self.least_against = least_against
        self.most = most
        self.most_against = most_against


class Strengths:
    """The strengths of the moves and units of a field.

    decided: by lane, the forces that nothing can change any more.
    defender_supports_vary: whether supports by the defender's power count against other moves only if the
        defender leaves (the switch `self_dislodging_support`).
    """

    def __init__(self, field: BulkField) -> None:
        self.field = field
        self.decided: dict[int, Force] = {}
        self.defender_supports_vary = field.edition.self_dislodging_support == "nothing"

    def hold(self, lane: int, defender: int) -> tuple[Levels, Levels]:
        """HOLD STRENGTH of a unit that stays, DEFEND STRENGTH of one in a head-to-head battle."""
        field = self.field
        least = most = field.hold_strength[defender]
        if defender in field.open_hold_supports:
            least, most = self._with_open_supports(least, field.open_hold_supports[defender])
        head_to_head = field.head_to_head[lane]
        if not head_to_head:
            return least, most
        opposite = field.lanes.opposites[lane]
        least_defend, most_defend = self._against_moves(opposite, self.force(opposite))
        low = maximum(least, restricted(least_defend, head_to_head))
        if least is most and least_defend is most_defend:
            return low, low
        return low, maximum(most, restricted(most_defend, head_to_head))

    def _with_open_supports(self, levels: Levels, supports: Sequence[OpenSupport]) -> tuple[Levels, Levels]:
        """Return the bounds of a strength with supports that are not decided everywhere."""
        if not supports:
            return levels, levels
        sure = [self._surely_given(support) for support in supports]
        possible = [self._possibly_given(support) for support in supports]
        least = with_added(levels, sure)
        return least, least if sure == possible else with_added(levels, possible)

    def _surely_given(self, support: OpenSupport) -> int:
        """SUPPORT: the sets in which it surely stands."""
        field, attack = self.field, support.aimed_attack
        cut = field.may_succeed[attack] if attack != NONE else 0
        for lane, where in support.convoyed_attacks:
            cut |= where ^ (where & field.convoy_fails[lane])
        return support.mask ^ (support.mask & cut)

    def _possibly_given(self, support: OpenSupport) -> int:
        """SUPPORT: the sets in which it is not surely cut."""
        field, attack = self.field, support.aimed_attack
        cut = field.succeeds[attack] if attack != NONE else 0
        for lane, where in support.convoyed_attacks:
            cut |= where & field.convoy_holds[lane]
        return support.mask ^ (support.mask & cut)

    def force(self, lane: int) -> Force:
        """Return the strength of a move, before anything opposes it."""
        found = self.decided.get(lane)
        if found is not None:
            return found
        field = self.field
        if lane in field.open_supports or field.by_sea[lane]:
            return self._open_force(lane)
        against = total = field.base_force[lane]
        if lane in field.defender_supports:
            total = with_added(against, field.defender_supports[lane])
        self.decided[lane] = force = Force(total, against, total, against)
        return force

    def _open_force(self, lane: int) -> Force:
        field = self.field
        supports = field.open_supports.get(lane, ())
        decided_by_defender = field.defender_supports.get(lane, ())
        least_against, most_against = self._with_open_supports(
            field.base_force[lane], [support for support in supports if not support.by_defender]
        )
        open_by_defender = [support for support in supports if support.by_defender]
        least, most = least_against, most_against
        if open_by_defender or decided_by_defender:
            sure = [self._surely_given(support) for support in open_by_defender]
            possible = [self._possibly_given(support) for support in open_by_defender]
            least = with_added(least_against, [*decided_by_defender, *sure])
            most = with_added(most_against, [*decided_by_defender, *possible])
        force = Force(least, least_against, most, most_against)
        if field.by_sea[lane]:
            self._apply_convoy(lane, force)
        return force

    def _apply_convoy(self, lane: int, force: Force) -> None:
        """Set the strength to 0 where the convoy fails: the least also where it is still open."""
        field = self.field
        arrives = field.column[lane] ^ field.by_sea[lane] | field.convoy_holds[lane]
        may_arrive = field.column[lane] ^ field.convoy_fails[lane]
        same_least, same_most = force.least is force.least_against, force.most is force.most_against
        is_decided = arrives == may_arrive and force.least is force.most and same_least and same_most
        force.least = restricted(force.least, arrives)
        force.least_against = force.least if same_least else restricted(force.least_against, arrives)
        force.most = force.least if is_decided else restricted(force.most, may_arrive)
        force.most_against = force.most if same_most else restricted(force.most_against, may_arrive)

    def _against_moves(self, lane: int, force: Force) -> tuple[Levels, Levels]:
        """Return the bounds of a move's force against other moves (switch `self_dislodging_support`)."""
        if not self.defender_supports_vary:
            return force.least, force.most
        if force.least is force.least_against and force.most is force.most_against:
            return force.least, force.most
        field, head_to_head = self.field, self.field.head_to_head[lane]
        defender = field.lanes.defenders[lane]
        leaves, may_leave = field.leaves[defender], field.may_leave[defender]
        leaves ^= leaves & head_to_head
        may_leave ^= may_leave & head_to_head
        return (
            maximum(force.least_against, restricted(force.least, leaves)),
            maximum(force.most_against, restricted(force.most, may_leave)),
        )

    def prevent(self, lane: int, force: Force) -> tuple[Levels, Levels]:
        """PREVENT STRENGTH: 0 where the move lost a head-to-head battle (1971 IX.7)."""
        least, most = (
            self._against_moves(lane, force) if self.defender_supports_vary else (force.least, force.most)
        )
        field = self.field
        head_to_head, swap = field.head_to_head[lane], field.swap[lane]
        if not head_to_head and not swap:
            return least, most
        opposite = field.lanes.opposites[lane]
        column = field.column[lane]
        beaten = head_to_head & field.succeeds[opposite]
        may_be_beaten = head_to_head & field.may_succeed[opposite]
        if swap and field.edition.dislodged_effect == "always":
            beaten |= swap & field.succeeds[opposite] & (column ^ field.may_succeed[lane])
            may_be_beaten |= swap & field.may_succeed[opposite] & (column ^ field.succeeds[lane])
        if not may_be_beaten:
            return least, most
        low = restricted(least, column ^ may_be_beaten)
        if beaten == may_be_beaten and least is most:
            return low, low
        return low, restricted(most, column ^ beaten) if beaten else most


class Equations:
    """Decides the moves of a field, until the equations decide no more.

    Lists with one mask for each lane:
        succeeds_if_left: the sets in which the move surely succeeds if the unit in its target leaves.
        may_succeed_if_left: those in which it is still possible then.
        succeeds_if_held: the sets in which it surely succeeds if that unit stays.
        may_succeed_if_held: those in which it is still possible then.

    Two queues of provinces:
        to_compare: where strengths may have changed, so that the four masks are computed anew.
        to_decide: where nothing has changed but whether the unit leaves. These come first, as they are quick.
    """

    def __init__(self, field: BulkField) -> None:
        self.field = field
        lanes = len(field.column)
        self.succeeds_if_left = [0] * lanes
        self.may_succeed_if_left = [0] * lanes
        self.succeeds_if_held = [0] * lanes
        self.may_succeed_if_held = [0] * lanes
        self.strengths = Strengths(field)
        self.to_compare: dict[int, None] = dict.fromkeys(field.lanes_into)
        self.to_decide: dict[int, None] = {}

    def propagate(self) -> None:
        """Decide what can be decided, until nothing more can."""
        to_decide, to_compare = self.to_decide, self.to_compare
        while True:
            if to_decide:
                self._decide(to_decide.popitem()[0])
            elif to_compare:
                province = next(iter(to_compare))
                del to_compare[province]
                self.compare(province)
                self._decide(province)
            else:
                return

    def _decide(self, province: int) -> None:
        """MOVE: decide the moves into a province as far as possible."""
        field = self.field
        succeeds, may_succeed = field.succeeds, field.may_succeed
        defender = field.lanes.occupant[province]
        for lane in field.lanes_into[province]:
            if succeeds[lane] == may_succeed[lane]:
                continue
            sure, possible = self.verdict(lane, defender)
            if sure != succeeds[lane] or possible != may_succeed[lane]:
                succeeds[lane], may_succeed[lane] = sure, possible
                self._queue_affected(lane)

    def verdict(self, lane: int, defender: int) -> tuple[int, int]:
        """Return the sets in which a move surely succeeds, and those in which it may."""
        if defender == NONE:
            return self.succeeds_if_left[lane], self.may_succeed_if_left[lane]
        field = self.field
        leaves, may_leave = field.leaves[defender], field.may_leave[defender]
        head_to_head = field.head_to_head[lane]
        if head_to_head:
            leaves ^= leaves & head_to_head
            may_leave ^= may_leave & head_to_head
        sure = self.succeeds_if_held[lane] | (self.succeeds_if_left[lane] & leaves)
        return sure, self.may_succeed_if_held[lane] | (self.may_succeed_if_left[lane] & may_leave)

    def _queue_affected(self, lane: int) -> None:
        """Queue the provinces that a new decision about a lane affects."""
        field = self.field
        origin = field.lanes.origins[lane]
        if origin in field.lanes_into:
            unit = field.lanes.units[lane]
            leaves = may_leave = 0
            for other in field.lanes_of[unit]:
                leaves |= field.succeeds[other]
                may_leave |= field.may_succeed[other]
            field.leaves[unit] = leaves
            field.may_leave[unit] = may_leave
            if self.strengths.defender_supports_vary:
                self.to_compare[origin] = None
            elif origin not in self.to_compare:
                self.to_decide[origin] = None
        if lane in field.dependents:
            self._queue_dependents(lane)

    def _queue_dependents(self, lane: int) -> None:
        """Queue the provinces whose strengths depend on a lane."""
        for province in self.field.dependents[lane]:
            self.to_decide.pop(province, None)
            self.to_compare[province] = None

    def compare(self, province: int) -> None:
        """Compare the strengths of the moves into a province."""
        field, strengths = self.field, self.strengths
        lanes = field.lanes_into[province]
        for lane in lanes:
            if lane in field.chains and self._decide_path(lane) and lane in field.dependents:
                self._queue_dependents(lane)
        if len(lanes) == 1:
            force = strengths.force(lanes[0])
            self._store(lanes[0], force.least, force.least_against, force.most, force.most_against)
            return
        forces = [strengths.force(lane) for lane in lanes]
        lows: list[Levels] = []
        highs: list[Levels] = []
        differ = False
        for at, lane in enumerate(lanes):
            low, high = strengths.prevent(lane, forces[at])
            lows.append(low)
            highs.append(high)
            differ = differ or low is not high
        strongest = weakest = Rivals(highs)
        if differ:
            weakest = Rivals(lows)
        for at, lane in enumerate(lanes):
            force = forces[at]
            least, most = force.least, force.most
            own = highs[at] if field.swap[lane] else None
            sure = possible = strongest.unmatched(least, own)
            sure_against = possible_against = sure
            if force.least_against is not least:
                sure_against = possible_against = strongest.unmatched(force.least_against, own)
            if differ or least is not most:
                own = None if lows[at] is most else lows[at]
                possible = possible_against = weakest.unmatched(most, own)
                if force.most_against is not most:
                    possible_against = weakest.unmatched(force.most_against, own)
            self._store(lane, sure, sure_against, possible, possible_against)

    def _store(
        self, lane: int, sure: Levels, sure_against: Levels, possible: Levels, possible_against: Levels
    ) -> None:
        """Compute a lane's four masks from the levels of its strength that no rival reaches."""
        self.succeeds_if_left[lane] = left = any_level(sure)
        self.may_succeed_if_left[lane] = left if possible is sure else any_level(possible)
        field = self.field
        defender = field.lanes.defenders[lane]
        if defender == NONE or field.lanes.same_power[lane]:
            return
        if len(possible_against) == 1:
            self.succeeds_if_held[lane] = self.may_succeed_if_held[lane] = 0
            return
        least, most = self.strengths.hold(lane, defender)
        self.succeeds_if_held[lane] = held = exceeds(sure_against, most)
        same = least is most and possible_against is sure_against
        self.may_succeed_if_held[lane] = held if same else exceeds(possible_against, least)

    def _decide_path(self, lane: int) -> bool:
        """PATH: decide the convoy of a lane; return True if that changed anything.

        One ordered chain must escape dislodgement, in some editions all of them must (DATC 4.A.1).
        """
        field = self.field
        by_sea, carriers = field.by_sea[lane], field.carriers[lane]
        safe, afloat = {}, {}
        all_safe = all_afloat = by_sea
        for fleet, used in carriers.items():
            dislodged = may_be_dislodged = 0
            for attack in field.lanes_into.get(field.lanes.provinces[fleet], ()):
                dislodged |= field.succeeds[attack]
                may_be_dislodged |= field.may_succeed[attack]
            safe[fleet], afloat[fleet] = used ^ (used & may_be_dislodged), used ^ (used & dislodged)
            all_safe ^= all_safe & used & may_be_dislodged
            all_afloat ^= all_afloat & used & dislodged
        if field.edition.convoy_routes == "all":
            linked = self._linked(lane, carriers)
            holds, may_hold = all_safe & linked, all_afloat & linked
        else:
            holds, may_hold = self._linked(lane, safe), self._linked(lane, afloat)
        fails = by_sea ^ (by_sea & may_hold)
        changed = holds != field.convoy_holds[lane] or fails != field.convoy_fails[lane]
        field.convoy_holds[lane], field.convoy_fails[lane] = holds, fails
        return changed

    def _linked(self, lane: int, fleets: dict[int, int]) -> int:
        """Return the sets in which a whole chain carries the move; fleets: the sets in which each one can."""
        found = 0
        for chain in self.field.chains[lane]:
            linked = self.field.by_sea[lane]
            for fleet in chain:
                linked &= fleets[fleet]
            found |= linked
        return found
