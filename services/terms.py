"""The terms of a duel: what both players agree on before it begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudicator import EDITIONS, OFFERED, SWITCHES, Power
from clocks.terms import DAY, HOUR, MINUTE, Clock
from intimate.errors import SettingError
from intimate.players import Player
from intimate.rules import Rules
from intimate.settings import all_settings, altered_settings, changed_settings, rules
from intimate.variants import PRESETS

__all__ = [
    "DAY",
    "EDITIONS",
    "HOUR",
    "MINUTE",
    "OFFERED",
    "PRESETS",
    "RATED_PRESETS",
    "Clock",
    "Rules",
    "SettingError",
    "Terms",
    "all_settings",
    "edition_changes",
]


def edition_changes(name: str) -> Mapping[str, str]:
    """The switches in which an edition differs from the standard one, with their values."""
    chosen = EDITIONS[name]
    values = {switch: getattr(chosen, switch) for switch in SWITCHES}
    return {switch: value for switch, value in values.items() if value != SWITCHES[switch][0]}


@dataclass(frozen=True)
class Terms:
    """Rules, time and who may watch; invalid terms raise SettingError, naming the setting.

    settings: with the preset, they fix the rules, today and later.
    """

    preset: str = "intimate"
    settings: Mapping[str, Any] = field(default_factory=dict)
    edition: str = "standard"
    public: bool = True
    clock: Clock = field(default_factory=Clock)
    homes: Mapping[Player, Power] = field(default_factory=dict)
    """The home powers, if they are agreed on beforehand; the challenger is the first player."""

    rated: bool = True
    match: bool = False
    """True for two duels, the second with the home powers exchanged."""

    def __post_init__(self) -> None:
        if self.homes and PRESETS.get(self.preset, Rules()).sides:
            raise SettingError("homes", dict(self.homes), "sides have no home powers")
        # Setting a value to its default is no alteration.
        object.__setattr__(self, "settings", changed_settings(self.preset, self.rules()))

    def rules(self) -> Rules:
        """The rules that these terms name."""
        return rules(self.preset, self.settings, self.edition)

    @property
    def duels_at_once(self) -> int:
        """How many duels these terms begin at once; a live match begins its second one later."""
        return 2 if self.match and not self.clock.is_live else 1

    @property
    def altered(self) -> Mapping[str, Any]:
        """The settings that differ from the preset's."""
        return altered_settings(self.preset, self.settings)

    @property
    def counts(self) -> bool:
        """True if the duel is rated: the players want that, and only allowed settings are altered."""
        return self.rated and self.preset in RATED_PRESETS and not set(self.altered) - STILL_RATED


RATED_PRESETS = tuple(name for name, preset in PRESETS.items() if preset.sides is None)
"""The presets whose duels may be rated; two sides of powers are not equally strong."""
STILL_RATED = frozenset({"year_limit", "limit_counts", "early_end"})
"""The settings that may be altered in a rated duel: they end it, and favour neither player."""
