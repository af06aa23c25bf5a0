"""Accounts, and the sessions of those who are logged in."""

from datetime import date

from sqlalchemy import Index, String, false, text
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, one_of
from models.types import Code, Hash, Id, Looks, Name, Token, UserId, UtcTime, Word
from opponent.levels import LEVELS, Level

LANGUAGES = ("en", "fr")
HOURS = ("language", "24", "12")
"""How an account reads the hour: as its language does, or one of the two ways."""
CODES = ("language", "english", "french")
"""Whose codes provinces have on an account's boards: those of its language, or one language's."""
KINDS = ("person", "guest", "program", "opponent")
"""Who plays by an account: a person, a guest without a name of their own, a program of somebody's, or the
site's own opponent."""
USUAL_LEAD = 6 * 3600
"""The seconds before a deadline at which an account is reminded until it chooses."""


class User(Base):
    """A person with a name and a password.

    skeleton: what the name looks like; none where it is no member's, and where an earlier account had a
    name like it before that was refused. email: an address that they gave; it is theirs once `verified_at`
    says so. zone: the name of their time zone, empty while no browser has told. lead_seconds: how long
    before a deadline they are reminded, 0 for never. quiet_from, quiet_to: minutes after midnight in their
    zone between which nothing is sent to them; none where they want no quiet. most_duels: how many duels
    they want at once, none where the site's limit will do. closed_at, closed_why: when a keeper closed the
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
        one_of("kind", KINDS),
        one_of("level", LEVELS),
        Index(None, "kind", "seen_on"),
        Index(
            "ix_users_deleted",
            "deleted_at",
            sqlite_where=text("deleted_at IS NOT NULL"),
            postgresql_where=text("deleted_at IS NOT NULL"),
        ),
    )

    id: Mapped[Id]
    name: Mapped[Name]
    name_key: Mapped[Name] = mapped_column(unique=True)
    skeleton: Mapped[Looks | None] = mapped_column(index=True, unique=True)
    password_hash: Mapped[Hash]
    language: Mapped[Word]
    codes: Mapped[Word] = mapped_column(default="language", server_default="language")
    is_keeper: Mapped[bool] = mapped_column(default=False)
    email: Mapped[str | None] = mapped_column(String(254), index=True)
    verified_at: Mapped[UtcTime | None]
    zone: Mapped[str] = mapped_column(String(64), default="", server_default="")
    hours: Mapped[Word] = mapped_column(default="language", server_default="language")
    lead_seconds: Mapped[int] = mapped_column(default=USUAL_LEAD, server_default=str(USUAL_LEAD))
    quiet_from: Mapped[int | None]
    quiet_to: Mapped[int | None]
    calendar_token: Mapped[Token | None] = mapped_column(index=True, unique=True)
    created_at: Mapped[UtcTime]
    most_duels: Mapped[int | None]
    is_arbiter: Mapped[bool] = mapped_column(default=False, server_default=false())
    closed_at: Mapped[UtcTime | None]
    closed_why: Mapped[str] = mapped_column(String(2000), default="", server_default="")
    deleted_at: Mapped[UtcTime | None]
    kind: Mapped[Word] = mapped_column(default="person", server_default="person")
    level: Mapped[Level | None] = mapped_column(Code(Level))
    seen_on: Mapped[date | None]


class LoginSession(Base):
    """One browser in which somebody is logged in; it has the token, the database its hash.

    agent: the browser in a few words. proved_at: when its owner last proved here who they are.
    """

    __tablename__ = "sessions"

    token_hash: Mapped[Hash] = mapped_column(primary_key=True)
    user_id: Mapped[UserId] = mapped_column(index=True)
    created_at: Mapped[UtcTime]
    seen_on: Mapped[date] = mapped_column(index=True)
    agent: Mapped[str] = mapped_column(String(64), default="", server_default="")
    proved_at: Mapped[UtcTime | None]
