"""Tournaments as other pages show them: beside a duel, and on the page of a player."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, bindparam, func, select
from sqlalchemy.orm import Session, aliased

from models import Entrant, Pairing, Tournament
from services.tournaments.authority import pairing_ids

MOST_PLAYED = 10
"""The tournaments on the page of a player."""


class DuelInTournament(NamedTuple):
    """The tournament that a duel is part of, and its round."""

    token: str
    name: str
    round: int


class PlayedTournament(NamedTuple):
    """A tournament of a player; place: none before its end."""

    token: str
    name: str
    state: str
    place: int | None
    players: int


@cache
def _duel_query() -> Select[str, str, int]:
    return (
        select(Tournament.token, Tournament.name, Pairing.round)
        .join(Pairing, Pairing.tournament_id == Tournament.id)
        .where(Pairing.id.in_(pairing_ids()))
    )


def tournament_seen(session: Session, duel_id: int) -> DuelInTournament | None:
    """Return the tournament that a duel is part of, if it is of one."""
    row = session.execute(_duel_query(), {"duel_id": duel_id}).one_or_none()
    return DuelInTournament(*row) if row else None


@cache
def _played_query() -> Select[*tuple[Any, ...]]:
    other = aliased(Entrant)
    players = select(func.count()).where(other.tournament_id == Tournament.id).scalar_subquery()
    return (
        select(Tournament.token, Tournament.name, Tournament.state, Entrant.place, players)
        .join(Entrant, Entrant.tournament_id == Tournament.id)
        .where(Entrant.user_id == bindparam("user_id", type_=Integer), Tournament.state != "cancelled")
        .order_by(Entrant.id.desc())
        .limit(MOST_PLAYED)
    )


def played_tournaments(session: Session, user_id: int) -> Sequence[PlayedTournament]:
    """List the latest tournaments of an account, the last one first."""
    return [PlayedTournament(*row) for row in session.execute(_played_query(), {"user_id": user_id})]
