"""Who is reading: the member who is signed in, or a visitor."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar, cast

from flask import Flask, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_login import LoginManager, UserMixin, current_user, login_user

from models import User
from web.links import here
from web.resend import show_again
from web.session import SAFE, database

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

manager = LoginManager()


@dataclass(frozen=True)
class Member(UserMixin):
    """An account as the pages know it: a value, which holds no session open."""

    id: int
    name: str
    language: str
    is_keeper: bool
    session_stamp: str

    def get_id(self) -> str:
        """What the cookie carries; a new password makes another of it."""
        return f"{self.id}.{self.session_stamp}"


def init_app(app: Flask) -> None:
    """Let an application know its members."""
    manager.init_app(app)
    app.jinja_env.globals["member"] = member


def member() -> Member | None:
    """The member who is reading, or None for a visitor."""
    return cast("Member", current_user) if current_user.is_authenticated else None


def me() -> Member:
    """The member who is reading, on a page that only members reach."""
    return cast("Member", current_user)


def members_only(view: Callable[Arguments, Answer]) -> Callable[Arguments, Answer | ResponseReturnValue]:
    """Ask a visitor to log in first, and bring him back."""

    @wraps(view)
    def guarded(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer | ResponseReturnValue:
        return view(*args, **kwargs) if member() else ask_to_log_in()

    return guarded


def ask_to_log_in() -> ResponseReturnValue:
    """Send a reader to the login page; keep in sight what a writer has typed."""
    if request.method in SAFE:
        flash(gettext("Log in, and you will come back to the page that you asked for."))
        return redirect(url_for("accounts.login", next=here()), 303)
    return show_again(
        gettext("You are not logged in any more"),
        gettext("Log in on another page of this browser, then send what you typed from here."),
        401,
    )


def sign_in(user: User, *, remember: bool) -> None:
    """Open the session of an account in this browser."""
    login_user(as_member(user), remember=remember)


def as_member(user: User) -> Member:
    """The account as the pages know it."""
    return Member(user.id, user.name, user.language, user.is_keeper, user.session_stamp)


@manager.user_loader
def load(cookie: str) -> Member | None:
    """The member whom a cookie names, as long as its stamp is the account's."""
    number, _, stamp = cookie.partition(".")
    if not number.isdecimal():
        return None
    # Not the session of the request: that of a form would lock the database while a password is hashed.
    with database().reading() as session:
        user = session.get(User, int(number))
        return as_member(user) if user and user.session_stamp == stamp else None
