"""Outages of the site are compensated before anything is resolved, and once."""

from datetime import timedelta

import pytest
from sqlalchemy import JSON, select, type_coerce, update

from clocks.terms import PRESETS, write_clock
from models import Heartbeat, InDoubt, Limits, StoredDuel
from models.connections import BRIEF, Patience
from models.jobs import BEAT
from services import outages
from services.duels import deadlines
from services.outages import HEARTBEAT_EVERY, LONGEST_SILENCE, Ahead, is_waited_for, record_heartbeat
from tests.fixtures_duels import DEADLINE, FIRST, LISTS, NOON, SECOND
from tests.fixtures_site import on_postgres, open_database
from tests.proxies import COMMIT, proxy_to, through
from tests.services.rivals import at_once

NIGHT = timedelta(hours=8)


def beaten_at(database):
    with database.reading() as session:
        return session.scalar(select(Heartbeat.beat_at).where(Heartbeat.id == BEAT))


def test_the_first_heartbeat_compensates_nothing(contest, any_database):
    assert record_heartbeat(any_database, NOON) is None
    assert (beaten_at(any_database), contest.stored().deadline_at) == (NOON, DEADLINE)


def test_of_many_first_heartbeats_at_once_one_is_stored(any_database):
    assert at_once(*[lambda: record_heartbeat(any_database, NOON)] * 6) == [None] * 6
    assert beaten_at(any_database) == NOON


@on_postgres
def test_a_heartbeat_on_a_silent_connection_soon_stops_blocking_others(any_database, monkeypatch):
    """Nobody hangs up: the proxy swallows what is sent, and the server keeps the row locked."""
    assert BRIEF.idle_seconds + HEARTBEAT_EVERY.total_seconds() < LONGEST_SILENCE.total_seconds()
    monkeypatch.setattr(outages, "BRIEF", Patience(idle_seconds=0.3))
    record_heartbeat(any_database, NOON)
    with proxy_to(any_database.url) as proxy:
        database = open_database(through(proxy, any_database.url), Limits(answer_seconds=1))
        proxy.silence_at(COMMIT)
        with pytest.raises(InDoubt):
            record_heartbeat(database, NOON + HEARTBEAT_EVERY)
        assert proxy.was_silenced.is_set()
        assert record_heartbeat(any_database, NOON + 2 * HEARTBEAT_EVERY) is None
        assert beaten_at(any_database) == NOON + 2 * HEARTBEAT_EVERY
        database.close()


def test_a_silence_of_seconds_is_not_compensated(contest, any_database):
    record_heartbeat(any_database, NOON)
    assert record_heartbeat(any_database, NOON + LONGEST_SILENCE) is None
    assert (beaten_at(any_database), contest.stored().deadline_at) == (NOON + LONGEST_SILENCE, DEADLINE)


def test_heartbeats_are_stored_only_every_few_seconds(any_database):
    record_heartbeat(any_database, NOON)
    record_heartbeat(any_database, NOON + HEARTBEAT_EVERY / 2)
    assert beaten_at(any_database) == NOON


def test_an_outage_is_compensated_in_every_running_duel(begun, any_database):
    first, second, over = begun(), begun(clock=PRESETS["days_bank"]), begun()
    over.happen(FIRST, "conceded")
    record_heartbeat(any_database, NOON)
    assert record_heartbeat(any_database, NOON + NIGHT) == NIGHT
    assert first.stored().deadline_at == DEADLINE + NIGHT
    assert first.stored().due_first == DEADLINE + NIGHT
    assert second.stored().deadline_at == NOON + timedelta(days=8) + NIGHT
    assert over.stored().deadline_at is None


def test_a_deadline_in_the_outage_is_not_resolved_before_the_outage_is_compensated(contest, any_database):
    """The worker runs while the pages are down: nobody could hand in, so nothing is resolved."""
    record_heartbeat(any_database, DEADLINE - timedelta(minutes=10))
    late = DEADLINE + timedelta(hours=2)
    assert deadlines.sweep(any_database, lambda: late) == 0
    record_heartbeat(any_database, late)
    assert deadlines.sweep(any_database, lambda: late) == 0
    assert contest.stored().deadline_at == late + timedelta(minutes=10)
    for seconds in range(20, 601, 20):
        record_heartbeat(any_database, late + timedelta(seconds=seconds))
    assert contest.sweep(late + timedelta(minutes=10)) == 1


def test_of_many_processes_that_end_an_outage_one_compensates_it(contest, any_database):
    record_heartbeat(any_database, NOON)
    given = at_once(*[lambda: record_heartbeat(any_database, NOON + NIGHT)] * 6)
    assert sorted(each is None for each in given) == [False] + [True] * 5
    assert contest.stored().deadline_at == DEADLINE + NIGHT


@pytest.mark.parametrize("back", [timedelta(seconds=1), timedelta(days=1)])
def test_a_clock_that_was_set_back_takes_nothing_from_anybody(contest, any_database, back):
    record_heartbeat(any_database, NOON)
    assert record_heartbeat(any_database, NOON - back) is None
    assert (beaten_at(any_database), contest.stored().deadline_at) == (NOON - back, DEADLINE)


def test_a_clock_that_was_set_ahead_counts_as_an_outage(contest, any_database):
    record_heartbeat(any_database, NOON)
    record_heartbeat(any_database, NOON + timedelta(days=3))
    assert contest.sweep(NOON + timedelta(days=3)) == 0
    assert contest.stored().deadline_at == DEADLINE + timedelta(days=3)


def test_a_player_who_handed_in_before_the_outage_is_ready_after_it(contest, any_database):
    contest.enter(FIRST, LISTS[FIRST])
    record_heartbeat(any_database, NOON)
    record_heartbeat(any_database, NOON + NIGHT)
    contest.enter(SECOND, LISTS[SECOND], DEADLINE + timedelta(hours=1))
    assert contest.phase == "S1901B"


def test_a_deadline_that_falls_while_the_process_is_restarted_is_moved_by_the_restart(contest, any_database):
    record_heartbeat(any_database, DEADLINE - timedelta(seconds=10))
    back = DEADLINE + timedelta(seconds=20)
    record_heartbeat(any_database, back)
    assert contest.sweep(back) == 0
    assert contest.stored().deadline_at == back + timedelta(seconds=10)


def test_a_duel_that_cannot_be_read_keeps_nobody_else_from_their_time(begun, any_database, caplog):
    """A time zone missing from the zone database is enough."""
    broken, sound = begun(), begun()
    table = StoredDuel.__table__
    with any_database.writing() as session:
        clock = {**write_clock(broken.stored().clock), "zone": "Nowhere/Atlantis"}
        is_broken = table.c.id == broken.id
        session.execute(update(table).where(is_broken).values(clock=type_coerce(clock, JSON)))
    record_heartbeat(any_database, NOON)
    assert record_heartbeat(any_database, NOON + NIGHT) == NIGHT
    assert sound.stored().deadline_at == DEADLINE + NIGHT
    assert f"duel {broken.id}: its deadlines could not be moved" in caplog.text
    with any_database.writing() as session:
        session.execute(update(Heartbeat).values(beat_at=DEADLINE + NIGHT))
    assert deadlines.sweep(any_database, lambda: DEADLINE + NIGHT) == 1
    with any_database.reading() as session:
        found = session.execute(select(table.c.stuck_by).where(is_broken)).scalar_one()
    assert found == "SettingError"
    assert deadlines.sweep(any_database, lambda: DEADLINE + NIGHT) == 0


def test_a_deadline_counts_once_the_pages_could_be_had_after_it(contest, any_database):
    """The site may have failed a second before; nobody can know yet."""
    record_heartbeat(any_database, DEADLINE - timedelta(seconds=1))
    soon = DEADLINE + timedelta(seconds=1)
    assert deadlines.sweep(any_database, lambda: soon) == 0
    assert is_waited_for(any_database, soon)
    record_heartbeat(any_database, soon)
    assert is_waited_for(any_database, soon)
    record_heartbeat(any_database, soon, at_once=True)
    assert deadlines.sweep(any_database, lambda: soon) == 1
    assert not is_waited_for(any_database, soon)


def test_a_process_with_a_fast_clock_compensates_the_difference_only_once(contest, any_database):
    """As long as it records heartbeats, no process with the right time sets them back."""
    right, hour = Ahead(), timedelta(hours=1)
    record_heartbeat(any_database, NOON, ahead=right)
    for seconds in range(0, 120, 6):
        now = NOON + timedelta(seconds=seconds)
        record_heartbeat(any_database, now + hour, ahead=Ahead())
        record_heartbeat(any_database, now, ahead=right)
    assert contest.stored().deadline_at == DEADLINE + hour
    for seconds in range(120, 150, 6):
        record_heartbeat(any_database, NOON + timedelta(seconds=seconds), ahead=right)
    assert beaten_at(any_database) <= NOON + timedelta(seconds=150)
    assert contest.stored().deadline_at == DEADLINE + hour
