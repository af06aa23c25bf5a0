"""Accounts: registering, authenticating, changing what a member may change."""

from datetime import datetime

from sqlalchemy import or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from models import User
from models.account import CODES, HOURS, LANGUAGES
from services.accounts import sessions
from services.accounts.names import NameAlike, NameRefused, NameTaken, checked_name, name_key
from services.accounts.passwords import matches
from services.accounts.security import note_and_tell
from services.accounts.skeletons import skeleton
from services.accounts.zones import zone_typed

MEMBERS = ("person", "program")
"""The kinds of account that have a name of their own: guests and the site's opponent have none."""


class UnknownName(NameRefused):
    """No account has the name."""


class UnknownLanguage(ValueError):
    """The site has no texts in this language."""

    field = "language"


class UnknownCodes(ValueError):
    """The board has no such codes."""

    field = "codes"


class UnknownZone(ValueError):
    """No time zone has this name."""

    field = "zone"


class UnknownHours(ValueError):
    """The hour is not written in this way."""

    field = "hours"


def register(session: Session, name: str, password_hash: str, language: str, now: datetime) -> User:
    """Open an account; raises NameRefused or UnknownLanguage."""
    name = checked_name(name)
    user = User(password_hash=password_hash, language=checked_language(language), created_at=now)
    give_name(session, user, name)
    return user


def give_name(session: Session, user: User, name: str) -> None:
    """Give a checked name to an account, which may be new; raises NameTaken, NameAlike."""
    check_free(session, name)
    try:
        with session.begin_nested():
            user.name, user.name_key, user.skeleton = name, name_key(name), skeleton(name)
            session.add(user)
    except IntegrityError as error:
        check_free(session, name)
        raise NameTaken(name) from error


def check_free(session: Session, name: str) -> None:
    """Check that nobody has a name, or one that looks like it; raises NameTaken, NameAlike."""
    key = name_key(name)
    alike = or_(User.name_key == key, User.skeleton == skeleton(name))
    found = session.scalars(select(User.name_key).where(alike)).all()
    if found:
        raise NameTaken(name) if key in found else NameAlike(name)


def authenticate(session: Session, name: str, password: str) -> User | None:
    """Find the account of that name and password; as slow when there is none.

    The reading session gives its connection back before the slow comparison; raises TooManyHashes.
    """
    user = named(session, name)
    session.close()
    return user if matches(password, user.password_hash if user else None) else None


def named(session: Session, name: str) -> User | None:
    """Look a member up by their normalised name; a NUL, which PostgreSQL refuses in any text, finds none."""
    if "\0" in name:
        return None
    return session.scalar(select(User).where(User.name_key == name_key(name), User.kind.in_(MEMBERS)))


def change_password(session: Session, user_id: int, present_hash: str, new_hash: str, now: datetime) -> User:
    """Set a new password, and end every session; raises PasswordChanged.

    present_hash: what the present password was compared with, which takes a while.
    """
    user = locked(session, user_id, present_hash)
    replace_password(session, user, new_hash, now)
    return user


def locked(session: Session, user_id: int, present_hash: str) -> User:
    """Lock an account whose owner has just proved their password; raises PasswordChanged."""
    user = session.get_one(User, user_id, with_for_update={"key_share": True})
    if user.password_hash != present_hash:
        raise sessions.PasswordChanged
    return user


def replace_password(session: Session, user: User, new_hash: str, now: datetime) -> None:
    """Set a new password, end every session, and tell the owner."""
    user.password_hash = new_hash
    sessions.end_all(session, user.id)
    note_and_tell(session, user, "password_changed", now)
    session.flush()


def change_language(session: Session, user_id: int, language: str) -> None:
    """Set the language in which the site speaks to this account."""
    session.get_one(User, user_id).language = checked_language(language)


def change_codes(session: Session, user_id: int, codes: str) -> None:
    """Set whose codes provinces have on this account's boards; raises UnknownCodes."""
    if codes not in CODES:
        raise UnknownCodes(codes)
    session.get_one(User, user_id).codes = codes


def change_time(session: Session, user_id: int, zone: str, hours: str) -> None:
    """Set the zone and the hours of this account's times; raises UnknownZone, UnknownHours.

    zone: as people type it, or nothing: then that of the browser is stored at the next visit.
    """
    found = zone_typed(zone) if zone.strip() else ""
    if found is None:
        raise UnknownZone(zone)
    if hours not in HOURS:
        raise UnknownHours(hours)
    user = session.get_one(User, user_id)
    user.zone, user.hours = found, hours


def note_zone(session: Session, user_id: int, zone: str) -> None:
    """Store the zone of an account's browser unless the account has one."""
    session.execute(update(User).where(User.id == user_id, User.zone == "").values(zone=zone))


def make_keeper(session: Session, name: str) -> User:
    """Make a keeper of an existing account; raises UnknownName."""
    user = named(session, name)
    if user is None:
        raise UnknownName(name)
    user.is_keeper = True
    return user


def unmake_keeper(session: Session, name: str) -> User:
    """Let somebody be a keeper no more; raises UnknownName."""
    user = named(session, name)
    if user is None or not user.is_keeper:
        raise UnknownName(name)
    user.is_keeper = False
    return user


def checked_language(language: str) -> str:
    """Return the language if the site has it; raises UnknownLanguage."""
    if language not in LANGUAGES:
        raise UnknownLanguage(language)
    return language
