"""Ladders: places, challenges for them, moves, champions."""

from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.account import User
from models.base import Base, one_of
from models.duel import StoredDuel
from models.ids import DuelId, LadderChallengeId, LadderId, LadderMoveId, LadderToken
from models.types import AgreedClock, Code, Document, Id, Token, UserRef, UtcTime, Word


class LadderChallengeState(StrEnum):
    """The state of a challenge for a place.

    WON, LOST, DRAWN: how its duel went for the challenger. VOID: it ended without deciding anything.
    """

    WAITING = "waiting"
    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    REFUSED = "refused"
    UNANSWERED = "unanswered"
    WITHDRAWN = "withdrawn"
    VOID = "void"


class MoveReason(StrEnum):
    """Why somebody changed places; SHIFTED: another player passed them."""

    JOINED = "joined"
    WON = "won"
    REFUSED = "refused"
    UNANSWERED = "unanswered"
    TIMEOUT = "timeout"
    SHIFTED = "shifted"
    LEFT = "left"


class Ladder(Base):
    """A ladder that moderators made: its terms, its season, and how many stand on it.

    season_days: the length of a season, None without seasons. closed_at: when a moderator ended it. length:
    how many places it has now; the row is locked while they change. for_programs: whether it is for bots
    alone.
    """

    __tablename__ = "ladders"

    id: Mapped[Id[LadderId]]
    token: Mapped[Token[LadderToken]] = mapped_column(unique=True)
    name: Mapped[str] = mapped_column(String(80))
    preset: Mapped[Word]
    settings: Mapped[Document]
    edition: Mapped[Word]
    clock: Mapped[AgreedClock]
    season: Mapped[int] = mapped_column(default=1)
    season_days: Mapped[int | None]
    begins_at: Mapped[UtcTime]
    ends_at: Mapped[UtcTime | None] = mapped_column(index=True)
    closed_at: Mapped[UtcTime | None]
    length: Mapped[int] = mapped_column(default=0)
    for_programs: Mapped[bool] = mapped_column(default=False, server_default=false())
    made_at: Mapped[UtcTime]
    version: Mapped[int] = mapped_column()

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 -- SQLAlchemy's own form


class LadderPlace(Base):
    """An account's place on a ladder: 1 is the top; None once they have left.

    away_until: until then they cannot be challenged. away_days: days of time off since
    `away_since`.
    """

    __tablename__ = "ladder_places"
    __table_args__ = (UniqueConstraint("ladder_id", "user_id"), Index(None, "ladder_id", "place"))

    id: Mapped[Id[int]]
    ladder_id: Mapped[LadderId] = mapped_column(ForeignKey("ladders.id"))
    user_id: Mapped[UserRef] = mapped_column(index=True)
    place: Mapped[int | None]
    joined_at: Mapped[UtcTime]
    left_at: Mapped[UtcTime | None]
    away_until: Mapped[UtcTime | None]
    away_since: Mapped[UtcTime | None]
    away_days: Mapped[int] = mapped_column(default=0)

    user: Mapped[User] = relationship()


class LadderChallenge(Base):
    """A challenge for a place; with the places at the time it was made."""

    __tablename__ = "ladder_challenges"
    __table_args__ = (
        one_of("state", LadderChallengeState),
        Index(None, "ladder_id", "state", "answer_by"),
        Index(None, "challenger_id", "state"),
        Index(None, "challenged_id", "state"),
        Index(None, "state", "answer_by"),
    )

    id: Mapped[Id[LadderChallengeId]]
    ladder_id: Mapped[LadderId] = mapped_column(ForeignKey("ladders.id"))
    challenger_id: Mapped[UserRef]
    challenged_id: Mapped[UserRef]
    challenger_place: Mapped[int]
    challenged_place: Mapped[int]
    made_at: Mapped[UtcTime]
    answer_by: Mapped[UtcTime]
    state: Mapped[LadderChallengeState] = mapped_column(
        Code(LadderChallengeState), default=LadderChallengeState.WAITING
    )
    duel_id: Mapped[DuelId | None] = mapped_column(ForeignKey("duels.id"), unique=True)
    settled_at: Mapped[UtcTime | None]
    version: Mapped[int] = mapped_column()

    ladder: Mapped[Ladder] = relationship()
    challenger: Mapped[User] = relationship(foreign_keys="LadderChallenge.challenger_id")
    challenged: Mapped[User] = relationship(foreign_keys="LadderChallenge.challenged_id")
    duel: Mapped[StoredDuel | None] = relationship()

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 -- SQLAlchemy's own form


class LadderMove(Base):
    """A change of place by a player's own act or loss; players who only shift get no row."""

    __tablename__ = "ladder_moves"
    __table_args__ = (
        one_of("why", MoveReason),
        Index(None, "ladder_id", "at"),
        Index(None, "user_id", "at"),
    )

    id: Mapped[Id[LadderMoveId]]
    ladder_id: Mapped[LadderId] = mapped_column(ForeignKey("ladders.id"))
    user_id: Mapped[UserRef]
    before: Mapped[int | None]
    after: Mapped[int | None]
    why: Mapped[MoveReason] = mapped_column(Code(MoveReason))
    challenge_id: Mapped[LadderChallengeId | None] = mapped_column(ForeignKey("ladder_challenges.id"))
    at: Mapped[UtcTime]

    user: Mapped[User] = relationship()


class LadderChampion(Base):
    """Who stood on the first places when a season ended."""

    __tablename__ = "ladder_champions"
    __table_args__ = (UniqueConstraint("ladder_id", "season", "place"),)

    id: Mapped[Id[int]]
    ladder_id: Mapped[LadderId] = mapped_column(ForeignKey("ladders.id"))
    season: Mapped[int]
    place: Mapped[int]
    user_id: Mapped[UserRef]
    at: Mapped[UtcTime]

    user: Mapped[User] = relationship()
