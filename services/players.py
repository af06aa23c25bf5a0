"""Players as others see them: their results, how punctual they are, and their duels."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    ScalarSelect,
    Select,
    String,
    and_,
    bindparam,
    case,
    func,
    literal_column,
    or_,
    select,
    union_all,
)
from sqlalchemy.orm import InstrumentedAttribute, Session

from adjudicator import Power
from competition.shares import Results
from intimate.duel import WITHOUT_RESULT
from intimate.players import Player
from models import Challenge, PlayerFigures, PlayerTally, StoredDuel, User
from models.challenge import ChallengeKind, ChallengeState
from models.ids import DuelToken, UserId
from services.accounts.accounts import MEMBERS
from services.accounts.names import name_key
from services.duels.lists import NEWEST, PAGE, DuelMark, ListedDuel, latest, listed, listed_duels, mark_of
from services.refused import NotFound

MOST_NEAR = 3
MOST_COMPARED = 500
MOST_MET = 200
"""How many of the latest duels of two players, on either side, are counted."""
MOST_RIVALS = 5
LEAST_MET = 2
"""A player met at least this often is a rival."""
SIDES = ((StoredDuel.first_id, StoredDuel.second_id), (StoredDuel.second_id, StoredDuel.first_id))


@dataclass(frozen=True)
class PlayerSummary:
    """The results of a player's finished public duels, and how punctual they are in all of their duels."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    phases: int = 0
    missed: int = 0
    absent: int = 0

    @property
    def in_time(self) -> int:
        """The phases that awaited them and for which they stored an entry."""
        return self.phases - self.missed


class Tally(NamedTuple):
    """How a player's finished public duels of one pairing of home powers went."""

    own: Power
    opponents: Power
    won: int
    lost: int
    drawn: int


class Rival(NamedTuple):
    """A player met again and again, with the results from the other's side."""

    name: str
    kind: str
    won: int
    lost: int
    drawn: int


@dataclass(frozen=True)
class PlayerSeen:
    """A player as one viewer may see them.

    met: the results of all finished duels between viewer and player, from the viewer's side; None for
    visitors, and on one's own page. running: the duels that the viewer may watch. finished: one
    duel more than a page if another page follows.
    """

    id: UserId
    name: str
    since: datetime
    figures: PlayerSummary = PlayerSummary()
    tallies: Sequence[Tally] = ()
    met: Results | None = None
    running: Sequence[ListedDuel] = ()
    finished: Sequence[ListedDuel] = field(default_factory=list)
    is_closed: bool = False
    is_deleted: bool = False
    kind: str = "person"


def _id(name: str) -> ColumnElement[int]:
    return bindparam(name, type_=Integer)


@cache
def _user_query() -> Select[User, *tuple[int, ...]]:
    """Select an account with its figures; built once."""
    columns = (getattr(PlayerFigures, name) for name in PlayerSummary.__dataclass_fields__)
    query = select(User, *columns).outerjoin(PlayerFigures, PlayerFigures.user_id == User.id)
    return query.where(User.name_key == bindparam("key", type_=String), User.kind.in_(MEMBERS))


@cache
def _tallies_query() -> Select[*tuple[Any, ...]]:
    columns = (getattr(PlayerTally, name) for name in Tally._fields)
    return select(*columns).where(PlayerTally.user_id == _id("player_id"))


@cache
def _finished_query(whose: str) -> Select[*tuple[Any, ...]]:
    """Select the finished duels of a player that a viewer may see, the latest first; built once for each.

    whose: "own" for the viewer's own page, "met" for a player the viewer has played with, else "public".
    """
    player, viewer = _id("player_id"), _id("viewer_id")
    arms = [and_(own == player, StoredDuel.public) for own, _ in SIDES]
    if whose == "own":
        arms += [and_(own == player, ~StoredDuel.public, StoredDuel.level.is_(None)) for own, _ in SIDES]
    elif whose == "met":
        arms += [and_(own == player, other == viewer, ~StoredDuel.public) for own, other in SIDES]
    return listed(latest(*arms, most=bindparam("most", type_=Integer)))


@cache
def _running_query() -> Select[*tuple[Any, ...]]:
    """Select the running duels of a player that a viewer may see, the latest first; built once."""
    player, viewer = _id("player_id"), _id("viewer_id")
    may_be_seen = or_(StoredDuel.public, StoredDuel.first_id == viewer, StoredDuel.second_id == viewer)
    plays = or_(*(and_(own == player, StoredDuel.ended_at.is_(None)) for own, _ in SIDES))
    query = listed_duels().where(plays, may_be_seen, StoredDuel.level.is_(None))
    # None has ended; sorting by `ended_at` keeps PostgreSQL from reading all duels by number.
    query = query.order_by(StoredDuel.ended_at, StoredDuel.id.desc())
    return query.limit(bindparam("most", type_=Integer))


@cache
def _met_query() -> Select[*tuple[Any, ...]]:
    """Count the results of the latest duels of two players, from the viewer's side; built once."""
    player, viewer = _id("player_id"), _id("viewer_id")
    arms = (
        select(StoredDuel.winner, literal_column(f"'{part.value}'").label("part"))
        .where(own == viewer, other == player, StoredDuel.ended_at.is_not(None))
        .where(or_(StoredDuel.winner.is_not(None), StoredDuel.reason.not_in(WITHOUT_RESULT)))
        .order_by(StoredDuel.ended_at.desc())
        .limit(MOST_MET)
        .subquery()
        for part, (own, other) in zip(Player, SIDES, strict=True)
    )
    found = union_all(*(select(arm) for arm in arms)).subquery()
    return select(found.c.winner, found.c.part, func.count()).group_by(found.c.winner, found.c.part)


def find_player(
    session: Session,
    name: str,
    viewer_id: UserId | None,
    before: DuelToken | None = None,
    most: int = PAGE + 1,
) -> PlayerSeen:
    """Find a player by name, with the duels that finished before a given one.

    Running duels are listed on the first page only. Raises NotFound for an unknown player or duel.
    """
    row = None if "\0" in name else session.execute(_user_query(), {"key": name_key(name)}).one_or_none()
    if row is None:
        raise NotFound
    user, *figures = row
    mark = mark_of(session, before, viewer_id)
    meets = viewer_id is not None and viewer_id != user.id
    return PlayerSeen(
        user.id,
        user.name,
        user.created_at,
        PlayerSummary(*(figure or 0 for figure in figures)),
        [Tally(*row) for row in session.execute(_tallies_query(), {"player_id": user.id})],
        met(session, user.id, viewer_id) if viewer_id is not None and meets else None,
        _running(session, user.id, viewer_id) if before is None else (),
        finished(session, user.id, viewer_id, mark, most),
        user.closed_at is not None,
        user.deleted_at is not None,
        user.kind,
    )


def _running(session: Session, player_id: UserId, viewer_id: UserId | None) -> list[ListedDuel]:
    values = {"player_id": player_id, "viewer_id": viewer_id or 0, "most": PAGE}
    return [ListedDuel(*row) for row in session.execute(_running_query(), values)]


def finished(
    session: Session,
    player_id: UserId,
    viewer_id: UserId | None,
    mark: DuelMark = NEWEST,
    most: int = PAGE + 1,
) -> Sequence[ListedDuel]:
    """List finished duels of a player that a viewer may see, the latest first, after a mark."""
    whose = "public" if viewer_id is None else "own" if viewer_id == player_id else "met"
    values = {"player_id": player_id, "viewer_id": viewer_id or 0, "most": most, **mark.values}
    return [ListedDuel(*row) for row in session.execute(_finished_query(whose), values)]


def met(session: Session, player_id: UserId, viewer_id: UserId) -> Results:
    """Count the results of the latest finished duels between viewer and player."""
    results = {"won": 0, "lost": 0, "drawn": 0}
    values = {"player_id": player_id, "viewer_id": viewer_id}
    for winner, part, number in session.execute(_met_query(), values):
        results["drawn" if winner is None else "won" if winner == part else "lost"] += number
    return Results(**results)


@cache
def _rivals_query(*, is_own: bool) -> Select[*tuple[Any, ...]]:
    """Count a player's latest finished duels by opponent, those met most often first; built once for each."""
    seen = StoredDuel.level.is_(None) if is_own else StoredDuel.public
    arms = (
        select(other.label("other_id"), StoredDuel.winner, literal_column(f"'{part.value}'").label("part"))
        .where(own == _id("player_id"), seen, StoredDuel.ended_at.is_not(None))
        .where(or_(StoredDuel.winner.is_not(None), StoredDuel.reason.not_in(WITHOUT_RESULT)))
        .order_by(StoredDuel.ended_at.desc())
        .limit(MOST_MET)
        .subquery()
        for part, (own, other) in zip(Player, SIDES, strict=True)
    )
    found = union_all(*(select(arm) for arm in arms)).subquery()
    results = (found.c.winner == found.c.part, found.c.winner != found.c.part, found.c.winner.is_(None))
    counts = (func.sum(case((result, 1), else_=0)) for result in results)
    most = select(found.c.other_id, *counts).group_by(found.c.other_id).having(func.count() >= LEAST_MET)
    rivals = most.order_by(func.count().desc(), found.c.other_id).limit(MOST_RIVALS).subquery()
    # Names are looked up one by one: by a join PostgreSQL would read all accounts.
    there = and_(User.id == rivals.c.other_id, User.deleted_at.is_(None))
    named = (select(column).where(there).scalar_subquery() for column in (User.name, User.kind))
    return select(*named, *list(rivals.c)[1:])


def rivals(session: Session, player_id: UserId, *, is_own: bool) -> Sequence[Rival]:
    """List the most frequent opponents in a player's latest finished duels, with the results.

    is_own: count private duels too, for the player's own eyes.
    """
    rows = session.execute(_rivals_query(is_own=is_own), {"player_id": player_id})
    return [Rival(*row) for row in rows if row[0] is not None]


@cache
def _shown_query() -> Select[str]:
    """Select publicly visible names, from public duels and open challenges, that begin with a letter."""
    # Subqueries for each name, since with an EXISTS PostgreSQL would read all duels.
    is_public = StoredDuel.public.expression
    public = (_first(StoredDuel.id, own == User.id, is_public).is_not(None) for own, _ in SIDES)
    challenges = _first(
        Challenge.id,
        Challenge.challenger_id == User.id,
        Challenge.kind == ChallengeKind.OPEN,
        Challenge.state == ChallengeState.WAITING,
    ).is_not(None)
    first, past = bindparam("first", type_=String), bindparam("past", type_=String)
    begins = and_(User.name_key >= first, User.name_key < past)
    return select(User.name).where(begins, or_(*public, challenges)).limit(MOST_COMPARED)


def _first(number: InstrumentedAttribute[int], *of_user: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(number).where(*of_user).limit(1).correlate(User).scalar_subquery()


def near_names(session: Session, name: str) -> list[str]:
    """List publicly visible names that are similar to one that nobody has."""
    key = name_key(name)
    if not key[:1].isalnum():
        return []
    # A range of names, since the index finds prefixes only in some collations.
    letters = {"first": key[0], "past": chr(ord(key[0]) + 1)}
    shown = {name_key(found): found for found in session.scalars(_shown_query(), letters)}
    return [shown[near] for near in get_close_matches(key, shown, MOST_NEAR, cutoff=0.7)]
