"""The stamp of a duel depends on what is public, and on nothing sealed."""

from dataclasses import replace
from datetime import datetime

import pytest

from services.duels import stamps
from services.duels.access import find_duel
from services.refused import NotFound
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND

OTHER = {"homes": LISTS[FIRST]["homes"][::-1]}


@pytest.fixture
def stamp(any_database):
    """Return a function that reads the stamp of a duel for a player or anybody else."""

    def read(contest, player=None):
        watched = stamps.WatchedDuel(contest.id, player)
        with any_database.reading() as session:
            return stamps.read_stamps(session, [watched])[watched]

    return read


@pytest.mark.parametrize("player", [FIRST, SECOND])
def test_storing_changes_only_the_player_s_own_stamp(contest, stamp, player):
    others = [player.opponent, None]
    before, own = [stamp(contest, other) for other in others], [stamp(contest, player)]
    for minute, content in enumerate((LISTS[FIRST], OTHER, LISTS[FIRST])):
        contest.store(player, content, LATER.replace(minute=minute))
        assert [stamp(contest, other) for other in others] == before
        own.append(stamp(contest, player))
    assert len(set(map(str, own))) == len(own)
    assert {replace(each, own=None) for each in own} == set(before)


def test_the_own_part_of_a_stamp_is_the_time_of_the_entry_and_ends_with_the_phase(contest, stamp):
    contest.store(FIRST, LISTS[FIRST])
    stored_at = contest.entry(FIRST).stored_at.isoformat()
    assert str(stamp(contest, FIRST)) == f"0.HOMES.-.-.1.{stored_at}"
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert stamp(contest, FIRST) == stamp(contest, SECOND) == stamp(contest)


def test_players_watching_together_each_get_only_their_own_part(contest, stamp, any_database):
    contest.store(FIRST, LISTS[FIRST])
    watched = [stamps.WatchedDuel(contest.id, player) for player in (FIRST, SECOND, None)]
    with any_database.reading() as session:
        together = stamps.read_stamps(session, watched)
    assert together == {each: stamp(contest, each.player) for each in watched}
    assert [bool(together[each].own) for each in watched] == [True, False, False]


def test_only_the_entries_of_watching_players_are_read(contest, any_database, monkeypatch):
    contest.store(FIRST, LISTS[FIRST])
    for player, read in ((FIRST, 1), (SECOND, 0), (None, 0)):
        rows = []
        with any_database.reading() as session:

            def execute(query, ask=session.execute, rows=rows):
                rows.extend(ask(query))
                return rows

            monkeypatch.setattr(session, "execute", execute)
            stamps.read_stamps(session, [stamps.WatchedDuel(contest.id, player)])
        assert [isinstance(value, datetime) for value in rows[0]].count(True) == read


def test_the_stamp_shows_readiness_until_it_is_taken_back(contest, stamp):
    before = stamp(contest)
    contest.enter(SECOND, LISTS[SECOND])
    ready = stamp(contest)
    assert ready.seals == (None, contest.entry(SECOND).seal)
    contest.take_back(SECOND)
    assert stamp(contest) == before
    assert str(ready) != str(before) == "0.HOMES.-.-.1"


def test_an_entry_sealed_again_shows_its_new_seal(contest, stamp):
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
        for player, reader in (*contest.users.items(), (None, None)):
            seen = stamp(contest, player)
            assert stamps.stamp_of(find_duel(session, contest.token, reader)) == seen
            watched = stamps.WatchedDuel(contest.id, player)
            assert stamps.read_stamp(session, contest.token, reader) == (watched, seen, False)


def test_a_private_duel_is_unknown_to_all_but_its_players(begun, any_database, people):
    private = begun(public=False)
    with any_database.reading() as session:
        for name in ("anna", "boris"):
            assert stamps.read_stamp(session, private.token, people[name]).watched.duel_id == private.id
        for stranger in (people["clara"], None):
            with pytest.raises(NotFound):
                stamps.read_stamp(session, private.token, stranger)
        for name in ("nothing", "a\x00b", "🙂"):
            with pytest.raises(NotFound):
                stamps.read_stamp(session, name, people["anna"])
