"""Players as others see them: the duels that a reader may watch, and how those went."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, String, and_, bindparam, case, func, or_, select
from sqlalchemy.orm import Session

from intimate.duel import WITHOUT_RESULT
from intimate.players import Player
from models import Challenge, StoredDuel, User
from services.accounts.accounts import name_key, named
from services.duels.lists import PAGE, ListedDuel, listed_duels

MOST_NEAR = 3
MOST_COMPARED = 500


class UnknownPlayer(Exception):
    """Nobody has this name."""


@dataclass(frozen=True)
class PlayedDuels:
    """How a player's duels went, of those that the reader may watch."""

    running: int
    won: int
    lost: int
    drawn: int


@dataclass(frozen=True)
class PlayerSeen:
    """A player as one reader may see them; one more duel than a page where another page follows."""

    id: int
    name: str
    since: datetime
    played: PlayedDuels
    duels: Sequence[ListedDuel]


def _side(number: str) -> ColumnElement[int]:
    return bindparam(number, type_=Integer)


def _seen_by_reader() -> ColumnElement[bool]:
    """Match the duels of a player that are public, or the reader's as well."""
    player, reader = _side("player_id"), _side("reader_id")
    plays = or_(StoredDuel.first_id == player, StoredDuel.second_id == player)
    shared = or_(StoredDuel.first_id == reader, StoredDuel.second_id == reader)
    return and_(plays, or_(StoredDuel.public, shared))


@cache
def _played_query() -> Select[*tuple[int, ...]]:
    """Count the duels of a player that a reader may see, by how they stand; built once."""
    is_first = StoredDuel.first_id == _side("player_id")
    first, second = (StoredDuel.winner == player for player in Player)
    won = or_(and_(is_first, first), and_(~is_first, second))
    lost = or_(and_(is_first, second), and_(~is_first, first))
    over = and_(StoredDuel.ended_at.is_not(None), StoredDuel.reason.not_in(WITHOUT_RESULT))
    cases = (StoredDuel.ended_at.is_(None), won, lost, and_(over, StoredDuel.winner.is_(None)))
    return select(*(func.count(case((each, 1))) for each in cases)).where(_seen_by_reader())


@cache
def _duels_query() -> Select[*tuple[Any, ...]]:
    """Select the duels of a player that a reader may see, running ones first; built once."""
    order = (StoredDuel.ended_at.is_not(None), StoredDuel.ended_at.desc(), StoredDuel.id.desc())
    query = listed_duels().where(_seen_by_reader()).order_by(*order)
    return query.offset(bindparam("offset", type_=Integer)).limit(PAGE + 1)


def find_player(session: Session, name: str, reader_id: int | None, page: int = 1) -> PlayerSeen:
    """Find a player by name, by three statements; raises UnknownPlayer."""
    user = named(session, name)
    if user is None:
        raise UnknownPlayer
    values = {"player_id": user.id, "reader_id": reader_id or 0}
    played = PlayedDuels(*session.execute(_played_query(), values).one())
    found = session.execute(_duels_query(), {**values, "offset": (page - 1) * PAGE})
    return PlayerSeen(user.id, user.name, user.created_at, played, [ListedDuel(*row) for row in found])


@cache
def _shown_query() -> Select[str]:
    """Select names that anybody is shown, beginning with a letter: of public duels and open challenges."""
    public = select(StoredDuel.id).where(
        StoredDuel.public, or_(StoredDuel.first_id == User.id, StoredDuel.second_id == User.id)
    )
    challenges = select(Challenge.id).where(
        Challenge.challenger_id == User.id, Challenge.kind == "open", Challenge.state == "waiting"
    )
    begins = User.name_key.startswith(bindparam("letter", type_=String), autoescape=False)
    return select(User.name).where(begins, or_(public.exists(), challenges.exists())).limit(MOST_COMPARED)


def near_names(session: Session, name: str) -> list[str]:
    """List names that differ little from one that nobody has, of those that anybody is shown anyway."""
    key = name_key(name)
    if not key[:1].isalnum():
        return []
    shown = {name_key(found): found for found in session.scalars(_shown_query(), {"letter": key[0]})}
    return [shown[near] for near in get_close_matches(key, shown, MOST_NEAR, cutoff=0.7)]
