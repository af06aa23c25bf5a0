"""Watching: the stamp tells what all may see and nothing sealed; a watch tells of each change once."""

import logging

import pytest

from adjudicator import Phase
from services.duels import stamps
from services.duels.stamps import Watch
from services.duels.tables import UnknownDuel, find_table
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND
from tests.services.looking import selects

NEVER = 3600
OTHER = {"homes": LISTS[FIRST]["homes"][::-1]}
SOON = 30


@pytest.fixture
def stamp(any_database):
    """Return a function that reads the stamp of a duel."""

    def read(contest):
        with any_database.reading() as session:
            return stamps.read_stamps(session, [contest.id])[contest.id]

    return read


@pytest.fixture
def watch(any_database):
    """Yield a watch that looks when it is told to."""
    watch = Watch(any_database, NEVER)
    yield watch
    watch.stop()


def test_storing_changes_no_stamp_however_often(contest, stamp):
    before = stamp(contest)
    for minute, content in enumerate((LISTS[FIRST], OTHER, LISTS[FIRST])):
        contest.store(FIRST, content, LATER.replace(minute=minute))
        assert stamp(contest) == before


def test_readiness_shows_and_shows_no_more_when_it_is_taken_back(contest, stamp):
    before = stamp(contest)
    contest.enter(SECOND, LISTS[SECOND])
    ready = stamp(contest)
    assert ready.seals == (None, contest.entry(SECOND).seal)
    contest.take_back(SECOND)
    assert stamp(contest) == before
    assert str(ready) != str(before) == "0.HOMES.-.-.1"


def test_an_entry_sealed_anew_shows_its_new_seal(contest, stamp):
    contest.enter(FIRST, LISTS[FIRST])
    before = str(stamp(contest))
    contest.enter(FIRST, OTHER)
    assert str(stamp(contest)) != before


def test_the_same_entry_sealed_twice_has_another_stamp_so_that_none_can_be_guessed(contest, stamp):
    contest.enter(FIRST, LISTS[FIRST])
    before = str(stamp(contest))
    contest.take_back(FIRST)
    contest.enter(FIRST, LISTS[FIRST])
    assert str(stamp(contest)) != before


def test_a_new_phase_an_offer_and_the_end_change_the_stamp(contest, stamp):
    told = [str(stamp(contest))]
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    told.append(str(stamp(contest)))
    contest.happen(FIRST, "draw_offered")
    told.append(str(stamp(contest)))
    contest.happen(SECOND, "draw_agreed")
    told.append(str(stamp(contest)))
    assert told == ["0.HOMES.-.-.1", "1.S1901B.-.-.3", "2.S1901B.-.-.4", "3.over.-.-.5"]
    assert stamp(contest).is_last


def test_the_stamp_of_a_page_is_that_of_the_database(contest, stamp, any_database):
    contest.enter(SECOND, LISTS[SECOND])
    with any_database.reading() as session:
        for reader in (contest.users[FIRST], contest.users[SECOND], None):
            assert stamps.stamp_of(find_table(session, contest.token, reader)) == stamp(contest)
        assert stamps.read_stamp(session, contest.token, None) == (contest.id, stamp(contest))


def test_a_private_duel_is_unknown_to_all_but_its_players(begun, any_database, people):
    private = begun(public=False)
    with any_database.reading() as session:
        for name in ("anna", "boris"):
            assert stamps.read_stamp(session, private.token, people[name])[0] == private.id
        for stranger in (people["clara"], None):
            with pytest.raises(UnknownDuel):
                stamps.read_stamp(session, private.token, stranger)
        for name in ("nothing", "a\x00b", "🙂"):
            with pytest.raises(UnknownDuel):
                stamps.read_stamp(session, name, people["anna"])


def test_listeners_hear_of_their_own_duel_and_of_each_change_once(begun, watch, stamp):
    ours, other = begun(), begun()
    with watch.listening(ours.id, stamp(ours)) as one, watch.listening(ours.id, stamp(ours)) as two:
        other.enter(FIRST, LISTS[FIRST])
        watch.look()
        assert one.wait(0) is None
        ours.enter(FIRST, LISTS[FIRST])
        watch.look()
        assert one.wait(0) == two.wait(0) == stamp(ours)
        watch.look()
        assert one.wait(0) is None


def test_what_changed_before_anybody_looked_is_told_and_of_several_changes_the_last(contest, watch, stamp):
    known = stamp(contest)
    contest.enter(FIRST, LISTS[FIRST])
    with watch.listening(contest.id, known) as listener:
        watch.look()
        contest.enter(SECOND, LISTS[SECOND])
        watch.look()
        assert listener.wait(0) == stamp(contest)
        assert str(listener.stamp) == "1.S1901B.-.-.3"
        assert listener.wait(0) is None


def test_one_query_looks_at_all_duels_together(begun, watch, any_database):
    def numbers(asked):
        """Return the duels that one statement names."""
        ((_, given),) = asked
        values = given.values() if isinstance(given, dict) else given
        return {value for value in values if isinstance(value, int)}

    first, second = begun(), begun()
    known = stamps.Stamp(1, 0, Phase.parse("HOMES"), (None, None))
    with watch.listening(first.id, known), watch.listening(second.id, known), selects(any_database) as asked:
        watch.look()
    assert numbers(asked) == {first.id, second.id}
    with selects(any_database) as asked:
        watch.look()
    assert numbers(asked) == set()


def test_a_look_that_fails_is_logged_once_and_the_next_one_finds_what_changed(contest, watch, stamp, caplog):
    with watch.listening(contest.id, stamp(contest)) as listener, caplog.at_level(logging.ERROR):
        contest.enter(FIRST, LISTS[FIRST])
        with pytest.MonkeyPatch.context() as broken:
            broken.setattr(stamps, "read_stamps", lambda *_: 1 / 0)
            watch.look()
            watch.look()
        assert listener.wait(0) is None
        assert caplog.text.count("ZeroDivisionError") == 1
        watch.look()
        assert listener.wait(0) == stamp(contest)


def test_a_thread_looks_while_somebody_listens_and_only_then(contest, any_database, stamp):
    watch = Watch(any_database, 0.01)
    assert watch._thread is None
    for player in (FIRST, SECOND):
        with watch.listening(contest.id, stamp(contest)) as listener:
            thread = watch._thread
            contest.enter(player, LISTS[player])
            assert listener.wait(SOON) == stamp(contest)
        thread.join(SOON)
        assert not thread.is_alive()
        assert watch._thread is None


def test_it_is_over_when_it_is_stopped_or_whoever_serves_it_ends(any_database):
    watch = Watch(any_database, NEVER)
    assert not watch.is_over
    ending = []
    watch.ends_with(lambda: bool(ending))
    assert not watch.is_over
    ending.append("soon")
    assert watch.is_over
    stopped = Watch(any_database, NEVER)
    stopped.stop()
    assert stopped.is_over
