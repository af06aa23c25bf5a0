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
class Sides:
    """Who stands against whom.

    homes: the home power of each side. commander: the side of every power this year. goals: the provinces by
    which each side wins when a unit of its home power stands there. before_autumn: whether the next moves are
    those of this year's autumn. tested: whether victory is tested at the end of the season, which moves or
    retreats are awaited of.
    """

    duel: Duel
    homes: tuple[Power, Power]
    commander: Mapping[Power, int]
    goals: tuple[tuple[Province, ...], tuple[Province, ...]]
    before_autumn: bool
    tested: bool

    @classmethod
    def of(cls, duel: Duel, player: Player) -> "Sides":
        """Take the sides of a running duel whose homes are known, as seen by a player."""
        homes = duel.homes[player], duel.homes[player.opponent]
        commander = {power: _side(duel, player, power) for power in standard().powers}
        goals = standard().homes[homes[OTHER]], standard().homes[homes[OWN]]
        if duel.rules.victory_centres is not None:
            goals = ((), ())
        in_season = duel.phase is not None and duel.kind in {PhaseKind.MOVEMENT, PhaseKind.RETREATS}
        spring = in_season and duel.phase is not None and duel.phase.season is Season.SPRING
        return cls(duel, homes, commander, goals, spring, in_season and _is_tested(duel, spring=spring))

    @property
    def credits(self) -> tuple[int, int]:
        """The reserves of both sides."""
        player = self.player
        return self.duel.credits.get(player, 0), self.duel.credits.get(player.opponent, 0)

    @property
    def player(self) -> Player:
        """The player who thinks."""
        return next(player for player, home in self.duel.homes.items() if home == self.homes[OWN])


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
