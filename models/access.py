"""The keys by which programs act for an account."""

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.account import User
from models.base import Base
from models.types import Hash, Id, UserId, UtcTime


class ApiToken(Base):
    """A key to the API that an account made: the program has the token, the database its hash.

    scopes: words with a blank between them. expires_at: from then on it opens nothing, never where none.
    """

    __tablename__ = "api_tokens"

    id: Mapped[Id]
    user_id: Mapped[UserId] = mapped_column(index=True)
    name: Mapped[str] = mapped_column(String(80))
    token_hash: Mapped[Hash] = mapped_column(unique=True)
    scopes: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime | None]
    seen_at: Mapped[UtcTime | None]
    revoked_at: Mapped[UtcTime | None]

    user: Mapped[User] = relationship()
