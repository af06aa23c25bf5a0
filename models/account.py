"""Accounts: their sessions, second factors, passkeys, log of changes, and API keys."""

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
"""How an account sees hours: as is usual in its language, or in one of the two ways."""
CODES = ("language", "english", "french")
"""The province codes on an account's boards: those of its language, or of one fixed language."""
BOARDS = ("page", "paper", "plain", "dark", "contrast")
"""The look of an account's boards: light or dark like the page, or one of four fixed looks."""
USUAL_LEAD = 6 * 3600
"""The default time before a deadline at which an account is reminded, in seconds."""


NAMELESS = ":guest:"
"""The beginning of a nameless guest's name; no typed name begins so."""


class AccountKind(StrEnum):
    """Who plays with an account; GUEST: somebody without a password. OPPONENT: the site's own opponent."""

    PERSON = "person"
    GUEST = "guest"
    BOT = "program"
    OPPONENT = "opponent"


class User(Base):
    """A person with a name and a password.

    skeleton: what the name looks like; None for accounts of non-members, and for old ones whose look-alike
    name was still allowed. email: an address that they gave, verified if `verified_at` is set. zone: the name
    of their time zone, empty until a browser has sent it. lead_seconds: how long before a deadline they are
    reminded, 0 for never. again_seconds: the same for a second reminder.
    rest_days: the days of the week (Monday is 0) that their challenges propose as days of rest.
    quiet_from, quiet_to: their quiet hours, in minutes after midnight in their zone; None for none.
    most_duels: how many duels they want at once, None for the site's limit. closed_at, closed_why: when a
    moderator closed the account, and the reason. deleted_at: when its owner deleted it; it is closed
    since, and holds no personal data any more. is_arbiter: whether players may call them to a duel. kind:
    who plays with it. level: the strength of the site's own opponent, None for anybody else. seen_on: the
    day of a guest's last visit.
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
    again_seconds: Mapped[int] = mapped_column(default=0, server_default="0")
    rest_days: Mapped[list[int]] = mapped_column(JSON, default=list, server_default="[]")
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
        """True for a guest without a name."""
        return self.name.startswith(NAMELESS)

    @validates("calendar_token")
    def _hash_calendar_token(self, _: str, token: CalendarToken | None) -> CalendarToken | None:
        """Set the hash by which the calendar is found."""
        self.calendar_hash = None if token is None else token_hash(token)
        return token


class LoginSession(Base):
    """A browser in which somebody is logged in; the browser has the token, the database its hash.

    agent: a short description of the browser. proved_at: when its owner last proved their identity here.
    """

    __tablename__ = "sessions"

    token_hash: Mapped[Hash] = mapped_column(primary_key=True)
    user_id: Mapped[UserRef] = mapped_column(index=True)
    created_at: Mapped[UtcTime]
    seen_on: Mapped[date] = mapped_column(index=True)
    agent: Mapped[str] = mapped_column(String(64), default="", server_default="")
    proved_at: Mapped[UtcTime | None]


IS_TO_BEGIN = text("NOT is_begun")


class TimeOff(Base):
    """Time off that a member takes from all their duels at once, from an instant to another.

    is_begun: whether it was taken in the duels that were running when it began.
    """

    __tablename__ = "time_off"
    __table_args__ = (
        Index(
            "ix_time_off_to_begin",
            "begins_at",
            sqlite_where=IS_TO_BEGIN,
            postgresql_where=IS_TO_BEGIN,
        ),
    )

    user_id: Mapped[UserRef] = mapped_column(primary_key=True)
    begins_at: Mapped[UtcTime]
    ends_at: Mapped[UtcTime] = mapped_column(index=True)
    is_begun: Mapped[bool] = mapped_column(default=False)


class Follow(Base):
    """A member who follows a player."""

    __tablename__ = "follows"

    user_id: Mapped[UserRef] = mapped_column(primary_key=True)
    followed_id: Mapped[UserRef] = mapped_column(primary_key=True, index=True)
    since: Mapped[UtcTime]


LONGEST_CREDENTIAL = 1023
"""The most bytes of a credential id (WebAuthn, 4)."""


class SecurityEventKind(StrEnum):
    """What is noted about an account; FACTOR_LIFTED: a command of the administrator did it."""

    LOGIN = "login"
    NEW_DEVICE = "new_device"
    LOGIN_FAILED = "login_failed"
    CODE_FAILED = "code_failed"
    CODE_REUSED = "code_reused"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 -- no password
    ADDRESS_CHANGED = "address_changed"
    ADDRESS_REMOVED = "address_removed"
    KEY_MADE = "key_made"
    KEY_REVOKED = "key_revoked"
    SESSION_ENDED = "session_ended"
    SESSIONS_ENDED = "sessions_ended"
    FACTOR_ON = "factor_on"
    FACTOR_OFF = "factor_off"
    FACTOR_LIFTED = "factor_lifted"
    CODES_MADE = "codes_made"
    RECOVERY_USED = "recovery_used"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    PASSKEY_REFUSED = "passkey_refused"
    """Its counter has gone back, so somebody may have a copy of it."""
    CHANNEL_ADDED = "channel_added"
    CHANNEL_CHANGED = "channel_changed"
    CHANNEL_REMOVED = "channel_removed"
    CALENDAR_MADE = "calendar_made"
    CALENDAR_REMOVED = "calendar_removed"


class SecurityEvent(Base):
    """A security event of an account, for its owner to read; deleted after a while.

    agent: a short description of the browser, if one was involved. detail: the name of the key or passkey.
    times: how many attempts failed within the same hour.
    """

    __tablename__ = "security_events"
    __table_args__ = (one_of("kind", SecurityEventKind), Index(None, "user_id", "id"), Index(None, "at"))

    id: Mapped[Id[int]]
    user_id: Mapped[UserRef]
    kind: Mapped[SecurityEventKind] = mapped_column(Code(SecurityEventKind))
    at: Mapped[UtcTime]
    agent: Mapped[str] = mapped_column(String(64), default="")
    detail: Mapped[str] = mapped_column(String(100), default="")
    times: Mapped[int] = mapped_column(default=1)


class SecondFactor(Base):
    """The secret from which the owner's app derives codes.

    confirmed_at: since when log-in asks for a code; None during set-up. last_step: the time step of the
    last used code, since no code works twice.
    """

    __tablename__ = "second_factors"

    id: Mapped[Id[int]]
    user_id: Mapped[UserRef] = mapped_column(unique=True)
    secret: Mapped[Sealed[str]]
    made_at: Mapped[UtcTime]
    confirmed_at: Mapped[UtcTime | None]
    last_step: Mapped[int] = mapped_column(default=0)


class RecoveryCode(Base):
    """A code that replaces the app once; hashed, and the hash encrypted."""

    __tablename__ = "recovery_codes"

    id: Mapped[Id[int]]
    user_id: Mapped[UserRef] = mapped_column(index=True)
    code_hash: Mapped[Sealed[str]]
    used_at: Mapped[UtcTime | None]


class Passkey(Base):
    """The public half of a key pair; the owner's device has the private one.

    credential: its id, in base64url. public_key: in COSE. sign_count: how often it has signed, if it
    counts. challenged_at: when the last challenge it answered was made, in milliseconds, since it answers
    none twice. transports: how a browser may reach it.
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
    """The times of attempts on one account from one origin, both in a keyed hash.

    instants: of the attempts that may still count, in seconds. until: when the last of them expires.
    """

    __tablename__ = "attempts"

    key_hash: Mapped[Hash] = mapped_column(primary_key=True)
    instants: Mapped[list[float]] = mapped_column(JSON)
    until: Mapped[UtcTime] = mapped_column(index=True)


class ApiToken(Base):
    """An API key of an account: the bot has the token, the database its hash.

    scopes: words separated by blanks. expires_at: the end of its validity, None for never.
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
    """A keyed request of a bot, done only once, with its answer; both are deleted after a day.

    key_hash: of the idempotency key and the operation. body_hash: of the rest of the request.
    """

    __tablename__ = "asked_once"
    __table_args__ = (UniqueConstraint("user_id", "key_hash"),)

    id: Mapped[Id[int]]
    user_id: Mapped[UserRef]
    key_hash: Mapped[Hash]
    body_hash: Mapped[Hash]
    asked_at: Mapped[UtcTime] = mapped_column(index=True)
    answer: Mapped[dict[str, Any] | None] = mapped_column(SealedDocument, deferred=True)
