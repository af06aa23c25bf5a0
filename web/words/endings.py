"""The settings of the year and of its end as sentences."""

from collections.abc import Mapping
from typing import Any

from web.frame.translation import gettext, ngettext


def ending_sentence(setting: str, value: Any) -> str | None:  # noqa: ANN401 -- each setting has its values
    """Say the meaning of a setting of the year or of the end; None for another setting."""
    if setting == "victory":
        return victory(value)
    if setting == "stalemate_years":
        return stalemate_years(value)
    if setting == "year_limit":
        return year_limit(value)
    return (year() | ending()).get((setting, value))


def victory(value: str | Mapping[str, int]) -> str:
    """Say the goal of the duel."""
    if isinstance(value, str):
        return gettext(
            "A player wins when a unit of their home power stands on a home centre of the other’s home power."
        )
    return ngettext(
        "The home power that owns %(num)d centre or more after an autumn wins.",
        "The home power that owns %(num)d centres or more after an autumn wins.",
        value["centres"],
    )


def stalemate_years(years: int) -> str:
    """Say the years after which a claimed stalemate needs nobody's consent."""
    return ngettext(
        "A claimed stalemate is granted by itself after %(num)d autumn without a centre changing owner.",
        "A claimed stalemate is granted by itself after %(num)d autumns without a centre changing owner.",
        years,
    )


def year_limit(last: int | None) -> str:
    """Say the last year, or that there is none."""
    if last is None:
        return gettext("There is no last year.")
    return gettext(
        "The duel ends after the winter of %(year)d: the home power with more centres wins, equal is a draw.",
        year=last,
    )


def year() -> dict[tuple[str, Any], str]:
    """Sentences about mercenaries in winter."""
    return {
        ("anarchy_builds", "none"): gettext("A mercenary in anarchy builds nothing."),
        ("anarchy_builds", "default"): gettext("A mercenary in anarchy builds by default."),
        ("mercenary_waive", "refused"): gettext("Builds due to a commanded mercenary must be made."),
        ("mercenary_waive", "allowed"): gettext("Builds due to a commanded mercenary may be given up."),
    }


def ending() -> dict[tuple[str, Any], str]:
    """Sentences about tests of the end, and ties."""
    return {
        ("early_end", "none"): gettext("The duel is played to its end."),
        ("early_end", "vote"): gettext(
            "After the retreats of spring and of autumn, and after the adjustments, a player may ask to end "
            "the duel; if the other one agrees, more centres win, and equal is a draw."
        ),
        ("victory_season", "any"): gettext("This is tested after every spring and every autumn."),
        ("victory_season", "autumn"): gettext("This is tested after every autumn only."),
        ("tie_recheck", "next_autumn"): gettext("After a full tie, it is not tested before the next autumn."),
        ("tie_recheck", "every_season"): gettext("After a full tie, it is tested again the next season."),
        ("home_eliminated", "loses"): gettext(
            "A player whose home power has neither centre nor unit has lost."
        ),
        ("home_eliminated", "plays_on"): gettext(
            "A player whose home power has neither centre nor unit plays on."
        ),
        ("stalemate_tie", "draw"): gettext("In a stalemate more centres win; equal is a draw."),
        ("stalemate_tie", "credits"): gettext(
            "In a stalemate more centres win; when equal, the larger reserve; then it is a draw."
        ),
    }
