"""Tournaments: their terms, participants, pairings, and the arbiters' decisions."""

from enum import StrEnum

from sqlalchemy import JSON, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from adjudicator import Power
from models.account import User
from models.base import Base, one_of
from models.challenge import Match
from models.duel import StoredDuel
from models.ids import (
    DuelId,
    EntrantId,
    MatchId,
    PairingId,
    SanctionId,
    TableId,
    TournamentId,
    TournamentToken,
    UserId,
)
from models.sealed import SealedSheet
from models.types import AgreedClock, Code, Document, Id, PowerName, Token, UserRef, UtcTime, Word

SYSTEMS = ("swiss", "all", "knockout", "ordinary")
"""How a round is drawn; ordinary: games of seven at a table, whose results the organiser enters."""
DECISIONS = ("played", "bye", "forfeit", "ruled", "annulled")


class TournamentState(StrEnum):
    """The state of a tournament: open to players, running, ended or cancelled."""

    OPEN = "open"
    RUNNING = "running"
    ENDED = "ended"
    CANCELLED = "cancelled"


UNFINISHED = (TournamentState.OPEN, TournamentState.RUNNING)
"""The states of an unfinished tournament."""


class Tournament(Base):
    """A tournament: its terms, its plan and its state.

    plan: what is agreed for each round and for the scores, as `competition.tournament` reads it. round: the
    present one, 0 before the first.
    """

    __tablename__ = "tournaments"
    __table_args__ = (
        one_of("system", SYSTEMS),
        one_of("state", TournamentState),
        Index(None, "state", "id"),
    )

    id: Mapped[Id[TournamentId]]
    token: Mapped[Token[TournamentToken]] = mapped_column(unique=True)
    name: Mapped[str] = mapped_column(String(80))
    description: Mapped[str] = mapped_column(String(2000), default="")
    organiser_id: Mapped[UserRef] = mapped_column(index=True)
    system: Mapped[Word]
    matches: Mapped[bool]
    homes_drawn: Mapped[bool]
    preset: Mapped[Word]
    settings: Mapped[Document]
    edition: Mapped[Word]
    clock: Mapped[AgreedClock]
    public: Mapped[bool]
    rated: Mapped[bool]
    plan: Mapped[Document]
    most_players: Mapped[int | None]
    closes_at: Mapped[UtcTime | None]
    state: Mapped[TournamentState] = mapped_column(Code(TournamentState), default=TournamentState.OPEN)
    round: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[UtcTime]
    started_at: Mapped[UtcTime | None]
    ended_at: Mapped[UtcTime | None]
    version: Mapped[int] = mapped_column()

    organiser: Mapped[User] = relationship()

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 -- SQLAlchemy's own form


class TournamentArbiter(Base):
    """An arbiter of a tournament, besides its organiser."""

    __tablename__ = "tournament_arbiters"

    tournament_id: Mapped[TournamentId] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    user_id: Mapped[UserRef] = mapped_column(primary_key=True)

    user: Mapped[User] = relationship()


class Entrant(Base):
    """A participant: an account, or in ordinary games just a name.

    lot: a number drawn at the beginning, the last tie-break. first_round, last_round: the rounds for which
    they are drawn; last_round is None while they continue. left_at: when they left. stood_down: the rounds
    that they were asked to sit out. newcomer: whether they are young, or at their first tournament. journey:
    how far they travelled, in the plan's unit. place: their final place.
    """

    __tablename__ = "entrants"
    __table_args__ = (UniqueConstraint("tournament_id", "user_id"),)

    id: Mapped[Id[EntrantId]]
    tournament_id: Mapped[TournamentId] = mapped_column(ForeignKey("tournaments.id"), index=True)
    user_id: Mapped[UserId | None] = mapped_column(ForeignKey("users.id"), index=True)
    name: Mapped[str] = mapped_column(String(96))
    lot: Mapped[int] = mapped_column(default=0)
    first_round: Mapped[int] = mapped_column(default=1)
    last_round: Mapped[int | None]
    joined_at: Mapped[UtcTime]
    left_at: Mapped[UtcTime | None]
    stood_down: Mapped[list[int]] = mapped_column(JSON, default=list)
    newcomer: Mapped[bool] = mapped_column(default=False)
    journey: Mapped[int | None]
    place: Mapped[int | None]

    user: Mapped[User | None] = relationship()


class Pairing(Base):
    """A pairing of a round, or a bye; points in halves, None while they play.

    through_id: who advances in a knock-out, if an arbiter decided that.
    """

    __tablename__ = "pairings"
    __table_args__ = (
        one_of("decision", DECISIONS),
        UniqueConstraint("tournament_id", "round", "board"),
    )

    id: Mapped[Id[PairingId]]
    tournament_id: Mapped[TournamentId] = mapped_column(ForeignKey("tournaments.id"))
    round: Mapped[int]
    board: Mapped[int]
    first_id: Mapped[EntrantId] = mapped_column(ForeignKey("entrants.id"))
    second_id: Mapped[EntrantId | None] = mapped_column(ForeignKey("entrants.id"))
    home_first: Mapped[Power | None] = mapped_column(PowerName)
    home_second: Mapped[Power | None] = mapped_column(PowerName)
    duel_id: Mapped[DuelId | None] = mapped_column(ForeignKey("duels.id"), unique=True)
    match_id: Mapped[MatchId | None] = mapped_column(ForeignKey("matches.id"), unique=True)
    points_first: Mapped[int | None]
    points_second: Mapped[int | None]
    through_id: Mapped[EntrantId | None] = mapped_column(Integer)
    decision: Mapped[Word | None]
    reason: Mapped[str] = mapped_column(String(500), default="")

    first: Mapped[Entrant] = relationship(foreign_keys="Pairing.first_id")
    second: Mapped[Entrant | None] = relationship(foreign_keys="Pairing.second_id")
    duel: Mapped[StoredDuel | None] = relationship()
    match: Mapped[Match | None] = relationship()


class Sanction(Base):
    """An arbiter's reduction of a score, with the reason; round: None for the whole tournament.

    numerator, denominator: the score is multiplied by this fraction.
    """

    __tablename__ = "sanctions"

    id: Mapped[Id[SanctionId]]
    tournament_id: Mapped[TournamentId] = mapped_column(ForeignKey("tournaments.id"), index=True)
    entrant_id: Mapped[EntrantId] = mapped_column(ForeignKey("entrants.id"))
    round: Mapped[int | None]
    numerator: Mapped[int]
    denominator: Mapped[int]
    reason: Mapped[str] = mapped_column(String(500))
    by_id: Mapped[UserRef]
    at: Mapped[UtcTime]

    entrant: Mapped[Entrant] = relationship()
    by: Mapped[User] = relationship()


class RoundSeat(Base):
    """Who plays a power at a table of a round of ordinary games, as it was drawn or set by hand."""

    __tablename__ = "round_seats"
    __table_args__ = (UniqueConstraint("tournament_id", "round", "board", "power"),)

    id: Mapped[Id[int]]
    tournament_id: Mapped[TournamentId] = mapped_column(ForeignKey("tournaments.id"))
    round: Mapped[int]
    board: Mapped[int]
    power: Mapped[Power] = mapped_column(PowerName)
    entrant_id: Mapped[EntrantId] = mapped_column(ForeignKey("entrants.id"))


class RoundGame(Base):
    """The game of the site that is played at a table of a round."""

    __tablename__ = "round_games"

    tournament_id: Mapped[TournamentId] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    board: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table_id: Mapped[TableId] = mapped_column(ForeignKey("game_tables.id", ondelete="CASCADE"), unique=True)


class OrdinaryResult(Base):
    """The result of one player in an ordinary game for seven, as the organiser entered it.

    missed: the seasons that were over when they took their place. farthest: the spaces between their home
    centres and the unit that was farthest away, if it is known. turkey: the centres of a Turkey that played
    by itself at their table. solo: the centres that win at the table, if not those of the round. first_id:
    whom they replaced. relief: the seasons that they played since.
    """

    __tablename__ = "ordinary_results"
    __table_args__ = (UniqueConstraint("tournament_id", "round", "board", "entrant_id"),)

    id: Mapped[Id[int]]
    tournament_id: Mapped[TournamentId] = mapped_column(ForeignKey("tournaments.id"))
    round: Mapped[int]
    board: Mapped[int]
    entrant_id: Mapped[EntrantId] = mapped_column(ForeignKey("entrants.id"))
    power: Mapped[Power] = mapped_column(PowerName)
    centres: Mapped[int]
    eliminated: Mapped[bool]
    missed: Mapped[int] = mapped_column(default=0)
    farthest: Mapped[int | None]
    turkey: Mapped[int | None]
    solo: Mapped[int | None]
    first_id: Mapped[EntrantId | None] = mapped_column(ForeignKey("entrants.id"))
    relief: Mapped[int] = mapped_column(default=0)
    by_id: Mapped[UserRef]
    at: Mapped[UtcTime]

    entrant: Mapped[Entrant] = relationship(foreign_keys=[entrant_id])
    first: Mapped[Entrant | None] = relationship(foreign_keys=[first_id])


class PrizeBallot(Base):
    """The secret votes of one player for the prizes after a game, counted at the end of the tournament.

    votes: the entrant they voted for, by prize.
    """

    __tablename__ = "prize_ballots"
    __table_args__ = (UniqueConstraint("tournament_id", "round", "board", "entrant_id"),)

    id: Mapped[Id[int]]
    tournament_id: Mapped[TournamentId] = mapped_column(ForeignKey("tournaments.id"))
    round: Mapped[int]
    board: Mapped[int]
    entrant_id: Mapped[EntrantId] = mapped_column(ForeignKey("entrants.id"))
    votes: Mapped[dict[str, int]] = mapped_column(SealedSheet, deferred=True)
    at: Mapped[UtcTime]


class TournamentAct(Base):
    """A permanent, public record of an act in a tournament: by whom (None: automatic), and why.

    facts: the values of the act's text; for a corrected result also the former one.
    """

    __tablename__ = "tournament_acts"
    __table_args__ = (Index(None, "tournament_id", "id"),)

    id: Mapped[Id[int]]
    tournament_id: Mapped[TournamentId] = mapped_column(ForeignKey("tournaments.id"))
    act: Mapped[Word]
    by_id: Mapped[UserId | None] = mapped_column(ForeignKey("users.id"), index=True)
    entrant_id: Mapped[EntrantId | None] = mapped_column(Integer)
    round: Mapped[int | None]
    board: Mapped[int | None]
    facts: Mapped[Document]
    reason: Mapped[str] = mapped_column(String(500), default="")
    at: Mapped[UtcTime]

    by: Mapped[User | None] = relationship()
