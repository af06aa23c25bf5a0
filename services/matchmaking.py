"""Matchmaking: waiting seeks and their pairing, safe even if several processes pair at once."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import isinf
from secrets import choice

from sqlalchemy import ColumnElement, Select, and_, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, joinedload

from clocks.terms import PRESETS as CLOCKS
from competition.seeking import WIDENING, Paired, Seeker, again_in, pair
from intimate.errors import SettingError
from intimate.players import Player
from models import Database, Seek, StoredDuel, User
from models.ids import DuelToken, SeekId, UserId
from services.accounts.accounts import lock_accounts
from services.accounts.blocks import apart
from services.duels.access import lock_duel, note_arrival
from services.duels.beginning import MOST_DUELS, Recipients, check_room, store_new_duel, without_room
from services.ratings.shown import RatingSeen, ratings_of
from services.terms import RATED_PRESETS, Terms

GONE = timedelta(seconds=30)
"""A live seek ends when its page has been silent for this long."""
LASTS = {"live": timedelta(hours=3), "days": timedelta(days=7)}
FOUND_FOR = timedelta(days=1)
"""How long a seek that has found a duel is kept if its owner does not come back."""


@dataclass(frozen=True)
class SeekWish:
    """What an account looks for; clocks: names of acceptable ones, best first. Raises SettingError."""

    pace: str
    preset: str
    clocks: Sequence[str]
    rated: bool

    def __post_init__(self) -> None:
        if self.pace not in WIDENING:
            raise SettingError("pace", self.pace, "has no matchmaking")
        if self.preset not in RATED_PRESETS:
            raise SettingError("preset", self.preset, "is never rated")
        if not self.clocks or any(clock not in clocks_of(self.pace) for clock in self.clocks):
            raise SettingError("clocks", tuple(self.clocks), "must name at least one clock of this pace")


@dataclass(frozen=True)
class WaitingSeek:
    """The state of a seek; reach: the widest difference of ratings that it accepts, None for any.

    changes_at, next_reach: when the reach changes next, and to what; None if it does not change any more.
    ends_at: when the seek ends by itself. others: how many others look for a duel of this pace and preset.
    has_room: False while its owner plays as many duels as they may.
    """

    wish: SeekWish
    since: datetime
    rating: RatingSeen
    reach: int | None
    changes_at: datetime | None
    next_reach: int | None
    ends_at: datetime
    others: int
    has_room: bool


def clocks_of(pace: str) -> Sequence[str]:
    """List the names of the clocks of a pace, the quickest first."""
    return [name for name, clock in CLOCKS.items() if clock.pace == pace]


def seek(
    session: Session, user_id: UserId, wish: SeekWish, now: datetime, most_duels: int = MOST_DUELS
) -> None:
    """Put an account in the queue, in place of its former seek; raises DuelRefused.

    If a duel was found meanwhile, it stays found.
    """
    check_room(session, (user_id,), most_duels)
    values = {
        "pace": wish.pace,
        "preset": wish.preset,
        "clocks": list(wish.clocks),
        "rated": wish.rated,
        "made_at": now,
        "seen_at": now,
        "expires_at": now + LASTS[wish.pace],
    }
    is_postgres = session.get_bind().dialect.name == "postgresql"
    insert = (postgresql.insert if is_postgres else sqlite.insert)(Seek).values(user_id=user_id, **values)
    session.execute(
        insert.on_conflict_do_update(index_elements=[Seek.user_id], set_=values, where=Seek.duel_id.is_(None))
    )


def see(session: Session, user_id: UserId, now: datetime) -> None:
    """Note that the page of a seek is still open."""
    own = (Seek.user_id == user_id, Seek.duel_id.is_(None), lives(now))
    session.execute(update(Seek).where(*own).values(seen_at=now))


def cancel(session: Session, user_id: UserId) -> None:
    """End a seek; a duel that was found stays found."""
    session.execute(delete(Seek).where(Seek.user_id == user_id, Seek.duel_id.is_(None)))


def claim(session: Session, user_id: UserId, now: datetime) -> DuelToken | None:
    """Return the token of the duel found, and delete the seek; in a live duel, note the owner's arrival."""
    query = select(StoredDuel.token).join(Seek, Seek.duel_id == StoredDuel.id).where(Seek.user_id == user_id)
    token = session.scalar(query)
    if token is None:
        return None
    locked = lock_duel(session, token, user_id)
    opens_until = locked.stored.times.opens_until
    if locked.player and opens_until and now < opens_until:
        note_arrival(locked.stored, locked.player, now)
    session.execute(delete(Seek).where(Seek.user_id == user_id, Seek.duel_id == locked.stored.id))
    return token


def own_seek(session: Session, user_id: UserId, now: datetime) -> Seek | None:
    """Return an account's seek, waiting or successful; None if it has ended."""
    query = select(Seek).where(Seek.user_id == user_id, or_(Seek.duel_id.is_not(None), lives(now)))
    query = query.options(joinedload(Seek.user))
    return session.scalars(query).one_or_none()


def lives(now: datetime) -> ColumnElement[bool]:
    """Match the seeks that have not ended; a live one ends when its page is gone."""
    return and_(Seek.expires_at > now, or_(Seek.pace != "live", Seek.seen_at > now - GONE))


def waits(pace: str, preset: str, now: datetime) -> ColumnElement[bool]:
    """Match the seeks that wait for a duel of one pace and preset."""
    return and_(Seek.pace == pace, Seek.preset == preset, Seek.duel_id.is_(None), lives(now))


def waiting_seeks(pace: str, preset: str, now: datetime) -> Select[Seek]:
    """Select the seeks of one pace and preset, the longest waiting first."""
    query = select(Seek).options(joinedload(Seek.user)).where(waits(pace, preset, now))
    return query.order_by(Seek.made_at, Seek.id)


def _reach(width: float) -> int | None:
    return None if isinf(width) else int(width)


def how_it_waits(session: Session, own: Seek, now: datetime, most_duels: int = MOST_DUELS) -> WaitingSeek:
    """Return the state of a seek: how far it looks, how many others wait, what comes next."""
    waited = (now - own.made_at).total_seconds()
    widening = WIDENING[own.pace]
    change = widening.next_change(waited)
    pool = (waits(own.pace, own.preset, now), Seek.id != own.id, User.kind == own.user.kind)
    others = select(func.count()).select_from(Seek).join(User, User.id == Seek.user_id).where(*pool)
    return WaitingSeek(
        SeekWish(own.pace, own.preset, own.clocks, own.rated),
        own.made_at,
        ratings_of(session, (own.user_id,), own.pace, own.preset, now)[own.user_id],
        _reach(widening.width(waited)),
        None if change is None else own.made_at + timedelta(seconds=change),
        None if change is None else _reach(widening.width(change)),
        own.expires_at,
        session.scalar(others) or 0,
        not without_room(session, (own.user_id,), most_duels),
    )


MOST_AT_ONCE = 200
"""How many seeks of one pace and preset are paired together, the longest waiting first."""
MET = timedelta(days=1)
"""Two players who began a duel within this time are paired again only if there is nobody else."""
BEGUN_BY_SEEK = Recipients(tuple(Player), "seek")
Pool = tuple[str, str]


def sweep(database: Database, clock: Callable[[], datetime], most_duels: int = MOST_DUELS) -> int:
    """Pair everybody who can be paired, delete ended seeks, and return how many duels have begun.

    Nothing is locked if nobody can be paired.
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
    """Pair the seeks of one pace and preset; return how many duels begin."""
    with database.writing() as session:
        return len(pair_waiting(session, pool, now, most_duels))


def pair_waiting(
    session: Session, pool: Pool, now: datetime, most_duels: int = MOST_DUELS
) -> Sequence[StoredDuel]:
    """Pair the seeks of one pace and preset, except those that another process is pairing."""
    query = waiting_seeks(*pool, now).limit(MOST_AT_ONCE).with_for_update(skip_locked=True, of=Seek)
    # Rows read before the lock may be stale: read them again.
    waiting = session.scalars(query, execution_options={"populate_existing": True}).all()
    seeks = {seek.user_id: seek for seek in waiting}
    found = _pairs(session, pool, waiting, now, most_duels)
    couples = [(UserId(each.longer), UserId(each.shorter)) for each in found]
    lock_accounts(session, [user_id for couple in couples for user_id in couple])
    begun = []
    for each, (longer, shorter) in zip(found, couples, strict=True):
        if not without_room(session, (longer, shorter), most_duels):
            begun.append(_begin(session, (seeks[longer], seeks[shorter]), each.clock, now))
    session.flush()
    return begun


def _begin(session: Session, both: tuple[Seek, Seek], clock: str, now: datetime) -> StoredDuel:
    """Begin the duel of two seeks; which player is the first is drawn at random."""
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
    """Return the pairs to make, by four statements; none if fewer than two wait.

    People are paired with people, bots with bots.
    """
    if len(waiting) < len(Player):
        return ()
    free = _with_room(session, waiting, most_duels)
    seekers = _seekers(session, pool, free, now)
    separate, met = apart(session, free), _met(session, free, now)
    kinds = {user_id: seek.user.kind for user_id, seek in free.items()}
    return [
        paired
        for kind in sorted(set(kinds.values()))
        for paired in pair(
            [seeker for seeker in seekers if kinds[UserId(seeker.user_id)] == kind],
            pool[0],
            apart=separate,
            met=met,
        )
    ]


def meets_again_at(
    session: Session, own: Seek, now: datetime, most_duels: int = MOST_DUELS
) -> datetime | None:
    """Return when a player is paired again with a recent opponent, if nobody else comes.

    None if no recent opponent waits, or if either of the two has another possible opponent.
    """
    pool = own.pace, own.preset
    query = waiting_seeks(*pool, now).where(User.kind == own.user.kind).join(User, User.id == Seek.user_id)
    waiting = session.scalars(query.limit(MOST_AT_ONCE)).all()
    if len(waiting) < len(Player):
        return None
    free = _with_room(session, waiting, most_duels)
    seekers = {each.user_id: each for each in _seekers(session, pool, free, now)}
    if own.user_id not in seekers:
        return None
    couples = {"apart": apart(session, free), "met": _met(session, free, now)}
    seconds = again_in(seekers[own.user_id], seekers.values(), **couples)
    return None if seconds is None else now + timedelta(seconds=seconds)


def _with_room(session: Session, waiting: Sequence[Seek], most_duels: int) -> dict[UserId, Seek]:
    full = set(without_room(session, [seek.user_id for seek in waiting], most_duels))
    return {seek.user_id: seek for seek in waiting if seek.user_id not in full}


def _seekers(session: Session, pool: Pool, free: Mapping[UserId, Seek], now: datetime) -> list[Seeker]:
    ratings = ratings_of(session, free, *pool, now)
    return [_seeker(seek, ratings[user_id].value.rating, now) for user_id, seek in free.items()]


def _seeker(seek: Seek, rating: float, now: datetime) -> Seeker:
    return Seeker(seek.user_id, rating, (now - seek.made_at).total_seconds(), seek.clocks, seek.rated)


def _met(session: Session, users: Collection[UserId], now: datetime) -> set[frozenset[UserId]]:
    """Return the pairs among some accounts that have begun a duel within a day."""
    since, user_ids = now - MET, list(users)
    query = select(StoredDuel.first_id, StoredDuel.second_id).where(
        StoredDuel.first_id.in_(user_ids),
        StoredDuel.second_id.in_(user_ids),
        # Filter on both columns, so that the index on player and end is used.
        or_(StoredDuel.ended_at.is_(None), StoredDuel.ended_at > since),
        StoredDuel.created_at > since,
    )
    return {frozenset(couple) for couple in session.execute(query)}


def _over(now: datetime) -> Select[SeekId]:
    """Select the seeks that have ended: their time is up, or their page is gone."""
    return select(Seek.id).where(or_(Seek.expires_at <= now, (Seek.duel_id.is_(None)) & ~lives(now)))
