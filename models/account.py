"""An account: who somebody is on this site."""

from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, one_of
from models.types import Hash, Id, Name, Token, UtcTime, Word

LANGUAGES = ("en", "fr")


class User(Base):
    """A person with a name and a password."""

    __tablename__ = "users"
    __table_args__ = (one_of("language", LANGUAGES),)

    id: Mapped[Id]
    name: Mapped[Name]
    name_key: Mapped[Name] = mapped_column(unique=True)
    password_hash: Mapped[Hash]
    language: Mapped[Word]
    is_keeper: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[UtcTime]
    session_stamp: Mapped[Token]
