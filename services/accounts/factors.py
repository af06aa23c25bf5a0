"""The second factor of an account: an app that shows codes, and recovery codes to replace it.

The app derives codes from a secret and the time (RFC 6238). Once set up, log-in asks for a code until the
owner switches that off, or the administrator does by a command if the app is lost. No code works twice: the
time step of the last app code and the used recovery codes are stored.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import compare_digest
from secrets import randbelow, token_hex
from unicodedata import decimal

from pyotp import TOTP, random_base32
from pyotp.exceptions import OTPVerificationError
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from models import RecoveryCode, SecondFactor, SecurityEventKind, User
from models.ids import UserId
from services.accounts.account_emails import state_of
from services.accounts.refusals import AccountRefusal, AccountRefused
from services.accounts.security import Browser, note_and_notify
from services.refused import NotFound

SITE = "Intimate Diplomacy"
"""The name under which apps list the site."""
STEPS_OFF = 1
"""How many steps of half a minute the clock of a device may be off, either way."""
RECOVERY_CODES, RECOVERY_DIGITS = 10, 24
GROUP = 4


def new_secret() -> str:
    """Draw a secret for an app: 160 bits in base32."""
    return random_base32()


def setup_address(secret: str, name: str) -> str:
    """Return what the QR code tells an app."""
    return TOTP(secret).provisioning_uri(name=name, issuer_name=SITE)


def step_of(secret: str, code: str, now: datetime) -> int | None:
    """Return the time step of a code; None if it is not valid now."""
    try:
        return TOTP(secret).verify_and_get_timecode(digits(code), for_time=now, valid_window=STEPS_OFF)
    except OTPVerificationError:
        return None


def digits(typed: str) -> str:
    """Return the digits that were typed, in any script, without anything between them."""
    return "".join(str(decimal(each)) for each in typed if each.isdecimal())


def is_recovery_code(typed: str) -> bool:
    """Tell whether a recovery code was typed: it is far longer than a code of an app."""
    return len(digits(typed)) == RECOVERY_DIGITS


def new_recovery_codes() -> Sequence[str]:
    """Draw recovery codes: digits alone, which every keyboard has, worth 79 bits each."""
    return [f"{randbelow(10**RECOVERY_DIGITS):0{RECOVERY_DIGITS}}" for _ in range(RECOVERY_CODES)]


def grouped(text: str) -> str:
    """Write a code or a secret in groups, as it is read and typed."""
    return " ".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


def hashed(code: str) -> str:
    """Hash a recovery code; a fast hash will do: it has too many digits to guess."""
    salt = token_hex(16)
    return f"{salt}${_digest(salt, code)}"


def fits(typed: str, code_hash: str) -> bool:
    """Compare what was typed with the hash of a recovery code."""
    salt, _, digest = code_hash.partition("$")
    return compare_digest(_digest(salt, typed), digest)


def _digest(salt: str, code: str) -> str:
    return sha256(f"{salt}{digits(code)}".encode()).hexdigest()


SETUP = timedelta(hours=1)
"""How long a secret waits for its first code."""


class CodeRefused(AccountRefused):
    """The second step of a log-in was not passed; pages ask for another code.

    user_id, state: the account whose first step was passed, and how it stood.
    """

    def __init__(self, code: AccountRefusal, user: User) -> None:
        super().__init__(code)
        self.user_id, self.state = user.id, state_of(user)


def is_on(session: Session, user_id: UserId) -> bool:
    """Tell whether an account asks for a code."""
    return _confirmed(session, user_id) is not None


def _confirmed(session: Session, user_id: UserId) -> SecondFactor | None:
    own = (SecondFactor.user_id == user_id, SecondFactor.confirmed_at.is_not(None))
    return session.scalar(select(SecondFactor).where(*own))


def require(session: Session, user: User, code: str, browser: Browser, now: datetime) -> None:
    """Use the code if the account asks for one; raises CodeRefused."""
    factor = _confirmed(session, user.id)
    if factor is None:
        return
    if not code.strip():
        raise CodeRefused(AccountRefusal.CODE_MISSING, user)
    if is_recovery_code(code):
        _use_recovery_code(session, user, code, browser, now)
    else:
        _use_code(session, user, factor, code, now)


def _use_code(session: Session, user: User, factor: SecondFactor, code: str, now: datetime) -> None:
    """Use the code of an app, unless one of the same or a later time step was used; raises CodeRefused."""
    step = step_of(factor.secret, code, now)
    if step is None:
        raise CodeRefused(AccountRefusal.CODE_WRONG, user)
    unused = (SecondFactor.id == factor.id, SecondFactor.last_step < step)
    taken = update(SecondFactor).where(*unused).values(last_step=step).returning(SecondFactor.id)
    if session.execute(taken, execution_options={"synchronize_session": False}).first() is None:
        raise CodeRefused(AccountRefusal.CODE_REUSED, user)


def _use_recovery_code(session: Session, user: User, code: str, browser: Browser, now: datetime) -> None:
    """Use a recovery code, and notify the owner; raises CodeRefused."""
    own = session.scalars(select(RecoveryCode).where(RecoveryCode.user_id == user.id)).all()
    found = next((each for each in own if fits(code, each.code_hash)), None)
    if found is None:
        raise CodeRefused(AccountRefusal.CODE_WRONG, user)
    unused = (RecoveryCode.id == found.id, RecoveryCode.used_at.is_(None))
    taken = update(RecoveryCode).where(*unused).values(used_at=now).returning(RecoveryCode.id)
    if session.execute(taken, execution_options={"synchronize_session": False}).first() is None:
        raise CodeRefused(AccountRefusal.CODE_REUSED, user)
    note_and_notify(session, user, SecurityEventKind.RECOVERY_USED, now, agent=browser.agent)


def recovery_codes_left(session: Session, user_id: UserId) -> int:
    """Count the recovery codes that were not used."""
    left = (RecoveryCode.user_id == user_id, RecoveryCode.used_at.is_(None))
    return session.scalar(select(func.count()).select_from(RecoveryCode).where(*left)) or 0


def begin_setup(session: Session, user_id: UserId, now: datetime) -> str | None:
    """Return the secret that waits for its first code, a new one if need be; None if the factor is on."""
    _lock(session, user_id)
    factor = _stored(session, user_id)
    if factor is not None and factor.confirmed_at is not None:
        return None
    if factor is None or factor.made_at <= now - SETUP:
        _remove(session, user_id)
        factor = SecondFactor(user_id=user_id, secret=new_secret(), made_at=now)
        session.add(factor)
        session.flush()
    return factor.secret


def confirm_setup(
    session: Session, user_id: UserId, code: str, browser: Browser, now: datetime
) -> Sequence[str]:
    """Switch the factor on, if the owner's app shows the right code; return the recovery codes.

    Raises AccountRefused, CodeRefused.
    """
    user, factor = _lock(session, user_id), _stored(session, user_id)
    if factor is None or factor.confirmed_at is not None or factor.made_at <= now - SETUP:
        raise AccountRefused(AccountRefusal.SETUP_OVER, "second_code")
    if not code.strip():
        raise CodeRefused(AccountRefusal.CODE_MISSING, user)
    step = step_of(factor.secret, code, now)
    if step is None:
        raise CodeRefused(AccountRefusal.CODE_WRONG, user)
    factor.confirmed_at, factor.last_step = now, step
    note_and_notify(session, user, SecurityEventKind.FACTOR_ON, now, agent=browser.agent)
    return _new_recovery_codes(session, user_id)


def renew_recovery_codes(session: Session, user_id: UserId, browser: Browser, now: datetime) -> Sequence[str]:
    """Replace all recovery codes, and return the new ones; raises NotFound."""
    user = _lock(session, user_id)
    if not is_on(session, user_id):
        raise NotFound
    note_and_notify(session, user, SecurityEventKind.CODES_MADE, now, agent=browser.agent)
    return _new_recovery_codes(session, user_id)


def _new_recovery_codes(session: Session, user_id: UserId) -> Sequence[str]:
    session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    made = new_recovery_codes()
    session.add_all(RecoveryCode(user_id=user_id, code_hash=hashed(each)) for each in made)
    session.flush()
    return made


def switch_off(session: Session, user_id: UserId, browser: Browser, now: datetime) -> None:
    """Stop asking for a code; raises NotFound."""
    user = _lock(session, user_id)
    if not is_on(session, user_id):
        raise NotFound
    _remove(session, user_id)
    note_and_notify(session, user, SecurityEventKind.FACTOR_OFF, now, agent=browser.agent)


def lift(session: Session, user: User, now: datetime) -> None:
    """Remove a lost second factor, by a command of the administrator; raises NotFound."""
    _lock(session, user.id)
    if not is_on(session, user.id):
        raise NotFound
    _remove(session, user.id)
    note_and_notify(session, user, SecurityEventKind.FACTOR_LIFTED, now)


def _lock(session: Session, user_id: UserId) -> User:
    """Lock an account so that its second factor is changed by one transaction at a time."""
    return session.get_one(User, user_id, with_for_update={"key_share": True})


def _stored(session: Session, user_id: UserId) -> SecondFactor | None:
    return session.scalar(select(SecondFactor).where(SecondFactor.user_id == user_id))


def _remove(session: Session, user_id: UserId) -> None:
    for table in (SecondFactor, RecoveryCode):
        session.execute(delete(table).where(table.user_id == user_id))
