"""The second factor of an account: an app that shows codes, and recovery codes that take its place.

It is set up, asks for a code from then on, and is switched off by its owner, or by a keeper's command where
it is lost. No code is taken twice: an app's by the step of time that is stored, a recovery code by its mark.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from models import RecoveryCode, SecondFactor, User
from services.accounts import codes
from services.accounts.security import Browser, note_and_tell
from services.accounts.tokens import state_of

SETUP = timedelta(hours=1)
"""For so long a secret waits for its first code."""


class CodeRefused(Exception):
    """The second step was not passed.

    user_id, state: the account and how it stood, whose first step was.
    """

    def __init__(self, user: User) -> None:
        super().__init__(user.id)
        self.user_id, self.state = user.id, state_of(user)


class CodeMissing(CodeRefused):
    """The account asks for a code, and none was given."""


class CodeWrong(CodeRefused):
    """It is no code of the account."""


class CodeReused(CodeRefused):
    """It was a code of the account, and has been used."""


class NotSetUp(Exception):
    """No secret waits for its first code, or not any more."""


class NoFactor(Exception):
    """The account asks for no code."""


def is_on(session: Session, user_id: int) -> bool:
    """Tell whether an account asks for a code."""
    return _confirmed(session, user_id) is not None


def _confirmed(session: Session, user_id: int) -> SecondFactor | None:
    own = (SecondFactor.user_id == user_id, SecondFactor.confirmed_at.is_not(None))
    return session.scalar(select(SecondFactor).where(*own))


def require(session: Session, user: User, code: str, browser: Browser, now: datetime) -> None:
    """Take a code where the account asks for one; raises CodeRefused."""
    factor = _confirmed(session, user.id)
    if factor is None:
        return
    if not code.strip():
        raise CodeMissing(user)
    if codes.is_recovery_code(code):
        _use_recovery_code(session, user, code, browser, now)
    else:
        _use_code(session, user, factor, code, now)


def _use_code(session: Session, user: User, factor: SecondFactor, code: str, now: datetime) -> None:
    """Take the code of an app, if none of its step or a later one was taken; raises CodeRefused."""
    step = codes.step_of(factor.secret, code, now)
    if step is None:
        raise CodeWrong(user)
    unused = (SecondFactor.id == factor.id, SecondFactor.last_step < step)
    taken = update(SecondFactor).where(*unused).values(last_step=step).returning(SecondFactor.id)
    if session.execute(taken, execution_options={"synchronize_session": False}).first() is None:
        raise CodeReused(user)


def _use_recovery_code(session: Session, user: User, code: str, browser: Browser, now: datetime) -> None:
    """Take a recovery code, and tell the owner; raises CodeRefused."""
    own = session.scalars(select(RecoveryCode).where(RecoveryCode.user_id == user.id)).all()
    found = next((each for each in own if codes.fits(code, each.code_hash)), None)
    if found is None:
        raise CodeWrong(user)
    unused = (RecoveryCode.id == found.id, RecoveryCode.used_at.is_(None))
    taken = update(RecoveryCode).where(*unused).values(used_at=now).returning(RecoveryCode.id)
    if session.execute(taken, execution_options={"synchronize_session": False}).first() is None:
        raise CodeReused(user)
    note_and_tell(session, user, "recovery_used", now, agent=browser.agent)


def recovery_codes_left(session: Session, user_id: int) -> int:
    """Count the recovery codes that were not used."""
    left = (RecoveryCode.user_id == user_id, RecoveryCode.used_at.is_(None))
    return session.scalar(select(func.count()).select_from(RecoveryCode).where(*left)) or 0


def begin_setup(session: Session, user_id: int, now: datetime) -> str | None:
    """Return the secret that waits for its first code, a new one if none does; None where it is on."""
    _lock(session, user_id)
    factor = _stored(session, user_id)
    if factor is not None and factor.confirmed_at is not None:
        return None
    if factor is None or factor.made_at <= now - SETUP:
        _remove(session, user_id)
        factor = SecondFactor(user_id=user_id, secret=codes.new_secret(), made_at=now)
        session.add(factor)
        session.flush()
    return factor.secret


def confirm_setup(
    session: Session, user_id: int, code: str, browser: Browser, now: datetime
) -> Sequence[str]:
    """Ask for codes from now on, as the owner's app shows the right one; return the recovery codes.

    Raises NotSetUp, CodeMissing, CodeWrong.
    """
    user, factor = _lock(session, user_id), _stored(session, user_id)
    if factor is None or factor.confirmed_at is not None or factor.made_at <= now - SETUP:
        raise NotSetUp
    if not code.strip():
        raise CodeMissing(user)
    step = codes.step_of(factor.secret, code, now)
    if step is None:
        raise CodeWrong(user)
    factor.confirmed_at, factor.last_step = now, step
    note_and_tell(session, user, "factor_on", now, agent=browser.agent)
    return _new_recovery_codes(session, user_id)


def renew_recovery_codes(session: Session, user_id: int, browser: Browser, now: datetime) -> Sequence[str]:
    """Put new recovery codes in the place of all former ones, and return them; raises NoFactor."""
    user = _lock(session, user_id)
    if not is_on(session, user_id):
        raise NoFactor
    note_and_tell(session, user, "codes_made", now, agent=browser.agent)
    return _new_recovery_codes(session, user_id)


def _new_recovery_codes(session: Session, user_id: int) -> Sequence[str]:
    session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    made = codes.new_recovery_codes()
    session.add_all(RecoveryCode(user_id=user_id, code_hash=codes.hashed(each)) for each in made)
    session.flush()
    return made


def switch_off(session: Session, user_id: int, browser: Browser, now: datetime) -> None:
    """Ask for no code any more; raises NoFactor."""
    user = _lock(session, user_id)
    if not is_on(session, user_id):
        raise NoFactor
    _remove(session, user_id)
    note_and_tell(session, user, "factor_off", now, agent=browser.agent)


def lift(session: Session, user: User, now: datetime) -> None:
    """Take away the second factor of somebody who has lost it, by a keeper's command; raises NoFactor."""
    _lock(session, user.id)
    if not is_on(session, user.id):
        raise NoFactor
    _remove(session, user.id)
    note_and_tell(session, user, "factor_lifted", now)


def _lock(session: Session, user_id: int) -> User:
    """Let one after the other change the second factor of an account."""
    return session.get_one(User, user_id, with_for_update={"key_share": True})


def _stored(session: Session, user_id: int) -> SecondFactor | None:
    return session.scalar(select(SecondFactor).where(SecondFactor.user_id == user_id))


def _remove(session: Session, user_id: int) -> None:
    for table in (SecondFactor, RecoveryCode):
        session.execute(delete(table).where(table.user_id == user_id))
