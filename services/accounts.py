"""Accounts: registering, proving who one is, changing what one may change."""

from datetime import datetime
from secrets import token_urlsafe
from unicodedata import category, normalize

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from models import User
from models.account import LANGUAGES
from services.passwords import matches

SHORTEST_NAME, LONGEST_NAME = 2, 24


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


class NameTaken(NameRefused):
    """An account already has the name, or one that reads the same."""


class UnknownName(NameRefused):
    """No account has the name."""


class UnknownLanguage(ValueError):
    """The site does not speak this language."""

    field = "language"


def register(session: Session, name: str, password_hash: str, language: str, now: datetime) -> User:
    """Open an account."""
    name = checked_name(name)
    if named(session, name) is not None:
        raise NameTaken(name)
    user = User(
        name=name,
        name_key=name_key(name),
        password_hash=password_hash,
        language=checked_language(language),
        created_at=now,
        session_stamp=new_stamp(),
    )
    try:
        with session.begin_nested():
            session.add(user)
    except IntegrityError as error:
        raise NameTaken(name) from error
    return user


def authenticate(session: Session, name: str, password: str) -> User | None:
    """Find the account whose name and password these are; as slow when there is none."""
    user = named(session, name)
    return user if matches(password, user.password_hash if user else None) else None


def named(session: Session, name: str) -> User | None:
    """The account of that name, however it is written; a NUL, which PostgreSQL takes nowhere, names none."""
    if "\0" in name:
        return None
    return session.scalar(select(User).where(User.name_key == name_key(name)))


def change_password(session: Session, user_id: int, password_hash: str) -> User:
    """Set a new password, and end every session opened with the old one."""
    user = session.get_one(User, user_id)
    user.password_hash = password_hash
    user.session_stamp = new_stamp()
    return user


def change_language(session: Session, user_id: int, language: str) -> None:
    """Set the language in which the site speaks to this account."""
    session.get_one(User, user_id).language = checked_language(language)


def make_keeper(session: Session, name: str) -> User:
    """Let an existing account keep the site."""
    user = named(session, name)
    if user is None:
        raise UnknownName(name)
    user.is_keeper = True
    return user


def checked_name(name: str) -> str:
    """The name as it will be shown, or the reason why it cannot be."""
    name = normalize("NFKC", name.strip())
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise NameLength(name)
    if not all(allowed(character) for character in name) or not any(map(str.isalnum, name)):
        raise NameCharacters(name)
    return name


def allowed(character: str) -> bool:
    """Whether a character may be part of a name; marks are, without them Hindi has no vowels."""
    return character in "-_." or category(character)[0] in "LM" or category(character) == "Nd"


def name_key(name: str) -> str:
    """What two names share when they read the same."""
    return normalize("NFKC", normalize("NFKC", name.strip()).casefold())


def checked_language(language: str) -> str:
    """The language, if the site speaks it."""
    if language not in LANGUAGES:
        raise UnknownLanguage(language)
    return language


def new_stamp() -> str:
    """What a session must carry to be one of this account's."""
    return token_urlsafe(16)
