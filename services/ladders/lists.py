"""Ladders as pages show them: a few places at a time, and the players that the viewer may challenge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, bindparam, case, or_, select
from sqlalchemy.orm import Session, aliased

from clocks.terms import Clock
from competition.ladder import is_in_reach, reach
from models import Ladder, LadderChallenge, LadderChampion, LadderMove, LadderPlace, StoredDuel, User
from models.ids import DuelId, DuelToken, LadderChallengeId, LadderId, LadderMoveId, LadderToken, UserId
from models.ladder import LadderChallengeState, MoveReason
from services.ladders.challenging import last_settled
from services.ladders.ladders import OPEN, find_ladder, is_away, places_of
from services.ladders.membership import days_left

PAGE = 50
MOST_LADDERS = 100
MOST_OPEN, MOST_MOVES, MOST_CHAMPIONS = 20, 15, 30


class ListedLadder(NamedTuple):
    """A ladder as a list shows it; a ladder that a site begins with has an empty name."""

    id: LadderId
    token: LadderToken
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
    """A place and its holder."""

    place: int
    user_id: UserId
    name: str
    away_until: datetime | None


class ListedLadderChallenge(NamedTuple):
    """A challenge for a place; places: of both when it was made. duel: its token, once there is one."""

    id: LadderChallengeId
    ladder: LadderToken
    ladder_name: str
    challenger_id: UserId
    challenger: str
    challenged_id: UserId
    challenged: str
    challenger_place: int
    challenged_place: int
    state: LadderChallengeState
    answer_by: datetime
    duel: DuelToken | None
    for_programs: bool

    @property
    def kind(self) -> str:
        """The kind of both accounts."""
        return "program" if self.for_programs else "person"


class ListedMove(NamedTuple):
    """A move: who, from where to where, why, and the other player of the challenge that caused it."""

    id: LadderMoveId
    name: str
    before: int | None
    after: int | None
    why: MoveReason
    at: datetime
    other: str | None


class Champion(NamedTuple):
    """The holder of one of the first places when a season ended."""

    season: int
    place: int
    name: str
    ladder: LadderToken


class HeldPlace(NamedTuple):
    """A place of a player on some ladder."""

    ladder: LadderToken
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


def rungs(session: Session, ladder_id: LadderId, first: int, last: int) -> Sequence[Rung]:
    """List the holders of some places of a ladder."""
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
def _open_query(state: LadderChallengeState) -> Select[*tuple[Any, ...]]:
    of_ladder = (LadderChallenge.ladder_id == _number("ladder_id"), LadderChallenge.state == state)
    # The next answer that is due comes first; among duels, the one that began last.
    order = (
        LadderChallenge.answer_by.asc()
        if state == LadderChallengeState.WAITING
        else LadderChallenge.answer_by.desc()
    )
    return _challenges().where(*of_ladder).order_by(order).limit(MOST_OPEN)


def open_challenges(
    session: Session, ladder_id: LadderId, state: LadderChallengeState
) -> Sequence[ListedLadderChallenge]:
    """List the first challenges on a ladder that wait or are being played."""
    found = session.execute(_open_query(state), {"ladder_id": ladder_id})
    return [ListedLadderChallenge(*row) for row in found]


@cache
def _own_query() -> Select[*tuple[Any, ...]]:
    user_id = _number("user_id")
    theirs = or_(LadderChallenge.challenger_id == user_id, LadderChallenge.challenged_id == user_id)
    return _challenges().where(theirs, LadderChallenge.state.in_(OPEN)).order_by(LadderChallenge.answer_by)


def own_challenges(session: Session, user_id: UserId) -> Sequence[ListedLadderChallenge]:
    """List the open challenges of an account on all ladders, the next answer that is due first."""
    return [ListedLadderChallenge(*row) for row in session.execute(_own_query(), {"user_id": user_id})]


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
    # The move of the player who passed them is in the list instead.
    of_ladder = (LadderMove.ladder_id == _number("ladder_id"), LadderMove.why != MoveReason.SHIFTED)
    return _moves_query().where(*of_ladder).limit(MOST_MOVES)


def last_moves(session: Session, ladder_id: LadderId) -> Sequence[ListedMove]:
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


def champions(session: Session, ladder_id: LadderId) -> Sequence[Champion]:
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


def last_winners(session: Session) -> Mapping[LadderToken, Champion]:
    """Return the winner of the last season of each ladder, by the ladder's token."""
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


def held_places(session: Session, user_id: UserId) -> Sequence[HeldPlace]:
    """List the places of a player on ladders that are not closed."""
    return [HeldPlace(*row) for row in session.execute(_held_query(), {"user_id": user_id})]


class DuelForPlace(NamedTuple):
    """The challenge that a duel decides, and the move that followed."""

    challenge: ListedLadderChallenge
    moves: Sequence[ListedMove]


def duel_for_place(session: Session, duel_id: DuelId) -> DuelForPlace | None:
    """Return the challenge that a duel decides; None for any other duel."""
    row = session.execute(_challenges().where(LadderChallenge.duel_id == duel_id)).one_or_none()
    if row is None:
        return None
    found = ListedLadderChallenge(*row)
    both = LadderMove.user_id.in_((found.challenger_id, found.challenged_id))
    of_it = _moves_query().where(both, LadderMove.challenge_id == found.id)
    return DuelForPlace(found, [ListedMove(*each) for each in session.execute(of_it)][::-1])


ABOVE, BELOW = 10, 2
"""How many places around their own a viewer is shown first."""


@dataclass(frozen=True)
class OwnPlace:
    """The viewer's place, the highest place they may challenge, and their time off."""

    place: int
    first_in_reach: int | None
    away_until: datetime | None
    days_left: int


@dataclass(frozen=True)
class LadderForViewer:
    """A page of a ladder. around: the places around the viewer's own, if some are not on the page.

    own: None if the viewer has no place. mine: their open challenges on this ladder. free: those on
    the page and around whom they may challenge now.
    """

    ladder: Ladder
    rungs: Sequence[Rung]
    around: Sequence[Rung]
    own: OwnPlace | None
    mine: Sequence[ListedLadderChallenge]
    free: frozenset[UserId]
    waiting: Sequence[ListedLadderChallenge]
    playing: Sequence[ListedLadderChallenge]
    moves: Sequence[ListedMove]
    champions: Sequence[Champion]


def ladder_for_viewer(
    session: Session, token: LadderToken, viewer_id: UserId | None, first: int, now: datetime
) -> LadderForViewer:
    """Read the page of a ladder from some place on, by a constant number of statements.

    Raises NotFound.
    """
    ladder = find_ladder(session, token)
    first = max(1, min(first, ladder.length))
    page = rungs(session, ladder.id, first, first + PAGE - 1)
    held = places_of(session, ladder, (viewer_id,)).get(viewer_id) if viewer_id else None
    mine = _open_here(session, ladder, viewer_id) if held and viewer_id else ()
    around = _around(session, ladder, held, first) if held else ()
    free = _free(session, ladder, held, mine, [*page, *around], now) if held else frozenset[UserId]()
    return LadderForViewer(
        ladder,
        page,
        around,
        _own(ladder, held, now) if held else None,
        mine,
        free,
        open_challenges(session, ladder.id, LadderChallengeState.WAITING),
        open_challenges(session, ladder.id, LadderChallengeState.PLAYING),
        last_moves(session, ladder.id),
        champions(session, ladder.id),
    )


def _open_here(session: Session, ladder: Ladder, viewer_id: UserId) -> Sequence[ListedLadderChallenge]:
    return [each for each in own_challenges(session, viewer_id) if each.ladder == ladder.token]


def _own(ladder: Ladder, held: LadderPlace, now: datetime) -> OwnPlace:
    place = held.place or 0
    highest = max(1, place - reach(ladder.length))
    away = held.away_until if is_away(held, now) else None
    return OwnPlace(place, highest if place > 1 else None, away, days_left(held, now))


def _around(session: Session, ladder: Ladder, held: LadderPlace, first: int) -> Sequence[Rung]:
    place = held.place or 0
    above = max(1, place - min(ABOVE, reach(ladder.length)))
    below = min(ladder.length, place + BELOW)
    if first <= above and below < first + PAGE:
        return ()
    return rungs(session, ladder.id, above, below)


def _free(  # one argument per condition
    session: Session,
    ladder: Ladder,
    held: LadderPlace,
    mine: Sequence[ListedLadderChallenge],
    shown: Sequence[Rung],
    now: datetime,
) -> frozenset[UserId]:
    """Return which of the shown players the viewer may challenge."""
    if ladder.closed_at or is_away(held, now) or any(each.challenger_id == held.user_id for each in mine):
        return frozenset()
    reached = {
        rung.user_id
        for rung in shown
        if is_in_reach(held.place or 0, rung.place, ladder.length)
        and (rung.away_until is None or rung.away_until <= now)
    }
    if not reached:
        return frozenset()
    taken = select(LadderChallenge.challenged_id).where(
        LadderChallenge.ladder_id == ladder.id,
        LadderChallenge.challenged_id.in_(reached),
        LadderChallenge.state.in_(OPEN),
    )
    tired = last_settled(session, ladder, held.user_id, reached, now)
    return frozenset(reached - set(session.scalars(taken)) - set(tired))
