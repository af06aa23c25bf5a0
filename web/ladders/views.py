"""The pages of ladders, with the acts of players and moderators."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from http import HTTPStatus
from typing import Any, ParamSpec

from flask import Blueprint, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from markupsafe import Markup
from wtforms import BooleanField, RadioField, StringField
from wtforms.validators import InputRequired, NumberRange, Optional

from models import Ladder, User
from models.account import AccountKind
from models.ids import LadderChallengeId, LadderToken, UserId
from models.moderation import Act
from services.ladders import challenging, ladders, lists, membership
from services.ladders.ladders import CLOCKS, LONGEST_NAME, SEASON_DAYS
from services.ladders.lists import (
    PAGE,
    Champion,
    DuelForPlace,
    LadderForViewer,
    ListedLadder,
    duel_for_place,
    ladder_for_viewer,
)
from services.ladders.membership import BACK_AT_BOTTOM, MOST_DAYS
from services.ladders.refusals import LadderRefused
from services.moderation.acts import note_act
from services.terms import RATED_PRESETS, Terms
from web.accounts.proving import moderating
from web.core.forms import Form, IntegerField, at_most, choices, required
from web.core.links import LARGEST, back, duel_url, see_other
from web.core.login import me, member, members_only
from web.core.messages import refusal_message
from web.core.page import Frame, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.frame import DuelPart
from web.matchmaking.messages import what_begins
from web.words.clocks import clock_names, clock_summary
from web.words.names import ladder_name, ordinal
from web.words.settings import preset_name, preset_summary
from web.words.times import deadline, instant


class LadderForm(Form):
    """Name a ladder, and choose what is played on it."""

    name = StringField(
        _l("Name of the ladder"),
        [required(_l("Give the ladder a name.")), at_most(LONGEST_NAME)],
        render_kw={"autocomplete": "off"},
    )
    clock = RadioField(_l("How fast?"), default="day")
    preset = RadioField(_l("Which rules?"), default="intimate")
    season_days = IntegerField(
        _l("Days of a season"),
        [
            Optional(),
            NumberRange(*SEASON_DAYS, message=_l("A season has %(min)d to %(max)d days.")),
        ],
    )

    for_programs = BooleanField(_l("For bots only"))

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 -- passed on to WTForms
        super().__init__(**values)
        self.preset.choices = choices(*((name, preset_name(name)) for name in RATED_PRESETS))
        names = clock_names()
        self.clock.choices = choices(*((name, names[name]) for name in CLOCKS))
        self.clock_summaries = {name: clock_summary(clock) for name, clock in CLOCKS.items()}
        self.preset_summaries = {name: preset_summary(name) for name in RATED_PRESETS}


class TimeOffForm(Form):
    """Say how many days off to take."""

    days = IntegerField(_l("Days off"), [InputRequired(), NumberRange(1, MOST_DAYS)])


class SureForm(Form):
    """Confirm."""

    sure = BooleanField(_l("I am sure"), [required(_l("Tick the box if you are sure."))])


blueprint = Blueprint("ladders", __name__, url_prefix="/ladders")


class LadderPart(DuelPart):
    """The challenge for a place that a duel decides."""

    name = "ladder"

    @cached_property
    def for_place(self) -> DuelForPlace | None:
        """The place on a ladder that the duel is for, if it is."""
        return duel_for_place(db(), self.stored.id)


class LadderPage(Frame):
    """Some places of a ladder, the viewer's own, challenges, moves and champions; cached except for times."""

    template = "ladders/show.html"
    back_within = BACK_AT_BOTTOM.days
    is_list = True

    def __init__(self, token: LadderToken, first: int = 1, problem: str = "") -> None:
        self.token, self.first, self.problem = token, max(1, first), problem
        self.is_refused = bool(problem)

    @cached_property
    def seen(self) -> LadderForViewer:
        """What the viewer sees; raises NotFound."""
        return ladder_for_viewer(db(), self.token, self.viewer_id, self.first, now())

    @property
    def ladder(self) -> Ladder:
        """The ladder itself."""
        return self.seen.ladder

    @property
    def name(self) -> str:
        """Its name."""
        return ladder_name(self.ladder.name)

    @property
    def kind(self) -> str:
        """The kind of the accounts on it."""
        return "program" if self.ladder.for_programs else "person"

    @property
    def viewer_id(self) -> UserId | None:
        """The id of the viewer's account."""
        viewer = member()
        return viewer.id if viewer else None

    @cached_property
    def may_join(self) -> bool:
        """False if the ladder is for bots and the viewer is not one; other ladders refuse bots later."""
        if not self.ladder.for_programs or self.viewer_id is None:
            return True
        return db().get_one(User, self.viewer_id).kind == AccountKind.BOT

    @property
    def is_moderator(self) -> bool:
        """True if the viewer may close the ladder."""
        viewer = member()
        return viewer is not None and viewer.is_moderator

    def key(self) -> Hashable:
        """Everything on the page except times; None if something was refused."""
        if self.problem:
            return None
        seen, ladder = self.seen, self.ladder
        shown = (tuple(each) for each in (seen.rungs, seen.around, seen.mine, seen.waiting, seen.playing))
        away = tuple(each.user_id for each in (*seen.rungs, *seen.around) if self.is_away(each.away_until))
        viewer = self.is_moderator, self.viewer_id, self.may_join
        return (
            (ladder.id, ladder.version, *viewer, seen.own, seen.free, away),
            (*shown, tuple(seen.moves), tuple(seen.champions)),
        )

    def is_away(self, until: datetime | None) -> bool:
        """Tell whether time off is still running."""
        return until is not None and now() < until

    @property
    def reach(self) -> str:
        """Say which players the viewer may challenge."""
        own = self.seen.own
        if own is None or own.first_in_reach is None:
            return gettext("Nobody stands above you. Your place is yours until somebody wins it from you.")
        if own.first_in_reach == own.place - 1:
            return gettext("You may challenge %(place)s place.", place=ordinal(own.place - 1))
        return gettext(
            "You may challenge those from %(first)s to %(last)s place.",
            first=ordinal(own.first_in_reach),
            last=ordinal(own.place - 1),
        )

    @property
    def seasons(self) -> Mapping[int, Sequence[Champion]]:
        """The champions by their season, the latest first."""
        found: dict[int, list[Champion]] = {}
        for champion in self.seen.champions:
            found.setdefault(champion.season, []).append(champion)
        return found

    @property
    def above(self) -> str:
        """The address of the places above those of the page."""
        return self._turned(self._begins - PAGE) if self._begins > 1 else ""

    @property
    def below(self) -> str:
        """The address of the places below those of the page."""
        return self._turned(self._begins + PAGE) if self._begins + PAGE <= self.ladder.length else ""

    @property
    def _begins(self) -> int:
        return self.seen.rungs[0].place if self.seen.rungs else 1

    def _turned(self, first: int) -> str:
        if first <= 1:
            return url_for("ladders.show", token=self.token)
        return url_for("ladders.show", token=self.token, place=first)

    @property
    def typed_days(self) -> str:
        """The days of time off that were asked for and refused."""
        return request.form.get("days", "") if self.problem else ""

    # Slots that depend on the time

    @cached_property
    def _times(self) -> Mapping[str, datetime]:
        seen = self.seen
        answers = {str(each.id): each.answer_by for each in (*seen.mine, *seen.waiting)}
        return answers | {f"move-{each.id}": each.at for each in seen.moves}

    def answer_by(self, number: str) -> Markup:
        """The time left to answer a challenge."""
        return deadline(self._times[number])

    def moved(self, number: str) -> Markup:
        """The time since a move."""
        return instant(self._times[f"move-{number}"])

    def ends(self) -> Markup | str:
        """When the season ends."""
        return instant(self.ladder.ends_at) if self.ladder.ends_at else ""

    def closed(self) -> Markup | str:
        """Since when the ladder is closed."""
        return instant(self.ladder.closed_at) if self.ladder.closed_at else ""

    def away_until(self) -> Markup | str:
        """When the viewer's time off ends."""
        own = self.seen.own
        return instant(own.away_until) if own and own.away_until else ""


class LadderList(Frame):
    """All ladders with their seasons, and the last winners; cached except for the times."""

    template = "ladders/index.html"

    def __init__(self, ladders: Sequence[ListedLadder], winners: Mapping[LadderToken, Champion]) -> None:
        self.ladders, self.winners = ladders, winners

    def key(self) -> Hashable:
        """The ladders, their winners, and whether the viewer may make one."""
        return tuple(self.ladders), tuple(self.winners.values()), self.may_make

    @property
    def may_make(self) -> bool:
        """True for moderators."""
        viewer = member()
        return viewer is not None and viewer.is_moderator

    @cached_property
    def _by_token(self) -> Mapping[LadderToken, ListedLadder]:
        return {ladder.token: ladder for ladder in self.ladders}

    def ends(self, token: LadderToken) -> Markup | str:
        """When the season of a ladder ends."""
        at = self._by_token[token].ends_at
        return instant(at) if at else ""

    def closed(self, token: LadderToken) -> Markup | str:
        """Since when a ladder is closed."""
        at = self._by_token[token].closed_at
        return instant(at) if at else ""


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """List the ladders."""
    return respond(LadderList(lists.all_ladders(db()), lists.last_winners(db())))


@blueprint.get("/<token>")
def show(token: LadderToken) -> ResponseReturnValue:
    """Show the places of a ladder, from one place on."""
    return respond(LadderPage(token, request.args.get("place", 1, int)))


@blueprint.get("/new")
@blueprint.post("/new")
@moderating
def create() -> ResponseReturnValue:
    """Let a moderator make a ladder."""
    form = LadderForm()
    if form.validate_on_submit():
        terms = Terms(form.preset.data, clock=CLOCKS[form.clock.data])
        with writing() as session:
            made = ladders.make(
                session,
                form.name.data.strip(),
                terms,
                form.season_days.data,
                now(),
                for_programs=form.for_programs.data,
            )
            note_act(session, me().id, Act.MADE_LADDER, None, made.name, made.made_at)
        flash(gettext("%(name)s is open: players can join.", name=ladder_name(made.name)))
        return see_other(url_for("ladders.show", token=made.token))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render_template("ladders/new.html", form=form), status


Arguments = ParamSpec("Arguments")
View = Callable[..., ResponseReturnValue]
ANSWER = f"/<token>/challenges/<int(max={LARGEST}):number>"
"""The address of an answer to a challenge."""


@blueprint.get("/<token>/<path:_act>")
def back_from_act(token: LadderToken, _act: str) -> ResponseReturnValue:
    """Redirect to the ladder, as when the answer to a form is reloaded or its language changed."""
    return to_ladder(token)


def to_ladder(token: LadderToken) -> ResponseReturnValue:
    """Go on with the page of a ladder."""
    return see_other(url_for("ladders.show", token=token))


def explained(act: View) -> View:
    """Let only members act; if an act is refused, show the ladder with the reason."""

    def done(token: LadderToken, **values: int) -> ResponseReturnValue:
        try:
            return act(token, **values)
        except LadderRefused as error:
            return refused(token, refusal_message(error), HTTPStatus.CONFLICT)

    done.__name__ = act.__name__
    return members_only(done)


def refused(
    token: LadderToken, problem: str, status: int = HTTPStatus.UNPROCESSABLE_ENTITY
) -> ResponseReturnValue:
    """Show the ladder with what is wrong."""
    return respond(LadderPage(token, request.args.get("place", 1, int), problem), status)


@blueprint.post("/<token>/join")
@explained
def join(token: LadderToken) -> ResponseReturnValue:
    """Take a place."""
    with writing() as session:
        place = membership.join(session, token, me().id, now())
    flash(gettext("You are on the ladder, in %(place)s place.", place=ordinal(place)))
    return to_ladder(token)


@blueprint.post("/<token>/leave", endpoint="leave")
@explained
def quit_ladder(token: LadderToken) -> ResponseReturnValue:
    """Give the place up, after confirmation."""
    form = SureForm()
    if not form.validate_on_submit():
        return refused(token, gettext("Nothing was changed: tick the box if you want to leave the ladder."))
    with writing() as session:
        membership.leave(session, token, me().id, now())
    flash(gettext("You have left the ladder."))
    return to_ladder(token)


@blueprint.post("/<token>/away", endpoint="away")
@explained
def take_time_off(token: LadderToken) -> ResponseReturnValue:
    """Take time off for some days."""
    form = TimeOffForm()
    if not form.validate_on_submit():
        return refused(
            token, gettext("Say for how many days, from 1 to %(most)d.", most=membership.MOST_DAYS)
        )
    with writing() as session:
        membership.take_time_off(session, token, me().id, form.days.data or 0, now())
    flash(gettext("You have time off. Nobody can challenge you, and you keep your place."))
    return to_ladder(token)


@blueprint.post("/<token>/back", endpoint="back")
@explained
def come_back(token: LadderToken) -> ResponseReturnValue:
    """End the time off."""
    with writing() as session:
        membership.come_back(session, token, me().id, now())
    flash(gettext("Your time off is over."))
    return to_ladder(token)


@blueprint.post("/<token>/challenge")
@explained
def challenge(token: LadderToken) -> ResponseReturnValue:
    """Challenge a player for their place."""
    opponent = request.form.get("rung_of", type=int)
    if opponent is None or not 0 < opponent <= LARGEST:
        abort(HTTPStatus.BAD_REQUEST)
    with writing() as session:
        name = challenging.challenge(session, token, me().id, UserId(opponent), now()).challenged.name
    days = challenging.ANSWER_WITHIN.days
    flash(gettext("%(name)s is challenged and has %(days)d days to answer.", name=name, days=days))
    return to_ladder(token)


@blueprint.post(f"{ANSWER}/accept")
@explained
def accept(token: LadderToken, number: LadderChallengeId) -> ResponseReturnValue:
    """Begin the duel for one's place."""
    with writing() as session:
        begun = challenging.accept(session, token, number, me().id, now())
    flash(what_begins(begun.clock))
    return see_other(duel_url(begun.token))


@blueprint.post(f"{ANSWER}/refuse")
@explained
def refuse(token: LadderToken, number: LadderChallengeId) -> ResponseReturnValue:
    """Give one's place to the challenger."""
    with writing() as session:
        challenging.refuse(session, token, number, me().id, now())
    flash(gettext("You have refused: the challenger takes your place."))
    return see_other(back(url_for("ladders.show", token=token)))


@blueprint.post(f"{ANSWER}/withdraw")
@explained
def withdraw(token: LadderToken, number: LadderChallengeId) -> ResponseReturnValue:
    """Take one's challenge back."""
    with writing() as session:
        challenging.withdraw(session, token, number, me().id, now())
    flash(gettext("Your challenge is withdrawn."))
    return see_other(back(url_for("ladders.show", token=token)))


@blueprint.post("/<token>/close")
@explained
@moderating
def close(token: LadderToken) -> ResponseReturnValue:
    """Close the ladder for good, as a moderator, after confirmation."""
    if not SureForm().validate_on_submit():
        return refused(token, gettext("Nothing was changed: tick the box if you want to close the ladder."))
    with writing() as session:
        instant = now()
        closed = ladders.close(session, token, instant)
        note_act(session, me().id, Act.CLOSED_LADDER, None, closed.name or closed.token, instant)
    flash(gettext("The ladder is closed."))
    return to_ladder(token)
