"""The fields by which every setting of the rules can be altered."""

from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import Field, IntegerField, SelectField
from wtforms.validators import NumberRange, Optional

from adjudicator import standard
from intimate.pairs import PairedCredits
from intimate.rules import STARTING_CREDITS
from services.challenges.terms import PRESETS
from web.frame.forms import Form, choices
from web.words.powers import by_name

USUAL = ("", _l("As in the preset"))
MOST = 999
FLAGS = {"yes": True, "no": False}
SIMPLE = (
    "payment",
    "overbid",
    "overbid_price",
    "unaffordable",
    "both_overbid",
    "loyalty",
    "anarchy_builds",
    "mercenary_waive",
    "victory_season",
    "tie_recheck",
    "home_eliminated",
    "stalemate_years",
    "stalemate_tie",
    "year_limit",
    "early_end",
)


def choice(label: str, *values: tuple[str, str]) -> SelectField:
    """Make the field of a setting with a few values; none chosen leaves it as in the preset."""
    return SelectField(label, choices=choices(USUAL, *values), default="")


def number(label: str, least: int = 0, most: int = MOST, description: str = "") -> IntegerField:
    """Make the field of a setting that is a number; none typed leaves it as in the preset."""
    message = _l("A whole number from %(min)d to %(max)d, please.")
    return IntegerField(
        label,
        [Optional(), NumberRange(least, most, message)],
        description=description,
        render_kw={"min": least, "max": most, "inputmode": "numeric"},
    )


class SettingsFields(Form):
    """Alter a preset, setting by setting."""

    credits_austria = number(_l("Austria"))
    credits_england = number(_l("England"))
    credits_france = number(_l("France"))
    credits_germany = number(_l("Germany"))
    credits_italy = number(_l("Italy"))
    credits_russia = number(_l("Russia"))
    credits_turkey = number(_l("Turkey"))
    income = choice(
        _l("Income"),
        ("per_centre", _l("For each centre of the home power")),
        ("fixed", _l("The same each year")),
    )
    income_amount = number(_l("Credits of income"))
    carry_over = choice(_l("Unspent credits"), ("yes", _l("Are kept")), ("no", _l("Are lost")))
    payment = choice(_l("Who pays"), ("winner", _l("Who wins a power")), ("everyone", _l("Whoever bids")))
    overbid = choice(
        _l("Bidding beyond the reserve"), ("allowed", _l("Is a risk")), ("forbidden", _l("Is refused"))
    )
    overbid_price = choice(
        _l("When one is overbid, the other pays"),
        ("own_bids", _l("Half of all their own bids")),
        ("contested_only", _l("Half where both had bid, the full bid elsewhere")),
    )
    unaffordable = choice(
        _l("If they cannot pay that"),
        ("overbid_too", _l("They are overbid too")),
        ("capped", _l("They pay what they have")),
    )
    both_overbid = choice(
        _l("When both are overbid"),
        ("both_ruined", _l("Both lose their reserves")),
        ("both_lose", _l("The duel ends without a winner")),
        ("draw", _l("The duel is a draw")),
    )
    loyalty = number(_l("Largest discount for loyalty"))
    anarchy_builds = choice(
        _l("Builds in anarchy"), ("none", _l("Are not made")), ("default", _l("Are made by default"))
    )
    mercenary_waive = choice(
        _l("Builds of mercenaries"), ("refused", _l("Must be made")), ("allowed", _l("May be given up"))
    )
    victory = choice(
        _l("Victory"),
        ("home_centre", _l("A unit on a home centre of the other")),
        ("centres", _l("A number of centres")),
    )
    victory_centres = number(_l("Centres for victory"), 1, 34)
    victory_season = choice(
        _l("Victory is tested"), ("any", _l("Spring and autumn")), ("autumn", _l("Autumn only"))
    )
    tie_recheck = choice(
        _l("After a full tie it is tested again"),
        ("next_autumn", _l("From the next autumn")),
        ("every_season", _l("The next season")),
    )
    home_eliminated = choice(
        _l("Without centre and unit of one’s own"),
        ("loses", _l("One has lost")),
        ("plays_on", _l("One plays on")),
    )
    stalemate_years = number(_l("Autumns until a claimed stalemate is granted"), 0)
    stalemate_tie = choice(
        _l("Equal centres in a stalemate"),
        ("draw", _l("Are a draw")),
        ("credits", _l("Let the larger reserve decide")),
    )
    year_limit = number(_l("Last year"), 1901, 2100)
    early_end = choice(
        _l("Ending it early"), ("none", _l("Is not possible")), ("vote", _l("Is possible if both agree"))
    )

    def settings(self, preset: str) -> dict[str, Any]:
        """Return the settings that differ from the preset, under the names of the rules."""
        chosen = self.simple() | self.amounts() | self.starting_credits(preset)
        return {setting: value for setting, value in chosen.items() if value not in ("", None)}

    def simple(self) -> dict[str, Any]:
        """Settings whose field holds their value."""
        chosen = {name: self._fields[name].data for name in SIMPLE}
        return chosen | {"carry_over": FLAGS.get(self.carry_over.data)}

    def amounts(self) -> dict[str, Any]:
        """Settings made of a kind and an amount."""
        kind, amount = self.income.data, self.income_amount.data
        centres = self.victory_centres.data
        return {
            "income": {kind: amount} if kind and amount is not None else None,
            "victory": {"centres": centres} if self.victory.data == "centres" else self.victory.data,
        }

    def starting_credits(self, preset: str) -> dict[str, Any]:
        """Return the credits of all powers, if those of any are altered; they replace credits of pairs."""
        typed = {power: self._fields[credits_of(power)].data for power in standard().powers}
        altered = {power: figure for power, figure in typed.items() if figure is not None}
        if not altered:
            return {}
        usual = PRESETS[preset].starting_credits
        of_powers = STARTING_CREDITS if isinstance(usual, PairedCredits) else usual
        return {"starting_credits": {**of_powers, **altered}}

    def credit_fields(self) -> list[Field]:
        """List the fields of the starting credits, in the order of the powers' names."""
        return [self._fields[credits_of(power)] for power in by_name(standard().powers)]

    def field_of(self, setting: str) -> str:
        """Return the field beside which to show an error of a setting."""
        return self.credit_fields()[0].name if setting == "starting_credits" else setting


def credits_of(power: str) -> str:
    """Name the field of a power's starting credits."""
    return f"credits_{power.lower()}"
