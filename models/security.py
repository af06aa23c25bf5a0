"""What keeps an account its owner's: a second factor, passkeys, and a log of what happened about them."""

from sqlalchemy import JSON, BigInteger, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, one_of
from models.types import Id, Sealed, UserId, UtcTime, Word

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
)
"""What is noted about an account; factor_lifted: a keeper's command took the second factor away.
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

    id: Mapped[Id]
    user_id: Mapped[UserId]
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

    id: Mapped[Id]
    user_id: Mapped[UserId] = mapped_column(unique=True)
    secret: Mapped[Sealed]
    made_at: Mapped[UtcTime]
    confirmed_at: Mapped[UtcTime | None]
    last_step: Mapped[int] = mapped_column(default=0)


class RecoveryCode(Base):
    """A code that takes the place of the app once; hashed, and the hash encrypted."""

    __tablename__ = "recovery_codes"

    id: Mapped[Id]
    user_id: Mapped[UserId] = mapped_column(index=True)
    code_hash: Mapped[Sealed]
    used_at: Mapped[UtcTime | None]


class Passkey(Base):
    """A key pair of a device of the owner's, which has the private half.

    credential: what it is known by, in base64url. public_key: in COSE. sign_count: how often it had signed,
    where it counts. challenged_at: when the last challenge that it answered was made, in milliseconds: it
    answers none twice. transports: how a browser may reach it.
    """

    __tablename__ = "passkeys"

    id: Mapped[Id]
    user_id: Mapped[UserId] = mapped_column(index=True)
    credential: Mapped[str] = mapped_column(String(-(-LONGEST_CREDENTIAL * 4 // 3)), unique=True)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger, default=0)
    challenged_at: Mapped[int] = mapped_column(BigInteger, default=0)
    transports: Mapped[list[str]] = mapped_column(JSON)
    name: Mapped[str] = mapped_column(String(64))
    made_at: Mapped[UtcTime]
    seen_at: Mapped[UtcTime | None]
