"""The viewer: a member who is logged in, a guest known by their browser, or a visitor.

Guests can practise, and play a friend who has sent them a link. For everything else that takes an account
they count as visitors: `member` leaves guests out, `account` does not.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from http import HTTPStatus
from typing import ParamSpec, TypeVar, cast

from flask import Flask, Response, current_app, flash, g, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_login import LoginManager, UserMixin, current_user, login_user, logout_user
from sqlalchemy.exc import SQLAlchemyError

from models import Unavailable, User
from models.account import AccountKind
from models.ids import SessionToken, UserId
from services.accounts import sessions
from services.viewers import find_viewer
from web.core.devices import make_known
from web.core.forms import Onward, show_again
from web.core.links import here, see_other
from web.core.request_state import is_api_request, state
from web.core.session import SAFE, db, has_database, now, writing
from web.core.translation import gettext

FIRST_STEP, CHALLENGES = "first_step", "challenges"
"""Where a browser's session stores unfinished log-ins (web/accounts)."""
Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

log = logging.getLogger(__name__)


class Manager(LoginManager):
    """Flask-Login, but without cookies for the API and for answers that are the same for everybody."""

    def _load_user(self) -> None:
        """Load the viewer, without reading cookies where none counts."""
        if is_api_request():
            self._update_request_context_with_user()
        else:
            super()._load_user()

    def _update_remember_cookie(self, response: Response) -> Response:
        """Update cookies after a request, except where caches may store the answer."""
        if response.cache_control.public or is_api_request():
            return response
        return super()._update_remember_cookie(response)


manager = Manager()


@dataclass(frozen=True)
class Member(UserMixin):
    """An account as pages know it: a value that needs no database session.

    name: empty for a guest without a name.
    """

    id: UserId
    name: str
    language: str
    codes: str
    board: str
    zone: str
    hours: str
    rest_days: tuple[int, ...]
    is_moderator: bool
    is_arbiter: bool
    is_guest: bool
    token: SessionToken = field(repr=False)

    def get_id(self) -> str:
        """Return the content of the cookies: the token of the session."""
        return self.token


def init_app(app: Flask) -> None:
    """Give an application its log-in."""
    manager.init_app(app)
    app.after_request(note_visit)
    app.jinja_env.globals |= {"member": member, "account": account}


def account() -> Member | None:
    """Return the viewer's account, a guest's too; None for a visitor."""
    user = current_user._get_current_object()  # noqa: SLF001  # asked of the proxy once, not for each attribute
    return cast("Member", user) if user.is_authenticated else None


def member() -> Member | None:
    """Return the viewer if they are a member; None for a visitor or a guest."""
    found = account()
    return None if found is None or found.is_guest else found


def guest_id() -> UserId | None:
    """Return the viewer's account if they are a guest; None for anybody else."""
    found = account()
    return found.id if found and found.is_guest else None


def me() -> Member:
    """Return the viewer of a page for accounts only."""
    return cast("Member", current_user)


def members_only(view: Callable[Arguments, Answer]) -> Callable[Arguments, Answer | ResponseReturnValue]:
    """Ask visitors to log in first, then bring them back."""

    @wraps(view)
    def guarded(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer | ResponseReturnValue:
        return view(*args, **kwargs) if member() else ask_to_log_in()

    guarded.is_let_in = member  # type: ignore[attr-defined]  # a function may carry what it asks
    return guarded


def players_only(view: Callable[Arguments, Answer]) -> Callable[Arguments, Answer | ResponseReturnValue]:
    """Ask visitors to log in first, then bring them back; guests may pass, since they have duels."""

    @wraps(view)
    def guarded(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer | ResponseReturnValue:
        return view(*args, **kwargs) if account() else ask_to_log_in()

    guarded.is_let_in = account  # type: ignore[attr-defined]  # a function may carry what it asks
    return guarded


def has_to_log_in() -> bool:
    """Tell whether the page is for accounts only, and the viewer has none."""
    is_let_in = getattr(current_app.view_functions.get(request.endpoint or ""), "is_let_in", None)
    return is_let_in is not None and is_let_in() is None


def ask_to_log_in() -> ResponseReturnValue:
    """Redirect a visitor to the log-in page, a guest to the registration; show what was typed in a form."""
    if guest_id() is not None:
        return _ask_to_register()
    if request.method in SAFE:
        flash(gettext("Log in, and you will come back to the page that you asked for."))
        return see_other(url_for("accounts.login", next=here()))
    return show_again(
        gettext("You are not logged in any more"),
        gettext("Log in on another page of this browser, then send what you typed from here."),
        HTTPStatus.UNAUTHORIZED,
    )


def _ask_to_register() -> ResponseReturnValue:
    """Tell a guest that this needs an account, and that they keep their duels."""
    words = gettext("You need an account. Create one: you keep your duels.")
    if request.method in SAFE:
        flash(words)
        return see_other(url_for("accounts.register", next=here()))
    onward = Onward(url_for("accounts.register"), gettext("Create an account"))
    return show_again(gettext("You need an account"), words, HTTPStatus.FORBIDDEN, onward)


def sign_in(user: User, token: SessionToken, *, remember: bool) -> None:
    """Set this browser's cookie for a session that has begun; a guest's lasts."""
    before = account()
    stays = user.kind == AccountKind.GUEST or (
        before is not None and before.id == user.id and before.is_guest
    )
    renew_forms()
    for unfinished in (FIRST_STEP, CHALLENGES):
        session.pop(unfinished, None)
    login_user(as_member(user, token), remember=remember or stays)
    if user.kind != AccountKind.GUEST:  # cookies of guests do not contain their network
        state().sighted, state().signed_in = user.id, True
        make_known(user)


def sign_out() -> None:
    """End the session of this browser, so that copies of its cookies become invalid too."""
    viewer = account()
    if viewer:
        with writing() as written:
            sessions.end(written, viewer.token)
    renew_forms()
    logout_user()


def renew_forms() -> None:
    """Give forms a new CSRF token from now on, so that an earlier one that somebody may know is not valid.

    Forms open in other tabs are shown again with what was typed (web/core/errors.py).
    """
    session.pop("csrf_token", None)
    g.pop("csrf_token", None)  # Flask-WTF keeps it there


def is_remembered() -> bool:
    """Tell whether this browser stays logged in when it is closed."""
    return current_app.config["REMEMBER_COOKIE_NAME"] in request.cookies


def as_member(user: User, token: SessionToken) -> Member:
    """Return an account as a `Member`."""
    return Member(
        user.id,
        "" if user.is_nameless else user.name,
        user.language,
        user.codes,
        user.board,
        user.zone,
        user.hours,
        tuple(user.rest_days),
        user.is_moderator,
        user.is_moderator or user.is_arbiter,
        user.kind == AccountKind.GUEST,
        token,
    )


@manager.user_loader
def load(token: SessionToken) -> Member | None:
    """Return the member whose session a cookie names, as long as it lasts."""
    today = now().date()
    found = find_viewer(db(), token, today) if has_database() else None
    if found is None:
        return None
    known = state()
    known.own = found.own
    if found.seen_on != today:
        known.first_visit_today = token
        if found.user.kind != AccountKind.GUEST:
            known.sighted = found.user.id
    if not found.user.zone:
        known.without_zone = found.user.id
    return as_member(found.user, token)


def note_visit(response: Response) -> Response:
    """Note the first visit of a day at the end of the request, so that used sessions last."""
    token, state().first_visit_today = state().first_visit_today, None
    if token is not None and has_database():
        try:
            with writing() as written:
                sessions.note_visit(written, token, now().date())
        except (Unavailable, SQLAlchemyError):
            log.warning("a visit was not noted and will be at the next one")
    return response
