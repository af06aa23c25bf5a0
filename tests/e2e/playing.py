"""Playing the campaign through the pages, and through the services where pages are not meant."""

from datetime import UTC, datetime

from sqlalchemy import select

from adjudicator import Phase
from intimate.codec import read_stored_entry, write_entry
from intimate.events import EventKind
from models import StoredDuel, StoredEntry
from services.challenges import challenges
from services.duels.access import find_duel, lock_awaited_duel, lock_duel
from services.duels.entering import check_entry, store_entry, store_readiness
from services.duels.events import store_event
from services.terms import Terms
from tests.e2e.campaign import campaign, entered, phases, players


def play(phase, sides):
    """Let those whom a phase awaits enter it through their pages and say that they are ready."""
    for player in players(phase):
        fill(phase, player, sides[player].open())
        hand_in(phase, player, sides[player])


def fill(phase, player, page):
    """Put the entry of a phase into the page, in the way in which the campaign has it."""
    assert page.phase == phase["name"]
    if "typed" in phase[player]:
        page.type(phase[player]["typed"])
    else:
        page.enter(entered(phase, player))


def hand_in(phase, player, page):
    answer = page.store_typed_and_say_ready() if "typed" in phase[player] else page.store_and_say_ready()
    assert answer.ok, page.problems()


def begun(database, first, second, **terms):
    """Let a duel begin between two accounts; return its address."""
    now = datetime.now(UTC)
    with database.writing() as session:
        challenge = challenges.create(session, first, "open", None, Terms(**terms), now)
        return f"/duels/{challenges.accept(session, challenge.token, second, now).token}"


def played_until(database, first, second, last=None, **terms):
    """Let a duel be played up to a phase, or to its end; return its address."""
    path = begun(database, first, second, **terms)
    for phase in campaign():
        if phase["name"] == last:
            break
        for player in players(phase):
            enter(
                database,
                path,
                {"first": first, "second": second}[player],
                phase["name"],
                entered(phase, player),
            )
    return path


def enter(database, path, user, phase, content, *, ready=True):
    """Save an entry without its pages and, unless told otherwise, hand it in."""
    token, now = path.rpartition("/")[2], datetime.now(UTC)
    with database.writing() as session:
        checked = check_entry(find_duel(session, token, user), read_stored_entry(content))
        locked = lock_awaited_duel(session, token, user, Phase.parse(phase), now)
        store_entry(locked, checked, now)
        if ready:
            store_readiness(locked, now)


def happen(database, path, user, kind, phase):
    """Let a player do something beside the entries, without its page."""
    now = datetime.now(UTC)
    with database.writing() as session:
        locked = lock_duel(session, path.rpartition("/")[2], user)
        store_event(locked, EventKind(kind), Phase.parse(phase), now)


def phase_named(name):
    return campaign()[phases().index(name)]


def state_of(database, path):
    """Return phase, ordinal and the stored entries of a duel: what a refused entry must not change."""
    token = path.rpartition("/")[2]
    with database.reading() as session:
        stored = session.scalars(select(StoredDuel).where(StoredDuel.token == token)).one()
        return str(stored.phase or ""), stored.ordinal, stored_entries(session, stored)


def stored_entries(session, stored):
    """Return what both have stored for the awaited phase, as records have it."""
    of_phase = select(StoredEntry).where(StoredEntry.duel_id == stored.id, StoredEntry.phase == stored.phase)
    return {entry.player.value: write_entry(entry.content) for entry in session.scalars(of_phase)}
