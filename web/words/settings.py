"""Presets, editions and settings of a duel as sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any, get_type_hints

from adjudicator import standard
from intimate.duel import Ending
from intimate.players import Player
from intimate.rules import KIND, PairedCredits, Rules, Sides
from intimate.settings import all_settings, altered_settings, changed_settings
from intimate.variants import PRESETS, even
from services.terms import edition_changes
from web.core.translation import gettext, ngettext, pgettext
from web.words.names import by_name, definite_name, power_name
from web.words.times import listed


def auction_sentence(setting: str, value: Any) -> str | None:  # noqa: ANN401 -- each setting has its values
    """Explain a setting of the auction; None for another setting."""
    if setting == "starting_credits":
        return starting_credits(value)
    if setting == "income":
        return income(value)
    if setting == "loyalty":
        return loyalty(value)
    return None if isinstance(value, Mapping) else (bids() | overbids()).get((setting, value))


def starting_credits(value: Mapping[str, Any]) -> str:
    """Say the credits of each power at the start, grouping equal ones; credits by pair are in a table."""
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
    """Say the value of years of command."""
    if not years:
        return gettext("A power costs the same however long you have commanded it.")
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
            "You may bid more than your reserve: a player who then wins more than they have is "
            "overbid, loses the whole reserve and commands no mercenary that year."
        ),
        ("overbid", "forbidden"): gettext("You cannot bid more than your reserve."),
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


def reason_names() -> Mapping[Ending, str]:
    """The names of all endings of duels that were played."""
    return {
        Ending.HOME_CENTRE: gettext("On a home centre"),
        Ending.HOME_ELIMINATED: gettext("Home power gone"),
        Ending.CONCEDED: gettext("Concession"),
        Ending.DRAW: gettext("Draw agreed"),
        Ending.STALEMATE: pgettext("end of a duel", "Stalemate"),
        Ending.CENTRES: gettext("Enough centres"),
        Ending.YEAR_LIMIT: gettext("Last year played"),
        Ending.BOTH_OVERBID: gettext("Both overbid"),
        Ending.TIME_UP: gettext("Agreed time over"),
        Ending.ABSENT: gettext("Absence"),
        Ending.ENDED_EARLY: gettext("Early end agreed"),
        Ending.CLOSED: gettext("Closed by the arbiter"),
    }


def edition_name(edition: str) -> str:
    """The name of an edition."""
    names = {
        "standard": gettext("Standard rules of today"),
        "1971": gettext("Rulebook of 1971"),
        "ens": gettext("École normale supérieure"),
        "parker": gettext("French edition by Parker"),
        "parker-0.1": gettext("French edition by Parker, as read before 22 November 2026"),
        "anjou": gettext("Tournaments of Anjou"),
    }
    return names.get(edition, edition)


def edition_in_words(edition: str) -> list[str]:
    """Say each difference of an edition from the rules of today in a sentence."""
    changes = edition_changes(edition)
    said = convoy_sentences() | support_sentences() | order_sentences()
    return [said[switch, value] for switch, value in changes.items()]


def convoy_sentences() -> dict[tuple[str, str], str]:
    """Sentences about convoys and their attackers."""
    return {
        ("convoy_routes", "all"): gettext(
            "When fleets are ordered to convoy an army by several routes, one dislodged fleet stops the army."
        ),
        ("convoy_paradox", "rule_1971"): gettext(
            "An army at sea does not cut the support of an attack on the fleets that carry it."
        ),
        ("convoy_paradox", "sea_first"): gettext(
            "When a convoy would decide about itself, the fight at sea comes first, without the army."
        ),
        ("adjacent_convoy", "chain"): gettext(
            "An army goes to a neighbouring province by sea when all fleets of its power on the way "
            "convoy it, or when its order says so."
        ),
        ("dislodged_effect", "always"): gettext(
            "A dislodged unit never has any effect on the province that its attacker came from."
        ),
        ("convoy_origin_retreat", "forbidden"): gettext(
            "A unit may not retreat to where its attacker came from, even if that one came by sea."
        ),
    }


def support_sentences() -> dict[tuple[str, str], str]:
    """Sentences about supports and trading places."""
    return {
        ("trading_places", "kin"): gettext(
            "Two units of one power may trade places, and so may two fleets by different coasts; units of "
            "two powers if both orders say “trade”."
        ),
        ("aimed_attack", "cuts"): gettext(
            "A support is cut by any attack, also by one from the province that it is aimed at."
        ),
        ("self_dislodging_support", "nothing"): gettext(
            "A support that would dislodge a unit of its own power counts for nothing at all."
        ),
        ("support_coast", "must"): gettext(
            "A support of a foreign fleet that could reach two coasts must name the coast."
        ),
    }


def order_sentences() -> dict[tuple[str, str], str]:
    """Sentences about writing orders, removals and the start."""
    return {
        ("missing_coast", "void"): gettext(
            "An order to move to a province with two coasts must name the coast, even if only one "
            "is possible."
        ),
        ("several_orders", "void"): gettext("Of several different orders for one unit none counts."),
        ("missing_order", "taken"): gettext(
            "A unit without order does what a support or convoy of its own power says of it."
        ),
        ("removals", "home"): gettext(
            "Default removal: the unit farthest from the home centres, no matter who owns them."
        ),
        ("removals", "home_off_centre"): gettext(
            "Default removal: the unit farthest from the home centres; among equals fleets "
            "first, then units that stand on no centre."
        ),
        ("removals", "lost_centre"): gettext(
            "Default removal: the unit nearest to a centre that its power lost in the autumn."
        ),
        ("northern_fleet", "north"): gettext(
            "Russia’s northern fleet starts on the north coast of St Petersburg."
        ),
    }


def preset_name(preset: str) -> str:
    """The name of a preset."""
    names = {
        "intimate": gettext("Intimate Diplomacy"),
        "beginner": gettext("Beginners"),
        "njudge": gettext("As on njudge"),
        "intimate-2": gettext("Intimate 2, by Dave Allen"),
        "dueldip": gettext("DuelDip"),
        "even": gettext("Even chances"),
        "world-war-one": gettext("World War One"),
    }
    return names.get(preset, preset)


def preset_summary(preset: str) -> str:
    """Say what is special about a preset."""
    summaries = {
        "intimate": gettext("The classic rules: sealed bids, and the risk of bidding more than you have."),
        "beginner": gettext("The classic rules, but nobody can bid more than they have."),
        "njudge": gettext("As njudge 1.7 ran it by e-mail: half price only where both had bid."),
        "intimate-2": gettext(
            "Other credits at the start, a discount for loyalty; if both overbid, both lose."
        ),
        "dueldip": gettext("Twelve credits each year, nothing kept, no overbids; eighteen centres win."),
        "even": even_summary(is_measured=even.TABLES[-1].measured is not None),
        "world-war-one": gettext(
            "For learning the moves: three powers against three, no home powers, no auctions."
        ),
    }
    return summaries.get(preset, "")


def even_summary(*, is_measured: bool) -> str:
    """Say what is special about the preset whose credits are measured."""
    if is_measured:
        return gettext(
            "The classic rules; where it is certain which of two home powers is the weaker one, it starts "
            "with more credits."
        )
    return gettext(
        "The classic rules, with credits for each pair of home powers; they are the usual ones until they "
        "have been measured."
    )


def ending_sentence(setting: str, value: Any) -> str | None:  # noqa: ANN401 -- each setting has its values
    """Explain a setting of the year or of the end; None for another setting."""
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
    return gettext("The duel ends after the winter of %(year)d.", year=last)


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
        ("limit_counts", "centres"): gettext(
            "When the last year or the agreed time is over, the home power with more supply centres wins; "
            "equal is a draw."
        ),
        ("limit_counts", "units"): gettext(
            "When the last year or the agreed time is over, the home power with more units on the board "
            "wins; equal is a draw."
        ),
        ("early_end", "none"): gettext("The duel is played to its end."),
        ("early_end", "vote"): gettext(
            "After the retreats of spring and autumn, and after the adjustments, a player may ask "
            "to end the duel; if the other agrees, more centres win, and equal numbers are a draw."
        ),
        ("victory_season", "any"): gettext("This is tested after every spring and every autumn."),
        ("victory_season", "autumn"): gettext("This is tested after every autumn only."),
        ("tie_recheck", "next_autumn"): gettext("A full tie: the duel goes on until the next autumn."),
        ("tie_recheck", "every_season"): gettext("A full tie: the duel goes on until the next season."),
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


# Settings that have no effect because of another setting are left out.
OVERBIDS = {"overbid_price", "unaffordable", "both_overbid"}
HOME_CENTRES = {"victory_season", "tie_recheck"}
WITHOUT_HOMES = OVERBIDS | {
    "starting_credits",
    "income",
    "carry_over",
    "payment",
    "overbid",
    "loyalty",
    "anarchy_builds",
    "mercenary_waive",
    "home_eliminated",
    "stalemate_tie",
}


@dataclass(frozen=True)
class SettingSentence:
    """The sentence about one setting, whether it was altered, and its table if it has one."""

    setting: str
    text: str
    changed: bool
    credits: PairedCredits | None = None


def settings_in_words(rules: Rules, preset: str | None = None) -> list[SettingSentence]:
    """Explain all settings; those that differ from the preset are marked."""
    values = all_settings(rules)
    altered = altered_settings(preset, changed_settings(preset, rules)) if preset else {}
    if rules.sides and rules.victory_centres is None:
        values.pop("victory")
    without_effect = moot(values) | (WITHOUT_HOMES if rules.sides else set())
    between_sides = sides_in_words(rules.sides) if rules.sides else []
    return [
        *(SettingSentence("sides", text, changed=False) for text in between_sides),
        *(
            SettingSentence(setting, sentence(setting, value), setting in altered, table_of(setting, rules))
            for setting, value in values.items()
            if setting not in without_effect
        ),
    ]


def sides_in_words(sides: Sides) -> list[str]:
    """Say who commands what in a duel between two sides, and what wins it."""
    first, second = (listed(map(definite_name, by_name(sides.powers[player]))) for player in Player)
    neutral = definite_name(sides.neutral)
    return [
        gettext(
            "One player commands %(first)s, the other %(second)s: for the whole duel, without auctions.",
            first=first,
            second=second,
        ),
        gettext(
            "In %(year)d %(neutral)s is neutral: its units hold, and nobody may enter its provinces. After "
            "the autumn a coin decides which side it joins in the spring of %(next)d.",
            year=sides.year,
            neutral=neutral,
            next=sides.year + 1,
        ),
        gettext(
            "A side with %(units)d units after a winter wins. A side without units and centres loses.",
            units=sides.units_to_win,
        ),
    ]


@dataclass(frozen=True)
class Choice:
    """A setting: the meaning of its usual value, and of the others."""

    setting: str
    usual: str
    others: list[str]


def all_choices() -> list[Choice]:
    """Every setting with the sentences of its values; of numbers, those that presets use."""
    usual, values = all_settings(Rules()), {name: all_settings(preset) for name, preset in PRESETS.items()}
    return [
        Choice(
            setting,
            sentence(setting, value),
            list(
                dict.fromkeys(
                    sentence(setting, other)
                    for other in (*_values_of(setting), *(named[setting] for named in values.values()))
                    if other != value and not (isinstance(other, Mapping) and set(other) == {KIND})
                )
            ),
        )
        for setting, value in usual.items()
    ]


def _values_of(setting: str) -> list[Any]:
    """All values of a setting with few values."""
    kind = get_type_hints(Rules).get(setting)
    if kind is bool:
        return [True, False]
    return [each.value for each in kind] if isinstance(kind, type) and issubclass(kind, StrEnum) else []


def table_of(setting: str, rules: Rules) -> PairedCredits | None:
    """The credits of each pair of home powers, which complete the sentence about them."""
    given = rules.starting_credits
    return given if setting == "starting_credits" and isinstance(given, PairedCredits) else None


def moot(values: Mapping[str, Any]) -> set[str]:
    """The settings that have no effect because of another one."""
    without_effect = set(OVERBIDS) if values["overbid"] == "forbidden" else set[str]()
    if values["year_limit"] is None and values["limit_counts"] == "centres":
        without_effect.add("limit_counts")
    return without_effect if values.get("victory") == "home_centre" else without_effect | HOME_CENTRES


def sentence(setting: str, value: Any) -> str:  # noqa: ANN401 -- each setting has values of its own
    """Explain one value of one setting."""
    return auction_sentence(setting, value) or ending_sentence(setting, value) or setting
