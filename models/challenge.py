"""A challenge: an offer of a duel on stated terms."""

from sqlalchemy import ForeignKey, Index, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.account import User
from models.base import Base, one_of
from models.duel import StoredDuel
from models.types import AgreedClock, Document, Homes, Id, Token, UserId, UtcTime, Word

KINDS = ("open", "named", "link")
STATES = ("waiting", "accepted", "declined", "withdrawn", "expired")


class Challenge(Base):
    """One player's offer: to anybody, to somebody by name, or to whoever holds its link.

    untold_id: the account that has not been told yet that it was declined, withdrawn or expired. match: it is
    for two duels, the second with the home powers exchanged. rating_low, rating_high: who may accept.
    pace, clock_name: of its clock, which nothing else can be searched by; the name is empty where the
    clock is none of those to choose from. settled_at: when it ceased to wait.
    """

    __tablename__ = "challenges"
    __table_args__ = (
        one_of("kind", KINDS),
        one_of("state", STATES),
        Index(None, "state", "kind", "created_at"),
        Index(None, "state", "expires_at"),
        Index(None, "challenger_id", "created_at"),
    )

    id: Mapped[Id]
    token: Mapped[Token] = mapped_column(unique=True)
    challenger_id: Mapped[UserId]
    opponent_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    kind: Mapped[Word]
    preset: Mapped[Word]
    settings: Mapped[Document]
    edition: Mapped[Word]
    public: Mapped[bool]
    clock: Mapped[AgreedClock]
    pace: Mapped[Word] = mapped_column(default="days", server_default="days")
    clock_name: Mapped[Word] = mapped_column(default="", server_default="")
    homes: Mapped[Homes] = mapped_column(default=dict)
    rated: Mapped[bool] = mapped_column(default=True, server_default=false())
    match: Mapped[bool] = mapped_column(default=False, server_default=false())
    rating_low: Mapped[int | None]
    rating_high: Mapped[int | None]
    expires_at: Mapped[UtcTime | None]
    created_at: Mapped[UtcTime]
    settled_at: Mapped[UtcTime | None]
    state: Mapped[Word] = mapped_column(default="waiting")
    duel_id: Mapped[int | None] = mapped_column(ForeignKey("duels.id"), unique=True)
    untold_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    version: Mapped[int] = mapped_column()

    challenger: Mapped[User] = relationship(foreign_keys="Challenge.challenger_id")
    opponent: Mapped[User | None] = relationship(foreign_keys="Challenge.opponent_id")
    duel: Mapped[StoredDuel | None] = relationship()

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 -- SQLAlchemy's own form
