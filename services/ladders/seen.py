"""A ladder as one reader sees it: some places, their own, and whom they may challenge."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from competition.ladder import is_in_reach, reach
from models import Ladder, LadderChallenge, LadderPlace
from services.ladders import lists
from services.ladders.challenging import last_settled
from services.ladders.ladders import find_ladder
from services.ladders.leave import days_left
from services.ladders.lists import PAGE, Champion, ListedChallenge, ListedMove, Rung
from services.ladders.places import is_away, places_of
from services.ladders.seasons import OPEN

ABOVE, BELOW = 10, 2
"""The places around their own that a reader is shown first."""


@dataclass(frozen=True)
class Own:
    """The reader's place: whom they reach from it, and their leave, in days."""

    place: int
    first_in_reach: int | None
    away_until: datetime | None
    days_left: int


@dataclass(frozen=True)
class LadderSeen:
    """A page of a ladder. around: the places around the reader's where the page has not all of them.

    own: None where the reader has no place. mine: what is open between them and others here. free: those on
    the page and around whom they may challenge now.
    """

    ladder: Ladder
    rungs: Sequence[Rung]
    around: Sequence[Rung]
    own: Own | None
    mine: Sequence[ListedChallenge]
    free: frozenset[int]
    waiting: Sequence[ListedChallenge]
    playing: Sequence[ListedChallenge]
    moves: Sequence[ListedMove]
    champions: Sequence[Champion]


def see_ladder(session: Session, token: str, reader_id: int | None, first: int, now: datetime) -> LadderSeen:
    """Read the page of a ladder that begins with some place, by statements whose number depends on no length.

    Raises UnknownLadder.
    """
    ladder = find_ladder(session, token)
    first = max(1, min(first, ladder.length))
    page = lists.rungs(session, ladder.id, first, first + PAGE - 1)
    held = places_of(session, ladder, (reader_id,)).get(reader_id) if reader_id else None
    mine = _open_here(session, ladder, reader_id) if held and reader_id else ()
    around = _around(session, ladder, held, first) if held else ()
    free = _free(session, ladder, held, mine, [*page, *around], now) if held else frozenset[int]()
    return LadderSeen(
        ladder,
        page,
        around,
        _own(ladder, held, now) if held else None,
        mine,
        free,
        lists.open_challenges(session, ladder.id, "waiting"),
        lists.open_challenges(session, ladder.id, "playing"),
        lists.last_moves(session, ladder.id),
        lists.champions(session, ladder.id),
    )


def _open_here(session: Session, ladder: Ladder, reader_id: int) -> Sequence[ListedChallenge]:
    return [each for each in lists.own_challenges(session, reader_id) if each.ladder == ladder.token]


def _own(ladder: Ladder, held: LadderPlace, now: datetime) -> Own:
    place = held.place or 0
    highest = max(1, place - reach(ladder.length))
    away = held.away_until if is_away(held, now) else None
    return Own(place, highest if place > 1 else None, away, days_left(held, now))


def _around(session: Session, ladder: Ladder, held: LadderPlace, first: int) -> Sequence[Rung]:
    place = held.place or 0
    above = max(1, place - min(ABOVE, reach(ladder.length)))
    below = min(ladder.length, place + BELOW)
    if first <= above and below < first + PAGE:
        return ()
    return lists.rungs(session, ladder.id, above, below)


def _free(  # all that decides on it
    session: Session,
    ladder: Ladder,
    held: LadderPlace,
    mine: Sequence[ListedChallenge],
    shown: Sequence[Rung],
    now: datetime,
) -> frozenset[int]:
    """Return whom of those shown the reader may challenge."""
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
