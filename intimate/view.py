"""The duel as one player, or a spectator, may see it: never what is still sealed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from adjudicator import Choices, Order, Phase, PhaseKind, Power, Unit, WinterChoice, contradictions
from intimate.auction import cost_of_inheriting, discount, may_be_overbid
from intimate.beforehand import duel_at_auction, phases_ahead, reserve_is_known
from intimate.duel import Duel, DuelResult
from intimate.entries import Orders
from intimate.errors import EventError
from intimate.events import BY_PLAYERS, Event, EventKind, happen, possible
from intimate.options import choices_of, orderable_units, winter_choices
from intimate.play import awaits
from intimate.players import Player
from intimate.stalemate import Countdown, Remnant, countdown, in_the_way


@dataclass(frozen=True, repr=False)
class View:
    """A duel through the eyes of `player`, or of a spectator when that is None.

    A duel holds no entries, so all of it may be shown; the player's own entry comes from elsewhere, for
    them alone.
    """

    duel: Duel
    player: Player | None

    def __repr__(self) -> str:
        """The duel and its viewer."""
        return f"<View of {self.player or 'a spectator'}: {self.duel}>"

    def _repr_svg_(self) -> str:
        return self.duel.position.svg()

    @cached_property
    def awaited(self) -> frozenset[Player]:
        """The players whom the phase awaits."""
        return awaits(self.duel)

    @property
    def is_awaited(self) -> bool:
        """True if the phase awaits the viewer."""
        return self.player in self.awaited

    @property
    def home(self) -> Power | None:
        """The player's home power, None before it is drawn and for a spectator."""
        return self.duel.homes.get(self.player) if self.player else None

    @cached_property
    def choices(self) -> Choices:
        """All that the player can order now, listed once."""
        return choices_of(self.duel, self.player) if self.player else Choices()

    @cached_property
    def units(self) -> list[tuple[Power, Unit]]:
        """The units that the player can order, with their powers."""
        return orderable_units(self.duel, self.player) if self.player else []

    @cached_property
    def winters(self) -> list[WinterChoice]:
        """The builds and removals that the player can order."""
        in_winter = self.player and self.duel.kind is PhaseKind.ADJUSTMENTS
        return winter_choices(self.duel, self.player) if in_winter and self.player else []

    @cached_property
    def phases_ahead(self) -> Sequence[Phase]:
        """The phases for which the player may leave an entry beforehand."""
        return phases_ahead(self.duel, self.player) if self.player else ()

    @property
    def at_next_auction(self) -> Self:
        """The duel at its next auction, if no centre changes owner by then."""
        return replace(self, duel=duel_at_auction(self.duel))

    @property
    def knows_next_reserve(self) -> bool:
        """True if nothing can change the reserves before the next auction."""
        return reserve_is_known(self.duel)

    @cached_property
    def countdown(self) -> Countdown | None:
        """When a claim of a stalemate would be granted, for spectators too; None if none can be claimed."""
        return countdown(self.duel)

    @property
    def in_the_way(self) -> Sequence[Remnant]:
        """The remaining mercenaries, which prevent the claim of a stalemate."""
        return in_the_way(self.duel)

    def contradictions(self, orders: Orders) -> Sequence[Order]:
        """List the player's supports and convoys of own units that have other orders."""
        if self.player is None or self.duel.kind is not PhaseKind.MOVEMENT:
            return []
        given = {power: orders.by_power.get(power, ()) for power in self.duel.commands(self.player)}
        return contradictions(self.duel.position, given, self.duel.edition)

    def discount(self, power: Power) -> int:
        """Count the credits that loyal service takes off the player's price for a mercenary."""
        return discount(self.duel, self.player, power) if self.player else 0

    def may_be_overbid(self, bids: Mapping[Power, int]) -> bool:
        """Tell whether the player's sheet would be overbid if all its bids won."""
        return self.player is not None and may_be_overbid(self.duel, self.player, bids)

    def cost_of_inheriting(self, bids: Mapping[Power, int]) -> int:
        """Add up the most that the player's sheet can cost when the opponent is overbid."""
        return cost_of_inheriting(self.duel, self.player, bids) if self.player else 0

    def can(self, kind: EventKind) -> bool:
        """Tell whether an event of the player (concession, draw, stalemate, early end) could happen now."""
        if self.player is None or kind not in BY_PLAYERS or self._already(kind):
            return False
        return possible(self.duel, Event(kind, self.player))

    def obstacle(self, kind: EventKind) -> str | None:
        """Return the error code that bars an event of the player now; None if it is possible."""
        if self.player is None:
            return None
        try:
            happen(self.duel, Event(kind, self.player))
        except EventError as error:
            return error.code
        return None

    def end_by(self, kind: EventKind) -> DuelResult | None:
        """Return the result of the duel after an event of the player; None if it would go on."""
        if self.player is None or self.obstacle(kind):
            return None
        return happen(self.duel, Event(kind, self.player)).result

    def _already(self, kind: EventKind) -> bool:
        standing = {
            EventKind.DRAW_OFFERED: self.duel.draw_offers,
            EventKind.STALEMATE_CLAIMED: self.duel.claims,
        }
        return self.player in standing.get(kind, ())
