"""Pages of no feature: the front page, rules, help, fair play, privacy, the explanation of the API."""

from collections.abc import Hashable, Mapping, Sequence
from datetime import timedelta
from functools import cached_property
from typing import NamedTuple

from flask import Blueprint, Response, current_app, jsonify
from flask.typing import ResponseReturnValue
from limits import parse

from clocks.running import LONGEST_BY_ARBITER, LONGEST_LIVE_PAUSE, LONGEST_PAUSE, MOST_TIME_OFF, OPEN_FOR
from clocks.terms import (
    DEFAULT_MISSES,
    HOUR,
    LARGEST_LIVE_BANK,
    MOST_MISSES,
    PRESETS,
    SHORTEST_BY_HOUR,
    TIME_OFF,
    Clock,
)
from competition import seeking
from competition.clusters import YOUNG
from competition.counting import FALLING, REPEAT_DAYS
from competition.glicko import PROVISIONAL, START, START_DEVIATION, START_VOLATILITY, TAU
from competition.ladder import LEAST_REACH
from learning.course import course
from models.account import USUAL_LEAD
from services import matchmaking
from services.accounts import security, sessions
from services.api.keys import MOST_TOKENS, PREFIX, Scope
from services.challenges.challenges import LIVE_OPEN, MOST_MADE, MOST_WAITING, MOST_WITHDRAWN, WAITS
from services.challenges.lists import ListedChallenge, open_to
from services.duels.lists import ListedDuel, public
from services.history.replay import find_shown
from services.ladders.challenging import AGAIN_AFTER, ANSWER_WITHIN
from services.ladders.membership import BACK_AT_BOTTOM, MOST_DAYS
from services.moderation import sightings
from services.moderation.reports import MOST_A_DAY, MOST_OPEN
from services.moderation.sightings import KEPT
from services.notifications import delivery
from services.notifications.channels import LEADS, MOST
from services.notifications.delivery import PATIENCE
from services.outages import LONGEST_SILENCE
from services.practice import guests
from services.ratings.pools import LISTED_FOR
from services.ratings.shown import MOST_CHANGES
from web.api.openapi import answers, templated
from web.api.operations import OPERATIONS, PATH, Operation
from web.api.problems import KINDS, ProblemKind
from web.challenges.forms import TIMES
from web.challenges.lists import ChallengeSlots
from web.core.login import member
from web.core.page import Frame, rendered, respond
from web.core.session import db, without_database
from web.core.translation import ngettext, pgettext
from web.duels.lists import DuelList, index, own_practice
from web.learning.rules import DuelRules
from web.notifications.content import kind_names
from web.pages.living import LivingBoard
from web.practice.views import wish_of_viewer
from web.ratings.words import weight_name
from web.words.clocks import clock_names
from web.words.names import group_names, scope_names
from web.words.times import duration, listed

blueprint = Blueprint("pages", __name__)


class TimePage(Frame):
    """How time runs, what happens while somebody is away, and which notifications there are."""

    template = "pages/time.html"
    misses, most_misses, most_channels = DEFAULT_MISSES, MOST_MISSES, MOST

    def key(self) -> Hashable:
        """Nothing but the language."""
        return ()

    @property
    def clocks(self) -> Mapping[str, Clock]:
        """The clocks to choose from, by their names."""
        names = clock_names()
        return {names[name]: clock for name, clock in PRESETS.items()}

    @property
    def kinds(self) -> Mapping[str, str]:
        """The names of the kinds of notifications."""
        return kind_names()

    @property
    def leads(self) -> str:
        """The times before a deadline at which an account can be reminded."""
        return listed((duration(lead) for lead in LEADS if lead), "or")

    @cached_property
    def lengths(self) -> Mapping[str, str]:
        """All lengths of time that the page names."""
        lengths = {
            "opens": OPEN_FOR,
            "most_time_off": MOST_TIME_OFF,
            "pause": LONGEST_PAUSE,
            "live_pause": LONGEST_LIVE_PAUSE,
            "patience": PATIENCE,
        }
        seconds = {
            "shortest": min(TIMES),
            "longest": max(TIMES),
            "live": HOUR,
            "live_bank": LARGEST_LIVE_BANK,
            "by_hour": SHORTEST_BY_HOUR,
            "time_off": TIME_OFF,
            "lead": USUAL_LEAD,
        }
        seconds |= {name: int(length.total_seconds()) for name, length in lengths.items()}
        silence = LONGEST_SILENCE // timedelta(seconds=1)
        words = {name: duration(number) for name, number in seconds.items()}
        return words | {"silence": ngettext("%(num)d second", "%(num)d seconds", silence)}


@blueprint.get("/help/time")
@without_database
def time() -> ResponseReturnValue:
    """Answer with the page."""
    return respond(TimePage())


class HelpPage(Frame):
    """An index of the site's explanations."""

    template = "pages/help.html"

    def key(self) -> Hashable:
        """Nothing but the language."""
        return ()


@blueprint.get("/help")
@without_database
def help_index() -> ResponseReturnValue:
    """Answer with the page."""
    return respond(HelpPage())


class PrivacyPage(Frame):
    """What the site stores about people, who can see it, and how long it is kept."""

    template = "pages/privacy.html"

    def key(self) -> Hashable:
        """Nothing but the language."""
        return ()

    @property
    def days(self) -> Mapping[str, int]:
        """How long things are kept, in days."""
        return {
            "session": sessions.UNUSED.days,
            "event": security.KEPT.days,
            "sighting": sightings.KEPT.days,
            "guest": guests.IDLE.days,
            "message": delivery.KEPT.days,
        }

    @property
    def contact(self) -> str:
        """The contact address; empty if the site has none."""
        address: str = current_app.config["CONTACT"]
        return address


@blueprint.get("/help/privacy")
def privacy() -> ResponseReturnValue:
    """Answer with the page."""
    return respond(PrivacyPage())


FEW = 3


class FrontPage(DuelList, ChallengeSlots):
    """The introduction to duels, and ways to begin one."""

    template = "pages/front.html"

    def __init__(
        self, running: Sequence[ListedDuel], waiting: Sequence[ListedChallenge], living: LivingBoard
    ) -> None:
        super().__init__(running)
        self.running, self.waiting, self.living = running, waiting, living
        self.shown = (waiting,)

    def key(self) -> Hashable:
        """The duels, their versions, the challenges, and the duel on the board."""
        return super().key(), tuple(challenge.id for challenge in self.waiting), self.living.name

    @property
    def first_lesson(self) -> str:
        """The lesson with which learning begins."""
        return next(iter(course()))

    def practise(self) -> str:
        """The link into practice: a new duel like the last one, or the running one."""
        return rendered("practice/front.html", running=own_practice().running, wish=wish_of_viewer())


@blueprint.get("/")
def front() -> ResponseReturnValue:
    """Answer with the front page; for members with their duels."""
    if member():
        return index()
    living = LivingBoard(find_shown(db()))
    running, waiting = public(db(), ended=False, most=FEW), open_to(db(), None, most=FEW)
    return respond(FrontPage(running, waiting, living))


@blueprint.get("/living.json")
def film() -> Response:
    """Answer with the steps of the board of the front page, in the viewer's language."""
    response = jsonify(LivingBoard(find_shown(db())).steps())
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@blueprint.get("/rules")
@without_database
def rules() -> ResponseReturnValue:
    """Answer with the rules."""
    return respond(DuelRules())


class ApiPage(Frame):
    """How a bot plays here: its account, its keys, its first steps, and all operations."""

    template = "pages/programs.html"
    path, prefix, most_keys = PATH, PREFIX, MOST_TOKENS

    def key(self) -> Hashable:
        """Nothing but the language."""
        return ()

    @property
    def site(self) -> str:
        """The address of the site."""
        address: str = current_app.config["SITE_URL"]
        return address

    @property
    def rate(self) -> tuple[int, int]:
        """The rate limit of a key: requests, and in how many seconds."""
        rate = parse(current_app.config["API_RATE"])
        return rate.amount, rate.get_expiry()

    @property
    def streams(self) -> int:
        """The streams that an account may have open."""
        most: int = current_app.config["API_STREAMS_OF_ACCOUNT"]
        return most

    @property
    def scopes(self) -> Mapping[Scope, str]:
        """What each right of a key allows."""
        return scope_names()

    @property
    def groups(self) -> Mapping[str, Sequence[Operation]]:
        """All operations under their headings."""
        return {
            words: [each for each in OPERATIONS if each.group == name]
            for name, words in group_names().items()
        }

    @property
    def problems(self) -> Mapping[str, ProblemKind]:
        """All kinds of problems by their codes."""
        return KINDS

    def address(self, operation: Operation) -> str:
        """Write the address of an operation as OpenAPI does."""
        return templated(operation.path)

    def answer(self, operation: Operation) -> object:
        """Return an example of what an operation answers."""
        return answers()[operation.name]


@blueprint.get("/help/api")
@without_database
def api() -> ResponseReturnValue:
    """Answer with the page."""
    return respond(ApiPage())


class RatingNumbers(NamedTuple):
    """The parameters of ratings, in readable form."""

    start: str = f"{START:.0f}"
    deviation: str = f"{START_DEVIATION:.0f}"
    volatility: float = START_VOLATILITY
    tau: float = TAU
    provisional: str = f"{PROVISIONAL:.0f}"
    repeat_days: int = REPEAT_DAYS
    listed_days: int = LISTED_FOR.days
    changes: int = MOST_CHANGES
    young: int = YOUNG


class FairPlayPage(Frame):
    """The rules of fair play, a section for each part of the site that has some."""

    template = "pages/fair_play.html"
    parts = (
        "ratings",
        "finding",
        "ladder",
        "tournaments",
        "programs",
        "votes",
        "arbiters",
        "desk",
        "stalemate",
        "history",
    )
    rating_numbers = RatingNumbers()
    widening = seeking.WIDENING
    ladder_reach, longest_pause = LEAST_REACH, LONGEST_BY_ARBITER.days

    def key(self) -> Hashable:
        """Nothing but the language."""
        return ()

    @property
    def ladder_days(self) -> Mapping[str, int]:
        """The lengths of time of ladders, in days."""
        return {
            "answer": ANSWER_WITHIN.days,
            "again": AGAIN_AFTER.days,
            "off": MOST_DAYS,
            "back": BACK_AT_BOTTOM.days,
        }

    @property
    def challenge_waits(self) -> Mapping[str, int]:
        """How long a challenge waits by its kind, and an open one for a live duel, in seconds."""
        waits = {kind.value: int(length.total_seconds()) for kind, length in WAITS.items()}
        return {**waits, "live": LIVE_OPEN.seconds}

    @property
    def challenge_limits(self) -> Mapping[str, int]:
        """How many challenges may wait, be made per day, and be withdrawn from one player per day."""
        return {"waiting": MOST_WAITING, "made": MOST_MADE, "withdrawn": MOST_WITHDRAWN}

    @property
    def search(self) -> Mapping[str, int]:
        """The lengths of time of a search for an opponent, in seconds."""
        lasts = {pace: int(length.total_seconds()) for pace, length in matchmaking.LASTS.items()}
        return {"gone": matchmaking.GONE.seconds, "again": int(seeking.AGAIN_AFTER), **lasts}

    @property
    def desk_limits(self) -> Mapping[str, int]:
        """The limits of the moderators' desk."""
        return {"open": MOST_OPEN, "sent": MOST_A_DAY, "days": KEPT.days}

    @property
    def weights(self) -> Mapping[str, str]:
        """The weights of repeated duels, by their number; the last weight is for all later ones."""
        names = (
            pgettext("duel of a kind", "1st"),
            pgettext("duel of a kind", "2nd"),
            pgettext("duel of a kind", "3rd"),
            pgettext("duel of a kind", "4th and later"),
        )
        return dict(zip(names, map(weight_name, FALLING), strict=True))


@blueprint.get("/help/fair-play")
@without_database
def fair_play() -> ResponseReturnValue:
    """Answer with the page."""
    return respond(FairPlayPage())
