"""Accounts, and the sessions of those who are logged in."""

from datetime import date

from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, one_of
from models.types import Hash, Id, Name, UserId, UtcTime, Word

LANGUAGES = ("en", "fr")
CODES = ("language", "english", "french")
"""Whose codes provinces have on an account's boards: those of its language, or one language's."""


class User(Base):
    """A person with a name and a password."""

    __tablename__ = "users"
    __table_args__ = (one_of("language", LANGUAGES), one_of("codes", CODES))

    id: Mapped[Id]
    name: Mapped[Name]
    name_key: Mapped[Name] = mapped_column(unique=True)
    password_hash: Mapped[Hash]
    language: Mapped[Word]
    codes: Mapped[Word] = mapped_column(default="language", server_default="language")
    is_keeper: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[UtcTime]


class LoginSession(Base):
    """One browser in which somebody is logged in; it has the token, the database its hash."""

    __tablename__ = "sessions"

    token_hash: Mapped[Hash] = mapped_column(primary_key=True)
    user_id: Mapped[UserId] = mapped_column(index=True)
    created_at: Mapped[UtcTime]
    seen_on: Mapped[date] = mapped_column(index=True)
