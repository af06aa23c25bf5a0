"""API keys: made, found, revoked. Only the owner knows the text; the database has the hash.

A key begins with letters by which scanners of leaked secrets find it. It ends with a check sum, so that
anything else is refused without asking the database.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from re import compile as pattern
from secrets import choice
from string import ascii_letters, digits
from zlib import crc32

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.orm import Session

from models import ApiToken, SecurityEventKind, User
from models.account import AccountKind
from models.ids import ApiKey, ApiKeyId, UserId
from services.accounts.accounts import lock_accounts
from services.accounts.security import note, note_and_notify
from services.accounts.sessions import AccountClosed, check_open
from services.refused import Refused


class KeyRefusal(StrEnum):
    """Why a key is not valid, or cannot be made."""

    UNKNOWN = "key_unknown"
    REVOKED = "key_revoked"
    EXPIRED = "key_expired"
    NAME = "name"
    NAME_TWICE = "twice"
    SCOPES = "scopes"
    DAYS = "days"
    TOO_MANY = "many"
    KIND = "kind"
    """Guests and the site's opponent have no keys."""


class KeyRefused(Refused):
    """A key is not valid, or cannot be made."""


PREFIX = "id_"
LETTERS = digits + ascii_letters
DRAWN, CHECKED = 36, 6
"""How many letters of a key are random, and how many are its check sum."""
FORM = pattern(rf"{PREFIX}[0-9A-Za-z]{{{DRAWN + CHECKED}}}")
LONGEST_NAME = 80
MOST_TOKENS = 10
"""How many keys an account may have at once."""
LONGEST_DAYS = 3650
SEEN_EVERY = timedelta(minutes=10)
"""The use of a key is noted at most this often, not at every request."""
BEARERS = frozenset({AccountKind.PERSON, AccountKind.BOT})
"""The kinds of accounts that have keys."""


class Scope(StrEnum):
    """What a key allows: reading one's own, playing one's duels, challenging and answering challenges."""

    READ = "read"
    PLAY = "play"
    CHALLENGE = "challenge"


@dataclass(frozen=True)
class Bearer:
    """The holder of a key: the account that it acts for, and what it allows."""

    token_id: ApiKeyId
    token_name: str
    user_id: UserId
    name: str
    kind: str
    scopes: frozenset[Scope]
    expires_at: datetime | None
    seen_at: datetime | None


def make_token(  # one argument per attribute
    session: Session,
    user_id: UserId,
    name: str,
    scopes: Collection[Scope],
    days: int | None,
    now: datetime,
) -> tuple[ApiToken, ApiKey]:
    """Make a key for an account, valid for some days or for ever; return it with its text, known only now.

    Raises KeyRefused, AccountClosed.
    """
    name = " ".join(name.split())
    _check_terms(name, scopes, days)
    lock_accounts(session, (user_id,))
    check_open(session, user_id)
    user = session.get_one(User, user_id)
    if user.kind not in BEARERS:
        raise KeyRefused(KeyRefusal.KIND)
    if count_living(session, user_id, now) >= MOST_TOKENS:
        raise KeyRefused(KeyRefusal.TOO_MANY)
    if count_living(session, user_id, now, name):
        raise KeyRefused(KeyRefusal.NAME_TWICE, "name")
    text = _drawn()
    token = ApiToken(
        user_id=user_id,
        name=name,
        token_hash=token_hash(text),
        scopes=" ".join(scope for scope in Scope if scope in scopes),
        created_at=now,
        expires_at=now + timedelta(days=days) if days else None,
    )
    session.add(token)
    note_and_notify(session, user, SecurityEventKind.KEY_MADE, now, detail=name)
    session.flush()
    return token, text


def _check_terms(name: str, scopes: Collection[Scope], days: int | None) -> None:
    if not 0 < len(name) <= LONGEST_NAME or "\0" in name:
        raise KeyRefused(KeyRefusal.NAME, "name")
    if not scopes:
        raise KeyRefused(KeyRefusal.SCOPES, "scopes")
    if days is not None and not 0 < days <= LONGEST_DAYS:
        raise KeyRefused(KeyRefusal.DAYS, "days")


def _drawn() -> ApiKey:
    drawn = "".join(choice(LETTERS) for _ in range(DRAWN))
    return ApiKey(f"{PREFIX}{drawn}{_check(drawn)}")


def _check(drawn: str) -> str:
    """Return the check sum of some letters, written in the same alphabet."""
    number, written = crc32(drawn.encode()), ""
    for _ in range(CHECKED):
        number, digit = divmod(number, len(LETTERS))
        written = LETTERS[digit] + written
    return written


def is_token(text: str) -> bool:
    """Tell whether a text could be a key."""
    return FORM.fullmatch(text) is not None and text.endswith(_check(text[len(PREFIX) : -CHECKED]))


def token_hash(text: str) -> str:
    """Hash a key; a fast hash will do, since a key is too long to be guessed."""
    return sha256(text.encode()).hexdigest()


def scopes_of(token: ApiToken) -> frozenset[Scope]:
    """Return what a key allows."""
    return frozenset(map(Scope, token.scopes.split()))


def find_bearer(session: Session, text: ApiKey, now: datetime) -> Bearer:
    """Find the holder of a key, by one statement; raises KeyRefused, AccountClosed."""
    if not is_token(text):
        raise KeyRefused(KeyRefusal.UNKNOWN)
    query = select(ApiToken, User).join(User, User.id == ApiToken.user_id)
    found = session.execute(query.where(ApiToken.token_hash == token_hash(text))).one_or_none()
    if found is None or found[1].kind not in BEARERS:
        raise KeyRefused(KeyRefusal.UNKNOWN)
    token, user = found
    if token.revoked_at is not None:
        raise KeyRefused(KeyRefusal.REVOKED)
    if token.expires_at is not None and now >= token.expires_at:
        raise KeyRefused(KeyRefusal.EXPIRED)
    if user.closed_at is not None:
        raise AccountClosed(user.closed_why)
    return Bearer(
        token.id,
        token.name,
        user.id,
        user.name,
        user.kind,
        scopes_of(token),
        token.expires_at,
        token.seen_at,
    )


def is_to_be_noted(bearer: Bearer, now: datetime) -> bool:
    """Tell whether the use of a key should be noted again."""
    return bearer.seen_at is None or now - bearer.seen_at >= SEEN_EVERY


def note_use(session: Session, bearer: Bearer, now: datetime) -> None:
    """Note that a key was used."""
    session.execute(update(ApiToken).where(ApiToken.id == bearer.token_id).values(seen_at=now))


def list_tokens(session: Session, user_id: UserId) -> Sequence[ApiToken]:
    """List the keys of an account that are not revoked, the newest first; expired ones too."""
    own = (ApiToken.user_id == user_id, ApiToken.revoked_at.is_(None))
    return session.scalars(select(ApiToken).where(*own).order_by(ApiToken.id.desc())).all()


def _is_good(now: datetime) -> ColumnElement[bool]:
    """Match the keys that are neither revoked nor expired."""
    lives = or_(ApiToken.expires_at.is_(None), ApiToken.expires_at > now)
    return and_(ApiToken.revoked_at.is_(None), lives)


def count_living(session: Session, user_id: UserId, now: datetime, name: str | None = None) -> int:
    """Count the valid keys of an account, or those of a given name among them."""
    own = [ApiToken.user_id == user_id, _is_good(now)]
    if name is not None:
        own.append(ApiToken.name == name)
    return session.scalar(select(func.count()).select_from(ApiToken).where(*own)) or 0


def find_owners(
    session: Session, token_ids: Collection[ApiKeyId], now: datetime
) -> Mapping[ApiKeyId, UserId]:
    """Find the accounts of some keys, by one statement; keys that are not valid any more are left out."""
    query = select(ApiToken.id, ApiToken.user_id).join(User, User.id == ApiToken.user_id)
    opens = (ApiToken.id.in_(token_ids), _is_good(now), User.closed_at.is_(None), User.kind.in_(BEARERS))
    return dict(session.execute(query.where(*opens)).all())


def revoke_token(session: Session, user_id: UserId, number: ApiKeyId, now: datetime) -> bool:
    """Revoke a key of an account for good; return False if it has no valid key of this number."""
    own = (ApiToken.id == number, ApiToken.user_id == user_id, ApiToken.revoked_at.is_(None))
    done = update(ApiToken).where(*own).values(revoked_at=now).returning(ApiToken.name)
    name = session.scalar(done)
    if name is not None:
        note(session, user_id, SecurityEventKind.KEY_REVOKED, now, detail=name)
    return name is not None
