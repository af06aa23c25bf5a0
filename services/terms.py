"""The terms of a duel: what both players agree to before it begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from intimate.duel import Rules
from intimate.settings import SettingError, rules
from intimate.variants import PRESETS

__all__ = ["DAY", "HOUR", "MINUTE", "PRESETS", "Rules", "SettingError", "Terms", "TermsRefused"]

MINUTE, HOUR, DAY = 60, 3600, 86400
SHORTEST_PHASE, LONGEST_PHASE = MINUTE, 30 * DAY
EDITIONS = ("standard",)


class TermsRefused(ValueError):
    """No duel can be played on these terms."""

    def __init__(self, field: str, value: object) -> None:
        super().__init__(f"{field}: {value!r}")
        self.field = field
        self.value = value


@dataclass(frozen=True)
class Terms:
    """Rules, time and who may watch; checked when made."""

    preset: str = "intimate"
    settings: Mapping[str, Any] = field(default_factory=dict)
    edition: str = "standard"
    public: bool = True
    phase_seconds: int = DAY

    def __post_init__(self) -> None:
        if self.preset not in PRESETS:
            raise TermsRefused("preset", self.preset)
        if self.edition not in EDITIONS:
            raise TermsRefused("edition", self.edition)
        if not SHORTEST_PHASE <= self.phase_seconds <= LONGEST_PHASE:
            raise TermsRefused("phase_seconds", self.phase_seconds)
        self.rules()

    def rules(self) -> Rules:
        """The rules that these terms name; a wrong setting is refused with its name and value."""
        return rules(self.preset, self.settings, self.edition)
