"""Settling a challenge: what its end moves on the ladder, once."""

import logging
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from competition.ladder import TAKES, TIMEOUTS, Move, Outcome, moves
from intimate.chapter import Chapter
from intimate.duel import WITHOUT_RESULT, Ending
from intimate.players import Player
from models import Database, Ladder, LadderChallenge, LadderPlace, StoredDuel, Unavailable
from services.ladders.ladders import lock_by_number
from services.ladders.places import holder_of, move, note_move, number_of, places_of
from services.ladders.seasons import end_season
from services.outages import last_seen
from services.telling.ladders import tell_of_move

log = logging.getLogger(__name__)
Clock = Callable[[], datetime]
STATES: Mapping[Outcome, str] = {
    Outcome.WON: "won",
    Outcome.LOST: "lost",
    Outcome.DRAWN: "drawn",
    Outcome.CHALLENGER_AWAY: "lost",
    Outcome.CHALLENGED_AWAY: "won",
    Outcome.REFUSED: "refused",
    Outcome.UNANSWERED: "unanswered",
    Outcome.WITHDRAWN: "withdrawn",
    Outcome.VOID: "void",
}
MOST_AT_ONCE = 200


def settle(
    session: Session,
    ladder: Ladder,
    challenge: LadderChallenge,
    outcome: Outcome,
    now: datetime,
    by_id: int | None = None,
) -> None:
    """Settle a challenge on its locked ladder; whoever moves is told, but for who brought it about.

    Where one of the two is not on the ladder any more, nothing moves.
    """
    challenge.state, challenge.settled_at = STATES[outcome], now
    session.flush()
    for user_id, made in _moved(session, ladder, challenge, outcome):
        why = _why(challenge, outcome, user_id)
        note_move(session, ladder, user_id, made, why, now, challenge.id)
        if user_id != by_id:
            tell_of_move(session, ladder, challenge, user_id, made, now)
    session.flush()


def _moved(
    session: Session, ladder: Ladder, challenge: LadderChallenge, outcome: Outcome
) -> Iterator[tuple[int, Move]]:
    """Move both as the outcome says, and yield who stands elsewhere than before."""
    both = (challenge.challenger_id, challenge.challenged_id)
    before = _numbers(places_of(session, ladder, both))
    if len(before) < len(both):
        return
    challenger, challenged = (before[user_id] for user_id in both)
    for made in moves(outcome, challenger, challenged, ladder.length):
        move(session, ladder, holder_of(session, ladder, made.before), made)
    after = _numbers(places_of(session, ladder, both))
    yield from (
        (user_id, Move(before[user_id], after[user_id]))
        for user_id in both
        if before[user_id] != after[user_id]
    )


def _numbers(places: Mapping[int, LadderPlace]) -> dict[int, int]:
    return {user_id: number_of(place) for user_id, place in places.items()}


def _why(challenge: LadderChallenge, outcome: Outcome, user_id: int) -> str:
    if user_id == challenge.challenger_id and outcome in TAKES:
        return "won" if outcome is Outcome.CHALLENGED_AWAY else outcome.value
    return "timeout" if outcome in TIMEOUTS else "shifted"


def settle_duel(session: Session, stored: StoredDuel, _: Chapter, now: datetime) -> None:
    """Let the end of a duel move what it was for; a duel that goes on moves nothing."""
    if stored.phase is not None or stored.reason is None:
        return
    of_duel = select(LadderChallenge.ladder_id).where(
        LadderChallenge.duel_id == stored.id, LadderChallenge.state == "playing"
    )
    number = session.scalar(of_duel)
    if number is None:
        return
    ladder = lock_by_number(session, number)
    query = select(LadderChallenge).where(LadderChallenge.duel_id == stored.id)
    challenge = session.scalars(query.execution_options(populate_existing=True)).one()
    if challenge.state == "playing":
        settle(session, ladder, challenge, outcome_of(stored), now)


def outcome_of(stored: StoredDuel) -> Outcome:
    """Return how a duel went for its first player, who challenged."""
    if stored.winner is None and stored.reason in {Ending.ABSENT, *WITHOUT_RESULT}:
        return Outcome.VOID
    if stored.reason is Ending.ABSENT:
        return Outcome.CHALLENGED_AWAY if stored.winner is Player.FIRST else Outcome.CHALLENGER_AWAY
    if stored.winner is None:
        return Outcome.DRAWN
    return Outcome.WON if stored.winner is Player.FIRST else Outcome.LOST


def sweep(database: Database, clock: Clock) -> int:
    """Settle challenges that nobody answered in time, end seasons that are over; return how many of both.

    An answer is due once the pages of the site could be had after its time.
    """
    with database.reading() as session:
        seen = last_seen(session, clock())
        late = _late(session, seen)
        over = list(session.scalars(select(Ladder.id).where(Ladder.ends_at <= seen)))
    settled = sum(_try(database, _settle_late, number, seen, clock) for number in late)
    return settled + sum(_try(database, _end_season, number, seen, clock) for number in over)


def _late(session: Session, seen: datetime) -> list[int]:
    late = (LadderChallenge.state == "waiting", LadderChallenge.answer_by <= seen)
    query = select(LadderChallenge.id).where(*late).order_by(LadderChallenge.answer_by, LadderChallenge.id)
    return list(session.scalars(query.limit(MOST_AT_ONCE)))


Step = Callable[[Session, int, datetime, datetime], bool]


def _try(database: Database, step: Step, number: int, seen: datetime, clock: Clock) -> bool:
    """Do one step in a transaction of its own; one that fails stops no other."""
    try:
        with database.writing() as session:
            return step(session, number, seen, clock())
    except Unavailable as error:
        log.warning("%s %d waits; the next sweep tries again: %s", step.__name__, number, error)
    except Exception:
        log.exception("%s %d failed; the next sweep tries again", step.__name__, number)
    return False


def _settle_late(session: Session, number: int, seen: datetime, now: datetime) -> bool:
    ladder = lock_by_number(session, session.get_one(LadderChallenge, number).ladder_id)
    challenge = session.get_one(LadderChallenge, number, populate_existing=True)
    if challenge.state != "waiting" or challenge.answer_by > seen:
        return False
    settle(session, ladder, challenge, Outcome.UNANSWERED, now)
    return True


def _end_season(session: Session, number: int, seen: datetime, now: datetime) -> bool:
    ladder = lock_by_number(session, number)
    if ladder.ends_at is None or ladder.ends_at > seen:
        return False
    end_season(session, ladder, now)
    return True
