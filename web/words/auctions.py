"""The settings of credits and auctions as sentences."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from adjudicator import standard
from intimate.pairs import KIND
from web.frame.translation import gettext, ngettext
from web.words.powers import by_name, power_name


def auction_sentence(setting: str, value: Any) -> str | None:  # noqa: ANN401 -- each setting has its values
    """Say the meaning of a setting of the auction; None for another setting."""
    if setting == "starting_credits":
        return starting_credits(value)
    if setting == "income":
        return income(value)
    if setting == "loyalty":
        return loyalty(value)
    return None if isinstance(value, Mapping) else (bids() | overbids()).get((setting, value))


def starting_credits(value: Mapping[str, Any]) -> str:
    """Say the credits of each power at the start, equal ones together; those of pairs stand in a table."""
    if set(value) == {KIND}:
        return gettext(
            "Credits at the start for each pair of home powers. In the row of a power stand its credits "
            "against the power of each column."
        )
    by_credits = sorted(by_name(standard().powers), key=value.__getitem__, reverse=True)
    groups = groupby(by_credits, key=value.__getitem__)
    said = [f"{amount} {', '.join(map(power_name, powers))}" for amount, powers in groups]
    return gettext("Credits at the start: %(credits)s.", credits=" · ".join(said))


def income(value: Mapping[str, int]) -> str:
    """Say the income after each autumn."""
    if "fixed" in value:
        return ngettext(
            "After each autumn a player receives %(num)d credit.",
            "After each autumn a player receives %(num)d credits.",
            value["fixed"],
        )
    return ngettext(
        "After each autumn a player receives %(num)d credit for each centre that their home power owns.",
        "After each autumn a player receives %(num)d credits for each centre that their home power owns.",
        value["per_centre"],
    )


def loyalty(years: int) -> str:
    """Say the worth of years of command."""
    if not years:
        return gettext("Commanding a power for years on end makes it no cheaper.")
    return ngettext(
        "A power costs 1 credit less for each year in a row that one has just commanded it, at most %(num)d.",
        "A power costs 1 credit less for each year in a row that one has just commanded it, at most %(num)d.",
        years,
    )


def bids() -> dict[tuple[str, Any], str]:
    """Sentences about reserves and payments."""
    return {
        ("carry_over", True): gettext("Credits that are not spent are kept."),
        ("carry_over", False): gettext("Credits that are not spent are lost: the income replaces them."),
        ("payment", "winner"): gettext("Only winning bids are paid."),
        ("payment", "everyone"): gettext("All bids are paid, lost and tied ones too."),
        ("overbid", "allowed"): gettext(
            "A sheet may hold more than the reserve: a player who then wins more than they have is overbid, "
            "loses the whole reserve and commands no mercenary that year."
        ),
        ("overbid", "forbidden"): gettext("A sheet that holds more than the reserve is refused."),
    }


def overbids() -> dict[tuple[str, Any], str]:
    """Sentences about overbids."""
    return {
        ("overbid_price", "own_bids"): gettext(
            "When one player is overbid, the other takes every mercenary that they bid for, "
            "at half their own bid, rounded up."
        ),
        ("overbid_price", "contested_only"): gettext(
            "When one player is overbid, the other takes every mercenary that they bid for: "
            "at half their own bid, rounded up, where both had bid, and at the full bid elsewhere."
        ),
        ("unaffordable", "overbid_too"): gettext("If they cannot pay that, they are overbid too."),
        ("unaffordable", "capped"): gettext(
            "If they cannot pay that, they pay all they have and keep the powers."
        ),
        ("both_overbid", "both_ruined"): gettext(
            "When both are overbid, both lose their reserves, no mercenary is commanded that year, "
            "and the duel goes on."
        ),
        ("both_overbid", "both_lose"): gettext("When both are overbid, the duel ends without a winner."),
        ("both_overbid", "draw"): gettext("When both are overbid, the duel ends in a draw."),
    }
