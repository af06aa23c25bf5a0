"""Lists of challenges: open ones, with filters, and an account's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    func,
    or_,
    select,
    tuple_,
)
from sqlalchemy.orm import Session, aliased

from clocks.terms import Clock
from competition.glicko import START
from intimate.settings import altered_settings
from models import Challenge, StoredRating, User
from models.challenge import ChallengeKind, ChallengeState
from models.ids import ChallengeId, ChallengeToken, UserId
from models.sealed import token_hash
from services.accounts.blocks import blocks_viewer, is_blocked_by_viewer
from services.ratings.shown import NEWCOMER, RatingSeen, seen
from services.terms import STILL_RATED

PAGE = 30


class ListedChallenge(NamedTuple):
    """A challenge as a list shows it; rating: of the challenger, as stored, None for a newcomer."""

    id: ChallengeId
    token: ChallengeToken
    challenger_id: UserId
    opponent_id: UserId | None
    kind: ChallengeKind
    preset: str
    settings: Mapping[str, Any]
    public: bool
    clock: Clock
    rated: bool
    match: bool
    rating_low: int | None
    rating_high: int | None
    created_at: datetime
    challenger_name: str
    challenger_kind: str
    opponent_name: str | None
    opponent_kind: str | None
    rating: StoredRating | None

    @property
    def counts(self) -> bool:
        """True if the duel would be rated."""
        return self.rated and not set(self.altered) - STILL_RATED

    @property
    def altered(self) -> Mapping[str, Any]:
        """The settings that the challenger altered."""
        return altered_settings(self.preset, self.settings)

    def rating_at(self, now: datetime) -> RatingSeen:
        """Return the challenger's rating at an instant."""
        return seen(self.rating, now) if self.rating else NEWCOMER


@dataclass(frozen=True)
class Filters:
    """Which open challenges are wanted; None matches all.

    acceptable: only those that the viewer may accept, by their rating and by blocks.
    """

    pace: str | None = None
    preset: str | None = None
    clock_name: str | None = None
    rated: bool | None = None
    acceptable: bool = False


EVERYTHING = Filters()


def _waiting_query() -> Select[*tuple[Any, ...]]:
    """Select the challenges that still wait, newest first."""
    challenger, opponent = aliased(User), aliased(User)
    in_pool = and_(
        StoredRating.user_id == Challenge.challenger_id,
        StoredRating.pace == Challenge.pace,
        StoredRating.preset == Challenge.preset,
    )
    return (
        select(
            Challenge.id,
            Challenge.token,
            Challenge.challenger_id,
            Challenge.opponent_id,
            Challenge.kind,
            Challenge.preset,
            Challenge.settings,
            Challenge.public,
            Challenge.clock,
            Challenge.rated,
            Challenge.match,
            Challenge.rating_low,
            Challenge.rating_high,
            Challenge.created_at,
            challenger.name,
            challenger.kind,
            opponent.name,
            opponent.kind,
            StoredRating,
        )
        .join(challenger, challenger.id == Challenge.challenger_id)
        .outerjoin(opponent, opponent.id == Challenge.opponent_id)
        .outerjoin(StoredRating, in_pool)
        .where(Challenge.state == ChallengeState.WAITING)
        .order_by(Challenge.created_at.desc(), Challenge.id.desc())
    )


WHERE: Mapping[str, ColumnElement[bool]] = {
    "pace": Challenge.pace == bindparam("pace", type_=String),
    "preset": Challenge.preset == bindparam("preset", type_=String),
    "clock_name": Challenge.clock_name == bindparam("clock_name", type_=String),
    "rated": Challenge.rated == bindparam("rated", type_=Boolean),
}
"""The condition of each filter."""


def _viewer() -> ColumnElement[int]:
    return bindparam("user_id", type_=Integer)


def _acceptable() -> ColumnElement[bool]:
    """Match what the viewer may accept, by their rating and the blocks of others."""
    mine = aliased(StoredRating)
    rating = func.coalesce(
        select(func.round(mine.rating))
        .where(mine.user_id == _viewer(), mine.pace == Challenge.pace, mine.preset == Challenge.preset)
        .scalar_subquery(),
        START,
    )
    in_range = or_(
        Challenge.rating_low.is_(None), rating.between(Challenge.rating_low, Challenge.rating_high)
    )
    return and_(in_range, ~blocks_viewer(Challenge.challenger_id))


def _older() -> ColumnElement[bool]:
    """Match challenges made before the one whose hash is the parameter `before`."""
    last = aliased(Challenge)
    place = select(last.created_at, last.id).where(last.token_hash == bindparam("before", type_=String))
    return tuple_(Challenge.created_at, Challenge.id) < place.scalar_subquery()


@cache
def _open_query(wanted: frozenset[str]) -> Select[*tuple[Any, ...]]:
    query = _waiting_query().where(Challenge.kind == ChallengeKind.OPEN, Challenge.challenger_id != _viewer())
    query = query.where(~is_blocked_by_viewer(Challenge.challenger_id))
    query = query.where(*(condition for name, condition in WHERE.items() if name in wanted))
    if "acceptable" in wanted:
        query = query.where(_acceptable())
    if "before" in wanted:
        query = query.where(_older())
    return query.limit(bindparam("limit", type_=Integer))


@cache
def _own_query() -> Select[*tuple[Any, ...]]:
    user_id = _viewer()
    return _waiting_query().where(or_(Challenge.challenger_id == user_id, Challenge.opponent_id == user_id))


def open_to(
    session: Session,
    user_id: UserId | None,
    filters: Filters = EVERYTHING,
    before: ChallengeToken | None = None,
    most: int = PAGE + 1,
) -> Sequence[ListedChallenge]:
    """List open challenges of others, newest first; one more than a page if another page follows.

    before: the token of the last challenge on the page before.
    """
    values = {name: getattr(filters, name) for name in WHERE}
    if before is not None:
        values["before"] = token_hash(before)
    wanted = {name for name, value in values.items() if value is not None}
    if filters.acceptable and user_id is not None:
        wanted.add("acceptable")
    given = {name: values[name] for name in wanted & values.keys()}
    query = _open_query(frozenset(wanted))
    return _read(session, query, {**given, "user_id": user_id or 0, "limit": most})


def own(session: Session, user_id: UserId) -> tuple[list[ListedChallenge], list[ListedChallenge]]:
    """List the challenges that wait for this player's answer, and their own that wait."""
    found = _read(session, _own_query(), {"user_id": user_id})
    made_to = [challenge for challenge in found if challenge.opponent_id == user_id]
    return made_to, [challenge for challenge in found if challenge.challenger_id == user_id]


def _read(
    session: Session, query: Select[*tuple[Any, ...]], values: Mapping[str, Any]
) -> list[ListedChallenge]:
    return [ListedChallenge(*row) for row in session.execute(query, values)]
