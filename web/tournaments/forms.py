"""The form of a new tournament."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import takewhile
from typing import Any, TypeVar

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, Field, IntegerField, RadioField, SelectField, StringField, TextAreaField
from wtforms.validators import NumberRange, Optional, ValidationError

from clocks.terms import DAY
from competition.tournament.values import Plan, RoundPlan, System
from services.challenges.terms import OFFERED, PRESETS, SettingError, Terms
from services.tournaments.making import MOST_NAME, MOST_TEXT, Proposal
from services.tournaments.plans import MOST_ROUNDS
from web.challenges.clock_fields import ClockFields
from web.frame.forms import at_most, choices, required
from web.frame.translation import gettext
from web.tournaments.fields import FiguresField
from web.words.editions import edition_name
from web.words.presets import preset_name
from web.words.times import duration
from web.words.tournaments import system_names, tie_names

CLOSING = tuple(days * DAY for days in (1, 2, 3, 5, 7, 10, 14, 21, 30, 60))
USUAL_TIES = {
    System.SWISS: ("buchholz", "encounter", "wins", ""),
    System.ALL: ("encounter", "berger", "wins", ""),
}
Figure = TypeVar("Figure")


def not_chosen_above(form: "TournamentForm", field: Field) -> None:
    """Refuse what parts equal scores already: a second time it parts nothing."""
    above = (each.data for each in takewhile(lambda each: each is not field, form.ties()))
    if field.data and field.data in above:
        raise ValidationError(gettext("This is chosen above already. Choose another one, or nothing."))


class TournamentForm(ClockFields):
    """Choose what a tournament is."""

    name = StringField(
        _l("Name"),
        [required(_l("Give the tournament a name.")), at_most(MOST_NAME)],
        render_kw={"autocomplete": "off"},
    )
    description = TextAreaField(
        _l("What players should know"), [at_most(MOST_TEXT)], default="", render_kw={"rows": 4}
    )
    system = RadioField(_l("Kind"), default="swiss")
    rounds = IntegerField(
        _l("Rounds"),
        [Optional(), NumberRange(1, MOST_ROUNDS)],
        default=3,
        render_kw={"min": 1, "max": MOST_ROUNDS, "inputmode": "numeric"},
    )
    last_years = FiguresField(_l("Last years"), default="")
    coefficients = FiguresField(_l("Coefficients"), fractions=True, default="")
    duel_rounds = FiguresField(_l("Rounds of duels between ordinary games"), default="")
    bonus = BooleanField(_l("Such a round brings a bonus on the other rounds, no points"))
    homes_drawn = BooleanField(_l("Home powers are drawn"))
    matches = BooleanField(_l("Two who meet play two duels, the second with the home powers exchanged"))
    votes = BooleanField(_l("Both can end a duel early by a secret vote"))
    rated = BooleanField(_l("The duels count for ratings"), default=True)
    by_itself = BooleanField(_l("Each round begins by itself when the one before is decided"))
    most_players = IntegerField(
        _l("Players at most"), [Optional()], render_kw={"min": 2, "inputmode": "numeric"}
    )
    closes = SelectField(_l("Sign-up closes"), coerce=int, default=0)
    tie_1 = SelectField(_l("First by"), default="buchholz")
    tie_2 = SelectField(_l("then by"), [not_chosen_above], default="encounter")
    tie_3 = SelectField(_l("then by"), [not_chosen_above], default="wins")
    tie_4 = SelectField(_l("then by"), [not_chosen_above], default="")
    preset = SelectField(_l("Rules of the duels"), default="intimate")
    edition = SelectField(_l("Edition of the base rules"), default="standard")

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 -- whatever WTForms takes
        super().__init__(**values)
        self.system.choices = choices(*system_names().items())
        self.preset.choices = choices(*((name, preset_name(name)) for name in PRESETS))
        self.edition.choices = choices(*((name, edition_name(name)) for name in OFFERED))
        after = [(seconds, gettext("after %(time)s", time=duration(seconds))) for seconds in CLOSING]
        self.closes.choices = choices((0, gettext("when the organiser starts")), *after)
        for field in self.ties():
            field.choices = choices(("", gettext("nothing")), *tie_names().items())
        self.offer_clocks()

    def ties(self) -> tuple[SelectField, ...]:
        """The fields of what parts equal scores, in their order."""
        return self.tie_1, self.tie_2, self.tie_3, self.tie_4

    def proposal(self, now: datetime) -> Proposal | None:
        """Return the tournament in the form; None with the reason in the form."""
        try:
            clock = self.agreed_clock()
        except SettingError as error:
            self.refuse_clock(error)
            return None
        terms = Terms(self.preset.data, edition=self.edition.data, clock=clock, rated=self.rated.data)
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

    def plan(self) -> Plan:
        """Return what was chosen for the rounds and the scores."""
        system = System(self.system.data)
        return Plan(
            system,
            self.round_plans(system),
            homes_drawn=self.homes_drawn.data,
            matches=self.matches.data,
            ties=tuple(field.data for field in self.ties() if field.data),
            bonus=self.bonus.data and system is System.ORDINARY,
            votes=self.votes.data,
        )

    def round_plans(self, system: System) -> tuple[RoundPlan, ...]:
        """Return each round; one figure stands for all rounds, and where they end the last one goes on."""
        years, weights = self.last_years.figures, self.coefficients.figures
        told = max(len(years), len(weights), 1)
        number = (self.rounds.data or told) if system in {System.SWISS, System.ORDINARY} else told
        return tuple(
            RoundPlan(
                system is not System.ORDINARY or each in self.duel_rounds.figures,
                _of_round(years, each, None),
                _of_round(weights, each, Fraction(1)),
            )
            for each in range(1, number + 1)
        )

    def validate_last_years(self, field: FiguresField) -> None:
        """Refuse years for more rounds than there are."""
        self._fits(field)

    def validate_coefficients(self, field: FiguresField) -> None:
        """Refuse coefficients for more rounds than there are."""
        self._fits(field)

    def _fits(self, field: FiguresField) -> None:
        has_number = self.system.data in {System.SWISS, System.ORDINARY}
        if has_number and len(field.figures) > (self.rounds.data or 0):
            raise ValidationError(gettext("These are more figures than rounds."))

    def validate_duel_rounds(self, field: FiguresField) -> None:
        """Refuse rounds that there are not."""
        if any(not 1 <= number <= (self.rounds.data or 0) for number in field.figures):
            raise ValidationError(gettext("There is no such round."))


def _of_round(figures: Sequence[Figure], number: int, usual: Figure | None) -> Any:  # noqa: ANN401 -- a year or a fraction
    return figures[min(number, len(figures)) - 1] if figures else usual
