"""How duels begin: challenges with terms, players who wait to be paired, blocks, matches of two duels."""

from enum import StrEnum

from sqlalchemy import JSON, ForeignKey, Index, false
from sqlalchemy.orm import Mapped, mapped_column, relationship, validates

from models.account import User
from models.base import Base, one_of
from models.duel import StoredDuel
from models.ids import ChallengeId, ChallengeToken, DuelId, MatchId, MatchToken, SeekId, UserId
from models.rating import PACES
from models.sealed import token_hash
from models.types import AgreedClock, Code, Document, Hash, Homes, Id, Sealed, Token, UserRef, UtcTime, Word


class ChallengeKind(StrEnum):
    """Who may accept: anybody, the player who is named, or a friend with the link."""

    OPEN = "open"
    NAMED = "named"
    LINK = "link"


class ChallengeState(StrEnum):
    """Whether a challenge waits, or how it ended."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class Challenge(Base):
    """One player's offer of a duel.

    untold_id: the account that has not seen yet that it was declined, withdrawn or expired. match: it is
    for two duels, the second with the home powers exchanged. rating_low, rating_high: the ratings of those
    who may accept. pace, clock_name: of its clock, for searches; the name is empty if the clock is not one
    of the presets. settled_at: when it stopped waiting. token: sealed, since anybody with the token of a
    link may accept; a challenge is found by its hash.
    """

    __tablename__ = "challenges"
    __table_args__ = (
        one_of("kind", ChallengeKind),
        one_of("state", ChallengeState),
        Index(None, "state", "kind", "created_at"),
        Index(None, "state", "expires_at"),
        Index(None, "challenger_id", "created_at"),
    )

    id: Mapped[Id[ChallengeId]]
    token: Mapped[Sealed[ChallengeToken]]
    token_hash: Mapped[Hash] = mapped_column(unique=True)
    challenger_id: Mapped[UserRef]
    opponent_id: Mapped[UserId | None] = mapped_column(ForeignKey("users.id"), index=True)
    kind: Mapped[ChallengeKind] = mapped_column(Code(ChallengeKind))
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
    state: Mapped[ChallengeState] = mapped_column(Code(ChallengeState), default=ChallengeState.WAITING)
    duel_id: Mapped[DuelId | None] = mapped_column(ForeignKey("duels.id"), unique=True)
    untold_id: Mapped[UserId | None] = mapped_column(ForeignKey("users.id"), index=True)
    version: Mapped[int] = mapped_column()

    challenger: Mapped[User] = relationship(foreign_keys="Challenge.challenger_id")
    opponent: Mapped[User | None] = relationship(foreign_keys="Challenge.opponent_id")
    duel: Mapped[StoredDuel | None] = relationship()

    @validates("token")
    def _hash_token(self, _: str, token: ChallengeToken) -> ChallengeToken:
        """Set the hash by which the challenge is found."""
        self.token_hash = token_hash(token)
        return token

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 -- SQLAlchemy's own form


class Seek(Base):
    """An account that waits to be paired; deleted once it is paired or has ended.

    clocks: the names of acceptable clocks. seen_at: the last sign of its page, which a live one needs.
    duel_id: the duel that it found, until its owner has seen it.
    """

    __tablename__ = "seeks"
    __table_args__ = (one_of("pace", PACES), Index(None, "pace", "preset", "made_at"))

    id: Mapped[Id[SeekId]]
    user_id: Mapped[UserRef] = mapped_column(unique=True)
    pace: Mapped[Word]
    preset: Mapped[Word]
    clocks: Mapped[list[str]] = mapped_column(JSON)
    rated: Mapped[bool]
    made_at: Mapped[UtcTime]
    seen_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]
    duel_id: Mapped[DuelId | None] = mapped_column(ForeignKey("duels.id"))

    user: Mapped[User] = relationship()


class Block(Base):
    """An account refuses duels with another one."""

    __tablename__ = "blocks"

    user_id: Mapped[UserRef] = mapped_column(primary_key=True)
    blocked_id: Mapped[UserRef] = mapped_column(primary_key=True, index=True)
    made_at: Mapped[UtcTime]


class Match(Base):
    """A home-and-away match: two duels of the same players, the second with the home powers exchanged.

    first_id: the first player of the first duel, who is the second player of the other one. points_first,
    points_second: in halves, a win two, a draw one each. away_id: None before the second duel has begun.
    """

    __tablename__ = "matches"

    id: Mapped[Id[MatchId]]
    token: Mapped[Token[MatchToken]] = mapped_column(unique=True)
    first_id: Mapped[UserRef] = mapped_column(index=True)
    second_id: Mapped[UserRef] = mapped_column(index=True)
    preset: Mapped[Word]
    settings: Mapped[Document]
    edition: Mapped[Word]
    public: Mapped[bool]
    rated: Mapped[bool]
    clock: Mapped[AgreedClock]
    home_id: Mapped[DuelId | None] = mapped_column(ForeignKey("duels.id"), unique=True)
    away_id: Mapped[DuelId | None] = mapped_column(ForeignKey("duels.id"), unique=True)
    points_first: Mapped[int] = mapped_column(default=0)
    points_second: Mapped[int] = mapped_column(default=0)
    made_at: Mapped[UtcTime]
    ended_at: Mapped[UtcTime | None]
    version: Mapped[int] = mapped_column()

    first: Mapped[User] = relationship(foreign_keys="Match.first_id")
    second: Mapped[User] = relationship(foreign_keys="Match.second_id")
    home: Mapped[StoredDuel | None] = relationship(foreign_keys="Match.home_id")
    away: Mapped[StoredDuel | None] = relationship(foreign_keys="Match.away_id")

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 -- SQLAlchemy's own form
