"""Rivals: several players who act on one duel at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from adjudicator import Phase, PhaseKind
from intimate.players import Player
from services.duels import deadlines
from services.duels.access import lock_awaited_duel
from services.duels.entering import store_entry, store_readiness
from services.duels.refusals import DuelRefusal, DuelRefused
from tests.builders import POWERS, RANKS
from tests.fixtures_duels import checked_entry
from tests.fixtures_site import open_database

TOO_LATE = (DuelRefusal.PHASE_OVER, DuelRefusal.NOT_AWAITED, DuelRefusal.NOTHING_TO_HAND_IN)
"""The possible refusals for a player who comes too late."""


def at_once(*acts):
    """Do all acts at the same moment, each in a thread; return each answer or refusal of TOO_LATE."""
    barrier = Barrier(len(acts))

    def run(act):
        barrier.wait(30)
        try:
            return act()
        except DuelRefused as refused:
            if refused.code not in TOO_LATE:
                raise
            return refused

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def contents(state, player):
    """Return two possible entries of a player for the phase of a stored state."""
    kind = Phase.parse(state["phase"]).kind
    if kind is PhaseKind.HOMES:
        return {"homes": RANKS[player.value]}, {"homes": RANKS[player.value][::-1]}
    if kind is PhaseKind.AUCTION:
        hired = next(power for power in POWERS if power not in state["homes"].values())
        return {"bids": {}}, {"bids": {hired: 1}}
    home = state["homes"][player.value]
    return {"orders": {}}, {"orders": {home: [f"{state['units'][home][0]} H"]}}


def enter(database, token, user, phase, content, now):
    """Save an entry and hand it in, in two transactions; return whether it was stored before the end."""
    checked = checked_entry(database, token, user, phase, content)
    with database.writing() as session:
        store_entry(lock_awaited_duel(session, token, user, phase, now), checked, now)
    with database.writing() as session:
        store_readiness(lock_awaited_duel(session, token, user, phase, now), now)
    return True


def enter_elsewhere(url, token, user, phase, content, now):
    """Do the same in another process; return the name of the exception."""
    database = open_database(url)
    try:
        enter(database, token, user, phase, content, now)
    except DuelRefused as refused:
        if refused.code not in TOO_LATE:
            raise
        return refused.code.name
    finally:
        database.close()
    return None


def sweep_elsewhere(url, now):
    """Sweep in another process; return how many duels were resolved."""
    database = open_database(url)
    try:
        return deadlines.sweep(database, lambda: now)
    finally:
        database.close()


def entries_in(chapter):
    """Return the players' entries in a chapter, without the seals."""
    return {
        player: {key: value for key, value in entry.items() if key not in {"salt", "seal", "at"}}
        for player in Player
        if (entry := chapter.entries.get(player.value)) is not None
    }


def checked_chapters(contest):
    """Check that the chapters of a duel are numbered without gaps; return them."""
    chapters = contest.chapters()
    assert [chapter.ordinal for chapter in chapters] == list(range(contest.stored().ordinal))
    phases = [chapter.phase for chapter in chapters if chapter.phase]
    assert len(set(phases)) == len(phases)
    return chapters
