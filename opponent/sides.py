"""A duel as one of its players sees it: which powers are whose, and the goals of both."""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator import PhaseKind, Power, Province, Season, standard
from intimate.duel import Duel
from intimate.players import Player
from intimate.rules import VictorySeason

OWN, OTHER, NOBODY = 0, 1, 2
"""The side of the one who thinks, that of the other player, and that of powers that nobody commands."""


@dataclass(frozen=True, slots=True)
class OpposingSides:
    """Who stands against whom.

    player: the one who thinks. own: the powers that are each side's for the whole duel, the home power where
    there is one. commander: the side of every power this year. goals: the provinces by which each side wins
    when a unit of its home power stands there, none where other things win. before_autumn: whether the next
    moves are those of this year's autumn. tested: whether victory is tested at the end of the season, which
    moves or retreats are awaited of.
    """

    duel: Duel
    player: Player
    own: tuple[tuple[Power, ...], tuple[Power, ...]]
    commander: Mapping[Power, int]
    goals: tuple[tuple[Province, ...], tuple[Province, ...]]
    before_autumn: bool
    tested: bool

    @classmethod
    def of(cls, duel: Duel, player: Player) -> "OpposingSides":
        """Take the sides of a running duel whose home powers are known, as seen by a player."""
        own = duel.own(player), duel.own(player.opponent)
        commander = {power: _side(duel, player, power) for power in standard().powers}
        goals: tuple[tuple[Province, ...], tuple[Province, ...]] = ((), ())
        if duel.rules.victory_centres is None and duel.rules.sides is None:
            goals = standard().homes[own[OTHER][0]], standard().homes[own[OWN][0]]
        in_season = duel.phase is not None and duel.kind in {PhaseKind.MOVEMENT, PhaseKind.RETREATS}
        spring = in_season and duel.phase is not None and duel.phase.season is Season.SPRING
        tested = in_season and _is_tested(duel, spring=spring)
        return cls(duel, player, own, commander, goals, spring, tested)

    @property
    def credits(self) -> tuple[int, int]:
        """The reserves of both sides, 0 where there are none."""
        return self.duel.credits.get(self.player, 0), self.duel.credits.get(self.player.opponent, 0)

    def owner(self, power: Power) -> int | None:
        """The side whose own power it is for the whole duel."""
        return OWN if power in self.own[OWN] else OTHER if power in self.own[OTHER] else None


def _side(duel: Duel, player: Player, power: Power) -> int:
    commander = duel.commander(power)
    return NOBODY if commander is None else OWN if commander is player else OTHER


def _is_tested(duel: Duel, *, spring: bool) -> bool:
    """Tell whether victory is tested at the end of the season (section 7)."""
    if duel.rules.victory_centres is not None:
        return not spring
    if spring and duel.rules.victory_season is VictorySeason.AUTUMN:
        return False
    waits = duel.waits_until
    if waits is None or duel.phase is None:
        return True
    return duel.phase.year > waits or (duel.phase.year == waits and not spring)
