"""Challenges for places: made, answered, withdrawn."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from competition.ladder import Outcome, is_in_reach
from intimate.players import Player
from models import Ladder, LadderChallenge, LadderPlace, StoredDuel
from services.duels.arriving import note_arrival
from services.duels.beginning import store_new_duel
from services.ladders.ladders import LadderRefused, lock_ladder, terms_of
from services.ladders.places import is_away, number_of, places_of
from services.ladders.seasons import OPEN
from services.ladders.settling import settle
from services.telling.ladders import tell_of_challenge

ANSWER_WITHIN = timedelta(days=3)
AGAIN_AFTER = timedelta(days=7)
"""The time after which the same player may be challenged again, however the last challenge ended."""


class UnknownLadderChallenge(LadderRefused):
    """There is no such challenge, or it is not one that this account may answer or withdraw."""


class Settled(LadderRefused):
    """The challenge does not wait for an answer any more."""


class NotYetOnLadder(LadderRefused):
    """Who challenges has no place on the ladder."""


class TheyLeft(LadderRefused):
    """Who is challenged has no place on the ladder any more."""


class OutOfReach(LadderRefused):
    """The place is too far above, or below, as both stand now."""


class YouAreAway(LadderRefused):
    """Who is on leave challenges nobody."""


class TheyAreAway(LadderRefused):
    """Who is on leave is challenged by nobody."""


class AlreadyChallenging(LadderRefused):
    """One challenge at a time: an earlier one of this account is not over."""


class AlreadyChallenged(LadderRefused):
    """One challenge at a time: another one to that player is not over."""


class TooSoon(LadderRefused):
    """The same two, one way, once in a week; after: when it may be again."""

    def __init__(self, after: datetime) -> None:
        super().__init__(f"not before {after.isoformat()}")
        self.after = after


def challenge(
    session: Session, token: str, challenger_id: int, challenged_id: int, now: datetime
) -> LadderChallenge:
    """Challenge somebody for their place; raises the reason for which it cannot be.

    Whether one of the two has blocked the other does not matter: a block protects no place.
    """
    ladder = lock_ladder(session, token)
    places = places_of(session, ladder, (challenger_id, challenged_id))
    mine, theirs = places.get(challenger_id), places.get(challenged_id)
    if mine is None:
        raise NotYetOnLadder
    if theirs is None:
        raise TheyLeft
    _check_places(ladder, mine, theirs, now)
    _check_others(session, ladder, challenger_id, challenged_id, now)
    made = LadderChallenge(
        ladder_id=ladder.id,
        challenger_id=challenger_id,
        challenged_id=challenged_id,
        challenger_place=number_of(mine),
        challenged_place=number_of(theirs),
        made_at=now,
        answer_by=now + ANSWER_WITHIN,
    )
    session.add(made)
    session.flush()
    tell_of_challenge(session, ladder, made, now)
    return made


def _check_places(ladder: Ladder, mine: LadderPlace, theirs: LadderPlace, now: datetime) -> None:
    if not is_in_reach(number_of(mine), number_of(theirs), ladder.length):
        raise OutOfReach
    if is_away(mine, now):
        raise YouAreAway
    if is_away(theirs, now):
        raise TheyAreAway


def _check_others(
    session: Session, ladder: Ladder, challenger_id: int, challenged_id: int, now: datetime
) -> None:
    """Check that both are free, and that these two are not at it again so soon."""
    if any(each.challenger_id == challenger_id for each in open_with(session, ladder, challenger_id)):
        raise AlreadyChallenging
    if any(each.challenged_id == challenged_id for each in open_with(session, ladder, challenged_id)):
        raise AlreadyChallenged
    last = last_settled(session, ladder, challenger_id, (challenged_id,), now)
    if last:
        raise TooSoon(max(last.values()) + AGAIN_AFTER)


def open_with(session: Session, ladder: Ladder, user_id: int) -> Sequence[LadderChallenge]:
    """List the challenges of an account, and those to it, that are not settled; two at most."""
    found: list[LadderChallenge] = []
    for column in (LadderChallenge.challenger_id, LadderChallenge.challenged_id):
        theirs = (column == user_id, LadderChallenge.state.in_(OPEN), LadderChallenge.ladder_id == ladder.id)
        query = select(LadderChallenge).where(*theirs)
        found += session.scalars(query.execution_options(populate_existing=True))
    return found


def last_settled(
    session: Session, ladder: Ladder, challenger_id: int, challenged_ids: Collection[int], now: datetime
) -> dict[int, datetime]:
    """Return when challenges of one account to others were settled in the last week, by the other.

    One that came to nothing by the end of a season is not counted, but one whose duel nobody played is: else
    two friends could keep a place from all others.
    """
    query = select(LadderChallenge.challenged_id, LadderChallenge.settled_at)
    query = query.outerjoin(StoredDuel, StoredDuel.id == LadderChallenge.duel_id).where(
        LadderChallenge.ladder_id == ladder.id,
        LadderChallenge.challenger_id == challenger_id,
        LadderChallenge.challenged_id.in_(challenged_ids),
        LadderChallenge.state.not_in(OPEN),
        or_(LadderChallenge.state != "void", StoredDuel.ended_at.is_not(None)),
        LadderChallenge.settled_at > now - AGAIN_AFTER,
    )
    found: dict[int, datetime] = {}
    for user_id, settled_at in session.execute(query):
        found[user_id] = max(settled_at or now, found.get(user_id, settled_at or now))
    return found


def accept(session: Session, token: str, number: int, user_id: int, now: datetime) -> StoredDuel:
    """Begin the duel for the place; who challenges is its first player.

    Raises UnknownLadder, LadderClosed, UnknownLadderChallenge and Settled.
    """
    ladder, waiting = _waiting(session, token, number)
    if waiting.challenged_id != user_id:
        raise UnknownLadderChallenge
    duel = store_new_duel(session, waiting.challenger, waiting.challenged, terms_of(ladder), now)
    note_arrival(duel, Player.SECOND, now)
    waiting.state, waiting.duel_id = "playing", duel.id
    session.flush()
    return duel


def refuse(session: Session, token: str, number: int, user_id: int, now: datetime) -> None:
    """Give the place to the challenger without a duel; raises what `accept` raises."""
    ladder, waiting = _waiting(session, token, number)
    if waiting.challenged_id != user_id:
        raise UnknownLadderChallenge
    settle(session, ladder, waiting, Outcome.REFUSED, now, user_id)


def withdraw(session: Session, token: str, number: int, user_id: int, now: datetime) -> None:
    """Take one's own challenge back while it waits; raises what `accept` raises."""
    ladder, waiting = _waiting(session, token, number)
    if waiting.challenger_id != user_id:
        raise UnknownLadderChallenge
    settle(session, ladder, waiting, Outcome.WITHDRAWN, now, user_id)


def _waiting(session: Session, token: str, number: int) -> tuple[Ladder, LadderChallenge]:
    """Lock the ladder and find a challenge that waits on it."""
    ladder = lock_ladder(session, token)
    of_ladder = (LadderChallenge.id == number, LadderChallenge.ladder_id == ladder.id)
    query = select(LadderChallenge).where(*of_ladder).execution_options(populate_existing=True)
    found = session.scalar(query)
    if found is None:
        raise UnknownLadderChallenge
    if found.state != "waiting":
        raise Settled
    return ladder, found
