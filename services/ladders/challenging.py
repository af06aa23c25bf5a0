"""Challenges for places: made, answered, withdrawn; and the moves on the ladder when one ends, once."""

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from competition.ladder import TAKES, TIMEOUTS, ChallengeOutcome, PlaceMove, is_in_reach, moves
from intimate.chapter import Chapter
from intimate.duel import WITHOUT_RESULT, Ending
from intimate.players import Player
from models import Database, Ladder, LadderChallenge, LadderPlace, StoredDuel, Unavailable
from models.ids import LadderChallengeId, LadderId, LadderToken, UserId
from models.ladder import LadderChallengeState, MoveReason
from services.duels.access import note_arrival
from services.duels.beginning import store_new_duel
from services.ladders.ladders import (
    OPEN,
    SETTLED,
    end_season,
    holder_of,
    is_away,
    lock_by_number,
    lock_ladder,
    move,
    note_move,
    number_of,
    places_of,
    terms_of,
)
from services.ladders.notifications import notify_of_challenge, notify_of_move
from services.ladders.refusals import LadderRefusal, LadderRefused
from services.outages import last_seen
from services.refused import NotFound

log = logging.getLogger(__name__)
Clock = Callable[[], datetime]
STATES: Mapping[ChallengeOutcome, LadderChallengeState] = {
    ChallengeOutcome.WON: LadderChallengeState.WON,
    ChallengeOutcome.LOST: LadderChallengeState.LOST,
    ChallengeOutcome.DRAWN: LadderChallengeState.DRAWN,
    ChallengeOutcome.CHALLENGER_AWAY: LadderChallengeState.LOST,
    ChallengeOutcome.CHALLENGED_AWAY: LadderChallengeState.WON,
    ChallengeOutcome.REFUSED: LadderChallengeState.REFUSED,
    ChallengeOutcome.UNANSWERED: LadderChallengeState.UNANSWERED,
    ChallengeOutcome.WITHDRAWN: LadderChallengeState.WITHDRAWN,
    ChallengeOutcome.VOID: LadderChallengeState.VOID,
}
MOST_AT_ONCE = 200

ANSWER_WITHIN = timedelta(days=3)
"""The time to answer a challenge for a place, without outages."""
AGAIN_AFTER = timedelta(days=7)
"""The time before the same player may be challenged again, however the last challenge ended."""


def settle(
    session: Session,
    ladder: Ladder,
    challenge: LadderChallenge,
    outcome: ChallengeOutcome,
    now: datetime,
    by_id: UserId | None = None,
) -> None:
    """Settle a challenge on its locked ladder, and notify those who move, except `by_id`, who caused it.

    Nothing moves if one of the two has left the ladder.
    """
    challenge.state, challenge.settled_at = STATES[outcome], now
    session.flush()
    for user_id, made in _moved(session, ladder, challenge, outcome):
        why = _why(challenge, outcome, user_id)
        note_move(session, ladder, user_id, made, why, now, challenge.id)
        if user_id != by_id:
            notify_of_move(session, ladder, challenge, user_id, made, now)
    session.flush()


def _moved(
    session: Session, ladder: Ladder, challenge: LadderChallenge, outcome: ChallengeOutcome
) -> Iterator[tuple[UserId, PlaceMove]]:
    """Apply the outcome to both places, and yield the players whose place has changed."""
    both = (challenge.challenger_id, challenge.challenged_id)
    before = _numbers(places_of(session, ladder, both))
    if len(before) < len(both):
        return
    challenger, challenged = (before[user_id] for user_id in both)
    for made in moves(outcome, challenger, challenged, ladder.length):
        move(session, ladder, holder_of(session, ladder, made.before), made)
    after = _numbers(places_of(session, ladder, both))
    yield from (
        (user_id, PlaceMove(before[user_id], after[user_id]))
        for user_id in both
        if before[user_id] != after[user_id]
    )


def _numbers(places: Mapping[UserId, LadderPlace]) -> dict[UserId, int]:
    return {user_id: number_of(place) for user_id, place in places.items()}


def _why(challenge: LadderChallenge, outcome: ChallengeOutcome, user_id: UserId) -> MoveReason:
    if user_id == challenge.challenger_id and outcome in TAKES:
        return MoveReason.WON if outcome is ChallengeOutcome.CHALLENGED_AWAY else MoveReason(outcome.value)
    return MoveReason.TIMEOUT if outcome in TIMEOUTS else MoveReason.SHIFTED


def settle_duel(session: Session, stored: StoredDuel, _: Chapter, now: datetime) -> None:
    """Settle the challenge of a duel, once the duel has ended."""
    if stored.phase is not None or stored.reason is None:
        return
    of_duel = select(LadderChallenge.ladder_id).where(
        LadderChallenge.duel_id == stored.id, LadderChallenge.state == LadderChallengeState.PLAYING
    )
    number = session.scalar(of_duel)
    if number is None:
        return
    ladder = lock_by_number(session, number)
    query = select(LadderChallenge).where(LadderChallenge.duel_id == stored.id)
    challenge = session.scalars(query.execution_options(populate_existing=True)).one()
    if challenge.state == LadderChallengeState.PLAYING:
        settle(session, ladder, challenge, outcome_of(stored), now)


def outcome_of(stored: StoredDuel) -> ChallengeOutcome:
    """Return the outcome of a duel for its first player, who challenged."""
    if stored.winner is None and stored.reason in {Ending.ABSENT, *WITHOUT_RESULT}:
        return ChallengeOutcome.VOID
    if stored.reason is Ending.ABSENT:
        return (
            ChallengeOutcome.CHALLENGED_AWAY
            if stored.winner is Player.FIRST
            else ChallengeOutcome.CHALLENGER_AWAY
        )
    if stored.winner is None:
        return ChallengeOutcome.DRAWN
    return ChallengeOutcome.WON if stored.winner is Player.FIRST else ChallengeOutcome.LOST


def sweep(database: Database, clock: Clock) -> int:
    """Settle challenges not answered in time and end seasons that are over; return how many.

    An answer is late only if the site was up after it was due.
    """
    with database.reading() as session:
        seen = last_seen(session, clock())
        late = _late(session, seen)
        over = list(session.scalars(select(Ladder.id).where(Ladder.ends_at <= seen)))
    settled = sum(_try(database, _settle_late, number, seen, clock) for number in late)
    return settled + sum(_try(database, _end_season, number, seen, clock) for number in over)


def _late(session: Session, seen: datetime) -> list[LadderChallengeId]:
    late = (LadderChallenge.state == LadderChallengeState.WAITING, LadderChallenge.answer_by <= seen)
    query = select(LadderChallenge.id).where(*late).order_by(LadderChallenge.answer_by, LadderChallenge.id)
    return list(session.scalars(query.limit(MOST_AT_ONCE)))


Number = TypeVar("Number", LadderChallengeId, LadderId)
Step = Callable[[Session, Number, datetime, datetime], bool]


def _try(database: Database, step: Step[Number], number: Number, seen: datetime, clock: Clock) -> bool:
    """Do one step in a transaction of its own, so that a failure stops no other step."""
    try:
        with database.writing() as session:
            return step(session, number, seen, clock())
    except Unavailable as error:
        log.warning("%s %d waits; the next sweep tries again: %s", step.__name__, number, error)
    except Exception:
        log.exception("%s %d failed; the next sweep tries again", step.__name__, number)
    return False


def _settle_late(session: Session, number: LadderChallengeId, seen: datetime, now: datetime) -> bool:
    ladder = lock_by_number(session, session.get_one(LadderChallenge, number).ladder_id)
    challenge = session.get_one(LadderChallenge, number, populate_existing=True)
    if challenge.state != LadderChallengeState.WAITING or challenge.answer_by > seen:
        return False
    settle(session, ladder, challenge, ChallengeOutcome.UNANSWERED, now)
    return True


def _end_season(session: Session, number: LadderId, seen: datetime, now: datetime) -> bool:
    ladder = lock_by_number(session, number)
    if ladder.ends_at is None or ladder.ends_at > seen:
        return False
    end_season(session, ladder, now)
    return True


def challenge(
    session: Session, token: LadderToken, challenger_id: UserId, challenged_id: UserId, now: datetime
) -> LadderChallenge:
    """Challenge somebody for their place; raises LadderRefused.

    Blocks do not matter here: nobody keeps a place by blocking those below.
    """
    ladder = lock_ladder(session, token)
    places = places_of(session, ladder, (challenger_id, challenged_id))
    mine, theirs = places.get(challenger_id), places.get(challenged_id)
    if mine is None:
        raise LadderRefused(LadderRefusal.NOT_ON_LADDER)
    if theirs is None:
        raise LadderRefused(LadderRefusal.THEY_LEFT)
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
    notify_of_challenge(session, ladder, made, now)
    return made


def _check_places(ladder: Ladder, mine: LadderPlace, theirs: LadderPlace, now: datetime) -> None:
    if not is_in_reach(number_of(mine), number_of(theirs), ladder.length):
        raise LadderRefused(LadderRefusal.OUT_OF_REACH)
    if is_away(mine, now):
        raise LadderRefused(LadderRefusal.YOU_ARE_AWAY)
    if is_away(theirs, now):
        raise LadderRefused(LadderRefusal.THEY_ARE_AWAY)


def _check_others(
    session: Session, ladder: Ladder, challenger_id: UserId, challenged_id: UserId, now: datetime
) -> None:
    """Check that both are free, and that the challenge does not repeat a recent one."""
    if any(each.challenger_id == challenger_id for each in open_with(session, ladder, challenger_id)):
        raise LadderRefused(LadderRefusal.CHALLENGING_ALREADY)
    if any(each.challenged_id == challenged_id for each in open_with(session, ladder, challenged_id)):
        raise LadderRefused(LadderRefusal.CHALLENGED_ALREADY)
    last = last_settled(session, ladder, challenger_id, (challenged_id,), now)
    if last:
        raise LadderRefused(LadderRefusal.TOO_SOON, after=max(last.values()) + AGAIN_AFTER)


def open_with(session: Session, ladder: Ladder, user_id: UserId) -> Sequence[LadderChallenge]:
    """List the unsettled challenges by and to an account; two at most."""
    found: list[LadderChallenge] = []
    for column in (LadderChallenge.challenger_id, LadderChallenge.challenged_id):
        theirs = (column == user_id, LadderChallenge.state.in_(OPEN), LadderChallenge.ladder_id == ladder.id)
        query = select(LadderChallenge).where(*theirs)
        found += session.scalars(query.execution_options(populate_existing=True))
    return found


def last_settled(
    session: Session, ladder: Ladder, challenger_id: UserId, challenged_ids: Collection[UserId], now: datetime
) -> dict[UserId, datetime]:
    """Return, by opponent, when an account's last challenge to them was settled, if within a week.

    A challenge voided by the end of a season does not count. One whose duel nobody played does count;
    otherwise two friends could keep everybody else from a place.
    """
    query = select(LadderChallenge.challenged_id, LadderChallenge.settled_at)
    query = query.outerjoin(StoredDuel, StoredDuel.id == LadderChallenge.duel_id).where(
        LadderChallenge.ladder_id + 0 == ladder.id,  # + 0: no index of all challenges
        LadderChallenge.challenger_id == challenger_id,
        LadderChallenge.challenged_id.in_(challenged_ids),
        LadderChallenge.state.in_(SETTLED),
        or_(LadderChallenge.state != LadderChallengeState.VOID, StoredDuel.ended_at.is_not(None)),
        LadderChallenge.settled_at > now - AGAIN_AFTER,
    )
    found: dict[UserId, datetime] = {}
    for user_id, settled_at in session.execute(query):
        found[user_id] = max(settled_at or now, found.get(user_id, settled_at or now))
    return found


def accept(
    session: Session, token: LadderToken, number: LadderChallengeId, user_id: UserId, now: datetime
) -> StoredDuel:
    """Begin the duel for the place; the challenger is its first player.

    Raises NotFound and LadderRefused.
    """
    ladder, waiting = _waiting(session, token, number)
    if waiting.challenged_id != user_id:
        raise NotFound
    duel = store_new_duel(session, waiting.challenger, waiting.challenged, terms_of(ladder), now)
    note_arrival(duel, Player.SECOND, now)
    waiting.state, waiting.duel_id = LadderChallengeState.PLAYING, duel.id
    session.flush()
    return duel


def refuse(
    session: Session, token: LadderToken, number: LadderChallengeId, user_id: UserId, now: datetime
) -> None:
    """Give the place to the challenger without a duel; raises what `accept` raises."""
    ladder, waiting = _waiting(session, token, number)
    if waiting.challenged_id != user_id:
        raise NotFound
    settle(session, ladder, waiting, ChallengeOutcome.REFUSED, now, user_id)


def withdraw(
    session: Session, token: LadderToken, number: LadderChallengeId, user_id: UserId, now: datetime
) -> None:
    """Take one's own challenge back while it waits; raises what `accept` raises."""
    ladder, waiting = _waiting(session, token, number)
    if waiting.challenger_id != user_id:
        raise NotFound
    settle(session, ladder, waiting, ChallengeOutcome.WITHDRAWN, now, user_id)


def _waiting(
    session: Session, token: LadderToken, number: LadderChallengeId
) -> tuple[Ladder, LadderChallenge]:
    """Lock the ladder and find a challenge that waits on it."""
    ladder = lock_ladder(session, token)
    of_ladder = (LadderChallenge.id == number, LadderChallenge.ladder_id == ladder.id)
    query = select(LadderChallenge).where(*of_ladder).execution_options(populate_existing=True)
    found = session.scalar(query)
    if found is None:
        raise NotFound
    if found.state != LadderChallengeState.WAITING:
        raise LadderRefused(LadderRefusal.SETTLED)
    return ladder, found
