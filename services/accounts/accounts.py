"""Accounts: registering, authenticating, changing what a member may change."""

from datetime import datetime
from unicodedata import category, normalize
from unicodedata import name as unicode_name

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from models import User
from models.account import CODES, HOURS, LANGUAGES
from services.accounts import sessions
from services.accounts.passwords import matches
from services.accounts.security import note_and_tell
from services.accounts.zones import zone_typed

SHORTEST_NAME, LONGEST_NAME = 2, 24
MEMBERS = ("person", "program")
"""The kinds of account that have a name of their own: guests and the site's opponent have none."""
INVISIBLE = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)}
)
"""Letters and marks that show nothing, below those that names cannot have anyway (Unicode,
DerivedCoreProperties: Default_Ignorable_Code_Point), after NFKC."""
FIRST_OF_PLANE_14 = 0xE0000
ALIKE = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC"})
"""Alphabets with letters that look alike; one name has those of one of them (after Unicode TS 39, 5.2)."""


class NameRefused(ValueError):
    """This name cannot be an account's."""

    field = "name"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class NameLength(NameRefused):
    """The name has too few characters or too many."""


class NameCharacters(NameRefused):
    """The name holds something besides letters, digits, hyphen, underscore and full stop."""


class NameMixed(NameCharacters):
    """The name mixes alphabets whose letters look alike, as if it were another name."""


class NameTaken(NameRefused):
    """An account already has the name, or one that reads the same."""


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
    if named(session, name) is not None:
        raise NameTaken(name)
    user = User(
        name=name,
        name_key=name_key(name),
        password_hash=password_hash,
        language=checked_language(language),
        created_at=now,
    )
    try:
        with session.begin_nested():
            session.add(user)
    except IntegrityError as error:
        raise NameTaken(name) from error
    return user


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


def checked_name(name: str) -> str:
    """Normalise a name as it will be shown; raises NameRefused."""
    name = normalize("NFKC", name.strip())
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise NameLength(name)
    if not all(allowed(character) for character in name) or not any(map(str.isalnum, name)):
        raise NameCharacters(name)
    if len(ALIKE & {alphabet(character) for character in name}) > 1:
        raise NameMixed(name)
    return name


def allowed(character: str) -> bool:
    """Say if a character may be part of a name; marks may, without them Hindi has no vowels."""
    if ord(character) in INVISIBLE or ord(character) >= FIRST_OF_PLANE_14:
        return False
    return character in "-_." or category(character)[0] in "LM" or category(character) == "Nd"


def alphabet(character: str) -> str:
    """Name the alphabet of a letter, by the first word of its name."""
    return unicode_name(character, "").partition(" ")[0] if character.isalpha() else ""


def name_key(name: str) -> str:
    """Fold a name, so that names that read the same have the same key."""
    return normalize("NFKC", normalize("NFKC", name.strip()).casefold())


def checked_language(language: str) -> str:
    """Return the language if the site has it; raises UnknownLanguage."""
    if language not in LANGUAGES:
        raise UnknownLanguage(language)
    return language
