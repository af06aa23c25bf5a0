"""Playing the campaign through the pages, and through the services where pages are not meant."""

from datetime import UTC, datetime

from services import challenges, duels, entries, readiness
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
    """Store an entry without its pages and, unless told otherwise, hand it in."""
    token, now = path.rpartition("/")[2], datetime.now(UTC)
    with database.writing() as session:
        entries.store(session, token, user, phase, content, now)
        if ready:
            readiness.hand_in(session, token, user, phase, now)


def phase_named(name):
    return campaign()[phases().index(name)]


def state_of(database, path):
    """Return phase, ordinal and the stored entries of a duel: what a refused entry must not change."""
    token = path.rpartition("/")[2]
    with database.reading() as session:
        stored = duels.find(session, token, None)
        current = entries.current(session, stored)
        return stored.phase, stored.ordinal, {player: entry.content for player, entry in current.items()}
