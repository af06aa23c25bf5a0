"""The address of an account: optional, not used before it is verified, and then of this account alone.

Nobody learns whether an address is in use: a member who gives the address of another account gets the usual
answer, and an e-mail informs its owner.
"""

from datetime import datetime

from email_validator import EmailNotValidError, validate_email
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from models import SecurityEventKind, User
from models.ids import UserId
from services.accounts import account_emails, accounts
from services.accounts.account_emails import write_email
from services.accounts.names import name_key
from services.accounts.refusals import AccountRefusal, AccountRefused
from services.accounts.security import note_and_notify
from services.notifications.channels import mail_channel

LONGEST_ADDRESS = 254


def checked_address(text: str) -> str:
    """Return an address as it is stored and compared: in lower case, its domain in ASCII.

    Raises AccountRefused. Asks no server.
    """
    text = text.strip()
    if len(text) > LONGEST_ADDRESS:
        raise AccountRefused(AccountRefusal.ADDRESS_TOO_LONG, "email")
    if not text.rpartition("@")[0].isascii():
        raise AccountRefused(AccountRefusal.ADDRESS_ACCENTED, "email")
    try:
        found = validate_email(text, strict=True, check_deliverability=False, allow_smtputf8=False)
    except EmailNotValidError as error:
        raise AccountRefused(AccountRefusal.ADDRESS_MALFORMED, "email") from error
    return (found.ascii_email or found.normalized).lower()


def readable(address: str) -> str:
    """Return a stored address as people write it, its domain in its own script."""
    return validate_email(address, check_deliverability=False, allow_smtputf8=False).normalized


def owner_of(session: Session, address: str) -> User | None:
    """Find the account of a verified address."""
    return session.scalar(select(User).where(User.email == address, User.verified_at.is_not(None)))


def find_member(session: Session, text: str) -> User | None:
    """Find the account by what was typed at log-in: its name, or its verified address."""
    if "@" not in text:
        return accounts.named(session, text)
    address = as_typed(text)
    return owner_of(session, address) if address else None


def as_typed(text: str) -> str | None:
    """Return an address as it is compared; None if the text is no address."""
    try:
        return checked_address(text)
    except AccountRefused:
        return None


def is_called(user: User, text: str) -> bool:
    """Tell whether what was typed is the name or the verified address of an account."""
    if "@" not in text:
        return user.name_key == name_key(text)
    return user.verified_at is not None and user.email == as_typed(text)


def note_address(session: Session, user: User, address: str, now: datetime, *, sends_mail: bool) -> None:
    """Store a new address to be verified; the verified one stays in use until then.

    sends_mail: whether the site can send the e-mail.
    """
    if user.verified_at is None:
        user.email = address
        session.flush()
    if sends_mail:
        ask_to_verify(session, user, address, now)


def ask_to_verify(session: Session, user: User, address: str, now: datetime) -> None:
    """Write the e-mail that verifies an address; if another account has it, inform that account's owner."""
    owner = owner_of(session, address)
    if owner is None or owner.id == user.id:
        write_email(session, user, "verify", address, {"state": account_emails.state_of(user)}, now)
    else:
        write_email(session, owner, "taken", address, {}, now)


def change_address(
    session: Session, user_id: UserId, present_hash: str, address: str, now: datetime, *, sends_mail: bool
) -> None:
    """Change the address of an account, pending verification; raises AccountRefused."""
    user = accounts.locked(session, user_id, present_hash)
    if user.verified_at and user.email == address:
        raise AccountRefused(AccountRefusal.ADDRESS_UNCHANGED, "email")
    note_address(session, user, address, now, sends_mail=sends_mail)


def ask_again(session: Session, user_id: UserId, now: datetime) -> None:
    """Write again to an address that is not verified yet."""
    user = session.get_one(User, user_id)
    if user.email and user.verified_at is None:
        ask_to_verify(session, user, user.email, now)


def remove_address(session: Session, user_id: UserId, present_hash: str, now: datetime) -> None:
    """Remove the address of an account, and send a notice to it; raises AccountRefused."""
    user = accounts.locked(session, user_id, present_hash)
    note_and_notify(session, user, SecurityEventKind.ADDRESS_REMOVED, now)
    user.email = user.verified_at = None


def verifiable(session: Session, claim: account_emails.Claim) -> User:
    """Return the account whose address a claim may verify, or has verified; raises AccountRefused."""
    user = session.get(User, claim.user_id)
    return user if user and is_verified(user, claim) else account_emails.holds(user, claim)


def is_verified(user: User, claim: account_emails.Claim) -> bool:
    """Tell whether the address of a claim is verified already."""
    return user.verified_at is not None and user.email == claim.address


def verify_address(session: Session, claim: account_emails.Claim, now: datetime) -> User:
    """Verify the address that the owner has proved to be theirs; repeating it changes nothing.

    Raises AccountRefused.
    """
    found = session.get(User, claim.user_id, with_for_update={"key_share": True})
    if found and is_verified(found, claim):
        return found
    user = account_emails.holds(found, claim)
    _lock_address(session, claim.address)
    if owner_of(session, claim.address) is not None:
        raise AccountRefused(AccountRefusal.ADDRESS_TAKEN, "email")
    note_and_notify(session, user, SecurityEventKind.ADDRESS_CHANGED, now)
    user.email, user.verified_at = claim.address, now
    session.flush()
    address_verified(session, user, now)
    return user


def _lock_address(session: Session, address: str) -> None:
    """Lock an address until the transaction ends, so that two accounts cannot verify it at once."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(address, 0))))


def address_verified(session: Session, user: User, now: datetime) -> None:
    """Switch on notifications by e-mail, now that the address is verified."""
    mail_channel(session, user, now)
