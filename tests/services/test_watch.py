"""A watch notifies its listeners of each change once, and stops when they lose access."""

import asyncio
import logging
from datetime import timedelta

import pytest
from sqlalchemy import delete

from adjudicator import Phase
from models import Report, User
from models.sealed import token_hash
from services.accounts import sessions
from services.duels.authority import appoint
from services.duels.stamps import Holder, Stamp, WatchedDuel, entitled, read_stamp, read_stamps
from services.refused import NotFound
from services.watch import Watch
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND
from tests.services.looking import selects
from tests.streaming import run

NEVER = 3600
SOON = 30
KNOWN = Stamp(1, 0, Phase.parse("HOMES"), (None, None))


def everybody(contest):
    """What spectators watch."""
    return WatchedDuel(contest.id, None)


async def heard(listener):
    """Return everything that a listener has received so far."""
    await asyncio.sleep(0)
    return await listener.wait(0)


@pytest.fixture
def stamp(any_database):
    """Return a function that reads the stamp of a duel."""

    def read(contest):
        with any_database.reading() as session:
            return read_stamps(session, [everybody(contest)])[everybody(contest)]

    return read


@pytest.fixture
def watch(any_database):
    """Yield a watch that looks only when the test says so."""
    watch = Watch(any_database, NEVER, read_stamps)
    yield watch
    watch.stop()


def test_listeners_hear_of_their_own_duel_and_of_each_change_once(begun, watch, stamp):
    async def listen(ours, other):
        with (
            watch.listening(everybody(ours), stamp(ours)) as one,
            watch.listening(everybody(ours), stamp(ours)) as two,
        ):
            other.enter(FIRST, LISTS[FIRST])
            watch.look()
            assert await heard(one) is None
            ours.enter(FIRST, LISTS[FIRST])
            watch.look()
            assert await heard(one) == await heard(two) == stamp(ours)
            watch.look()
            assert await heard(one) is None

    run(listen(begun(), begun()))


def test_a_listener_gets_the_last_of_several_changes(contest, watch, stamp):
    async def listen(known):
        contest.enter(FIRST, LISTS[FIRST])
        with watch.listening(everybody(contest), known) as listener:
            watch.look()
            contest.enter(SECOND, LISTS[SECOND])
            watch.look()
            assert await heard(listener) == stamp(contest)
            assert str(listener.stamp) == "1.S1901B.-.-.3"
            assert await heard(listener) is None

    run(listen(stamp(contest)))


def test_one_query_reads_the_stamps_of_all_duels(begun, watch, any_database):
    def numbers(asked):
        """Return the duels named in one statement."""
        ((_, given),) = asked
        values = given.values() if isinstance(given, dict) else given
        return {value for value in values if isinstance(value, int)}

    async def listen(first, second):
        with watch.listening(everybody(first), KNOWN), watch.listening(everybody(second), KNOWN):
            with selects(any_database) as asked:
                watch.look()
            assert numbers(asked) == {first.id, second.id}
        with selects(any_database) as asked:
            watch.look()
        assert numbers(asked) == set()

    run(listen(begun(), begun()))


def test_a_look_that_fails_is_logged_once_and_the_next_one_finds_what_changed(
    contest, any_database, stamp, caplog
):
    fails = [True, True]
    watch = Watch(any_database, NEVER, lambda *given: 1 / 0 if fails and fails.pop() else read_stamps(*given))

    async def listen():
        with watch.listening(everybody(contest), stamp(contest)) as listener, caplog.at_level(logging.ERROR):
            contest.enter(FIRST, LISTS[FIRST])
            watch.look()
            watch.look()
            assert await heard(listener) is None
            assert caplog.text.count("ZeroDivisionError") == 1
            watch.look()
            assert await heard(listener) == stamp(contest)

    run(listen())
    watch.stop()


def test_a_thread_looks_only_while_somebody_listens(contest, any_database, stamp):
    watch = Watch(any_database, 0.01, read_stamps)

    async def listen(player):
        with watch.listening(everybody(contest), stamp(contest)) as listener:
            thread = watch._thread
            contest.enter(player, LISTS[player])
            assert await listener.wait(SOON) == stamp(contest)
        return thread

    assert watch._thread is None
    for player in (FIRST, SECOND):
        thread = run(listen(player))
        thread.join(SOON)
        assert not thread.is_alive()
        assert watch._thread is None


def test_a_listener_whose_session_ended_hears_no_more_but_others_do(contest, any_database, stamp):
    gone = set()
    watch = Watch(any_database, NEVER, read_stamps, lambda _, holders: set(holders) - gone)

    async def listen(known):
        with (
            watch.listening(everybody(contest), known, "anna") as anna,
            watch.listening(everybody(contest), known, "boris") as boris,
        ):
            watch.look()
            assert not anna.is_over
            gone.add("anna")
            contest.enter(FIRST, LISTS[FIRST])
            watch.look()
            assert (await heard(anna), anna.is_over) == (known, True)
            assert (await heard(boris), boris.is_over) == (stamp(contest), False)

    run(listen(stamp(contest)))
    watch.stop()


@pytest.fixture
def session_of(any_database, people):
    """Return a function that logs an account in and returns the token."""

    def log_in(name):
        with any_database.writing() as session:
            return sessions.begin(session, session.get_one(User, people[name]), LATER)

    return log_in


def kept(database, holders, now=LATER):
    with database.reading() as session:
        return entitled(session, holders, now.date())


def test_an_open_page_hears_as_long_as_its_session_lasts(any_database, session_of):
    token, other = session_of("anna"), session_of("anna")
    mine, theirs = (Holder(token_hash(each)) for each in (token, other))
    holders = {mine, theirs, Holder(), Holder("made up")}
    assert kept(any_database, holders) == {mine, theirs, Holder()}
    with any_database.writing() as session:
        sessions.end(session, token)
    assert kept(any_database, holders) == {theirs, Holder()}
    assert kept(any_database, holders, LATER + timedelta(days=91)) == {Holder()}


def test_all_sessions_are_looked_up_by_one_statement(any_database, session_of):
    holders = {Holder(token_hash(session_of(name))) for name in ("anna", "boris", "anna")}
    with any_database.reading() as session, selects(any_database) as asked:
        assert entitled(session, holders, LATER.date()) == holders
    assert len(asked) == 1


def test_an_arbiter_hears_of_a_private_duel_as_long_as_they_rule_on_it(any_database, begun, people):
    private, clara = begun(public=False), people["clara"]
    holder = Holder(None, (private.id, clara))
    with any_database.writing() as session:
        appoint(session, "clara", LATER)
        report = Report(
            reporter_id=people["anna"], kind="arbiter", duel_id=private.id, text="Come.", made_at=LATER
        )
        session.add(report)
    with any_database.reading() as session:
        assert read_stamp(session, private.token, clara).as_arbiter
        assert not read_stamp(session, private.token, people["anna"]).as_arbiter
    assert kept(any_database, {holder}) == {holder}
    with any_database.writing() as session:
        session.execute(delete(Report))
    assert kept(any_database, {holder}) == set()
    with any_database.reading() as session, pytest.raises(NotFound):
        read_stamp(session, private.token, clara)
