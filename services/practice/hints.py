"""Hints: what the strongest level would enter in the player's place, if they ask."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from adjudicator import Power, Province, Unit
from intimate.codec import read_stored_entry, write_entry
from intimate.entries import Entry
from intimate.players import Player
from intimate.view import View
from models import Job, StoredDuel
from models.ids import DuelId
from models.jobs import JobPurpose
from opponent.chance import Chance
from opponent.choosing import choose
from opponent.explaining import Motive, MotiveKind, explain
from opponent.levels import Level
from services.duels.access import DuelForViewer, LockedDuel
from services.duels.entering import check_entry, store_entry
from services.duels.refusals import DuelRefusal, DuelRefused
from services.jobs.queue import JobContext, Outdated, answer_next, ask, chance_of, find_job


def ask_for_hint(locked: LockedDuel, now: datetime) -> None:
    """Ask for a hint for the awaited phase; raises DuelRefused."""
    stored = locked.stored
    if stored.level is None or locked.player is not Player.FIRST:
        raise DuelRefused(DuelRefusal.NOT_A_PLAYER)
    if stored.phase is None:
        raise DuelRefused(DuelRefusal.PHASE_OVER)
    if Player.FIRST not in stored.awaited:
        raise DuelRefused(DuelRefusal.NOT_AWAITED)
    ask(locked.session, stored.id, JobPurpose.HINT, stored.ordinal, now)


def find_hint(session: Session, viewed: DuelForViewer) -> Job | None:
    """Find the hint for the awaited phase; only its player has one."""
    stored = viewed.stored
    if stored.level is None or viewed.player is not Player.FIRST or stored.phase is None:
        return None
    return find_job(session, stored.id, JobPurpose.HINT, stored.ordinal)


def hinted_entry(job: Job) -> Entry | None:
    """Return the entry of a hint; None while it is awaited, or if it failed."""
    return read_stored_entry(job.content["entry"]) if job.content else None


def hint_motives(job: Job) -> Sequence[Motive]:
    """Return the motives of a hint's orders or bids, the weightiest first."""
    return [_read_motive(written) for written in (job.content or {}).get("motives", ())]


def take_hint_over(locked: LockedDuel, viewed: DuelForViewer, now: datetime) -> bool:
    """Store a hint as its player's entry; False if there is none yet for this phase.

    viewed: the duel as it was read before the lock. Raises EntryError, which no hint should cause.
    """
    job = find_hint(locked.session, viewed)
    entry = hinted_entry(job) if job else None
    if entry is None or viewed.stored.ordinal != locked.stored.ordinal:
        return False
    store_entry(locked, check_entry(viewed, entry), now)
    return True


def answer_next_hint(context: JobContext) -> bool:
    """Compute the hint that has waited longest; False if none waits."""
    return answer_next(context, JobPurpose.HINT, prepare, count_hint)


def prepare(_: Session, stored: StoredDuel, ordinal: int, key: str) -> Callable[[], Mapping[str, Any]]:
    """Return the function that computes a hint, from what its player may see."""
    view, chance = View(stored.duel, Player.FIRST), chance_of(key, JobPurpose.HINT, stored.token, ordinal)
    if stored.ordinal != ordinal or not view.is_awaited:
        raise Outdated
    return partial(make_hint, view, chance)


def make_hint(view: View, chance: Chance) -> Mapping[str, Any]:
    """Choose an entry at the strongest level; return it as a job stores it."""
    answer = choose(view, Level.MARSHAL, chance)
    motives = explain(view, answer.entry, chance)
    return {
        "entry": write_entry(answer.entry),
        "worth": round(answer.worth, 3),
        "motives": [_write_motive(motive) for motive in motives],
    }


def _write_motive(motive: Motive) -> Mapping[str, Any]:
    units = {name: getattr(motive, name) for name in ("unit", "by", "served")}
    return {
        "kind": motive.kind,
        "power": motive.power,
        "place": motive.place,
        "number": motive.number,
        **{name: unit and str(unit) for name, unit in units.items()},
    }


def _read_motive(written: Mapping[str, Any]) -> Motive:
    unit, by, served = (
        Unit.parse(text) if (text := written[name]) else None for name in ("unit", "by", "served")
    )
    place = Province(written["place"]) if written["place"] else None
    power, number = Power(written["power"]), int(written["number"])
    return Motive(MotiveKind(written["kind"]), power, unit, place, by, served, number)


def count_hint(session: Session, duel_id: DuelId) -> None:
    """Count a hint; the duel's new version makes the open page fetch it."""
    given = (Job.duel_id == duel_id, Job.purpose == JobPurpose.HINT, Job.content.is_not(None))
    hinted = select(func.count()).select_from(Job).where(*given).scalar_subquery()
    session.execute(
        update(StoredDuel)
        .where(StoredDuel.id == duel_id)
        .values(hinted=hinted, version=StoredDuel.version + 1),
        execution_options={"synchronize_session": False},
    )
