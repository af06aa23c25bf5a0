"""The second factor of an account: setting it up, switching it off, new codes; the second step of a log-in.

The second step is a page that asks for the code after every form with a password. It carries the rest of
that form along and sends it on with the code. The browser's session notes the first step, for ten minutes
and while the account's password and address stay the same. As long as that holds, the log-in page asks for
the code again, for example after a change of language.
"""

from collections.abc import Sequence
from datetime import timedelta
from http import HTTPStatus
from urllib.parse import quote

from flask import Flask, Response, flash, make_response, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from models import User
from services.accounts import factors
from services.accounts.account_emails import state_of
from services.accounts.addresses import is_called
from services.accounts.factors import CodeRefused
from services.accounts.refusals import AccountRefusal, AccountRefused
from services.refused import NotFound
from web.accounts.attempts import is_code_counted
from web.accounts.blueprint import blueprint
from web.accounts.code_forms import CODE, CodeForm, TakingCode, may_try, note_refused
from web.accounts.proving import proved, proved_anew
from web.core.devices import browser
from web.core.errors import page
from web.core.forms import is_too_much
from web.core.links import local, qr_code, see_other
from web.core.login import FIRST_STEP, me
from web.core.messages import refusal_message
from web.core.session import db, end_reading, now, writing
from web.core.translation import gettext
from web.words.times import exact


@blueprint.get("/account/factor", endpoint="back_from_set_up_factor")
@blueprint.get("/account/factor/off", endpoint="back_from_switch_off_factor")
@blueprint.get("/account/factor/codes", endpoint="back_from_renew_codes")
def back() -> ResponseReturnValue:
    """Redirect to the page when the answer to a form is reloaded, or its language changed."""
    return see_other(url_for("accounts.security", _anchor="factor-heading"))


@blueprint.post("/account/factor", endpoint="set_up_factor")
@proved
def set_up() -> ResponseReturnValue:
    """Show the secret for the app, and switch the factor on once the app shows the right code."""
    form = CodeForm() if CODE in request.form else CodeForm(formdata=None)
    made = confirmed(form) if form.is_submitted() and CODE in request.form and form.validate() else None
    if made:
        return shown_once(made, gettext("From now on, your account asks for a code after the password."))
    with writing() as session:
        secret = factors.begin_setup(session, me().id, now())
    if secret is None:
        return back()
    address = factors.setup_address(secret, me().name)
    words = {"secret": factors.grouped(secret), "address": address, "picture": qr_code(address)}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return unstored(render_template("accounts/factor.html", form=form, **words), status)


def confirmed(form: CodeForm) -> Sequence[str] | None:
    """Switch the second factor on, and return the recovery codes, or None with the reason in the form."""
    if not may_try(form, "set-up", db().get_one(User, me().id)):
        return None
    try:
        with TakingCode(form, is_noted=False), writing() as session:
            return factors.confirm_setup(session, me().id, form.second_code.data or "", browser(), now())
    except AccountRefused as refused:
        form.refuse(refused.field, refusal_message(refused))
    return None


@blueprint.post("/account/factor/off", endpoint="switch_off_factor")
@proved_anew
def switch_off() -> ResponseReturnValue:
    """Stop asking for a code."""
    try:
        with writing() as session:
            factors.switch_off(session, me().id, browser(), now())
        flash(gettext("Your account asks for no code any more: the password is enough."))
    except NotFound:
        pass
    return back()


@blueprint.post("/account/factor/codes")
@proved
def renew_codes() -> ResponseReturnValue:
    """Make new recovery codes, and show them."""
    try:
        with writing() as session:
            made = factors.renew_recovery_codes(session, me().id, browser(), now())
    except NotFound:
        return back()
    return shown_once(made, gettext("The old recovery codes no longer work."))


def shown_once(made: Sequence[str], done: str) -> Response:
    """Show recovery codes: only their hashes are stored, so they are never shown again."""
    listed = [factors.grouped(each) for each in made]
    title = gettext("Recovery codes, account %(name)s, %(site)s", name=me().name, site=factors.SITE)
    lines = [title, exact(now()), "", *listed]
    file = quote("\r\n".join(lines) + "\r\n")
    page = render_template("accounts/recovery_codes.html", listed=listed, done=done, file=file)
    return unstored(page, HTTPStatus.OK)


def unstored(page: str, status: HTTPStatus) -> Response:
    """Answer with a page that browsers do not store."""
    answer = make_response(page, status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


LASTS = timedelta(minutes=10)
MOST_NOTED = 1000
"""How many of the characters typed on the log-in page go into a cookie at most."""
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
    """Return the account whose first step was lately passed in this browser, if that still holds."""
    user_id, state, until = session.get(FIRST_STEP, (0, "", 0))[:3]
    user = db().get(User, user_id) if now().timestamp() < until else None
    end_reading()
    if user is None or state_of(user) != state or not is_called(user, name):
        return None
    return user


def counted_code(user: User) -> str:
    """Return the code that was typed, and count it; raises CodeRefused."""
    code = request.form[CODE]
    if code.strip() and not is_code_counted("log-in", user):
        raise CodeRefused(AccountRefusal.TOO_MANY_CODES, user)
    return code


def ask(error: CodeRefused) -> ResponseReturnValue:
    """Ask for a code after the first step, and say what was wrong with the last one."""
    note_refused(error)
    fields = [each for each in request.form.items(multi=True) if _comes_along(each[0])]
    if is_too_much(fields):
        return page(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    _note_first_step(error, fields)
    form = CodeForm(formdata=None)
    if CODE in request.form:
        form.refuse(CODE, refusal_message(error))
    return _page(form, fields, _status(error))


def ask_again() -> ResponseReturnValue | None:
    """Ask for the code once more on the log-in page, while the first step holds."""
    fields: Fields = next(iter(session.get(FIRST_STEP, [])[3:]), [])
    name = dict(fields).get("name")
    return _page(CodeForm(formdata=None), fields) if name and passed_first(name) else None


def begin_anew() -> None:
    """Forget the first step."""
    session.pop(FIRST_STEP, None)


def _note_first_step(error: CodeRefused, fields: Fields) -> None:
    """Note that the password was right, and what else was typed on the log-in page."""
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
    words = render_template(
        "accounts/second_step.html", form=form, fields=fields, anew=anew, lasts=LASTS.seconds
    )
    answer = make_response(words, status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _comes_along(field: str) -> bool:
    """Tell whether a field is sent again with the code; a password that was compared is not."""
    return field not in OWN and "password" not in field


def _status(error: CodeRefused) -> HTTPStatus:
    if error.code is AccountRefusal.TOO_MANY_CODES:
        return HTTPStatus.TOO_MANY_REQUESTS
    is_first = error.code is AccountRefusal.CODE_MISSING and CODE not in request.form
    return HTTPStatus.OK if is_first else HTTPStatus.UNPROCESSABLE_ENTITY
