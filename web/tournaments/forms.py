"""The forms of a new tournament, and of the desk of its organiser and arbiters."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import takewhile
from typing import Any, TypeVar

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, Field, RadioField, SelectField, StringField, TextAreaField
from wtforms.validators import NumberRange, Optional, ValidationError

from clocks.terms import DAY
from competition.tournament.ordinary import SOLO
from competition.tournament.values import Decision, RoundPlan, System, TournamentPlan
from intimate.players import Player
from services.terms import OFFERED, PRESETS, SettingError, Terms
from services.tournaments.log import MOST_REASON
from services.tournaments.making import MOST_NAME, MOST_ROUNDS, MOST_TEXT, Proposal
from services.tournaments.rulings import PairingRuling, forfeit
from services.tournaments.sheet import TournamentSheet
from web.challenges.forms import ClockFields
from web.core.forms import Form, IntegerField, at_most, choices, required
from web.core.translation import gettext
from web.tournaments.words import system_names, tie_names, usual_prizes
from web.words.settings import edition_name, preset_name
from web.words.times import duration

BETWEEN = re.compile(r"[\s,;]+")
FRACTION = re.compile(r"(\d{1,4})(?:/(\d{1,4})|\.(\d{1,4}))?")
LONGEST = 400


def parts(text: str | None) -> list[str]:
    """Split a typed text at commas, semicolons and spaces."""
    return [part for part in BETWEEN.split(text or "") if part]


def read_fraction(text: str) -> Fraction | None:
    """Read 7/9, 1 or 0.5; None for anything else."""
    text = text.strip()
    match = FRACTION.fullmatch(text)
    if match is None or (match[2] is not None and not int(match[2])):
        return None
    return Fraction(text)


class FiguresField(StringField):
    """A line of figures, as whole numbers or as fractions; `figures` holds them once it is valid."""

    def __init__(self, *args: Any, fractions: bool = False, **options: Any) -> None:  # noqa: ANN401 -- passed on to WTForms
        super().__init__(*args, **options)
        self.fractions = fractions
        self.figures: list[Any] = []

    def pre_validate(self, form: Any) -> None:  # noqa: ANN401, ARG002 -- the signature is WTForms'
        """Read the figures; refuse anything else."""
        if len(self.data or "") > LONGEST:
            raise ValidationError(gettext("This is too long."))
        found = [self._read(part) for part in parts(self.data)]
        if None in found:
            example = "7/9, 8/9, 1" if self.fractions else "1907, 1908, 1909"
            raise ValidationError(
                gettext("Type figures with commas between, like %(example)s.", example=example)
            )
        self.figures = found

    def _read(self, part: str) -> Fraction | int | None:
        if self.fractions:
            return read_fraction(part)
        return int(part) if part.isdecimal() and len(part) < 5 else None  # noqa: PLR2004 -- a year


CLOSING = tuple(days * DAY for days in (1, 2, 3, 5, 7, 10, 14, 21, 30, 60))
USUAL_TIES = {
    System.SWISS: ("buchholz", "encounter", "wins", ""),
    System.ALL: ("encounter", "berger", "wins", ""),
}
Figure = TypeVar("Figure")


def not_chosen_above(form: "TournamentForm", field: Field) -> None:
    """Refuse a tie-break that is already chosen above."""
    above = (each.data for each in takewhile(lambda each: each is not field, form.ties()))
    if field.data and field.data in above:
        raise ValidationError(gettext("This is chosen above already. Choose another one, or nothing."))


class TournamentForm(ClockFields):
    """Choose the system, the rounds, the scores and the duels of a tournament."""

    name = StringField(
        _l("Name"),
        [required(_l("Give the tournament a name.")), at_most(MOST_NAME)],
        render_kw={"autocomplete": "off"},
    )
    description = TextAreaField(
        _l("What players should know"), [at_most(MOST_TEXT)], default="", render_kw={"rows": 4}
    )
    system = RadioField(_l("Which rounds?"), default="swiss")
    rounds = IntegerField(
        _l("Rounds"),
        [Optional(), NumberRange(1, MOST_ROUNDS)],
        default=3,
        render_kw={"min": 1, "max": MOST_ROUNDS, "inputmode": "numeric"},
    )
    last_years = FiguresField(_l("Last years"), default="")
    units_count = BooleanField(_l("After a last year or the agreed time units count, not centres"))
    coefficients = FiguresField(_l("Coefficients"), fractions=True, default="")
    solos = FiguresField(_l("Centres needed to win an ordinary game"), default="")
    duel_rounds = FiguresField(_l("Rounds of duels between ordinary games"), default="")
    bonus = BooleanField(_l("Such a round brings a bonus on the other rounds, no points"))
    homes_drawn = BooleanField(_l("Home powers are drawn"))
    home_and_away = BooleanField(_l("Each pairing is two duels, the second with the home powers exchanged"))
    votes = BooleanField(_l("Both can end a duel early by a secret vote"))
    rated = BooleanField(_l("The duels count for ratings"), default=True)
    by_itself = BooleanField(_l("Each round begins by itself when the one before is decided"))
    most_players = IntegerField(
        _l("Maximum number of players"), [Optional()], render_kw={"min": 2, "inputmode": "numeric"}
    )
    closes = SelectField(_l("Sign-up closes"), coerce=int, default=0)
    tie_1 = SelectField(_l("First by"), default="buchholz")
    tie_2 = SelectField(_l("then by"), [not_chosen_above], default="encounter")
    tie_3 = SelectField(_l("then by"), [not_chosen_above], default="wins")
    tie_4 = SelectField(_l("then by"), [not_chosen_above], default="")
    preset = SelectField(_l("Rules of the duels"), default="intimate")
    edition = SelectField(_l("Edition of the base rules"), default="standard")

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 -- passed on to WTForms
        super().__init__(**values)
        self.system.choices = choices(*system_names().items())
        self.preset.choices = choices(*((name, preset_name(name)) for name in PRESETS))
        self.edition.choices = choices(*((name, edition_name(name)) for name in OFFERED))
        after = [(seconds, gettext("after %(time)s", time=duration(seconds))) for seconds in CLOSING]
        self.closes.choices = choices((0, gettext("when the organiser starts")), *after)
        for field in self.ties():
            field.choices = choices(("", gettext("nothing")), *tie_names().items())
        self.offer_clocks()

    @property
    def rest_is_open(self) -> bool:
        """True if a folded field has a fault."""
        return bool(set(self.errors) - {"name", "clock", "system", "rounds"})

    def ties(self) -> tuple[SelectField, ...]:
        """The fields of the tie-breaks, in order."""
        return self.tie_1, self.tie_2, self.tie_3, self.tie_4

    def proposal(self, now: datetime) -> Proposal | None:
        """Return the tournament in the form; None with the reason in the form."""
        try:
            clock = self.agreed_clock()
        except SettingError as error:
            self.refuse_clock(error)
            return None
        settings = {"limit_counts": "units"} if self.units_count.data else {}
        terms = Terms(self.preset.data, settings, self.edition.data, clock=clock, rated=self.rated.data)
        closes = now + timedelta(seconds=self.closes.data) if self.closes.data else None
        return Proposal(
            self.name.data,
            self.description.data or "",
            terms,
            self.plan(),
            by_itself=self.by_itself.data,
            most_players=self.most_players.data,
            closes_at=closes,
        )

    def plan(self) -> TournamentPlan:
        """Return the plan of the rounds and the scores."""
        system = System(self.system.data)
        return TournamentPlan(
            system,
            self.round_plans(system),
            homes_drawn=self.homes_drawn.data,
            matches=self.home_and_away.data,
            ties=tuple(field.data for field in self.ties() if field.data),
            bonus=self.bonus.data and system is System.ORDINARY,
            votes=self.votes.data,
        )

    def round_plans(self, system: System) -> tuple[RoundPlan, ...]:
        """Return the plan of each round; the last figure given holds for all further rounds."""
        years, weights, solos = self.last_years.figures, self.coefficients.figures, self.solos.figures
        given = max(len(years), len(weights), 1)
        number = (self.rounds.data or given) if system in {System.SWISS, System.ORDINARY} else given
        return tuple(
            RoundPlan(
                system is not System.ORDINARY or each in self.duel_rounds.figures,
                _of_round(years, each, None),
                _of_round(weights, each, Fraction(1)),
                solo=_of_round(solos if system is System.ORDINARY else (), each, SOLO),
            )
            for each in range(1, number + 1)
        )

    def validate_last_years(self, field: FiguresField) -> None:
        """Refuse years for more rounds than there are."""
        self._fits(field)

    def validate_coefficients(self, field: FiguresField) -> None:
        """Refuse coefficients for more rounds than there are."""
        self._fits(field)

    def validate_solos(self, field: FiguresField) -> None:
        """Refuse numbers for more rounds than there are, and impossible numbers."""
        self._fits(field)
        if any(not 1 <= number <= SOLO for number in field.figures):
            raise ValidationError(gettext("A game is won with 1 to %(most)d centres.", most=SOLO))

    def _fits(self, field: FiguresField) -> None:
        has_number = self.system.data in {System.SWISS, System.ORDINARY}
        if has_number and len(field.figures) > (self.rounds.data or 0):
            raise ValidationError(gettext("These are more figures than rounds."))

    def validate_duel_rounds(self, field: FiguresField) -> None:
        """Refuse rounds that do not exist."""
        if any(not 1 <= number <= (self.rounds.data or 0) for number in field.figures):
            raise ValidationError(gettext("There is no such round."))


def _of_round(figures: Sequence[Figure], number: int, usual: Figure | None) -> Any:  # noqa: ANN401 -- a year or a fraction
    return figures[min(number, len(figures)) - 1] if figures else usual


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
"""Who advances in a knock-out though the points are level."""
WHOLE = "0"
"""The choice of all rounds together."""


def reason_field() -> StringField:
    """Make the field for a reason, which everybody can read."""
    return StringField(
        _l("Reason, which everybody can read"),
        [required(_l("Give a reason.")), at_most(MOST_REASON)],
        render_kw={"autocomplete": "off"},
    )


class PairingRulingForm(Form):
    """Decide a pairing."""

    pairing = SelectField(_l("Pairing"))
    outcome = SelectField(_l("Decision"))
    reason = reason_field()

    def offer(self, sheet: TournamentSheet) -> None:
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
                        second=names[each.second_id] if each.second_id is not None else "",
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

    def ruling(self, sheet: TournamentSheet) -> PairingRuling:
        """Return what was chosen."""
        number, board = map(int, self.pairing.data.split("-"))
        outcome, reason = self.outcome.data, self.reason.data
        times = 2 if sheet.plan.matches else 1
        if outcome in LOSERS:
            return forfeit(number, board, LOSERS[outcome], reason, matches=sheet.plan.matches)
        if outcome == "annulled":
            return PairingRuling(number, board, Decision.ANNULLED, None, reason)
        first, second = OUTCOMES.get(outcome, OUTCOMES["level"])
        points = (first * times, second * times)
        return PairingRuling(number, board, Decision.RULED, points, reason, THROUGH.get(outcome))


class OfEntrant(Form):
    """Choose an entrant."""

    entrant = SelectField(_l("Player"), coerce=int)
    reason = reason_field()

    def offer(self, sheet: TournamentSheet) -> None:
        """Fill the menu."""
        here = (each for each in sheet.entrants.values() if each.left_at is None)
        self.entrant.choices = choices(*((each.id, each.name) for each in here))


class SanctionForm(Form):
    """Reduce an entrant's score."""

    entrant = SelectField(_l("Player"), coerce=int)
    number = SelectField(_l("Score"))
    factor = StringField(
        _l("Counts"),
        [required(_l("Type a fraction like 1/2."))],
        description=_l("A fraction from 0 to 1: 1/2 takes half of the score."),
        render_kw={"autocomplete": "off", "placeholder": "1/2"},
    )
    reason = reason_field()

    def offer(self, sheet: TournamentSheet) -> None:
        """Fill the menus."""
        self.entrant.choices = choices(*((each.id, each.name) for each in sheet.entrants.values()))
        rounds = range(1, sheet.tournament.round + 1)
        self.number.choices = choices(
            (WHOLE, gettext("of the whole tournament")),
            *((str(number), gettext("of round %(number)d", number=number)) for number in rounds),
        )

    def validate_factor(self, field: StringField) -> None:
        """Refuse anything but a fraction."""
        found = read_fraction(field.data)
        if found is None or found > 1:
            raise ValidationError(gettext("Type a fraction from 0 to 1, like 1/2."))

    @property
    def fraction(self) -> Fraction:
        """The fraction that was typed."""
        return read_fraction(self.factor.data) or Fraction(0)

    @property
    def round(self) -> int | None:
        """The chosen round, None for the whole tournament."""
        return None if self.number.data == WHOLE else int(self.number.data)


class LiftForm(Form):
    """Take a sanction back."""

    sanction = SelectField(_l("Which sanction"), coerce=int)
    reason = reason_field()

    def offer(self, sheet: TournamentSheet) -> None:
        """Fill the menu."""
        self.sanction.choices = choices(
            *(
                (each.id, f"{sheet.entrants[each.entrant_id].name}: {each.numerator}/{each.denominator}")
                for each in sheet.sanctions
            )
        )


class OutForm(OfEntrant):
    """Exclude an entrant from further rounds."""


class RoundForm(Form):
    """Annul the ordinary games of a round."""

    number = SelectField(_l("Round"), coerce=int)
    reason = reason_field()

    def offer(self, sheet: TournamentSheet) -> None:
        """Fill the menu."""
        here = range(1, sheet.tournament.round + 1)
        games = (number for number in here if not sheet.plan.rounds[number - 1].duels)
        self.number.choices = choices(*((number, str(number)) for number in games))


class StandDownForm(OfEntrant):
    """Note that an entrant sat out a round when asked to."""

    number = SelectField(_l("Round"), coerce=int)

    def offer(self, sheet: TournamentSheet) -> None:
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

    def offer(self, sheet: TournamentSheet) -> None:
        """There is no menu to fill."""


class PrizesForm(Form):
    """Name the prizes that players vote on."""

    prizes = TextAreaField(
        _l("Prizes that players vote on, one on each line"),
        [at_most(MOST_TEXT)],
        default="",
        render_kw={"rows": 8},
    )
    minutes = SelectField(
        _l("Journeys are measured in"), coerce=int, choices=choices((0, _l("kilometres")), (1, _l("minutes")))
    )

    def offer(self, sheet: TournamentSheet) -> None:
        """Fill in the prizes that are agreed, or the usual ones."""
        if self.prizes.raw_data is None:
            self.prizes.data = "\n".join(sheet.plan.prizes or usual_prizes())
            self.minutes.data = int(sheet.plan.minutes)


class DescribeForm(Form):
    """Note facts for prizes: whether a player is a newcomer, and how far they travelled."""

    entrant = SelectField(_l("Player"), coerce=int)
    newcomer = BooleanField(_l("Young, or at their first tournament"))
    journey = IntegerField(_l("Journey"), [Optional()], render_kw={"min": 0, "inputmode": "numeric"})

    def offer(self, sheet: TournamentSheet) -> None:
        """Fill the menu."""
        self.entrant.choices = choices(*((each.id, each.name) for each in sheet.entrants.values()))


class CancelForm(Form):
    """Call a tournament off."""

    reason = reason_field()

    def offer(self, sheet: TournamentSheet) -> None:
        """There is no menu to fill."""
