"""Proving one's identity again before an account is changed: asked between a form and its effect."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import NamedTuple, ParamSpec

from flask import abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import LazyString
from flask_babel import lazy_gettext as _l
from wtforms import PasswordField

from models import User
from services.accounts import factors, passwords, sessions
from web.accounts.attempts import count_try, hash_queue
from web.accounts.code_forms import CODE, MemberForm, TakingCode, may_try, not_present, take_code
from web.core.forms import is_too_much, required
from web.core.links import here
from web.core.login import ask_to_log_in, me, member
from web.core.logs import note_refused as log_refused
from web.core.session import SAFE, db, end_reading, now, writing

PROOF = "proof_password"
OWN = frozenset({"csrf_token", "proof_name", PROOF, CODE})
Arguments = ParamSpec("Arguments")


class ProofForm(MemberForm):
    """Prove one's identity; the fields of the form before it are sent along."""

    proof_password = PasswordField(
        _l("Present password"),
        [required(_l("Type your present password."))],
        render_kw={"autocomplete": "current-password"},
    )


class ProofReason(NamedTuple):
    """Why the page asks for a proof, and the page from which one came."""

    why: LazyString
    endpoint: str


ACCESS = ProofReason(_l("This changes who can use your account."), "accounts.security")
MODERATION = ProofReason(_l("Moderators and arbiters read and decide what concerns others."), "pages.front")
AT_THE_DESK = timedelta(hours=1)
"""How long a proof lets moderators and arbiters read; decisions take one no older than `PROVED`."""


View = Callable[Arguments, ResponseReturnValue]


def proved_for(reason: ProofReason) -> Callable[[View[Arguments]], View[Arguments]]:
    """Let only members who lately proved their identity reach a view; ask others for a proof first."""

    def guard(view: View[Arguments]) -> View[Arguments]:
        return _guarded(view, reason, is_enough=lambda: sessions.is_proved(db(), me().token, now()))

    return guard


proved = proved_for(ACCESS)


def proved_anew(
    view: Callable[Arguments, ResponseReturnValue],
) -> Callable[Arguments, ResponseReturnValue]:
    """Let only members who have just proved their identity reach a view."""
    return _guarded(view, ACCESS, is_enough=lambda: False)


def moderating(
    view: Callable[Arguments, ResponseReturnValue],
) -> Callable[Arguments, ResponseReturnValue]:
    """Let only moderators reach a view, once they have proved their identity."""

    @wraps(view)
    def guarded(*args: Arguments.args, **kwargs: Arguments.kwargs) -> ResponseReturnValue:
        viewer = member()
        if viewer is None:
            return ask_to_log_in()
        if not viewer.is_moderator:
            abort(HTTPStatus.FORBIDDEN)
        lacking = ask_moderator()
        return view(*args, **kwargs) if lacking is None else lacking

    return guarded


def as_staff(view: Callable[Arguments, ResponseReturnValue]) -> Callable[Arguments, ResponseReturnValue]:
    """Ask arbiters and moderators for a proof of identity before a view; let others pass."""

    @wraps(view)
    def guarded(*args: Arguments.args, **kwargs: Arguments.kwargs) -> ResponseReturnValue:
        viewer = member()
        lacking = ask_moderator() if viewer is not None and viewer.is_arbiter else None
        return view(*args, **kwargs) if lacking is None else lacking

    return guarded


def ask_moderator() -> ResponseReturnValue | None:
    """Ask a moderator or an arbiter for a second factor and a recent proof of identity.

    None if they have both.
    """
    if not factors.is_on(db(), me().id):
        return render_template("accounts/factor_needed.html"), HTTPStatus.FORBIDDEN
    is_read = request.method in SAFE
    if sessions.is_proved(db(), me().token, now(), AT_THE_DESK if is_read else sessions.PROVED):
        return None
    if is_read:
        return ask_for_proof(ProofForm(formdata=None), MODERATION, url_for("accounts.prove", next=here()))
    form = ProofForm() if PROOF in request.form else ProofForm(formdata=None)
    if PROOF in request.form and proves(form):
        return None
    return ask_for_proof(form, MODERATION)


def _guarded(
    view: Callable[Arguments, ResponseReturnValue], reason: ProofReason, is_enough: Callable[[], bool]
) -> Callable[Arguments, ResponseReturnValue]:
    @wraps(view)
    def guarded(*args: Arguments.args, **kwargs: Arguments.kwargs) -> ResponseReturnValue:
        if member() is None:
            return ask_to_log_in()
        if is_enough():
            return view(*args, **kwargs)
        form = ProofForm() if PROOF in request.form else ProofForm(formdata=None)
        if PROOF in request.form and proves(form):
            return view(*args, **kwargs)
        return ask_for_proof(form, reason)

    return guarded


def proves(form: ProofForm) -> bool:
    """Compare the password, take the code, and note the proof; False with the reason in the form."""
    if not form.validate():
        return False
    user = with_password(form.proof_password.data)
    if user is None:
        form.refuse(PROOF, not_present())
        return False
    if not may_try(form, "proof", user):
        return False
    with TakingCode(form), writing() as session:
        take_code(session, form, user.id)
        sessions.prove(session, me().token, now())
    return not form.errors


def with_password(password: str) -> User | None:
    """Return the member's account as it is when its password is compared; None if the password is wrong.

    Raises TooManyRequests.
    """
    user = db().get_one(User, me().id)
    counted = count_try(user.name, user)
    end_reading()
    if not passwords.matches(password, user.password_hash, hash_queue()):
        log_refused("a wrong password")
        return None
    counted.forget()
    return user


def ask_for_proof(form: ProofForm, reason: ProofReason, action: str = "") -> ResponseReturnValue:
    """Ask for a proof on a page of its own, which sends the form again.

    action: the address to send it to, if not the same.
    """
    fields = [field for field in request.form.items(multi=True) if field[0] not in OWN]
    if is_too_much(fields):
        abort(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    page = render_template(
        "accounts/prove.html",
        form=form,
        fields=fields,
        reason=reason,
        action=action or here(),
        lasts=sessions.PROVED.seconds,
    )
    return page, status
