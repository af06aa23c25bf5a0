"""What pages show of ladders: never a ladder whole, and nothing is counted."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, bindparam, case, or_, select
from sqlalchemy.orm import Session, aliased

from clocks.terms import Clock
from models import Ladder, LadderChallenge, LadderChampion, LadderMove, LadderPlace, StoredDuel, User
from services.ladders.seasons import OPEN

PAGE = 50
MOST_LADDERS = 100
MOST_OPEN, MOST_MOVES, MOST_CHAMPIONS = 20, 15, 30


class ListedLadder(NamedTuple):
    """A ladder as a list shows it; an empty name is that of the ladder a site begins with."""

    id: int
    token: str
    name: str
    preset: str
    clock: Clock
    season: int
    season_days: int | None
    ends_at: datetime | None
    closed_at: datetime | None
    length: int
    for_programs: bool


class Rung(NamedTuple):
    """A place and who stands on it."""

    place: int
    user_id: int
    name: str
    away_until: datetime | None


class ListedChallenge(NamedTuple):
    """A challenge for a place; places: those at which it was made. duel: its token, once there is one."""

    id: int
    ladder: str
    ladder_name: str
    challenger_id: int
    challenger: str
    challenged_id: int
    challenged: str
    challenger_place: int
    challenged_place: int
    state: str
    answer_by: datetime
    duel: str | None
    for_programs: bool

    @property
    def kind(self) -> str:
        """Who plays by the accounts of both."""
        return "program" if self.for_programs else "person"


class ListedMove(NamedTuple):
    """A move: who, from where to where, why, and whose challenge it came by, if one's."""

    id: int
    name: str
    before: int | None
    after: int | None
    why: str
    at: datetime
    other: str | None


class Champion(NamedTuple):
    """Who stood on one of the first places when a season ended."""

    season: int
    place: int
    name: str
    ladder: str


class HeldPlace(NamedTuple):
    """A place of a player on some ladder."""

    ladder: str
    ladder_name: str
    place: int
    length: int


def _number(name: str) -> ColumnElement[int]:
    return bindparam(name, type_=Integer)


@cache
def _ladders_query() -> Select[*tuple[Any, ...]]:
    columns = (getattr(Ladder, name) for name in ListedLadder._fields)
    return select(*columns).order_by(Ladder.closed_at.is_not(None), Ladder.id).limit(MOST_LADDERS)


def all_ladders(session: Session) -> Sequence[ListedLadder]:
    """List the ladders, running ones first."""
    return [ListedLadder(*row) for row in session.execute(_ladders_query())]


@cache
def _rungs_query() -> Select[*tuple[Any, ...]]:
    between = LadderPlace.place.between(_number("first"), _number("last"))
    return (
        select(LadderPlace.place, User.id, User.name, LadderPlace.away_until)
        .join(User, User.id == LadderPlace.user_id)
        .where(LadderPlace.ladder_id == _number("ladder_id"), between)
        .order_by(LadderPlace.place)
    )


def rungs(session: Session, ladder_id: int, first: int, last: int) -> Sequence[Rung]:
    """List who stands on some places of a ladder."""
    values = {"ladder_id": ladder_id, "first": first, "last": last}
    return [Rung(*row) for row in session.execute(_rungs_query(), values)]


def _challenges() -> Select[*tuple[Any, ...]]:
    challenger, challenged = aliased(User), aliased(User)
    return (
        select(
            LadderChallenge.id,
            Ladder.token,
            Ladder.name,
            challenger.id,
            challenger.name,
            challenged.id,
            challenged.name,
            LadderChallenge.challenger_place,
            LadderChallenge.challenged_place,
            LadderChallenge.state,
            LadderChallenge.answer_by,
            StoredDuel.token,
            Ladder.for_programs,
        )
        .join(Ladder, Ladder.id == LadderChallenge.ladder_id)
        .join(challenger, challenger.id == LadderChallenge.challenger_id)
        .join(challenged, challenged.id == LadderChallenge.challenged_id)
        .outerjoin(StoredDuel, StoredDuel.id == LadderChallenge.duel_id)
    )


@cache
def _open_query(state: str) -> Select[*tuple[Any, ...]]:
    of_ladder = (LadderChallenge.ladder_id == _number("ladder_id"), LadderChallenge.state == state)
    # The next answer that is due comes first; of duels those that began last.
    order = LadderChallenge.answer_by.asc() if state == "waiting" else LadderChallenge.answer_by.desc()
    return _challenges().where(*of_ladder).order_by(order).limit(MOST_OPEN)


def open_challenges(session: Session, ladder_id: int, state: str) -> Sequence[ListedChallenge]:
    """List challenges on a ladder that wait, or are being played; the first of them only."""
    found = session.execute(_open_query(state), {"ladder_id": ladder_id})
    return [ListedChallenge(*row) for row in found]


@cache
def _own_query() -> Select[*tuple[Any, ...]]:
    user_id = _number("user_id")
    theirs = or_(LadderChallenge.challenger_id == user_id, LadderChallenge.challenged_id == user_id)
    return _challenges().where(theirs, LadderChallenge.state.in_(OPEN)).order_by(LadderChallenge.answer_by)


def own_challenges(session: Session, user_id: int) -> Sequence[ListedChallenge]:
    """List what is open between an account and others on any ladder, the next answer that is due first."""
    return [ListedChallenge(*row) for row in session.execute(_own_query(), {"user_id": user_id})]


@cache
def _moves_query() -> Select[*tuple[Any, ...]]:
    other, by = aliased(User), LadderChallenge
    other_id = case((by.challenger_id == LadderMove.user_id, by.challenged_id), else_=by.challenger_id)
    move = LadderMove
    return (
        select(move.id, User.name, move.before, move.after, move.why, move.at, other.name)
        .join(User, User.id == move.user_id)
        .outerjoin(by, by.id == move.challenge_id)
        .outerjoin(other, other.id == other_id)
        .order_by(move.at.desc(), move.id.desc())
    )


@cache
def _last_moves_query() -> Select[*tuple[Any, ...]]:
    # Who is passed is named with who passed them.
    of_ladder = (LadderMove.ladder_id == _number("ladder_id"), LadderMove.why != "shifted")
    return _moves_query().where(*of_ladder).limit(MOST_MOVES)


def last_moves(session: Session, ladder_id: int) -> Sequence[ListedMove]:
    """List the last moves on a ladder, the latest first."""
    return [ListedMove(*row) for row in session.execute(_last_moves_query(), {"ladder_id": ladder_id})]


@cache
def _champions_query() -> Select[*tuple[Any, ...]]:
    return (
        select(LadderChampion.season, LadderChampion.place, User.name, Ladder.token)
        .join(User, User.id == LadderChampion.user_id)
        .join(Ladder, Ladder.id == LadderChampion.ladder_id)
        .where(LadderChampion.ladder_id == _number("ladder_id"))
        .order_by(LadderChampion.season.desc(), LadderChampion.place)
        .limit(MOST_CHAMPIONS)
    )


def champions(session: Session, ladder_id: int) -> Sequence[Champion]:
    """List the first three of the last seasons, the latest season first."""
    return [Champion(*row) for row in session.execute(_champions_query(), {"ladder_id": ladder_id})]


@cache
def _winners_query() -> Select[*tuple[Any, ...]]:
    ended = LadderChampion.season == Ladder.season - 1
    return (
        select(LadderChampion.season, LadderChampion.place, User.name, Ladder.token)
        .join(Ladder, Ladder.id == LadderChampion.ladder_id)
        .join(User, User.id == LadderChampion.user_id)
        .where(LadderChampion.place == 1, ended)
        .limit(MOST_LADDERS)
    )


def last_winners(session: Session) -> Mapping[str, Champion]:
    """Return the first of the last season of each ladder that has ended one, by the ladder's token."""
    found = (Champion(*row) for row in session.execute(_winners_query()))
    return {champion.ladder: champion for champion in found}


@cache
def _held_query() -> Select[*tuple[Any, ...]]:
    held = (LadderPlace.user_id == _number("user_id"), LadderPlace.place.is_not(None))
    return (
        select(Ladder.token, Ladder.name, LadderPlace.place, Ladder.length)
        .join(Ladder, Ladder.id == LadderPlace.ladder_id)
        .where(*held, Ladder.closed_at.is_(None))
        .order_by(Ladder.id)
    )


def held_places(session: Session, user_id: int) -> Sequence[HeldPlace]:
    """List the places of a player on the ladders that go on."""
    return [HeldPlace(*row) for row in session.execute(_held_query(), {"user_id": user_id})]


class DuelForPlace(NamedTuple):
    """The challenge that a duel is for, and what its end has moved."""

    challenge: ListedChallenge
    moves: Sequence[ListedMove]


def duel_for_place(session: Session, duel_id: int) -> DuelForPlace | None:
    """Return what a duel is or was for on a ladder; None of any other duel."""
    row = session.execute(_challenges().where(LadderChallenge.duel_id == duel_id)).one_or_none()
    if row is None:
        return None
    found = ListedChallenge(*row)
    both = LadderMove.user_id.in_((found.challenger_id, found.challenged_id))
    of_it = _moves_query().where(both, LadderMove.challenge_id == found.id)
    return DuelForPlace(found, [ListedMove(*each) for each in session.execute(of_it)][::-1])
