"""The second step of a log-in: a page that asks for the code, wherever the password was typed.

What else was in the form comes along, and goes on with the code. The first step is noted in the session of
the browser: for ten minutes, and while password and address of the account stay as they are. The page to log
in asks for the code again as long as that holds, so that a change of the language loses nothing.
"""

from datetime import timedelta
from http import HTTPStatus

from flask import Flask, Response, make_response, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from models import User
from services.accounts.factors import CodeMissing, CodeRefused
from services.accounts.names import name_key
from services.accounts.tokens import state_of
from web.accounts.code_forms import CODE, CodeForm, TooManyCodes, is_counted, note_refused, why_not_code
from web.frame.errors import page
from web.frame.links import local
from web.frame.login import FIRST_STEP
from web.frame.resend import is_too_much
from web.frame.session import db, end_reading, now

LASTS = timedelta(minutes=10)
MOST_NOTED = 1000
"""Characters of what was typed on the page to log in that go into a cookie, at the most."""
OWN = frozenset({"credential", "csrf_token", CODE})
LOGIN = "accounts.login"
Fields = list[tuple[str, str]]


def init_app(app: Flask) -> None:
    """Let an application ask for codes."""
    app.register_error_handler(CodeRefused, ask)


def is_second(password: str | None) -> bool:
    """Tell whether a form comes from the page that asks for the code."""
    return CODE in request.form and not password


def passed_first(name: str) -> User | None:
    """Return the account of a name whose password was typed in this browser, while that holds."""
    user_id, state, until = session.get(FIRST_STEP, (0, "", 0))[:3]
    user = db().get(User, user_id) if now().timestamp() < until else None
    end_reading()
    if user is None or state_of(user) != state or user.name_key != name_key(name):
        return None
    return user


def counted_code(user: User) -> str:
    """Return the code that was typed, which counts from now on; raises TooManyCodes."""
    code = request.form[CODE]
    if code.strip() and not is_counted("log-in", user):
        raise TooManyCodes(user)
    return code


def ask(error: CodeRefused) -> ResponseReturnValue:
    """Ask whoever has passed the first step for a code, and say what was wrong with the one before."""
    note_refused(error)
    fields = [each for each in request.form.items(multi=True) if _comes_along(each[0])]
    if is_too_much(fields):
        return page(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    _note_first_step(error, fields)
    form = CodeForm(formdata=None)
    if CODE in request.form:
        form.refuse(CODE, why_not_code(error))
    return _page(form, fields, _status(error))


def ask_again() -> ResponseReturnValue | None:
    """Ask for the code once more on the page to log in, while the first step of whoever reads it holds."""
    fields: Fields = next(iter(session.get(FIRST_STEP, [])[3:]), [])
    name = dict(fields).get("name")
    return _page(CodeForm(formdata=None), fields) if name and passed_first(name) else None


def begin_anew() -> None:
    """Forget the first step."""
    session.pop(FIRST_STEP, None)


def _note_first_step(error: CodeRefused, fields: Fields) -> None:
    """Note that the password was right, and what else was typed on the page to log in."""
    known = session.get(FIRST_STEP, [])
    is_known = tuple(known[:2]) == (error.user_id, error.state)
    if is_known and CODE in request.form:
        return
    until = known[2] if is_known else int((now() + LASTS).timestamp())
    characters = sum(len(name) + len(value) for name, value in fields)
    noted = fields if request.endpoint == LOGIN and characters <= MOST_NOTED else []
    session[FIRST_STEP] = [error.user_id, error.state, until, noted]


def _page(form: CodeForm, fields: Fields, status: HTTPStatus = HTTPStatus.OK) -> Response:
    if not form.errors:
        form.second_code.render_kw = {**form.second_code.render_kw, "autofocus": True}
    onward = local(dict(fields).get("next"))
    anew = url_for(LOGIN, anew="yes", next=onward) if request.endpoint == LOGIN else None
    words = render_template("accounts/second_step.html", form=form, fields=fields, anew=anew)
    answer = make_response(words, status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _comes_along(field: str) -> bool:
    """Tell whether a field is sent again with the code; no password is, once it was compared."""
    return field not in OWN and "password" not in field


def _status(error: CodeRefused) -> HTTPStatus:
    if isinstance(error, TooManyCodes):
        return HTTPStatus.TOO_MANY_REQUESTS
    is_first = isinstance(error, CodeMissing) and CODE not in request.form
    return HTTPStatus.OK if is_first else HTTPStatus.UNPROCESSABLE_ENTITY
