"""Practise: one page, one press, and the first sheet is there, with an account or without one."""

from collections.abc import Mapping
from http import HTTPStatus

from flask import Blueprint, current_app, request, url_for
from flask.typing import ResponseReturnValue

from models import StoredDuel, User
from opponent.levels import LEVELS, Level
from services.accounts import sessions
from services.challenges.terms import PRESETS
from services.practice.beginning import (
    AccountGone,
    TooMuchPractice,
    TooMuchToday,
    Wish,
    begin_practice,
    most_running,
)
from services.practice.guests import TooManyGuests, TooManyNearby, open_guest
from web.accounts.identity import Opened
from web.frame.limits import may_be_guest
from web.frame.links import duel_url, see_other
from web.frame.login import account, sign_in
from web.frame.page import respond
from web.frame.session import now, writing
from web.frame.translation import gettext, language
from web.practice.forms import PractiseForm
from web.practice.lists import PracticeList
from web.practice.seen import practice_seen, wish_of_reader
from web.words.levels import level_summary
from web.words.presets import preset_summary

blueprint = Blueprint("practice", __name__)


class PractisePage(PracticeList):
    """The choice of an opponent and of a home power; where there is no room, the duels to end first."""

    template = "practice/new.html"

    def __init__(self, form: PractiseForm) -> None:
        super().__init__(practice_seen())
        self.form, self.problem, self.most = form, "", 0

    @property
    def levels(self) -> Mapping[str, str]:
        """How each level plays."""
        return {level.value: level_summary(level) for level in LEVELS}

    @property
    def presets(self) -> Mapping[str, str]:
        """What is peculiar to each preset."""
        return {name: preset_summary(name) for name in PRESETS}


@blueprint.route("/practise", methods=["GET", "POST"])
def practise() -> ResponseReturnValue:
    """Begin a practice duel, or ask against whom and with which power."""
    if request.method == "POST":
        return begun(PractiseForm())
    last, reader = wish_of_reader(), account()
    asked = request.args.get("level")
    page = PractisePage(PractiseForm(last._replace(level=Level(asked)) if asked in LEVELS else last))
    most = most_running(is_guest=bool(reader and reader.is_guest))
    if len(page.practice.running) >= most:
        page.most = most
        page.problem = why_not(TooMuchPractice(most))
    return respond(page)


def begun(form: PractiseForm) -> ResponseReturnValue:
    """Begin the duel, with the account of a guest where there is none; what is in the way is said."""
    page = PractisePage(form)
    if not form.validate():
        return refused(page)
    reader = account()
    try:
        opened, stored = store(form.wish(), reader.id if reader else None)
    except AccountGone:
        return see_other(url_for("practice.practise"))
    except (TooMuchPractice, TooMuchToday, TooManyGuests) as error:
        page.most = error.most if isinstance(error, TooMuchPractice) else 0
        is_crowd = isinstance(error, TooManyGuests)
        return refused(
            page, why_not(error), HTTPStatus.TOO_MANY_REQUESTS if is_crowd else HTTPStatus.CONFLICT
        )
    if opened is not None:
        sign_in(*opened, remember=True)
    return see_other(duel_url(stored.token))


def store(wish: Wish, user_id: int | None) -> tuple[Opened | None, StoredDuel]:
    """Store the duel, and a guest with a session where nobody is known; raises what stands in the way."""
    spoken = language()
    if user_id is None and not may_be_guest():
        raise TooManyNearby
    with writing() as session:
        opened: Opened | None = None
        if user_id is None:
            guest: User = open_guest(session, spoken, now(), current_app.config["MOST_GUESTS"])
            opened = guest, sessions.begin(session, guest, now())
            user_id = guest.id
        return opened, begin_practice(session, user_id, wish, now())


def refused(
    page: PractisePage, problem: str = "", status: int = HTTPStatus.UNPROCESSABLE_ENTITY
) -> ResponseReturnValue:
    """Show the page again, with what is in the way."""
    page.problem, page.is_refused = problem, True
    return respond(page, status)


def why_not(error: TooMuchPractice | TooMuchToday | TooManyGuests) -> str:
    """Say why no practice duel begins now, and what to do."""
    if isinstance(error, TooMuchPractice):
        return gettext(
            "You may have %(most)d practice duels running at once. Play one of these to its end or give it "
            "up, then begin another.",
            most=error.most,
        )
    if isinstance(error, TooMuchToday):
        return gettext("You have begun many practice duels within a day. Begin another one tomorrow.")
    if isinstance(error, TooManyNearby):
        return gettext(
            "Too many have begun to practise without an account just now. Create an account, which takes a "
            "name and a password, or try again in an hour."
        )
    return gettext(
        "The site has no room for more guests just now. Create an account, which takes a name and a password."
    )
