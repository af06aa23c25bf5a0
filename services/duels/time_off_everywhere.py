"""Planning time off from all running duels at once, beginning it there, and coming back to all of them."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, or_, select, update
from sqlalchemy.orm import Session

from clocks.running import NOTHING, come_back
from models import Database, StoredDuel, TimeOff, User
from models.account import IS_TO_BEGIN
from models.base import unless_there
from models.ids import DuelId, UserId
from services.duels.access import LockedDuel, lock_for_clock, with_players
from services.duels.resolving import resolve_or_set_aside
from services.duels.time_off import begin_time_off

Clock = Callable[[], datetime]
Step = Callable[[LockedDuel, UserId, datetime], None]
LONGEST = timedelta(days=60)
FARTHEST = timedelta(days=365)
"""How far ahead time off can be planned."""


class Allowance(NamedTuple):
    """A running duel with the time off that its player has left in it.

    can_earn: whether its clock gives any. is_away: whether they have time off there now.
    """

    duel: StoredDuel
    opponent: User
    left: timedelta
    can_earn: bool
    is_away: bool


def allowances(session: Session, user_id: UserId) -> Sequence[Allowance]:
    """List an account's running duels, the largest allowance first."""
    found = []
    for duel in session.scalars(with_players().where(_runs_for(user_id))):
        player = duel.player(user_id)
        if player is not None:
            left = duel.times.time_off.get(player, NOTHING)
            opponent = duel.players[player.opponent]
            found.append(Allowance(duel, opponent, left, duel.clock.time_off > 0, player in duel.times.away))
    return sorted(found, key=lambda each: (-each.left, each.duel.id))


def _runs_for(user_id: UserId) -> ColumnElement[bool]:
    plays = or_(StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)
    return plays & StoredDuel.ended_at.is_(None) & StoredDuel.level.is_(None)


def plan_time_off(
    session: Session, user_id: UserId, begins_at: datetime, ends_at: datetime, now: datetime
) -> None:
    """Plan time off in place of what was planned; raises ValueError for impossible instants.

    `take_everywhere` begins it in the running duels if it begins now.
    """
    is_possible = now <= begins_at < ends_at and begins_at <= now + FARTHEST
    if not is_possible or ends_at - begins_at > LONGEST:
        raise ValueError(begins_at, ends_at)
    values = {"begins_at": begins_at, "ends_at": ends_at, "is_begun": False}
    session.execute(unless_there(session, TimeOff).values(user_id=user_id, **values))
    session.execute(update(TimeOff).where(TimeOff.user_id == user_id).values(values))


def take_everywhere(database: Database, clock: Clock, user_id: UserId) -> int:
    """Begin the time off of an account in its running duels; return in how many it is away now.

    If it is away in a duel already, that time off begins anew by the plan.
    """
    taken = 0

    def take(locked: LockedDuel, user_id: UserId, now: datetime) -> None:
        nonlocal taken
        _come_back(locked, user_id, now)
        begin_time_off(locked, now)
        taken += locked.stored.player(user_id) in locked.stored.times.away

    _in_each(database, clock, user_id, take)
    with database.writing() as session:
        session.execute(update(TimeOff).where(TimeOff.user_id == user_id).values(is_begun=True))
    return taken


def come_back_everywhere(database: Database, clock: Clock, user_id: UserId) -> None:
    """Delete the plan of an account, and end its time off in all running duels."""
    with database.writing() as session:
        session.execute(delete(TimeOff).where(TimeOff.user_id == user_id))
    _in_each(database, clock, user_id, _come_back)


def _come_back(locked: LockedDuel, user_id: UserId, now: datetime) -> None:
    stored = locked.stored
    player = stored.player(user_id)
    if player is not None and player in stored.times.away:
        stored.times = come_back(stored.clock, stored.times, player, now)


def _in_each(database: Database, clock: Clock, user_id: UserId, step: Step) -> None:
    """Do something in each running duel of an account that has a clock, each in its own transaction."""
    with database.reading() as session:
        duel_ids = session.scalars(select(StoredDuel.id).where(_runs_for(user_id))).all()
    for duel_id in sorted(duel_ids):
        _in_one(database, clock, duel_id, user_id, step)


def _in_one(database: Database, clock: Clock, duel_id: DuelId, user_id: UserId, step: Step) -> None:
    with database.writing() as session:
        locked = lock_for_clock(session, duel_id)
        if locked is None or locked.stored.stuck_at is not None:
            return
        now = clock()
        resolve_or_set_aside(locked, now)
        if locked.stored.phase is not None and locked.stored.stuck_at is None:
            step(locked, user_id, now)


def begin_planned(database: Database, clock: Clock) -> int:
    """Begin all planned time off that is due, and delete plans that are over; return how many began."""
    now = clock()
    with database.reading() as session:
        begun = select(TimeOff.user_id).where(TimeOff.begins_at <= now, IS_TO_BEGIN)
        user_ids = session.scalars(begun).all()
        is_any_over = session.scalar(select(TimeOff.user_id).where(TimeOff.ends_at <= now).limit(1))
    for user_id in user_ids:
        take_everywhere(database, clock, user_id)
    if is_any_over is not None:
        with database.writing() as session:
            session.execute(delete(TimeOff).where(TimeOff.ends_at <= now))
    return len(user_ids)
