"""The code of a second factor in forms: asked for if the account has one, counted before it is tried."""

from enum import StrEnum
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy.orm import Session
from wtforms import StringField

from models import SecurityEventKind, User
from models.ids import UserId
from services.accounts import factors, security
from services.accounts.factors import CodeRefused
from services.accounts.refusals import AccountRefusal
from services.accounts.security import RefusedStep
from web.accounts.attempts import MINUTES, is_code_counted
from web.core.devices import browser
from web.core.forms import Form, at_most
from web.core.login import me
from web.core.logs import note_refused as log_refused
from web.core.messages import refusal_message
from web.core.request_state import state
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.words.times import duration

CODE = "second_code"
"""The name of the field in every form."""


class CodeField(StringField):
    """A field for a code, which, like a password, is never shown again."""

    def _value(self) -> str:
        return ""


def code_field(**options: Any) -> CodeField:  # noqa: ANN401 -- those of WTForms
    """Return a field for the code of an app, or a recovery code: digits alone."""
    return CodeField(
        _l("Code"),
        [at_most(100)],
        description=_l("The 6 digits that your app shows now, or the 24 of a recovery code."),
        render_kw={"autocomplete": "one-time-code", "inputmode": "numeric", "spellcheck": "false"},
        **options,
    )


class CodeForm(Form):
    """Type a code."""

    second_code = code_field()


class MemberForm(Form):
    """A form in which members prove their identity: it asks for a code if their account has one."""

    second_code = code_field()

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 -- passed on to WTForms
        super().__init__(**values)
        if not _asks_for_code():
            del self.second_code


def _asks_for_code() -> bool:
    """Tell whether the member's account asks for a code, looked up once for all forms of a page."""
    found = state().asks_for_code
    if found is None:
        found = state().asks_for_code = factors.is_on(db(), me().id)
    return found


def code_in(form: Form) -> str:
    """Return the code in a form, empty if it has none."""
    return (form[CODE].data or "") if CODE in form else ""


def may_try(form: Form, place: str, user: User) -> bool:
    """Count the code in a form, if there is one; False with the reason in the form."""
    if not code_in(form) or is_code_counted(place, user):
        return True
    form.refuse(CODE, too_many_codes())
    return False


def take_code(session: Session, form: Form, user_id: UserId) -> None:
    """Use the code in a form if the account asks for one; raises CodeRefused."""
    user = session.get_one(User, user_id)
    factors.require(session, user, code_in(form), browser(), now())


class TakingCode:
    """A block in which a code is used; if it is refused, the form says so afterwards."""

    def __init__(self, form: Form, *, is_noted: bool = True) -> None:
        self._form, self._is_noted = form, is_noted

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: object) -> bool:
        """Note that a code was refused, and say why in the form."""
        if not isinstance(error, CodeRefused) or CODE not in self._form:
            return False
        log_refused("a wrong code")
        if self._is_noted:
            note_refused(error)
        self._form.refuse(CODE, refusal_message(error))
        return True


def note_refused(error: CodeRefused) -> None:
    """Note for an account that a code was refused after the right password."""
    kinds: dict[StrEnum, RefusedStep] = {
        AccountRefusal.CODE_WRONG: SecurityEventKind.CODE_FAILED,
        AccountRefusal.CODE_REUSED: SecurityEventKind.CODE_REUSED,
    }
    if error.code in kinds:
        with writing() as session:
            user = session.get_one(User, error.user_id)
            security.note_refused(session, user, kinds[error.code], browser(), now())


def too_many_codes() -> str:
    """Say that no more codes are taken for now."""
    return gettext(
        "Too many codes were tried. Wait %(time)s, then try again.", time=duration(MINUTES.seconds)
    )


def not_present() -> str:
    """Say that a password is wrong."""
    return gettext("This is not your present password.")
