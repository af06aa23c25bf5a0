"""Checks after a storm: nothing confirmed is lost, and each duel went on by the rules."""

from sqlalchemy import select
from sqlalchemy.orm import undefer

from intimate.codec import read_stored_entry, write_duel, write_entry
from intimate.duel import Ending
from intimate.record import load
from intimate.replay import chapters_of
from models import StoredChapter, StoredDuel, StoredEntry
from services.history.chapters import load_record

KINDS = ("homes", "bids", "orders")


def same(content):
    """Return an entry in the site's own form, from any source, without what the site adds."""
    plain = {kind: content[kind] for kind in KINDS if kind in content}
    return {kind: value for kind, value in write_entry(read_stored_entry(plain)).items() if kind in KINDS}


def lost(database, notes):
    """List the confirmed entries that are neither revealed nor still stored.

    Entries of a phase that never ended, because the duel ended before, do not count.
    """
    found, missed = stored_entries(database), last_phases(database)
    return [
        (place, found.get(place), [(told.content, told.is_confirmed) for told in tells])
        for place, tells in notes.entries.items()
        if place[:2] not in missed and not may_stand(found.get(place), tells)
    ]


def last_phases(database):
    """Return, by duel, the phases in which an absence ended the duel."""
    absences = select(StoredDuel).where(StoredDuel.reason == Ending.ABSENT).options(undefer(StoredDuel.state))
    with database.reading() as session:
        return {(ended.token, str(ended.duel.result.phase)) for ended in session.scalars(absences)}


def may_stand(content, tells):
    """Whether the stored entry is the last confirmed one, or a later one without a confirmation."""
    confirmed = [number for number, told in enumerate(tells) if told.is_confirmed]
    allowed = tells[confirmed[-1] :] if confirmed else tells
    if content is None:
        return not confirmed
    return any(same(told.content) == same(content) for told in allowed)


def stored_entries(database):
    """Return all revealed or stored entries, by duel, phase and account."""
    found = {}
    with database.reading() as session:
        for stored in session.scalars(select(StoredDuel)):
            players = {player.value: name for player, name in stored.names.items()}
            chapters = select(StoredChapter).where(StoredChapter.duel_id == stored.id)
            for chapter in session.scalars(chapters.options(undefer(StoredChapter.entries))):
                for player, entry in (chapter.entries or {}).items():
                    found[stored.token, str(chapter.phase), players[player]] = entry
            waiting = select(StoredEntry).where(StoredEntry.duel_id == stored.id)
            for entry in session.scalars(waiting):
                place = (stored.token, str(entry.phase), players[entry.player.value])
                found.setdefault(place, write_entry(entry.content))
    return found


def broken(database):
    """List the duels that are paused by an error, have gaps in their chapters, or do not replay."""
    with database.reading() as session:
        return [
            (stored.token, fault)
            for stored in session.scalars(select(StoredDuel).options(undefer(StoredDuel.state)))
            if (fault := fault_of(session, stored)) is not None
        ]


def fault_of(session, stored):
    ordinals = select(StoredChapter.ordinal).where(StoredChapter.duel_id == stored.id)
    if stored.stuck_at is not None:
        return f"stuck by {stored.stuck_by}"
    if sorted(session.scalars(ordinals)) != list(range(stored.ordinal)):
        return "chapters are missing or twice"
    record = load(load_record(session, stored))
    after = record.start
    for chapter in chapters_of(record):
        after = chapter.after
    return None if write_duel(after) == write_duel(stored.duel) else "its record leads elsewhere"


def overdue(database, now):
    """List the unresolved duels past their deadline."""
    with database.reading() as session:
        query = select(StoredDuel.token).where(StoredDuel.deadline_at <= now, StoredDuel.stuck_at.is_(None))
        return session.scalars(query).all()


def figures(database, notes):
    """Count what happened."""
    with database.reading() as session:
        phases = session.scalars(select(StoredDuel.phase)).all()
        chapters = len(session.scalars(select(StoredChapter.id)).all())
    tells = [told for each in notes.entries.values() for told in each]
    confirmed = sum(told.is_confirmed for told in tells)
    return {
        "duels": len(phases),
        "ended": phases.count(None),
        "chapters": chapters,
        "entries confirmed": confirmed,
        "entries in doubt": len(tells) - confirmed,
        "answers": dict(sorted(notes.answers.items())),
    }
