"""The forms of the desk of organiser and arbiters."""

from fractions import Fraction

from flask_babel import lazy_gettext as _l
from wtforms import SelectField, StringField
from wtforms.validators import ValidationError

from competition.tournament.values import Decision, System
from intimate.players import Player
from services.tournaments.log import MOST_REASON
from services.tournaments.rulings import Ruling, forfeit
from services.tournaments.sheet import Sheet
from web.frame.forms import Form, at_most, choices, required
from web.frame.translation import gettext
from web.tournaments.fields import read_fraction

OUTCOMES = {
    "first": (2, 0),
    "level": (1, 1),
    "second": (0, 2),
    "nothing": (0, 0),
}
"""Points ruled, in halves of a duel."""
LOSERS = {"first_lost": Player.FIRST, "second_lost": Player.SECOND, "both_lost": None}
"""Who loses by forfeit."""
THROUGH = {"level_first": Player.FIRST, "level_second": Player.SECOND}
"""Who goes on in a knock-out though the points are level."""
WHOLE = "0"
"""The choice of all rounds together."""


def reason_field() -> StringField:
    """Make the field for a reason, which everybody can read."""
    return StringField(
        _l("Reason, which everybody can read"),
        [required(_l("Give a reason.")), at_most(MOST_REASON)],
        render_kw={"autocomplete": "off"},
    )


class RulingForm(Form):
    """Decide a pairing."""

    pairing = SelectField(_l("Pairing"))
    outcome = SelectField(_l("Decision"))
    reason = reason_field()

    def offer(self, sheet: Sheet) -> None:
        """Fill the menus."""
        pairs = [each for each in reversed(sheet.pairings) if each.second_id is not None]
        names = {entrant.id: entrant.name for entrant in sheet.entrants.values()}
        self.pairing.choices = choices(
            *(
                (
                    f"{each.round}-{each.board}",
                    gettext(
                        "Round %(round)d, table %(table)d: %(first)s – %(second)s",
                        round=each.round,
                        table=each.board,
                        first=names[each.first_id],
                        second=names[each.second_id or 0],
                    ),
                )
                for each in pairs
            )
        )
        knockout = [
            ("level_first", gettext("A draw, and the first goes on")),
            ("level_second", gettext("A draw, and the second goes on")),
        ]
        self.outcome.choices = choices(
            ("first", gettext("The first wins: 1 – 0")),
            ("level", gettext("A draw: ½ – ½")),
            ("second", gettext("The second wins: 0 – 1")),
            ("nothing", gettext("No points for either: 0 – 0")),
            ("first_lost", gettext("The first forfeits: 0 – 1")),
            ("second_lost", gettext("The second forfeits: 1 – 0")),
            ("both_lost", gettext("Both forfeit: 0 – 0")),
            *(knockout if sheet.plan.system is System.KNOCKOUT else ()),
            ("annulled", gettext("Annulled: it counts for nothing")),
        )

    def ruling(self, sheet: Sheet) -> Ruling:
        """Return what was chosen."""
        number, board = map(int, self.pairing.data.split("-"))
        outcome, reason = self.outcome.data, self.reason.data
        times = 2 if sheet.plan.matches else 1
        if outcome in LOSERS:
            return forfeit(number, board, LOSERS[outcome], reason, matches=sheet.plan.matches)
        if outcome == "annulled":
            return Ruling(number, board, Decision.ANNULLED, None, reason)
        first, second = OUTCOMES.get(outcome, OUTCOMES["level"])
        points = (first * times, second * times)
        return Ruling(number, board, Decision.RULED, points, reason, THROUGH.get(outcome))


class OfEntrant(Form):
    """Choose one of those who take part."""

    entrant = SelectField(_l("Player"), coerce=int)
    reason = reason_field()

    def offer(self, sheet: Sheet) -> None:
        """Fill the menu."""
        here = (each for each in sheet.entrants.values() if each.left_at is None)
        self.entrant.choices = choices(*((each.id, each.name) for each in here))


class SanctionForm(Form):
    """Take something from somebody's score."""

    entrant = SelectField(_l("Player"), coerce=int)
    number = SelectField(_l("Score"))
    factor = StringField(
        _l("Counts"),
        [required(_l("Type a fraction like 1/2."))],
        description=_l("A fraction from 0 to 1: 1/2 takes half of the score."),
        render_kw={"autocomplete": "off", "placeholder": "1/2"},
    )
    reason = reason_field()

    def offer(self, sheet: Sheet) -> None:
        """Fill the menus."""
        self.entrant.choices = choices(*((each.id, each.name) for each in sheet.entrants.values()))
        rounds = range(1, sheet.tournament.round + 1)
        self.number.choices = choices(
            (WHOLE, gettext("of the whole tournament")),
            *((str(number), gettext("of round %(number)d", number=number)) for number in rounds),
        )

    def validate_factor(self, field: StringField) -> None:
        """Refuse what is no fraction."""
        found = read_fraction(field.data)
        if found is None or found > 1:
            raise ValidationError(gettext("Type a fraction from 0 to 1, like 1/2."))

    @property
    def fraction(self) -> Fraction:
        """The fraction that was typed."""
        return read_fraction(self.factor.data) or Fraction(0)

    @property
    def round(self) -> int | None:
        """The round that was chosen, none for the whole."""
        return None if self.number.data == WHOLE else int(self.number.data)


class LiftForm(Form):
    """Take a sanction back."""

    sanction = SelectField(_l("Which sanction"), coerce=int)
    reason = reason_field()

    def offer(self, sheet: Sheet) -> None:
        """Fill the menu."""
        self.sanction.choices = choices(
            *(
                (each.id, f"{sheet.entrants[each.entrant_id].name}: {each.numerator}/{each.denominator}")
                for each in sheet.sanctions
            )
        )


class OutForm(OfEntrant):
    """Draw somebody no more."""


class RoundForm(Form):
    """Annul the ordinary games of a round."""

    number = SelectField(_l("Round"), coerce=int)
    reason = reason_field()

    def offer(self, sheet: Sheet) -> None:
        """Fill the menu."""
        here = range(1, sheet.tournament.round + 1)
        games = (number for number in here if not sheet.plan.rounds[number - 1].duels)
        self.number.choices = choices(*((number, str(number)) for number in games))


class StandDownForm(OfEntrant):
    """Note that somebody stood down from a round when asked to."""

    number = SelectField(_l("Round"), coerce=int)

    def offer(self, sheet: Sheet) -> None:
        """Fill the menus."""
        self.entrant.choices = choices(*((each.id, each.name) for each in sheet.entrants.values()))
        numbers = range(1, len(sheet.plan.rounds) + 1)
        self.number.choices = choices(*((number, str(number)) for number in numbers))


class ArbiterForm(Form):
    """Name an arbiter."""

    arbiter = StringField(
        _l("Name of the member"),
        [required(_l("Type the name of the member.")), at_most(100)],
        render_kw={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
    )

    def offer(self, sheet: Sheet) -> None:
        """Nothing is to be filled in."""


class CancelForm(Form):
    """Call a tournament off."""

    reason = reason_field()

    def offer(self, sheet: Sheet) -> None:
        """Nothing is to be filled in."""
