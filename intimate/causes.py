"""Why a phase went as it did: each player's setbacks, and the orders and bids that caused them.

Only for phases that are over, since it uses both entries.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from adjudicator import Cause as Fault
from adjudicator import (
    Flag,
    Move,
    PhaseKind,
    Power,
    Province,
    Reason,
    Retreat,
    Support,
    Unit,
    builds_possible,
    province_of,
    standard,
)
from intimate.auction import Auction, least_bid
from intimate.chapter import Chapter, Fate, fates_of
from intimate.duel import Duel
from intimate.entries import sheets_of
from intimate.players import Player

SAVED = 2
"""A bid that was too high is mentioned from this many credits on."""
CLOSE = 3
"""A bid that was too low is mentioned up to this many credits."""


class SetbackKind(StrEnum):
    """What happened to a player, the gravest first."""

    LEFT_EMPTY = "left_empty"
    """An enemy unit entered an empty home centre."""
    BOTH_OVERBID = "both_overbid"
    OVERBID = "overbid"
    DISLODGED = "dislodged"
    CUT = "cut"
    """A support was cut, and another unit of theirs failed without it."""
    BOUNCED = "bounced"
    DISBANDED = "disbanded"
    TIED = "tied"
    OVERPAID = "overpaid"
    MISSED = "missed"
    """A slightly higher bid would have won a mercenary."""
    BUILDS_GIVEN_UP = "builds_given_up"


@dataclass(frozen=True, slots=True)
class Setback:
    """One thing that happened to a player, and its cause.

    unit: theirs. place: the province concerned. by: the other units that did it. helpers: their supporters.
    served: the player's unit that a support was meant for. reason: of a disbandment. power: a mercenary, or
    the power with unused builds. bid: what they bid, or lost. enough: the bid that would have been enough.
    """

    kind: SetbackKind
    player: Player
    unit: Unit | None = None
    place: Province | None = None
    by: tuple[Unit, ...] = ()
    helpers: tuple[Unit, ...] = ()
    served: Unit | None = None
    reason: Reason | None = None
    power: Power | None = None
    bid: int = 0
    enough: int = 0


def causes_of(before: Duel, chapter: Chapter) -> Sequence[Setback]:
    """List what happened to both players in a phase, the gravest first; nothing for an event."""
    if chapter.phase is None or not before.own(Player.FIRST):
        return []
    found = [*_of_bids(before, chapter, chapter.auction)] if chapter.auction else _of_orders(before, chapter)
    ranks = list(SetbackKind)
    return sorted(found, key=lambda cause: ranks.index(cause.kind))


def _of_bids(before: Duel, chapter: Chapter, auction: Auction) -> Iterator[Setback]:
    sheets = sheets_of(chapter.entries)
    if len(sheets) < len(Player):
        return
    kind = SetbackKind.BOTH_OVERBID if len(auction.overbid) > 1 else SetbackKind.OVERBID
    for player in auction.overbid[:1]:
        yield Setback(kind, player, bid=auction.paid[player])
    for player in Player:
        bids = sheets[player].bids
        against = sheets[player.opponent].bids
        spent, missed = [], []
        for power, bid in bids.items():
            least = least_bid(before, sheets, player, power)
            if least is None:
                continue
            if auction.control.get(power) is player:
                spent.append(Setback(SetbackKind.OVERPAID, player, power=power, bid=bid, enough=least.bid))
            elif bid == against.get(power, 0) and player is Player.FIRST:
                yield Setback(SetbackKind.TIED, player, power=power, bid=bid)
            elif bid < against.get(power, 0):
                missed.append(Setback(SetbackKind.MISSED, player, power=power, bid=bid, enough=least.bid))
        if player not in auction.overbid:
            yield from _most(spent, SAVED)
            yield from (cause for cause in _most(missed, 1)[-1:] if cause.enough - cause.bid <= CLOSE)


def _most(causes: Iterable[Setback], least: int) -> Sequence[Setback]:
    """Choose the bid with the largest excess; if all were too low, the one that lacked least."""
    off = [cause for cause in causes if abs(cause.bid - cause.enough) >= least]
    return [max(off, key=lambda cause: cause.bid - cause.enough)] if off else []


def _of_orders(before: Duel, chapter: Chapter) -> list[Setback]:
    found = _Fought(before, chapter)
    return [
        *found.entered(),
        *found.dislodged(),
        *found.cut(),
        *found.bounced(),
        *found.gone(),
        *found.given_up(),
    ]


class _Fought:
    """Both players' orders and their outcomes."""

    def __init__(self, before: Duel, chapter: Chapter) -> None:
        self.before, self.after = before, chapter.after
        self.fates = fates_of(chapter, before)
        self.own = {player: frozenset(before.own(player)) for player in Player}
        self.by_unit = {fate.ordered: fate for fate in self.fates if isinstance(fate.ordered, Unit)}

    def side(self, fate: Fate) -> Player | None:
        """Return the commander of a unit."""
        return self.before.commander(fate.power)

    def by_player(self) -> Iterator[tuple[Player, Unit, Fate]]:
        """List the fates of commanded units, those of home powers first."""
        fates = sorted(self.fates, key=lambda fate: not any(fate.power in own for own in self.own.values()))
        for fate in fates:
            player = self.side(fate)
            if player is not None and isinstance(fate.ordered, Unit):
                yield player, fate.ordered, fate

    def entered(self) -> Iterator[Setback]:
        """Find the empty home centres that a unit of the enemy's home power entered."""
        goals = {player: self._goals(player) for player in Player}
        for player, unit, fate in self.by_player():
            order, victim = fate.order, player.opponent
            if not isinstance(order, Move | Retreat) or not fate.outcome.succeeded:
                continue
            place = province_of(order.to)
            if fate.power in self.own[player] and place in goals[victim] and self._stood_empty(place, unit):
                yield Setback(SetbackKind.LEFT_EMPTY, victim, place=place, by=(unit,))

    def _goals(self, player: Player) -> frozenset[Province]:
        return frozenset(centre for power in self.own[player] for centre in standard().homes[power])

    def _stood_empty(self, place: Province, by: Unit) -> bool:
        """Tell whether nobody was dislodged when a unit entered: the place was empty, or its unit left."""
        there = [unit for unit in self.by_unit if unit.province == place and unit != by]
        return not any(Flag.DISLODGED in self.by_unit[unit].outcome.flags for unit in there)

    def dislodged(self) -> Iterator[Setback]:
        """Find the dislodged units, their attackers and the supporters of those."""
        for player, unit, fate in self.by_player():
            by = _blamed(fate, Fault.DISLODGED) if Flag.DISLODGED in fate.outcome.flags else ()
            if by:
                helpers = tuple(self._supporters(by[0], unit.province))
                yield Setback(SetbackKind.DISLODGED, player, unit, unit.province, by, helpers)

    def _supporters(self, attacker: Unit, place: Province) -> Iterator[Unit]:
        for unit, fate in self.by_unit.items():
            order = fate.order
            if isinstance(order, Support) and Flag.CUT not in fate.outcome.flags:
                is_meant = order.supported.province == attacker.province and order.to is not None
                if (
                    is_meant
                    and order.target == place
                    and not {Flag.VOID, Flag.DISLODGED} & {*fate.outcome.flags}
                ):
                    yield unit

    def cut(self) -> Iterator[Setback]:
        """Find the supports that were cut and whose unit then failed."""
        for player, unit, fate in self.by_player():
            order, by = fate.order, _blamed(fate, Fault.CUT)
            if not isinstance(order, Support) or not by:
                continue
            served = next((one for one in self.by_unit if one.province == order.supported.province), None)
            flags = self.by_unit[served].outcome.flags if served else ()
            if served and (Flag.DISLODGED in flags or (order.to and Flag.BOUNCE in flags)):
                yield Setback(SetbackKind.CUT, player, unit, unit.province, by, served=served)

    def bounced(self) -> Iterator[Setback]:
        """Find the moves to supply centres that bounced."""
        centres = standard().centres
        for player, unit, fate in self.by_player():
            order, by = fate.order, _blamed(fate, Fault.BOUNCED)
            if isinstance(order, Move) and by and province_of(order.to) in centres:
                yield Setback(SetbackKind.BOUNCED, player, unit, province_of(order.to), by)

    def gone(self) -> Iterator[Setback]:
        """Find the units that were disbanded in retreats and winters for want of an order."""
        for player, unit, fate in self.by_player():
            left = {Flag.DISBAND, Flag.DEFAULT} & {
                *fate.outcome.flags
            } and unit not in self.after.position.units
            if left and Flag.DISLODGED not in fate.outcome.flags and fate.outcome.reason:
                yield Setback(SetbackKind.DISBANDED, player, unit, unit.province, reason=fate.outcome.reason)

    def given_up(self) -> Iterator[Setback]:
        """Find the home powers that could have built more."""
        if self.before.kind is not PhaseKind.ADJUSTMENTS:
            return
        for player in Player:
            for power in self.before.own(player):
                built = set(self.after.position.units_of(power)) - set(self.before.position.units_of(power))
                if builds_possible(self.before.position, power) > len(built):
                    yield Setback(SetbackKind.BUILDS_GIVEN_UP, player, power=power)


def _blamed(fate: Fate, fault: Fault) -> tuple[Unit, ...]:
    """Return the units that caused a failure."""
    return next((reason.units for reason in fate.outcome.reasons if reason.cause is fault), ())
