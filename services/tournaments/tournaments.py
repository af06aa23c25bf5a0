"""Finding tournaments: by token, locked or not, in lists, by duel; organisers and arbiters."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, String, bindparam, func, or_, select
from sqlalchemy.orm import Session, aliased, joinedload

from clocks.terms import Clock
from models import Entrant, Pairing, Tournament, TournamentArbiter, User
from models.ids import DuelId, EntrantId, TournamentId, TournamentToken, UserId
from models.tournament import TournamentState
from services.duels.authority import arbiter_ids, may_arbitrate, pairing_ids
from services.refused import NotFound
from services.tournaments.refusals import TournamentRefusal, TournamentRefused

PAGE = 30
LARGEST = 2**31 - 1
"""The largest number of a row."""
LISTED: Mapping[str, tuple[TournamentState, ...]] = {
    "open": (TournamentState.OPEN,),
    "running": (TournamentState.RUNNING,),
    "ended": (TournamentState.ENDED,),
}
"""The lists of tournaments, and the states in each."""


class ListedTournament(NamedTuple):
    """A tournament as a list shows it."""

    id: TournamentId
    token: TournamentToken
    version: int
    name: str
    system: str
    preset: str
    clock: Clock
    state: TournamentState
    round: int
    created_at: datetime
    closes_at: datetime | None
    ended_at: datetime | None
    organiser_name: str
    most_players: int | None
    rounds: int
    players: int


def check_token(token: TournamentToken) -> None:
    """Raise NotFound for a text that cannot be a token (PostgreSQL takes no NUL)."""
    if "\0" in token:
        raise NotFound


@cache
def _find_query(*, locked: bool) -> Select[Tournament]:
    query = select(Tournament).where(Tournament.token == bindparam("token", type_=String))
    if locked:
        return query.with_for_update(of=Tournament)
    return query.options(joinedload(Tournament.organiser))


def find(session: Session, token: TournamentToken) -> Tournament:
    """Find a tournament with its organiser; raises NotFound."""
    check_token(token)
    found = session.scalar(_find_query(locked=False), {"token": token})
    if found is None:
        raise NotFound
    return found


def lock(session: Session, token: TournamentToken) -> Tournament:
    """Lock a tournament against every other change until the transaction ends; raises NotFound."""
    check_token(token)
    # What was read before the lock may be older than what the lock finds.
    populate = {"populate_existing": True}
    found = session.scalar(_find_query(locked=True), {"token": token}, execution_options=populate)
    if found is None:
        raise NotFound
    return found


def lock_by_id(session: Session, tournament_id: TournamentId) -> Tournament:
    """Lock a tournament that is known to exist."""
    query = select(Tournament).where(Tournament.id == tournament_id).with_for_update(of=Tournament)
    return session.scalars(query, execution_options={"populate_existing": True}).one()


def present_pairing(session: Session, tournament: Tournament, entrant_id: EntrantId) -> Pairing | None:
    """Find a participant's pairing in the present round."""
    theirs = or_(Pairing.first_id == entrant_id, Pairing.second_id == entrant_id)
    query = select(Pairing).where(
        Pairing.tournament_id == tournament.id, Pairing.round == tournament.round, theirs
    )
    return session.scalar(query)


@cache
def _list_query(listed: str) -> Select[*tuple[Any, ...]]:
    """Select tournaments as `ListedTournament` has them, the latest first; built once for each list."""
    players = select(func.count()).where(Entrant.tournament_id == Tournament.id).scalar_subquery()
    return (
        select(
            Tournament.id,
            Tournament.token,
            Tournament.version,
            Tournament.name,
            Tournament.system,
            Tournament.preset,
            Tournament.clock,
            Tournament.state,
            Tournament.round,
            Tournament.created_at,
            Tournament.closes_at,
            Tournament.ended_at,
            User.name,
            Tournament.most_players,
            Tournament.plan,
            players,
        )
        .join(User, User.id == Tournament.organiser_id)
        .where(Tournament.state.in_(LISTED[listed]), Tournament.id < bindparam("before", type_=Integer))
        .order_by(Tournament.id.desc())
        .limit(PAGE + 1)
    )


def listed(session: Session, which: str, before: int | None = None) -> Sequence[ListedTournament]:
    """List tournaments of LISTED, the latest first; one more than a page if another page follows.

    before: the number of the last tournament of the page before.
    """
    rows = session.execute(_list_query(which), {"before": min(before or LARGEST, LARGEST)})
    found = ((*columns, len(plan["rounds"]), players) for *columns, plan, players in rows)
    return [ListedTournament(*row) for row in found]


MOST_PLAYED = 10
"""How many tournaments a player's page shows."""


class DuelInTournament(NamedTuple):
    """The tournament that a duel is part of, and its round."""

    token: TournamentToken
    name: str
    round: int


class PlayedTournament(NamedTuple):
    """A tournament of a player; place: None before its end."""

    token: TournamentToken
    name: str
    state: TournamentState
    place: int | None
    players: int


@cache
def _duel_query() -> Select[TournamentToken, str, int]:
    return (
        select(Tournament.token, Tournament.name, Pairing.round)
        .join(Pairing, Pairing.tournament_id == Tournament.id)
        .where(Pairing.id.in_(pairing_ids()))
    )


def tournament_seen(session: Session, duel_id: DuelId) -> DuelInTournament | None:
    """Return the tournament that a duel is part of, if any."""
    row = session.execute(_duel_query(), {"duel_id": duel_id}).one_or_none()
    return DuelInTournament(*row) if row else None


@cache
def _played_query() -> Select[*tuple[Any, ...]]:
    other = aliased(Entrant)
    players = select(func.count()).where(other.tournament_id == Tournament.id).scalar_subquery()
    return (
        select(Tournament.token, Tournament.name, Tournament.state, Entrant.place, players)
        .join(Entrant, Entrant.tournament_id == Tournament.id)
        .where(
            Entrant.user_id == bindparam("user_id", type_=Integer),
            Tournament.state != TournamentState.CANCELLED,
        )
        .order_by(Entrant.id.desc())
        .limit(MOST_PLAYED)
    )


def played_tournaments(session: Session, user_id: UserId) -> Sequence[PlayedTournament]:
    """List the latest tournaments of an account, the last one first."""
    return [PlayedTournament(*row) for row in session.execute(_played_query(), {"user_id": user_id})]


def arbiters(session: Session, tournament: Tournament) -> Sequence[User]:
    """List the accounts that may rule, by their names."""
    ids = arbiter_ids(session, tournament)
    return session.scalars(select(User).where(User.id.in_(ids)).order_by(User.name)).all()


def named_arbiters(session: Session, tournament: Tournament) -> Sequence[User]:
    """List the arbiters whom the organiser has named."""
    named = select(TournamentArbiter.user_id).where(TournamentArbiter.tournament_id == tournament.id)
    return session.scalars(select(User).where(User.id.in_(named)).order_by(User.name)).all()


def check_organises(tournament: Tournament, user_id: UserId) -> None:
    """Raise TournamentRefused for anybody but the organiser."""
    if tournament.organiser_id != user_id:
        raise TournamentRefused(TournamentRefusal.NOT_ORGANISER)


def check_arbitrates(session: Session, tournament: Tournament, user_id: UserId) -> None:
    """Raise TournamentRefused for anybody but an arbiter who does not play."""
    if not may_arbitrate(session, tournament, user_id):
        raise TournamentRefused(TournamentRefusal.NOT_ARBITER)
