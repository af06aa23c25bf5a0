"""The settings of a duel as sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.terms import PRESETS, Rules, all_settings
from web.auction_words import auction_sentence
from web.ending_words import ending_sentence

# What means nothing under a value of another setting is not said.
OVERBIDS = {"overbid_price", "unaffordable", "both_overbid"}
HOME_CENTRES = {"victory_season", "tie_recheck"}


@dataclass(frozen=True)
class Sentence:
    """What one setting means, and whether it differs from the preset's."""

    setting: str
    text: str
    changed: bool


def settings_in_words(rules: Rules, preset: str | None = None) -> list[Sentence]:
    """What all the settings mean; what differs from the preset is marked."""
    values = all_settings(rules)
    usual = all_settings(PRESETS[preset]) if preset else values
    return [
        Sentence(setting, sentence(setting, value), changed=value != usual[setting])
        for setting, value in values.items()
        if setting not in moot(values)
    ]


def moot(values: Mapping[str, Any]) -> set[str]:
    """The settings that decide nothing because of another one."""
    unsaid = OVERBIDS if values["overbid"] == "forbidden" else set[str]()
    return unsaid if values["victory"] == "home_centre" else unsaid | HOME_CENTRES


def sentence(setting: str, value: Any) -> str:  # noqa: ANN401 -- each setting has values of its own
    """What one value of one setting means."""
    return auction_sentence(setting, value) or ending_sentence(setting, value) or setting
