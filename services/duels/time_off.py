"""Time off that an account has planned for all its duels; each duel gives only what was earned in it."""

from datetime import datetime
from functools import cache

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import Session

from clocks.running import may_take_time_off, take_time_off
from models import TimeOff
from models.ids import UserId
from models.types import UtcDateTime
from services.duels.access import LockedDuel


def planned_time_off(session: Session, user_id: UserId) -> TimeOff | None:
    """Return the time off that an account has planned or has now."""
    return session.get(TimeOff, user_id)


def begin_time_off(locked: LockedDuel, now: datetime, *, in_new_phase: bool = False) -> None:
    """Begin the planned time off of awaited players, as far as they have earned it in this duel.

    in_new_phase: whether nobody has handed in yet. Stored entries play no part, so that time off reveals
    nothing about them.
    """
    stored = locked.stored
    if stored.phase is None or not any(stored.times.time_off.values()):
        return
    whose = {stored.players[player].id: player for player in stored.awaited}
    for plan in locked.session.scalars(_plans_query(), {"user_ids": list(whose), "now": now}).all():
        player = whose[plan.user_id]
        is_thinking = (in_new_phase or not locked.is_ready(player)) and not stored.times.is_out(player, now)
        if is_thinking and may_take_time_off(stored.times, player):
            stored.times = take_time_off(stored.clock, stored.times, player, now, plan.ends_at)


@cache
def _plans_query() -> Select[TimeOff]:
    """Select the plans of some accounts that hold at an instant; built once."""
    now = bindparam("now", type_=UtcDateTime)
    of_them = TimeOff.user_id.in_(bindparam("user_ids", expanding=True))
    return select(TimeOff).where(of_them, TimeOff.begins_at <= now, TimeOff.ends_at > now)
