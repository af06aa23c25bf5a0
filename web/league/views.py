"""The pages of the league of bots, with the acts of bots' owners."""

from collections.abc import Hashable, Sequence
from functools import cached_property
from http import HTTPStatus

from babel.numbers import format_percent
from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from wtforms import StringField
from wtforms.validators import InputRequired, NumberRange

from competition.shares import Share
from models import User
from models.account import AccountKind
from models.ids import DuelToken, UserId
from models.league import LONGEST_COST
from services.league import pairing
from services.league.pairing import CLOCK, MOST_AT_ONCE, MOST_RUNNING, PRESET, USUAL_AT_ONCE, YEAR_LIMIT
from services.league.refusals import LeagueRefusal, LeagueRefused
from services.league.scoring import ABSENCES
from services.league.standings import (
    PUBLISHED_FROM,
    Contestant,
    LeagueResults,
    RunningDuel,
    contestant_of,
    other_of_pairing,
    running_duels,
    standings,
)
from web.core.forms import Form, IntegerField, at_most
from web.core.links import LARGEST, see_other
from web.core.login import me, member, members_only
from web.core.messages import Sentences, refusal_message
from web.core.page import Frame, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.frame import DuelPart
from web.words.clocks import clock_summary
from web.words.numbers import figure, interval, percent
from web.words.settings import preset_name
from web.words.times import locale

REFUSALS: Sentences = {
    LeagueRefusal.FOR_BOTS: lambda: gettext("The league is for bots."),
    LeagueRefusal.NOT_ENTERED: lambda: gettext("This bot is not in the league. Enter it first."),
    LeagueRefusal.PAUSED: lambda: gettext(
        "This bot is paused: it lost %(num)d duels in a row by absence. Enter it again to go on.",
        num=ABSENCES,
    ),
    LeagueRefusal.NO_ROOM: lambda most: gettext(
        "This bot has no room for two more duels. It plays %(most)d in the league at most.", most=most
    ),
    LeagueRefusal.NOBODY_FREE: lambda: gettext("Nobody is free just now. Try again in a minute."),
}


class EntryForm(Form):
    """Say how a bot plays in the league."""

    at_once = IntegerField(
        _l("Duels at once"),
        [
            InputRequired(),
            NumberRange(0, MOST_AT_ONCE, message=_l("A bot plays %(min)d to %(max)d duels at once.")),
        ],
        description=_l(
            "The site keeps this many going, two at a time. 0: only those that the bot asks for by the API."
        ),
        default=USUAL_AT_ONCE,
    )
    cost = StringField(
        _l("Cost of a duel"),
        [at_most(LONGEST_COST)],
        description=_l("For the table, in your words: 0.12 USD, or nothing."),
        render_kw={"autocomplete": "off", "maxlength": LONGEST_COST},
    )


blueprint = Blueprint("league", __name__, url_prefix="/league")


class LeaguePart(DuelPart):
    """The pairing of the league that a duel is part of."""

    name = "league"

    @cached_property
    def other(self) -> DuelToken | None:
        """The duel of the same two with exchanged home powers, if this one is of the league."""
        if all(user.kind is not AccountKind.BOT for user in self.stored.players.values()):
            return None
        return other_of_pairing(db(), self.stored.id)


class LeagueFrame(Frame):
    """What the pages of the league share."""

    published_from, absences = PUBLISHED_FROM, ABSENCES

    @cached_property
    def contestants(self) -> Sequence[Contestant]:
        """All contestants, published scores first."""
        return standings(db())

    figure = staticmethod(figure)
    percent = staticmethod(percent)
    interval = staticmethod(interval)

    @staticmethod
    def illegal(contestant: Contestant) -> str:
        """The share of entries that the API refused, to a hundredth of a percent."""
        share: Share | None = contestant.illegal
        if share is None:
            return "–"
        return format_percent(round(share.value, 4), locale=locale(), decimal_quantization=False)

    @staticmethod
    def median(contestant: Contestant) -> str:
        """The bound of the median time for a phase."""
        seconds = contestant.median_seconds
        return gettext("under %(num)d s", num=seconds) if seconds else "–"

    def shown(self, contestant: Contestant) -> Hashable:
        """Everything that the pages show about a contestant."""
        entrant = contestant.entrant
        return (
            (contestant.user.id, contestant.name, contestant.results, contestant.illegal),
            (contestant.median_seconds, contestant.is_paused, contestant.has_left, entrant and entrant.cost),
        )


class LeaguePage(LeagueFrame):
    """The table, and for the owner of a bot its entry."""

    template = "league/index.html"
    most_running = MOST_RUNNING

    def __init__(self, form: EntryForm | None = None, problem: str = "") -> None:
        self.sent, self.problem = form, problem
        self.is_refused = bool(problem or (form and form.errors))

    def key(self) -> Hashable:
        """The table and the viewer's own entry; None where a form was refused."""
        if self.is_refused:
            return None
        own = self.own.entrant if self.own and self.own.entrant else None
        return (
            tuple(map(self.shown, self.contestants)),
            self.is_bot,
            own and (own.user_id, own.at_once, own.cost),
        )

    @cached_property
    def is_bot(self) -> bool:
        """True if a bot plays with the viewer's account."""
        viewer = member()
        return viewer is not None and db().get_one(User, viewer.id).kind == AccountKind.BOT

    @cached_property
    def own(self) -> Contestant | None:
        """The viewer's bot, if it is in the league."""
        viewer = member()
        found = (each for each in self.contestants if viewer and each.user.id == viewer.id)
        return next((each for each in found if not each.has_left), None)

    @cached_property
    def form(self) -> EntryForm:
        """The form as it was sent, or filled with the present entry."""
        return self.sent or EntryForm(obj=self.own.entrant if self.own else None)

    @property
    def terms(self) -> str:
        """What is played."""
        return gettext(
            "%(preset)s, until %(year)d. %(clock)s.",
            preset=preset_name(PRESET),
            year=YEAR_LIMIT,
            clock=clock_summary(CLOCK),
        )


class ContestantPage(LeagueFrame):
    """One contestant: its results against each of the others, and its running duels."""

    template = "league/show.html"

    def __init__(self, user_id: UserId) -> None:
        self.one = contestant_of(self.contestants, user_id)
        self.running: Sequence[RunningDuel] = running_duels(db(), user_id)
        self.users = {each.user.id: each.user for each in self.contestants}

    def key(self) -> Hashable:
        """The contestant, the results, the running duels."""
        rows = tuple((other.user.id, other.name, results) for other, results in self.rows)
        return self.shown(self.one), rows, tuple(self.running)

    @cached_property
    def rows(self) -> Sequence[tuple[Contestant, LeagueResults]]:
        """The others that it has met, in the order of the table."""
        against = self.one.against
        met = [(each, against[each.user.id]) for each in self.contestants if each.user.id in against]
        return [(other, results) for other, results in met if results.duels]


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """Show the table."""
    return respond(LeaguePage())


@blueprint.get(f"/<int(max={LARGEST}):number>")
def show(number: UserId) -> ResponseReturnValue:
    """Show a contestant; raises NotFound."""
    return respond(ContestantPage(number))


@blueprint.get("/enter", endpoint="back_from_entering")
@blueprint.get("/leave", endpoint="back_from_leaving")
def back_to_table() -> ResponseReturnValue:
    """Redirect to the table, as when the answer to a form is reloaded."""
    return see_other(url_for("league.index"))


@blueprint.post("/enter")
@members_only
def enter() -> ResponseReturnValue:
    """Enter the viewer's bot, change its entry, or go on after a pause."""
    form = EntryForm()
    if not form.validate_on_submit():
        return respond(LeaguePage(form), HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        with writing() as session:
            cost = (form.cost.data or "").strip()
            pairing.enter(session, me().id, form.at_once.data or 0, cost, now())
    except LeagueRefused as error:
        return respond(LeaguePage(form, refusal_message(error)), HTTPStatus.CONFLICT)
    flash(gettext("The bot is in the league. Its first duels begin within a minute."))
    return back_to_table()


@blueprint.post("/leave", endpoint="leave")
@members_only
def quit_league() -> ResponseReturnValue:
    """Take the viewer's bot out of the league."""
    try:
        with writing() as session:
            pairing.leave(session, me().id, now())
    except LeagueRefused as error:
        return respond(LeaguePage(problem=refusal_message(error)), HTTPStatus.CONFLICT)
    flash(gettext("The bot has left the league. Its running duels go on and count."))
    return back_to_table()
