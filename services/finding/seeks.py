"""Seeks: an account waits to be paired with somebody, and finds its duel."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import isinf

from sqlalchemy import ColumnElement, Select, and_, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, joinedload

from clocks.terms import PRESETS as CLOCKS
from competition.seeking import WIDENING
from intimate.variants import PRESETS
from models import Seek, StoredDuel, User
from services.duels.arriving import note_arrival
from services.duels.tables import take_seat
from services.finding.limits import MOST_DUELS, check_room, without_room
from services.ratings.seen import RatingSeen, ratings_of

GONE = timedelta(seconds=30)
"""A live seek ends when its page has been away for so long."""
MINUTE = 60
LASTS = {"live": timedelta(hours=3), "days": timedelta(days=7)}
FOUND_FOR = timedelta(days=1)
"""How long a seek that has found a duel is stored for an owner who does not come to see it."""


class WishRefused(ValueError):
    """Nobody can look for such a duel; field: what is wrong."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


@dataclass(frozen=True)
class Wish:
    """What somebody looks for; clocks: names of those that would do, the best first. Raises WishRefused."""

    pace: str
    preset: str
    clocks: Sequence[str]
    rated: bool

    def __post_init__(self) -> None:
        if self.pace not in WIDENING:
            raise WishRefused("pace")
        if self.preset not in PRESETS:
            raise WishRefused("preset")
        if not self.clocks or any(clock not in clocks_of(self.pace) for clock in self.clocks):
            raise WishRefused("clocks")


@dataclass(frozen=True)
class Waiting:
    """How a seek stands; reach: how far from the own rating it looks, none where anybody will do.

    changes_at, next_reach: when that changes next, and to what; no time where it does not any more.
    ends_at: when it ends by itself. others: how many more look for a duel of this pace and preset.
    has_room: false while its owner plays as many duels as they may.
    """

    wish: Wish
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


def seek(session: Session, user_id: int, wish: Wish, now: datetime, most_duels: int = MOST_DUELS) -> None:
    """Let an account wait from now on, in place of what it waited for; raises TooManyDuels.

    A duel that was found meanwhile stays found.
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


def see(session: Session, user_id: int, now: datetime) -> None:
    """Note that the page of a seek is there."""
    own = (Seek.user_id == user_id, Seek.duel_id.is_(None), lives(now))
    session.execute(update(Seek).where(*own).values(seen_at=now))


def cancel(session: Session, user_id: int) -> None:
    """Wait no more; a duel that was found stays found."""
    session.execute(delete(Seek).where(Seek.user_id == user_id, Seek.duel_id.is_(None)))


def claim(session: Session, user_id: int, now: datetime) -> str | None:
    """Return the token of the duel that was found, and forget the seek; in a live one its owner is there."""
    query = select(StoredDuel.token).join(Seek, Seek.duel_id == StoredDuel.id).where(Seek.user_id == user_id)
    token = session.scalar(query)
    if token is None:
        return None
    seat = take_seat(session, token, user_id)
    opens_until = seat.stored.times.opens_until
    if seat.player and opens_until and now < opens_until:
        note_arrival(seat.stored, seat.player, now)
    session.execute(delete(Seek).where(Seek.user_id == user_id, Seek.duel_id == seat.stored.id))
    return token


def own_seek(session: Session, user_id: int, now: datetime) -> Seek | None:
    """Return what an account waits for or has found, none where that has ended."""
    query = select(Seek).where(Seek.user_id == user_id, or_(Seek.duel_id.is_not(None), lives(now)))
    query = query.options(joinedload(Seek.user))
    return session.scalars(query).one_or_none()


def lives(now: datetime) -> ColumnElement[bool]:
    """Match the seeks that have not ended: live ones whose page is there."""
    return and_(Seek.expires_at > now, or_(Seek.pace != "live", Seek.seen_at > now - GONE))


def waits(pace: str, preset: str, now: datetime) -> ColumnElement[bool]:
    """Match the seeks that wait for a duel of one pace and preset."""
    return and_(Seek.pace == pace, Seek.preset == preset, Seek.duel_id.is_(None), lives(now))


def waiting_seeks(pace: str, preset: str, now: datetime) -> Select[Seek]:
    """Select those that wait for a duel of one pace and preset, the longest waiting first."""
    query = select(Seek).options(joinedload(Seek.user)).where(waits(pace, preset, now))
    return query.order_by(Seek.made_at, Seek.id)


def _reach(width: float) -> int | None:
    return None if isinf(width) else int(width)


def how_it_waits(session: Session, own: Seek, now: datetime, most_duels: int = MOST_DUELS) -> Waiting:
    """Say how a seek stands: how wide it looks, how many others wait, what comes next."""
    waited = (now - own.made_at).total_seconds()
    widening = WIDENING[own.pace]
    change = widening.next_change(waited)
    pool = (waits(own.pace, own.preset, now), Seek.id != own.id, User.kind == own.user.kind)
    others = select(func.count()).select_from(Seek).join(User, User.id == Seek.user_id).where(*pool)
    return Waiting(
        Wish(own.pace, own.preset, own.clocks, own.rated),
        own.made_at,
        ratings_of(session, (own.user_id,), own.pace, own.preset, now)[own.user_id],
        _reach(widening.width(waited)),
        None if change is None else own.made_at + timedelta(seconds=change),
        None if change is None else _reach(widening.width(change)),
        own.expires_at,
        session.scalar(others) or 0,
        not without_room(session, (own.user_id,), most_duels),
    )
