"""The desk of the organiser and the arbiters; acts that cannot be taken back are asked about first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from competition.tournament.values import System
from models import Entrant, Tournament, User
from models.ids import EntrantId, SanctionId, TournamentToken
from models.tournament import TournamentState
from services.accounts import accounts
from services.tournaments import entering, prizes, rounds, rulings
from services.tournaments.entering import players
from services.tournaments.refusals import NOT_ALLOWED, TournamentRefusal, TournamentRefused
from services.tournaments.tournaments import find, named_arbiters
from web.core.errors import page as error_page
from web.core.forms import Form, Together
from web.core.links import see_other
from web.core.login import me, members_only
from web.core.messages import refusal_message
from web.core.page import Frame, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.tournaments import forms
from web.tournaments.page import TournamentFrame, blueprint
from web.tournaments.words import journey_words, meeting_twice

SURE = "sure"
"""The field that answers a question with yes; its value is the act."""
FORMS: Mapping[str, type[Form]] = {
    "cancel": forms.CancelForm,
    "arbiter": forms.ArbiterForm,
    "rule": forms.PairingRulingForm,
    "sanction": forms.SanctionForm,
    "lift": forms.LiftForm,
    "out": forms.OutForm,
    "annul-round": forms.RoundForm,
    "stand-down": forms.StandDownForm,
    "prizes": forms.PrizesForm,
    "describe": forms.DescribeForm,
}
"""The forms of the desk by their acts, each with its own prefix of field names."""


class TournamentDesk(TournamentFrame):
    """The desk; sent: the act whose form was sent."""

    template = "tournaments/desk.html"

    def __init__(self, token: TournamentToken, problem: str = "", sent: str | None = None) -> None:
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
        """The form that was sent, whose faults the page lists."""
        return Together(self.forms.get(self.sent or ""))

    @cached_property
    def arbiters(self) -> Sequence[User]:
        """The arbiters whom the organiser has named."""
        return named_arbiters(db(), self.tournament)

    @property
    def is_running(self) -> bool:
        """True while rounds are played."""
        return self.tournament.state == TournamentState.RUNNING

    @property
    def is_ordinary(self) -> bool:
        """True for a tournament of ordinary games, which has prizes."""
        return self.tournament.system == System.ORDINARY

    @property
    def described(self) -> Sequence[Entrant]:
        """The players with notes for the prizes."""
        return [each for each in self.sheet.entrants.values() if each.newcomer or each.journey]

    def journey(self, entrant: Entrant) -> str:
        """How far an entrant travelled, with the unit."""
        return journey_words(self.sheet.plan, entrant.journey or 0)

    @cached_property
    def ballots(self) -> int:
        """The number of stored ballots."""
        return prizes.count_ballots(db(), self.tournament)

    @property
    def has_pairings(self) -> bool:
        """True once there are pairings."""
        return any(each.second_id is not None for each in self.sheet.pairings)


@dataclass(frozen=True)
class TournamentQuestion:
    """A question, the effects of the act, and the two answers."""

    title: str
    sentences: Sequence[str]
    yes: str
    no: str


class TournamentQuestionPage(Frame):
    """The page with a question; `action` takes the answer, with the fields that were sent."""

    template = "tournaments/question.html"

    def __init__(
        self, tournament: Tournament, question: TournamentQuestion, action: str, fields: Mapping[str, str]
    ) -> None:
        self.tournament, self.question, self.action, self.fields = tournament, question, action, fields


def question_about(act: str, tournament: Tournament, signed_up: int = 0) -> TournamentQuestion | None:
    """Return the question before an act; None if there is none. signed_up: how many players have."""
    if act == "leave" and tournament.state != TournamentState.RUNNING:
        return None
    asked = _of_organiser(tournament) | _of_arbiter()
    if act not in asked:
        return None
    title, sentence, yes = asked[act]
    is_swiss = act == "start" and tournament.system == System.SWISS
    warning = meeting_twice(signed_up, len(tournament.plan["rounds"])) if is_swiss else ""
    return TournamentQuestion(
        title, [sentence, warning] if warning else [sentence], yes, gettext("No, go back")
    )


def _of_organiser(tournament: Tournament) -> dict[str, tuple[str, str, str]]:
    return {
        "start": (
            gettext("Begin the tournament?"),
            gettext("Sign-up ends, lots are drawn, and the first round begins. This cannot be taken back."),
            gettext("Yes, begin"),
        ),
        "next": (
            gettext("Begin the next round?"),
            gettext("It is drawn from the present ranking. This cannot be taken back."),
            gettext("Yes, begin round %(number)d", number=tournament.round + 1),
        ),
        "end": (
            gettext("End the tournament?"),
            gettext("The ranking becomes final. After that nobody can rule or sanction any more."),
            gettext("Yes, end the tournament"),
        ),
        "cancel": (
            gettext("Call the tournament off?"),
            gettext("There is no ranking. Duels that have begun go on as duels like any other."),
            gettext("Yes, call it off"),
        ),
        "leave": (
            gettext("Leave the tournament?"),
            gettext("The duel that you are playing goes on and counts. You will not be paired again."),
            gettext("Yes, leave"),
        ),
    }


def _of_arbiter() -> dict[str, tuple[str, str, str]]:
    log = gettext("The decision and its reason go into the public log.")
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
            gettext("Their duel goes on, and they will not be paired again. %(log)s", log=log),
            gettext("Yes, take them out"),
        ),
        "annul-round": (
            gettext("Annul this round?"),
            gettext("Its games no longer count for anybody; all others count in full. %(log)s", log=log),
            gettext("Yes, annul it"),
        ),
    }


Act = Callable[[Session, TournamentDesk], None]


@blueprint.get("/<token>/desk")
@members_only
def desk(token: TournamentToken) -> ResponseReturnValue:
    """Show the forms of the organiser and the arbiters."""
    page = TournamentDesk(token)
    if not (page.organises or page.arbitrates):
        return error_page(HTTPStatus.FORBIDDEN)
    return respond(page)


@blueprint.get("/<token>/desk/<act>", endpoint="act_again")
def back_to_desk(token: TournamentToken, act: str) -> ResponseReturnValue:  # noqa: ARG001 -- part of the address
    """Redirect to the desk when the answer to a form is reloaded."""
    return see_other(url_for("tournaments.desk", token=token))


@blueprint.post("/<token>/desk/<act>")
@members_only
def act(token: TournamentToken, act: str) -> ResponseReturnValue:
    """Do the act of a form of the desk, once its question is answered."""
    page = TournamentDesk(token, sent=act)
    if act not in ACTS or not (page.organises or page.arbitrates):
        return error_page(HTTPStatus.FORBIDDEN if act in ACTS else HTTPStatus.NOT_FOUND)
    form = page.forms.get(act)
    if form is not None and not form.validate():
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    if needs_question(token, act):
        return ask(token, act, url_for("tournaments.act", token=token, act=act))
    return done(page, act)


def done(page: TournamentDesk, act: str) -> ResponseReturnValue:
    """Do a confirmed act."""
    try:
        with writing() as session:
            ACTS[act](session, page)
    except TournamentRefused as error:
        if error.code in NOT_ALLOWED:
            raise
        return refused(page.token, act, error)
    flash(gettext("Done, and noted in the log of the tournament."))
    return see_other(url_for("tournaments.show", token=page.token))


def refused(token: TournamentToken, act: str, error: TournamentRefused) -> ResponseReturnValue:
    """Show the desk again with the sent form, and why the act was refused."""
    page, words = TournamentDesk(token, sent=act), refusal_message(error)
    form: Form | None = page.forms.get(act)
    if form is not None and error.field in form:
        form.refuse(error.field, words)
    else:
        page.problem, page.is_refused = words, True
    return respond(page, HTTPStatus.CONFLICT)


def needs_question(token: TournamentToken, act: str) -> bool:
    """Tell whether an act needs a question that is not answered yet."""
    return request.form.get(SURE) != act and question_about(act, find(db(), token)) is not None


def ask(token: TournamentToken, act: str, action: str) -> ResponseReturnValue:
    """Show the question before an act."""
    tournament = find(db(), token)
    question = question_about(act, tournament, players(db(), tournament))
    if question is None:
        raise LookupError(act)
    fields = {name: value for name, value in request.form.items() if name not in {"csrf_token", SURE}}
    return respond(TournamentQuestionPage(tournament, question, action, {**fields, SURE: act}))


def _start(session: Session, page: TournamentDesk) -> None:
    rounds.start(session, page.token, me().id, now())


def _next(session: Session, page: TournamentDesk) -> None:
    seen = request.form.get("round", -1, int)
    rounds.draw_next(session, page.token, me().id, seen, now())


def _end(session: Session, page: TournamentDesk) -> None:
    rounds.finish(session, page.token, me().id, now())


def _cancel(session: Session, page: TournamentDesk) -> None:
    rounds.cancel(session, page.token, me().id, page.forms["cancel"].reason.data, now())


def _name_arbiter(session: Session, page: TournamentDesk) -> None:
    user = _member(session, page.forms["arbiter"].arbiter.data)
    entering.name_arbiter(session, page.token, me().id, user, now())


def _dismiss_arbiter(session: Session, page: TournamentDesk) -> None:
    user = _member(session, request.form.get("arbiter", ""))
    entering.dismiss_arbiter(session, page.token, me().id, user, now())


def _member(session: Session, name: str) -> User:
    user = accounts.named(session, name)
    if user is None:
        raise TournamentRefused(TournamentRefusal.NOBODY, "arbiter")
    return user


def _rule(session: Session, page: TournamentDesk) -> None:
    rulings.rule(session, page.token, me().id, page.forms["rule"].ruling(page.sheet), now())


def _sanction(session: Session, page: TournamentDesk) -> None:
    form = page.forms["sanction"]
    measure = rulings.Measure(EntrantId(form.entrant.data), form.fraction, form.round, form.reason.data)
    rulings.sanction(session, page.token, me().id, measure, now())


def _lift(session: Session, page: TournamentDesk) -> None:
    form = page.forms["lift"]
    rulings.lift_sanction(
        session, page.token, me().id, SanctionId(form.sanction.data), form.reason.data, now()
    )


def _take_out(session: Session, page: TournamentDesk) -> None:
    form = page.forms["out"]
    rulings.take_out(session, page.token, me().id, EntrantId(form.entrant.data), form.reason.data, now())


def _annul_round(session: Session, page: TournamentDesk) -> None:
    form = page.forms["annul-round"]
    rulings.annul_round(session, page.token, me().id, form.number.data, form.reason.data, now())


def _stand_down(session: Session, page: TournamentDesk) -> None:
    form = page.forms["stand-down"]
    who, number = EntrantId(form.entrant.data), form.number.data
    rulings.stand_down(session, page.token, me().id, who, number, form.reason.data, now())


def _name_prizes(session: Session, page: TournamentDesk) -> None:
    form = page.forms["prizes"]
    names = (form.prizes.data or "").splitlines()
    prizes.name_prizes(session, page.token, me().id, names, now(), minutes=bool(form.minutes.data))


def _describe(session: Session, page: TournamentDesk) -> None:
    form = page.forms["describe"]
    prizes.describe(
        session,
        page.token,
        me().id,
        EntrantId(form.entrant.data),
        now(),
        newcomer=form.newcomer.data,
        journey=form.journey.data,
    )


ACTS: Mapping[str, Act] = {
    "start": _start,
    "next": _next,
    "end": _end,
    "cancel": _cancel,
    "arbiter": _name_arbiter,
    "no-arbiter": _dismiss_arbiter,
    "rule": _rule,
    "sanction": _sanction,
    "lift": _lift,
    "out": _take_out,
    "annul-round": _annul_round,
    "stand-down": _stand_down,
    "prizes": _name_prizes,
    "describe": _describe,
}
"""The function of each act."""
