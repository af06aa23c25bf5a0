"""The settings of a duel as sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from intimate.pairs import PairedCredits
from intimate.rules import Rules
from intimate.settings import all_settings, altered_settings, changed_settings
from web.words.auctions import auction_sentence
from web.words.endings import ending_sentence

# What means nothing under a value of another setting is not said.
OVERBIDS = {"overbid_price", "unaffordable", "both_overbid"}
HOME_CENTRES = {"victory_season", "tie_recheck"}


@dataclass(frozen=True)
class Sentence:
    """The meaning of one setting, whether somebody altered it, and its table if it has one."""

    setting: str
    text: str
    changed: bool
    credits: PairedCredits | None = None


def settings_in_words(rules: Rules, preset: str | None = None) -> list[Sentence]:
    """Say the meaning of all settings; those that differ from the preset are marked."""
    values = all_settings(rules)
    altered = altered_settings(preset, changed_settings(preset, rules)) if preset else {}
    return [
        Sentence(setting, sentence(setting, value), setting in altered, table_of(setting, rules))
        for setting, value in values.items()
        if setting not in moot(values)
    ]


def table_of(setting: str, rules: Rules) -> PairedCredits | None:
    """The credits of each pair of home powers, beside the sentence that says what they are."""
    given = rules.starting_credits
    return given if setting == "starting_credits" and isinstance(given, PairedCredits) else None


def moot(values: Mapping[str, Any]) -> set[str]:
    """The settings that decide nothing because of another one."""
    unsaid = OVERBIDS if values["overbid"] == "forbidden" else set[str]()
    return unsaid if values["victory"] == "home_centre" else unsaid | HOME_CENTRES


def sentence(setting: str, value: Any) -> str:  # noqa: ANN401 -- each setting has values of its own
    """Say the meaning of one value of one setting."""
    return auction_sentence(setting, value) or ending_sentence(setting, value) or setting
