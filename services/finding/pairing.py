"""Pairing those who wait: each is paired once, whoever does it and however many at the same moment."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from secrets import choice

from sqlalchemy import Select, delete, or_, select
from sqlalchemy.orm import Session

from clocks.terms import PRESETS as CLOCKS
from competition.seeking import Paired, Seeker, pair
from intimate.players import Player
from models import Database, Seek, StoredDuel
from services.challenges.terms import Terms
from services.duels.beginning import Telling, store_new_duel
from services.finding.blocks import apart
from services.finding.limits import MOST_DUELS, lock_players, without_room
from services.finding.seeks import FOUND_FOR, lives, waiting_seeks
from services.ratings.seen import ratings_of

MOST_AT_ONCE = 200
"""Those of one pace and preset who are looked at together, the longest waiting."""
MET = timedelta(days=1)
"""Two who have begun a duel within this time are paired again only where there is nobody else."""
BEGUN_BY_SEEK = Telling(tuple(Player), "seek")
Pool = tuple[str, str]


def sweep(database: Database, clock: Callable[[], datetime], most_duels: int = MOST_DUELS) -> int:
    """Pair all who can be, end the seeks that are over, and return how many duels have begun.

    Where nobody waits nothing is locked; where nobody can be paired neither.
    """
    now = clock()
    with database.reading() as session:
        over = session.scalar(_over(now).limit(1)) is not None
        pools = session.execute(select(Seek.pace, Seek.preset).where(Seek.duel_id.is_(None)).distinct())
        waiting = [(pace, preset) for pace, preset in pools]
        ready = [pool for pool in waiting if _pairs_now(session, pool, now, most_duels)]
    if over:
        with database.writing() as session:
            session.execute(delete(Seek).where(Seek.id.in_(_over(now))))
    return sum(pair_pool(database, pool, clock(), most_duels) for pool in ready)


def pair_pool(database: Database, pool: Pool, now: datetime, most_duels: int = MOST_DUELS) -> int:
    """Pair those who wait for a duel of one pace and preset; return how many duels begin."""
    with database.writing() as session:
        return len(pair_waiting(session, pool, now, most_duels))


def pair_waiting(
    session: Session, pool: Pool, now: datetime, most_duels: int = MOST_DUELS
) -> Sequence[StoredDuel]:
    """Pair those who wait for a duel of one pace and preset, but for those whom somebody else is pairing."""
    query = waiting_seeks(*pool, now).limit(MOST_AT_ONCE).with_for_update(skip_locked=True, of=Seek)
    # What was read before the lock may be older than what the lock finds.
    waiting = session.scalars(query, execution_options={"populate_existing": True}).all()
    seeks = {seek.user_id: seek for seek in waiting}
    found = _pairs(session, pool, waiting, now, most_duels)
    lock_players(session, [user_id for each in found for user_id in each[:2]])
    begun = []
    for each in found:
        both = seeks[each.longer], seeks[each.shorter]
        if not without_room(session, each[:2], most_duels):
            begun.append(_begin(session, both, each.clock, now))
    session.flush()
    return begun


def _begin(session: Session, both: tuple[Seek, Seek], clock: str, now: datetime) -> StoredDuel:
    """Begin the duel of two who wait; who is the first player is drawn by lot."""
    one, other = both
    first, second = choice((both, (other, one)))
    terms = Terms(one.preset, clock=CLOCKS[clock], rated=one.rated)
    stored = store_new_duel(session, first.user, second.user, terms, now, BEGUN_BY_SEEK)
    for seek in both:
        seek.duel_id, seek.expires_at = stored.id, now + FOUND_FOR
    session.flush()
    return stored


def _pairs_now(session: Session, pool: Pool, now: datetime, most_duels: int) -> bool:
    waiting = session.scalars(waiting_seeks(*pool, now).limit(MOST_AT_ONCE)).all()
    return bool(_pairs(session, pool, waiting, now, most_duels))


def _pairs(
    session: Session, pool: Pool, waiting: Sequence[Seek], now: datetime, most_duels: int
) -> Sequence[Paired]:
    """Say who would be paired with whom, by four statements, none where fewer than two wait.

    People are paired with people, programs with programs.
    """
    if len(waiting) < len(Player):
        return ()
    full = set(without_room(session, [seek.user_id for seek in waiting], most_duels))
    free = {seek.user_id: seek for seek in waiting if seek.user_id not in full}
    ratings = ratings_of(session, free, *pool, now)
    seekers = [_seeker(seek, ratings[user_id].value.rating, now) for user_id, seek in free.items()]
    separate, met = apart(session, free), _met(session, free, now)
    kinds = {user_id: seek.user.kind for user_id, seek in free.items()}
    return [
        paired
        for kind in sorted(set(kinds.values()))
        for paired in pair(
            [seeker for seeker in seekers if kinds[seeker.user_id] == kind], pool[0], apart=separate, met=met
        )
    ]


def _seeker(seek: Seek, rating: float, now: datetime) -> Seeker:
    return Seeker(seek.user_id, rating, (now - seek.made_at).total_seconds(), seek.clocks, seek.rated)


def _met(session: Session, users: Mapping[int, Seek] | Collection[int], now: datetime) -> set[frozenset[int]]:
    """Return the couples among some accounts that have begun a duel within a day."""
    since, user_ids = now - MET, list(users)
    query = select(StoredDuel.first_id, StoredDuel.second_id).where(
        StoredDuel.first_id.in_(user_ids),
        StoredDuel.second_id.in_(user_ids),
        # Both at once, so that the index by player and end finds them.
        or_(StoredDuel.ended_at.is_(None), StoredDuel.ended_at > since),
        StoredDuel.created_at > since,
    )
    return {frozenset(couple) for couple in session.execute(query)}


def _over(now: datetime) -> Select[int]:
    """Select the seeks that have ended: their time is up, or their page is gone."""
    return select(Seek.id).where(or_(Seek.expires_at <= now, (Seek.duel_id.is_(None)) & ~lives(now)))
