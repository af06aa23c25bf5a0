"""The duel as one player, or a spectator, may see it: never what is still sealed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Power,
    Province,
    Reason,
    Retreat,
    Support,
    Unit,
    Unreadable,
    Waive,
)
from adjudicator.position import Dislodged
from intimate.auction import cost_of_inheriting, discount, halves_all
from intimate.duel import Duel, Result
from intimate.events import BY_PLAYERS, Event, possible
from intimate.options import UnitChoice, WinterChoice, movement_choices, retreat_choices, winter_choices
from intimate.play import awaits
from intimate.players import Player
from intimate.rules import Overbid, Rules
from intimate.stalemate import can_be_claimed

__all__ = [
    "Build",
    "Convoy",
    "Disband",
    "Hold",
    "Move",
    "Order",
    "Player",
    "Power",
    "Province",
    "Reason",
    "Retreat",
    "Support",
    "Unit",
    "UnitChoice",
    "Unreadable",
    "View",
    "Waive",
    "WinterChoice",
]


@dataclass(frozen=True, slots=True)
class View:
    """A duel through the eyes of `player`, or of a spectator when that is None.

    A duel holds no entries, so all of it may be shown; what the player himself has entered comes
    from elsewhere and is only his.
    """

    duel: Duel
    player: Player | None

    @property
    def rules(self) -> Rules:
        """The rules of the duel."""
        return self.duel.rules

    @property
    def phase(self) -> str | None:
        """The name of the awaited phase, None after the end."""
        return str(self.duel.phase) if self.duel.phase else None

    @property
    def kind(self) -> str:
        """The kind of the awaited phase: `H`, `B`, `M`, `R`, `A`, or nothing after the end."""
        return self.duel.phase.kind if self.duel.phase else ""

    @property
    def awaited(self) -> frozenset[Player]:
        """Whom the phase awaits."""
        return awaits(self.duel)

    @property
    def is_awaited(self) -> bool:
        """Whether the phase awaits the one who looks."""
        return self.player in self.awaited

    @property
    def homes(self) -> Mapping[Player, Power]:
        """The home powers, once they are known."""
        return self.duel.homes

    @property
    def reserves(self) -> Mapping[Player, int]:
        """The credits of both, which are public."""
        return self.duel.credits

    @property
    def result(self) -> Result | None:
        """How the duel ended."""
        return self.duel.result

    @property
    def mercenaries(self) -> tuple[Power, ...]:
        """The mercenaries that still own a centre or a unit."""
        return self.duel.mercenaries

    @property
    def for_hire(self) -> tuple[Power, ...]:
        """The mercenaries that can be bid for."""
        return self.duel.for_hire

    @property
    def refuses_overbids(self) -> bool:
        """Whether a sheet may not exceed the reserve."""
        return self.rules.overbid is Overbid.FORBIDDEN

    def commander(self, power: Power) -> Player | None:
        """Who commands a power now; None is anarchy."""
        return self.duel.commander(power)

    def units(self, power: Power) -> Sequence[Unit]:
        """The units of a power on the board."""
        return self.duel.position.units_of(power)

    def centres(self, power: Power) -> Sequence[Province]:
        """The supply centres of a power."""
        return self.duel.position.centres_of(power)

    @property
    def dislodged(self) -> Mapping[Unit, Dislodged]:
        """The units that must retreat."""
        return self.duel.position.dislodged

    def movement_choices(self) -> list[UnitChoice]:
        """The units that the player commands, with their legal orders."""
        return movement_choices(self.duel, self.player) if self.player else []

    def retreat_choices(self) -> list[UnitChoice]:
        """The dislodged units that the player commands, with their retreats."""
        return retreat_choices(self.duel, self.player) if self.player else []

    def winter_choices(self) -> list[WinterChoice]:
        """The builds and removals that the player can order."""
        return winter_choices(self.duel, self.player) if self.player else []

    @property
    def orderable_powers(self) -> list[Power]:
        """The powers whose units the player can order now, in the order of their choices."""
        choices = self.movement_choices() if self.kind == "M" else self.retreat_choices()
        return list(dict.fromkeys(choice.power for choice in choices))

    @property
    def halves_all(self) -> bool:
        """Whether all bids are halved when the opponent is overbid, not only those that he contested."""
        return halves_all(self.duel)

    def discount(self, power: Power) -> int:
        """What loyal service takes off the player's price for a mercenary."""
        return discount(self.duel, self.player, power) if self.player else 0

    def cost_of_inheriting(self, bids: Mapping[Power, int]) -> int:
        """The most that the player's sheet can cost when the opponent is overbid."""
        return cost_of_inheriting(self.duel, self.player, bids) if self.player else 0

    def can(self, kind: str) -> bool:
        """Whether the player could now concede, offer or agree to a draw, claim or agree to a stalemate."""
        if self.player is None or kind not in BY_PLAYERS or self._done_already(kind):
            return False
        return possible(self.duel, Event(kind, self.player))

    def _done_already(self, kind: str) -> bool:
        standing = {"draw_offered": self.duel.draw_offers, "stalemate_claimed": self.duel.claims}
        return self.player in standing.get(kind, ())

    @property
    def draw_offers(self) -> frozenset[Player]:
        """Who offers a draw."""
        return self.duel.draw_offers

    @property
    def claims(self) -> frozenset[Player]:
        """Who claims a stalemate."""
        return self.duel.claims

    @property
    def mercenaries_are_gone(self) -> bool:
        """Whether a stalemate could be claimed."""
        return can_be_claimed(self.duel)
