"""Hints: what the strongest level would enter in the place of whoever practises, once they have asked."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from intimate.codec import read_stored_entry, write_entry
from intimate.entries import Entry
from intimate.players import Player
from intimate.view import View
from models import StoredDuel, Thought
from opponent.chance import Chance
from opponent.choosing import choose
from opponent.levels import Level
from services.duels.entering import check_entry, store_entry
from services.duels.tables import NotAPlayer, NotAwaited, PhaseOver, Seat, Table
from services.practice.chance import chance_of
from services.practice.thoughts import Bench, Outdated, answer_next, ask, find_thought

HINT = "hint"


def ask_for_hint(seat: Seat, now: datetime) -> None:
    """Ask about the phase that awaits whoever practises; raises NotAPlayer, PhaseOver, NotAwaited."""
    stored = seat.stored
    if stored.level is None or seat.player is not Player.FIRST:
        raise NotAPlayer
    if stored.phase is None:
        raise PhaseOver
    if Player.FIRST not in stored.awaited:
        raise NotAwaited
    ask(seat.session, stored.id, HINT, stored.ordinal, now)


def find_hint(session: Session, table: Table) -> Thought | None:
    """Find the hint for the awaited phase; nobody but its player has one."""
    stored = table.stored
    if stored.level is None or table.player is not Player.FIRST or stored.phase is None:
        return None
    return find_thought(session, stored.id, HINT, stored.ordinal)


def hinted_entry(thought: Thought) -> Entry | None:
    """Return the entry of a hint; None while it is thought about, or where that failed."""
    return read_stored_entry(thought.content["entry"]) if thought.content else None


def take_hint_over(seat: Seat, table: Table, now: datetime) -> bool:
    """Store a hint as the entry of its player; False where there is none yet for this phase.

    table: as it was read before the lock. Raises EntryError, which no hint should bring about.
    """
    thought = find_hint(seat.session, table)
    entry = hinted_entry(thought) if thought else None
    if entry is None or table.stored.ordinal != seat.stored.ordinal:
        return False
    store_entry(seat, check_entry(table, entry), now)
    return True


def answer_next_hint(bench: Bench) -> bool:
    """Answer the question that has waited longest; False where none waits."""
    return answer_next(bench, HINT, prepare, count_hint)


def prepare(_: Session, stored: StoredDuel, ordinal: int, key: str) -> Callable[[], Mapping[str, Any]]:
    """Return what is to be computed for a hint, from what its player may see."""
    view, chance = View(stored.duel, Player.FIRST), chance_of(key, HINT, stored.token, ordinal)
    if stored.ordinal != ordinal or not view.is_awaited:
        raise Outdated
    return partial(think_of_hint, view, chance)


def think_of_hint(view: View, chance: Chance) -> Mapping[str, Any]:
    """Choose an entry at the strongest level, as a thought holds it."""
    answer = choose(view, Level.MARSHAL, chance)
    return {"entry": write_entry(answer.entry), "worth": round(answer.worth, 3)}


def count_hint(session: Session, duel_id: int) -> None:
    """Count the hints that were given; the new version tells the open page that there is an answer."""
    given = (Thought.duel_id == duel_id, Thought.purpose == HINT, Thought.content.is_not(None))
    hinted = select(func.count()).select_from(Thought).where(*given).scalar_subquery()
    session.execute(
        update(StoredDuel)
        .where(StoredDuel.id == duel_id)
        .values(hinted=hinted, version=StoredDuel.version + 1),
        execution_options={"synchronize_session": False},
    )
