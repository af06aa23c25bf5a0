"""Play the campaign through pages, or through services where the pages are not under test."""

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
    """Let each awaited player fill in their page and hand in."""
    for player in players(phase):
        fill(phase, player, sides[player].open())
        hand_in(phase, player, sides[player])


def fill(phase, player, page):
    """Fill in the entry of a phase, by menus or typed as the campaign has it."""
    assert page.phase == phase["name"]
    if "typed" in phase[player]:
        page.type(phase[player]["typed"])
    else:
        page.enter(entered(phase, player))


def hand_in(phase, player, page):
    answer = page.store_typed_and_say_ready() if "typed" in phase[player] else page.store_and_say_ready()
    assert answer.ok, page.problems()


def begin_duel(database, first, second, **terms):
    """Begin a duel between two accounts; return its address."""
    now = datetime.now(UTC)
    with database.writing() as session:
        challenge = challenges.create(session, first, "open", None, Terms(**terms), now)
        return f"/duels/{challenges.accept(session, challenge.token, second, now).token}"


def play_until(database, first, second, last=None, **terms):
    """Play a duel up to a phase, or to its end; return its address."""
    path = begin_duel(database, first, second, **terms)
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
    """Save an entry without pages and, by default, hand it in."""
    token, now = path.rpartition("/")[2], datetime.now(UTC)
    with database.writing() as session:
        checked = check_entry(find_duel(session, token, user), read_stored_entry(content))
        locked = lock_awaited_duel(session, token, user, Phase.parse(phase), now)
        store_entry(locked, checked, now)
        if ready:
            store_readiness(locked, now)


def store_player_event(database, path, user, kind, phase):
    """Store an event of a player, such as an offer, without pages."""
    now = datetime.now(UTC)
    with database.writing() as session:
        locked = lock_duel(session, path.rpartition("/")[2], user)
        store_event(locked, EventKind(kind), Phase.parse(phase), now)


def phase_named(name):
    return campaign()[phases().index(name)]


def state_of(database, path):
    """Return the phase, ordinal and stored entries of a duel: a refused entry must not change them."""
    token = path.rpartition("/")[2]
    with database.reading() as session:
        stored = session.scalars(select(StoredDuel).where(StoredDuel.token == token)).one()
        return str(stored.phase or ""), stored.ordinal, stored_entries(session, stored)


def stored_entries(session, stored):
    """Return both players' stored entries for the current phase, in the format of records."""
    of_phase = select(StoredEntry).where(StoredEntry.duel_id == stored.id, StoredEntry.phase == stored.phase)
    return {entry.player.value: write_entry(entry.content) for entry in session.scalars(of_phase)}
