"""Accounts: their sessions, second factors, passkeys, a log of changes, and keys of the API."""

from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Index, LargeBinary, String, UniqueConstraint, false, text
from sqlalchemy.orm import Mapped, mapped_column, relationship, validates

from models.base import Base, one_of
from models.ids import ApiKeyId, CalendarToken, PasskeyId, UserId
from models.sealed import SealedDocument, token_hash
from models.types import Code, Hash, Id, Looks, Name, Sealed, UserRef, UtcTime, Word
from opponent.levels import LEVELS, Level

LANGUAGES = ("en", "fr")
HOURS = ("language", "24", "12")
"""How an account reads the hour: as its language does, or one of the two ways."""
CODES = ("language", "english", "french")
"""Whose codes provinces have on an account's boards: those of its language, or one language's."""
BOARDS = ("page", "paper", "plain", "dark", "contrast")
"""How an account's boards look: as light or dark as the page is, or one of four looks wherever they are."""
USUAL_LEAD = 6 * 3600
"""The seconds before a deadline at which an account is reminded until it chooses."""


NAMELESS = ":guest:"
"""What the name of a guest begins with who has not said one; no name that somebody types does."""


class AccountKind(StrEnum):
    """Who plays by an account; GUEST: somebody without a password. OPPONENT: the site's own opponent."""

    PERSON = "person"
    GUEST = "guest"
    BOT = "program"
    OPPONENT = "opponent"


class User(Base):
    """A person with a name and a password.

    skeleton: what the name looks like; none where it is no member's, and where an earlier account had a
    name like it before that was refused. email: an address that they gave; it is theirs once `verified_at`
    says so. zone: the name of their time zone, empty until a browser has sent it. lead_seconds: how long
    before a deadline they are reminded, 0 for never. quiet_from, quiet_to: minutes after midnight in their
    zone between which nothing is sent to them; none where they want no quiet. most_duels: how many duels
    they want at once, none where the site's limit will do. closed_at, closed_why: when a moderator closed the
    account, and the reason. deleted_at: when its owner deleted it; it is closed since, and nothing of theirs
    stands here any more. is_arbiter: whether players may call them to a duel. kind: who plays by it.
    level: how strong the site's own opponent plays by it, none for anybody else. seen_on: the day on which
    a guest was last here.
    """

    __tablename__ = "users"
    __table_args__ = (
        one_of("language", LANGUAGES),
        one_of("codes", CODES),
        one_of("hours", HOURS),
        one_of("board", BOARDS),
        one_of("kind", AccountKind),
        one_of("level", LEVELS),
        Index(None, "kind", "seen_on"),
        Index(
            "ix_users_deleted",
            "deleted_at",
            sqlite_where=text("deleted_at IS NOT NULL"),
            postgresql_where=text("deleted_at IS NOT NULL"),
        ),
    )

    id: Mapped[Id[UserId]]
    name: Mapped[Name]
    name_key: Mapped[Name] = mapped_column(unique=True)
    skeleton: Mapped[Looks | None] = mapped_column(index=True, unique=True)
    password_hash: Mapped[Hash]
    language: Mapped[Word]
    codes: Mapped[Word] = mapped_column(default="language", server_default="language")
    board: Mapped[Word] = mapped_column(default="page", server_default="page")
    is_moderator: Mapped[bool] = mapped_column(default=False)
    email: Mapped[str | None] = mapped_column(String(254), index=True)
    verified_at: Mapped[UtcTime | None]
    zone: Mapped[str] = mapped_column(String(64), default="", server_default="")
    hours: Mapped[Word] = mapped_column(default="language", server_default="language")
    lead_seconds: Mapped[int] = mapped_column(default=USUAL_LEAD, server_default=str(USUAL_LEAD))
    quiet_from: Mapped[int | None]
    quiet_to: Mapped[int | None]
    calendar_token: Mapped[Sealed[CalendarToken] | None] = mapped_column(deferred=True)
    calendar_hash: Mapped[Hash | None] = mapped_column(index=True, unique=True)
    created_at: Mapped[UtcTime]
    most_duels: Mapped[int | None]
    is_arbiter: Mapped[bool] = mapped_column(default=False, server_default=false())
    closed_at: Mapped[UtcTime | None]
    closed_why: Mapped[str] = mapped_column(String(2000), default="", server_default="")
    deleted_at: Mapped[UtcTime | None]
    kind: Mapped[AccountKind] = mapped_column(
        Code(AccountKind), default=AccountKind.PERSON, server_default="person"
    )
    level: Mapped[Level | None] = mapped_column(Code(Level))
    seen_on: Mapped[date | None]

    @property
    def is_nameless(self) -> bool:
        """True for a guest who has not said what they are called."""
        return self.name.startswith(NAMELESS)

    @validates("calendar_token")
    def _hash_calendar_token(self, _: str, token: CalendarToken | None) -> CalendarToken | None:
        """Keep the hash by which the calendar is found."""
        self.calendar_hash = None if token is None else token_hash(token)
        return token


class LoginSession(Base):
    """One browser in which somebody is logged in; it has the token, the database its hash.

    agent: the browser in a few words. proved_at: when its owner last proved here who they are.
    """

    __tablename__ = "sessions"

    token_hash: Mapped[Hash] = mapped_column(primary_key=True)
    user_id: Mapped[UserRef] = mapped_column(index=True)
    created_at: Mapped[UtcTime]
    seen_on: Mapped[date] = mapped_column(index=True)
    agent: Mapped[str] = mapped_column(String(64), default="", server_default="")
    proved_at: Mapped[UtcTime | None]


EVENTS = (
    "login",
    "new_device",
    "login_failed",
    "code_failed",
    "code_reused",
    "password_changed",
    "address_changed",
    "address_removed",
    "key_made",
    "key_revoked",
    "session_ended",
    "sessions_ended",
    "factor_on",
    "factor_off",
    "factor_lifted",
    "codes_made",
    "recovery_used",
    "passkey_added",
    "passkey_removed",
    "passkey_refused",
    "channel_added",
    "channel_changed",
    "channel_removed",
    "calendar_made",
    "calendar_removed",
)
"""What is noted about an account; factor_lifted: an administrator's command took the second factor away.
passkey_refused: its counter had gone back, so that somebody may have a copy of it."""
LONGEST_CREDENTIAL = 1023
"""Bytes of what a passkey is known by (WebAuthn, 4: Credential ID)."""


class SecurityEvent(Base):
    """Something that happened about an account, for its owner to read; deleted after a while.

    agent: the browser in a few words, where one did it. detail: the name of the key or passkey. times: how
    often, of tries that failed within the same hour.
    """

    __tablename__ = "security_events"
    __table_args__ = (one_of("kind", EVENTS), Index(None, "user_id", "id"), Index(None, "at"))

    id: Mapped[Id[int]]
    user_id: Mapped[UserRef]
    kind: Mapped[Word]
    at: Mapped[UtcTime]
    agent: Mapped[str] = mapped_column(String(64), default="")
    detail: Mapped[str] = mapped_column(String(100), default="")
    times: Mapped[int] = mapped_column(default=1)


class SecondFactor(Base):
    """The secret by which an app of the owner's shows codes.

    confirmed_at: since when log-ins ask for a code; none while it is being set up. last_step: the step of
    time of the last code that was taken: no code is taken twice.
    """

    __tablename__ = "second_factors"

    id: Mapped[Id[int]]
    user_id: Mapped[UserRef] = mapped_column(unique=True)
    secret: Mapped[Sealed[str]]
    made_at: Mapped[UtcTime]
    confirmed_at: Mapped[UtcTime | None]
    last_step: Mapped[int] = mapped_column(default=0)


class RecoveryCode(Base):
    """A code that takes the place of the app once; hashed, and the hash encrypted."""

    __tablename__ = "recovery_codes"

    id: Mapped[Id[int]]
    user_id: Mapped[UserRef] = mapped_column(index=True)
    code_hash: Mapped[Sealed[str]]
    used_at: Mapped[UtcTime | None]


class Passkey(Base):
    """A key pair of a device of the owner's, which has the private half.

    credential: what it is known by, in base64url. public_key: in COSE. sign_count: how often it had signed,
    where it counts. challenged_at: when the last challenge that it answered was made, in milliseconds: it
    answers none twice. transports: how a browser may reach it.
    """

    __tablename__ = "passkeys"

    id: Mapped[Id[PasskeyId]]
    user_id: Mapped[UserRef] = mapped_column(index=True)
    credential: Mapped[str] = mapped_column(String(-(-LONGEST_CREDENTIAL * 4 // 3)), unique=True)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger, default=0)
    challenged_at: Mapped[int] = mapped_column(BigInteger, default=0)
    transports: Mapped[list[str]] = mapped_column(JSON)
    name: Mapped[str] = mapped_column(String(64))
    made_at: Mapped[UtcTime]
    seen_at: Mapped[UtcTime | None]


class AttemptCount(Base):
    """When something was tried that protects accounts: for one account and origin, in a keyed digest.

    instants: of the attempts that may still count, in seconds. until: when none of them counts any more.
    """

    __tablename__ = "attempts"

    key_hash: Mapped[Hash] = mapped_column(primary_key=True)
    instants: Mapped[list[float]] = mapped_column(JSON)
    until: Mapped[UtcTime] = mapped_column(index=True)


class ApiToken(Base):
    """A key to the API that an account made: the program has the token, the database its hash.

    scopes: words with a blank between them. expires_at: from then on it opens nothing, never where none.
    """

    __tablename__ = "api_tokens"

    id: Mapped[Id[ApiKeyId]]
    user_id: Mapped[UserRef] = mapped_column(index=True)
    name: Mapped[str] = mapped_column(String(80))
    token_hash: Mapped[Hash] = mapped_column(unique=True)
    scopes: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime | None]
    seen_at: Mapped[UtcTime | None]
    revoked_at: Mapped[UtcTime | None]

    user: Mapped[User] = relationship()


class AskedOnce(Base):
    """A request of a program that is not done twice, and its answer; both go after a day.

    key_hash: of the text by which the program calls it, and of the operation. body_hash: of all else in it.
    """

    __tablename__ = "asked_once"
    __table_args__ = (UniqueConstraint("user_id", "key_hash"),)

    id: Mapped[Id[int]]
    user_id: Mapped[UserRef]
    key_hash: Mapped[Hash]
    body_hash: Mapped[Hash]
    asked_at: Mapped[UtcTime] = mapped_column(index=True)
    answer: Mapped[dict[str, Any] | None] = mapped_column(SealedDocument, deferred=True)
