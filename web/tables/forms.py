"""The form of a new table: three choices, with the rest folded away."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, RadioField, SelectField, StringField, TextAreaField
from wtforms.validators import NumberRange, Optional

from adjudicator import Power, standard
from adjudicator.notation import LANGUAGES
from adjudicator.notation import power_name as power_in
from games import Counted, Reinforcements, Terms, Unassigned, usual_terms
from services.tables.refusals import TableRefusal, TableRefused
from services.tables.tables import LONGEST_NAME, NamedPlayer, Proposal, SeasonClock
from services.terms import OFFERED
from web.core.forms import Form, IntegerField, at_most, choices
from web.core.translation import gettext, language
from web.tables.words import CLOCKS, LINEUPS, clock_names, lineup_names
from web.words.settings import edition_name

MOST_NAMES = 800
LONGEST_SAVED = 200_000
"""The most characters of a game to continue from, by the limit on requests (`MOST_SENT`)."""
BEGINNER = "*"
OWN, BY_EDITION = "own", ""


def whole(least: int, most: int) -> dict[str, object]:
    """Return the attributes of a field for a whole number."""
    return {"min": least, "max": most, "inputmode": "numeric"}


class TableForm(Form):
    """Choose the players, the variant and the clock of a table."""

    lineup = RadioField(_l("How many players?"), default="7")
    edition = RadioField(_l("Which rules?"), default="standard")
    clock = RadioField(_l("How fast?"), default="none")
    first = IntegerField(
        _l("First season, in minutes"), [Optional(), NumberRange(1, 120)], render_kw=whole(1, 120)
    )
    spring = IntegerField(_l("Springs"), [Optional(), NumberRange(1, 120)], render_kw=whole(1, 120))
    autumn = IntegerField(_l("Autumns"), [Optional(), NumberRange(1, 120)], render_kw=whole(1, 120))
    writing = IntegerField(
        _l("Of these, for writing"), [Optional(), NumberRange(0, 30)], default=2, render_kw=whole(0, 30)
    )
    name = StringField(_l("Name of the table"), [at_most(LONGEST_NAME)], render_kw={"autocomplete": "off"})
    names = TextAreaField(
        _l("Names of the players"), [at_most(MOST_NAMES)], default="", render_kw={"rows": 7}
    )
    drawn = BooleanField(_l("Draw the powers at random"), default=True)
    goal = IntegerField(_l("Centres that win"), [Optional(), NumberRange(1, 34)], render_kw=whole(1, 34))
    last_year = IntegerField(_l("Last year"), [Optional(), NumberRange(1, 2000)], render_kw=whole(1, 2000))
    counted = SelectField(_l("At the end, count"), default=BY_EDITION)
    minutes = IntegerField(
        _l("Real time of the game, in minutes"), [Optional(), NumberRange(1, 1440)], render_kw=whole(1, 1440)
    )
    unassigned = SelectField(_l("Powers that nobody plays"), default=Unassigned.DISORDER.value)
    reinforcements = SelectField(_l("Builds without a free home centre"), default=Reinforcements.KEPT.value)
    forced_builds = SelectField(_l("Builds"), default=BY_EDITION)
    first_year = IntegerField(
        _l("Year of the first moves"), [Optional(), NumberRange(1, 2000)], render_kw=whole(1, 2000)
    )
    saved = TextAreaField(
        _l("Go on from a game"),
        [at_most(LONGEST_SAVED)],
        default="",
        render_kw={"rows": 4, "spellcheck": "false"},
    )

    def __init__(self) -> None:
        super().__init__()
        self.lineup.choices = choices(*((key, lineup_names()[key]) for key in LINEUPS))
        self.edition.choices = choices(*((key, edition_name(key)) for key in OFFERED))
        self.clock.choices = choices(*clock_names().items())
        usual = gettext("as the rules chosen have it")
        self.counted.choices = choices(
            (BY_EDITION, usual),
            (Counted.CENTRES.value, gettext("centres")),
            (Counted.UNITS.value, gettext("units on the board")),
        )
        self.unassigned.choices = choices(
            (Unassigned.DISORDER.value, gettext("stand in civil disorder")),
            (Unassigned.NEUTRAL.value, gettext("are neutral: centres without units")),
        )
        self.reinforcements.choices = choices(
            (Reinforcements.KEPT.value, gettext("are kept for a later winter")),
            (Reinforcements.LOST.value, gettext("are lost")),
        )
        self.forced_builds.choices = choices(
            (BY_EDITION, usual), ("no", gettext("may be given up")), ("yes", gettext("must be made"))
        )

    @property
    def rest_is_open(self) -> bool:
        """True if a folded field is filled in or has a fault."""
        folded = ("name", "names", "goal", "last_year", "minutes", "first_year", "saved")
        return any(self[name].errors or self[name].data for name in folded)

    def proposal(self) -> Proposal:
        """Return the table in the form; raises TableRefused, GameError."""
        lineup = LINEUPS[self.lineup.data]
        terms = self._terms()
        return Proposal(
            name=self.name.data or "",
            terms=terms,
            players=lineup.players,
            way=lineup.way,
            clock=self._clock(),
            names=read_names(self.names.data or ""),
            drawn=self.drawn.data,
            saved=self.saved.data or "",
            language=language(),
        )

    def _terms(self) -> Terms:
        usual = usual_terms(LINEUPS[self.lineup.data].variant, self.edition.data)
        first_year = self.first_year.data or usual.first_year
        return replace(
            usual,
            unassigned=Unassigned(self.unassigned.data),
            reinforcements=Reinforcements(self.reinforcements.data),
            forced_builds=self.forced_builds.data == "yes"
            if self.forced_builds.data
            else usual.forced_builds,
            goal=self.goal.data or usual.goal,
            first_year=first_year,
            last_year=self.last_year.data,
            counted=Counted(self.counted.data) if self.counted.data else usual.counted,
            minutes=self.minutes.data,
        )

    def _clock(self) -> SeasonClock:
        if self.clock.data != OWN:
            return CLOCKS[self.clock.data]
        spring = self.spring.data or self.autumn.data or self.first.data or 0
        return SeasonClock(
            self.first.data or spring, spring, self.autumn.data or spring, self.writing.data or 0
        )


def read_names(text: str) -> Sequence[NamedPlayer]:
    """Read one player per line: name, colon and power, star for a beginner; raises TableRefused."""
    return [_player(line) for line in text.splitlines() if line.strip()]


def _player(line: str) -> NamedPlayer:
    name, apart, power = (part.strip() for part in line.partition(":"))
    beginner = BEGINNER in line
    name, power = (part.replace(BEGINNER, "").strip() for part in (name, power))
    if not apart or not power:
        return NamedPlayer(name, None, beginner)
    known = powers_by_word()
    if power.casefold() not in known:
        raise TableRefused(TableRefusal.POWER, "names", word=power)
    return NamedPlayer(name, known[power.casefold()], beginner)


def powers_by_word() -> Mapping[str, Power]:
    """The powers by their names in every language, and by their codes."""
    named = {power_in(power, spoken).casefold(): power for power in standard().powers for spoken in LANGUAGES}
    return named | {power.casefold(): power for power in standard().powers}
