"""The page of the desk, and the question before each of its acts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from models import Tournament, User
from services.tournaments.authority import named_arbiters
from web.frame.forms import Form, Together
from web.frame.page import Frame
from web.frame.session import db
from web.frame.translation import gettext
from web.tournaments import desk_forms
from web.tournaments.page import TournamentFrame

SURE = "sure"
"""The field that says that a question was answered with yes; its value is the act."""
FORMS: Mapping[str, type[Form]] = {
    "cancel": desk_forms.CancelForm,
    "arbiter": desk_forms.ArbiterForm,
    "rule": desk_forms.RulingForm,
    "sanction": desk_forms.SanctionForm,
    "lift": desk_forms.LiftForm,
    "out": desk_forms.OutForm,
    "annul-round": desk_forms.RoundForm,
    "stand-down": desk_forms.StandDownForm,
}
"""The forms of the desk by their acts; each has its own names of fields, told apart by a prefix."""


class DeskPage(TournamentFrame):
    """What organiser and arbiters can do; sent: the act whose form was sent."""

    template = "tournaments/desk.html"

    def __init__(self, token: str, problem: str = "", sent: str | None = None) -> None:
        super().__init__(token, problem)
        self.sent = sent

    @cached_property
    def forms(self) -> Mapping[str, Form]:
        """The forms, each as it is or as it was sent."""
        made = {act: self._form(act) for act in FORMS}
        for form in made.values():
            form.offer(self.sheet)
        return made

    def _form(self, act: str) -> Form:
        return FORMS[act](prefix=act, **({} if act == self.sent else {"formdata": None}))

    @property
    def faults(self) -> Together:
        """All that is wrong with what was sent."""
        return Together(self.forms.get(self.sent or ""))

    @cached_property
    def arbiters(self) -> Sequence[User]:
        """The arbiters whom the organiser has named."""
        return named_arbiters(db(), self.tournament)

    @property
    def is_running(self) -> bool:
        """True while rounds are played."""
        return self.tournament.state == "running"

    @property
    def has_pairings(self) -> bool:
        """True when somebody has met somebody."""
        return any(each.second_id is not None for each in self.sheet.pairings)


@dataclass(frozen=True)
class Question:
    """A question, what the act brings, and the two answers."""

    title: str
    sentences: Sequence[str]
    yes: str
    no: str


class QuestionPage(Frame):
    """The page that asks once more; `action` takes the answer, with the fields that were sent."""

    template = "tournaments/question.html"

    def __init__(
        self, tournament: Tournament, question: Question, action: str, fields: Mapping[str, str]
    ) -> None:
        self.tournament, self.question, self.action, self.fields = tournament, question, action, fields


def question_about(act: str, tournament: Tournament) -> Question | None:
    """Return the question before an act; None where nothing is asked."""
    if act == "leave" and tournament.state != "running":
        return None
    asked = _of_organiser(tournament) | _of_arbiter()
    if act not in asked:
        return None
    title, sentence, yes = asked[act]
    return Question(title, [sentence], yes, gettext("No, go back"))


def _of_organiser(tournament: Tournament) -> dict[str, tuple[str, str, str]]:
    return {
        "start": (
            gettext("Begin the tournament?"),
            gettext("Sign-up ends, lots are drawn, and the first round begins. This cannot be taken back."),
            gettext("Yes, begin"),
        ),
        "next": (
            gettext("Begin the next round?"),
            gettext("It is drawn by the ranking as it stands now. This cannot be taken back."),
            gettext("Yes, begin round %(number)d", number=tournament.round + 1),
        ),
        "end": (
            gettext("End the tournament?"),
            gettext("The ranking stays as it stands now. Nobody can rule or sanction any more."),
            gettext("Yes, end the tournament"),
        ),
        "cancel": (
            gettext("Call the tournament off?"),
            gettext("There is no ranking. Duels that have begun go on as duels like any other."),
            gettext("Yes, call it off"),
        ),
        "leave": (
            gettext("Leave the tournament?"),
            gettext("The duel that you are playing goes on and counts. You are drawn for no further round."),
            gettext("Yes, leave"),
        ),
    }


def _of_arbiter() -> dict[str, tuple[str, str, str]]:
    log = gettext("The decision and its reason stand in the log, for everybody to read.")
    return {
        "rule": (
            gettext("Decide this pairing?"),
            gettext("Its duel goes on if it is not over, but no longer counts here. %(log)s", log=log),
            gettext("Yes, decide it"),
        ),
        "sanction": (gettext("Sanction this player?"), log, gettext("Yes, sanction")),
        "lift": (gettext("Lift this sanction?"), log, gettext("Yes, lift it")),
        "out": (
            gettext("Take this player out?"),
            gettext("Their duel goes on, and they are drawn for no further round. %(log)s", log=log),
            gettext("Yes, take them out"),
        ),
        "annul-round": (
            gettext("Annul this round?"),
            gettext("Its games count for nobody, all others in full. %(log)s", log=log),
            gettext("Yes, annul it"),
        ),
    }
