"""Finding tournaments: one by its token, locked or not, and lists of them, paged by their numbers."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, String, bindparam, func, or_, select
from sqlalchemy.orm import Session, joinedload

from clocks.terms import Clock
from models import Entrant, Pairing, Tournament, User
from services.tournaments.errors import UnknownTournament

PAGE = 30
LARGEST = 2**31 - 1
"""The largest number of a row."""
LISTED: Mapping[str, tuple[str, ...]] = {
    "open": ("open",),
    "running": ("running",),
    "ended": ("ended",),
}
"""The lists of tournaments, and what stands in each."""


class ListedTournament(NamedTuple):
    """A tournament as a list shows it."""

    id: int
    token: str
    version: int
    name: str
    system: str
    preset: str
    clock: Clock
    state: str
    round: int
    created_at: datetime
    closes_at: datetime | None
    ended_at: datetime | None
    organiser_name: str
    most_players: int | None
    rounds: int
    players: int


def check_token(token: str) -> None:
    """Raise UnknownTournament for a text that can be no tournament's (PostgreSQL takes no NUL in one)."""
    if "\0" in token:
        raise UnknownTournament


@cache
def _find_query(*, locked: bool) -> Select[Tournament]:
    query = select(Tournament).where(Tournament.token == bindparam("token", type_=String))
    if locked:
        return query.with_for_update(of=Tournament)
    return query.options(joinedload(Tournament.organiser))


def find(session: Session, token: str) -> Tournament:
    """Find a tournament with its organiser; raises UnknownTournament."""
    check_token(token)
    found = session.scalar(_find_query(locked=False), {"token": token})
    if found is None:
        raise UnknownTournament
    return found


def lock(session: Session, token: str) -> Tournament:
    """Lock a tournament against every other change until the transaction ends; raises UnknownTournament."""
    check_token(token)
    # What was read before the lock may be older than what the lock finds.
    populate = {"populate_existing": True}
    found = session.scalar(_find_query(locked=True), {"token": token}, execution_options=populate)
    if found is None:
        raise UnknownTournament
    return found


def lock_by_id(session: Session, tournament_id: int) -> Tournament:
    """Lock a tournament that is known to exist."""
    query = select(Tournament).where(Tournament.id == tournament_id).with_for_update(of=Tournament)
    return session.scalars(query, execution_options={"populate_existing": True}).one()


def present_pairing(session: Session, tournament: Tournament, entrant_id: int) -> Pairing | None:
    """Find whom somebody who takes part meets in the present round."""
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
    """List tournaments of LISTED, the latest first; one more than a page where another page follows.

    before: the number of the last tournament of the page before.
    """
    rows = session.execute(_list_query(which), {"before": min(before or LARGEST, LARGEST)})
    found = ((*columns, len(plan["rounds"]), players) for *columns, plan, players in rows)
    return [ListedTournament(*row) for row in found]
