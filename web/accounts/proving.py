"""Who one is, proved once more before an account is changed: asked for between a form and what it does."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import ParamSpec

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from wtforms import PasswordField

from models import User
from services.accounts import passwords, sessions
from web.accounts.tries import count_try
from web.frame.forms import Form, required
from web.frame.login import ask_to_log_in, me, member
from web.frame.resend import is_too_much
from web.frame.session import db, end_reading, now, writing
from web.frame.translation import gettext

PROOF = "proof_password"
OWN = frozenset({"csrf_token", PROOF})
Arguments = ParamSpec("Arguments")


class ProofForm(Form):
    """Prove who one is; what the form before it held comes along."""

    proof_password = PasswordField(
        _l("Present password"),
        [required(_l("Type your present password."))],
        render_kw={"autocomplete": "current-password"},
    )


def proved(
    view: Callable[Arguments, ResponseReturnValue],
) -> Callable[Arguments, ResponseReturnValue]:
    """Let a view be reached by members alone who proved of late who they are; others are asked first."""

    @wraps(view)
    def guarded(*args: Arguments.args, **kwargs: Arguments.kwargs) -> ResponseReturnValue:
        if member() is None:
            return ask_to_log_in()
        if sessions.is_proved(db(), me().token, now()):
            return view(*args, **kwargs)
        form = ProofForm() if PROOF in request.form else ProofForm(formdata=None)
        if PROOF in request.form and proves(form):
            return view(*args, **kwargs)
        return ask_for_proof(form)

    return guarded


def proves(form: ProofForm) -> bool:
    """Compare the password, and note that it is theirs; False with the reason in the form."""
    if not form.validate():
        return False
    if not with_password(form.proof_password.data):
        form.refuse(PROOF, not_present())
        return False
    with writing() as session:
        sessions.prove(session, me().token, now())
    return True


def with_password(password: str) -> User | None:
    """Return the reader's account as it is when its password is compared; None if it has another one.

    Raises TooManyRequests.
    """
    counted = count_try(me().name)
    user = db().get_one(User, me().id)
    end_reading()
    if not passwords.matches(password, user.password_hash):
        return None
    counted.forget()
    return user


def ask_for_proof(form: ProofForm) -> ResponseReturnValue:
    """Ask who one is on a page of its own, which sends what was sent once more."""
    fields = [field for field in request.form.items(multi=True) if field[0] not in OWN]
    if is_too_much(fields):
        abort(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render_template("accounts/prove.html", form=form, fields=fields), status


def not_present() -> str:
    """Say that a password is another one."""
    return gettext("This is not your present password.")
