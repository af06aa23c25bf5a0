"""Settings by name, as records write them: read into Rules, and written from them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from adjudicator import EditionError, Power, edition, standard
from intimate.errors import SettingError
from intimate.rules import (
    KIND,
    AnarchyBuilds,
    BothOverbid,
    EarlyEnd,
    HomeEliminated,
    Income,
    LimitCounts,
    MercenaryWaive,
    Overbid,
    OverbidPrice,
    PairedCredits,
    Payment,
    Rules,
    StalemateTie,
    TieRecheck,
    Unaffordable,
    VictorySeason,
    read_pairs,
    write_pairs,
)
from intimate.variants import EARLIER, PRESETS

Reader = Callable[[str, object], Any]
GREATEST = 10_000
"""The largest number in a setting."""


def _whole(setting: str, value: object, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= GREATEST:
        raise SettingError(setting, value, f"{value!r} is not a whole number from {least} to {GREATEST}")
    return value


def _switch(setting: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise SettingError(setting, value, f"{value!r} is neither true nor false")
    return value


def _choice(words: type[StrEnum]) -> Reader:
    def read(setting: str, value: object) -> StrEnum:
        if value not in list(words):
            raise SettingError(setting, value, f"{value!r} is not one of {', '.join(words)}")
        return words(str(value))

    return read


def _credits(setting: str, value: object) -> Mapping[Power, int] | PairedCredits:
    powers = standard().powers
    if isinstance(value, Mapping) and set(value) == {KIND}:
        try:
            return read_pairs(value[KIND], GREATEST)
        except ValueError as error:
            raise SettingError(setting, value, str(error)) from error
    if not isinstance(value, Mapping) or set(value) != set(powers):
        raise SettingError(
            setting, value, f'must give a figure to each of the seven powers, or be {{"{KIND}": …}}'
        )
    return {power: _whole(setting, value[power]) for power in powers}


def _income(setting: str, value: object) -> Income:
    if isinstance(value, Mapping) and len(value) == 1:
        (kind, amount), *_ = value.items()
        if kind in {"per_centre", "fixed"}:
            return Income(_whole(setting, amount), fixed=kind == "fixed")
    raise SettingError(setting, value, f'{value!r} is neither {{"per_centre": n}} nor {{"fixed": n}}')


def _victory(setting: str, value: object) -> int | None:
    if value == "home_centre":
        return None
    if isinstance(value, Mapping) and set(value) == {"centres"}:
        return _whole(setting, value["centres"], least=1)
    raise SettingError(setting, value, f'{value!r} is neither "home_centre" nor {{"centres": n}}')


def _year(setting: str, value: object) -> int | None:
    return None if value is None else _whole(setting, value, least=1901)


READERS: Mapping[str, Reader] = {
    "starting_credits": _credits,
    "income": _income,
    "carry_over": _switch,
    "payment": _choice(Payment),
    "overbid": _choice(Overbid),
    "overbid_price": _choice(OverbidPrice),
    "unaffordable": _choice(Unaffordable),
    "both_overbid": _choice(BothOverbid),
    "loyalty": _whole,
    "anarchy_builds": _choice(AnarchyBuilds),
    "mercenary_waive": _choice(MercenaryWaive),
    "victory": _victory,
    "victory_season": _choice(VictorySeason),
    "tie_recheck": _choice(TieRecheck),
    "home_eliminated": _choice(HomeEliminated),
    "stalemate_years": _whole,
    "stalemate_tie": _choice(StalemateTie),
    "year_limit": _year,
    "limit_counts": _choice(LimitCounts),
    "early_end": _choice(EarlyEnd),
}
FIELDS: Mapping[str, str] = {"victory": "victory_centres"}
"""Settings whose field in Rules has another name."""


def rules(preset: str, settings: Mapping[str, object], edition_name: str = "standard") -> Rules:
    """The rules of a preset with some settings changed; raises SettingError."""
    if preset not in PRESETS:
        raise SettingError("preset", preset, f"{preset!r} is not one of {', '.join(PRESETS)}")
    try:
        edition(edition_name)
    except EditionError as error:
        raise SettingError("edition", edition_name, error.message) from error
    changes: dict[str, Any] = {"edition": edition_name}
    for setting, value in settings.items():
        if setting not in READERS:
            raise SettingError(setting, value, "there is no such setting")
        changes[FIELDS.get(setting, setting)] = READERS[setting](setting, value)
    return replace(PRESETS[preset], **changes)


def _written(setting: str, value: Any) -> Any:  # noqa: ANN401  # a setting's value has many types
    if isinstance(value, Income):
        return {"fixed" if value.fixed else "per_centre": value.amount}
    if isinstance(value, PairedCredits):
        return write_pairs(value)
    if setting == "victory":
        return "home_centre" if value is None else {"centres": value}
    if isinstance(value, StrEnum):
        return value.value
    return dict(value) if isinstance(value, Mapping) else value


def all_settings(chosen: Rules) -> dict[str, Any]:
    """Every setting by name with its value, as a record would write it."""
    return {setting: _written(setting, getattr(chosen, FIELDS.get(setting, setting))) for setting in READERS}


def changed_settings(preset: str, chosen: Rules) -> dict[str, Any]:
    """The settings that, with the preset, give the same rules now and later.

    They are those that differ from the preset, and always credits by pairs, since a new measurement may
    change these in the preset.
    """
    usual = all_settings(PRESETS[preset])
    return {
        setting: value
        for setting, value in all_settings(chosen).items()
        if value != usual[setting] or isinstance(getattr(chosen, FIELDS.get(setting, setting)), PairedCredits)
    }


def altered_settings(preset: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The changed settings whose value the preset never had: players must have altered them."""
    earlier = EARLIER.get(preset, {})
    return {setting: value for setting, value in settings.items() if value not in earlier.get(setting, ())}
