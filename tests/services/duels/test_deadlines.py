"""Each deadline is swept exactly once, in spite of other acts at the same moment and of other faults."""

import logging
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy.exc import OperationalError

from intimate.players import Player
from models import Away, Limits
from services.duels import deadlines, resolving
from services.duels.access import lock_for_clock
from tests.builders import lonely
from tests.fixtures_duels import DEADLINE, FIRST, HOUR, HOURLY, LATER, LISTS, SECOND, Clock
from tests.fixtures_site import on_postgres, open_database
from tests.processes import forked
from tests.proxies import COMMIT, proxy_to, through
from tests.services.rivals import (
    at_once,
    checked_chapters,
    contents,
    enter,
    enter_elsewhere,
    entries_in,
    sweep_elsewhere,
)

MOMENT = timedelta(microseconds=1)
ROUNDS = 8


def test_a_duel_is_due_at_its_deadline_and_not_before(contest):
    assert contest.sweep(DEADLINE - MOMENT) == 0
    assert contest.sweep(DEADLINE) == 1
    assert contest.phase == "S1901B"


def test_a_phase_that_was_swept_begins_the_next_with_its_whole_time(begun):
    contest = begun(clock=HOURLY)
    contest.sweep(DEADLINE)
    assert contest.stored().deadline_at == DEADLINE + timedelta(hours=1)
    assert contest.sweep(DEADLINE) == 0


def test_the_nearest_deadline_comes_first_and_what_has_ended_has_none(begun, any_database):
    slow, quick, over = begun(), begun(clock=HOURLY), begun(lonely("S1902M"))
    over.happen(FIRST, "conceded")
    with any_database.reading() as session:
        assert deadlines.due(session, DEADLINE) == [quick.id, slow.id]


def test_a_broken_duel_does_not_stop_the_sweep_of_the_others(begun, caplog):
    broken, sound = begun(clock=HOURLY), begun()
    broken.store(FIRST, LISTS[FIRST], LATER.replace(hour=12))
    broken.spoil()
    with caplog.at_level(logging.ERROR):
        assert sound.sweep() == 1
    assert sound.phase == "S1901B"
    assert (broken.phase, broken.chapters()) == ("HOMES", [])
    assert broken.entry(FIRST).sealed_at is None
    assert f"duel {broken.id} could not be resolved" in caplog.text


def test_some_are_resolved_in_one_transaction_and_after_an_end_another_one_begins(begun, monkeypatch):
    patient, hasty = (Clock(HOUR, HOUR, HOUR, misses=number) for number in (9, 1))
    duels = [begun(clock=clock) for clock in (patient, hasty, patient, patient)]
    together, lock_some = [], deadlines.lock_some

    def noted(session, duel_ids):
        together.append(len(duel_ids))
        return lock_some(session, duel_ids)

    monkeypatch.setattr(deadlines, "lock_some", noted)
    assert duels[0].sweep() == len(duels)
    assert [contest.phase for contest in duels] == ["S1901B", None, "S1901B", "S1901B"]
    assert together == [4, 2]


def test_a_failing_batch_is_resolved_one_by_one_to_isolate_the_broken_duel(begun, monkeypatch, caplog):
    broken, sound = begun(), begun()
    store_chapter = resolving.store_chapter

    def fail(locked, *arguments):
        if locked.stored.id == broken.id:
            raise OperationalError("INSERT", {}, Exception("gone"))
        store_chapter(locked, *arguments)

    monkeypatch.setattr(resolving, "store_chapter", fail)
    assert sound.sweep() == 1
    assert (sound.phase, broken.phase) == ("S1901B", "HOMES")
    assert "could not be stored; the next sweep tries again" in caplog.text


def test_a_duel_that_is_gone_stops_no_sweep(begun, any_database, monkeypatch):
    contest = begun()
    monkeypatch.setattr(deadlines, "due", lambda session, now: [-1, contest.id])
    assert contest.sweep() == 1


def test_each_duel_is_resolved_at_the_time_when_its_turn_comes(begun):
    contests = [begun() for _ in range(2)]
    times = iter(DEADLINE + timedelta(minutes=minute) for minute in range(3))
    assert deadlines.sweep(contests[0].database, lambda: next(times)) == 2
    whole_time = [contest.stored().deadline_at - timedelta(days=1) for contest in contests]
    assert whole_time == [DEADLINE + timedelta(minutes=1), DEADLINE + timedelta(minutes=2)]


@contextmanager
def locking(database, contest):
    """Hold the lock of one duel on a silent connection."""
    with database.writing() as session:
        lock_for_clock(session, contest.id)
        yield session


def test_a_duel_locked_by_a_silent_connection_blocks_no_other_and_is_resolved_afterwards(
    begun, any_database, caplog
):
    locked, others = begun(clock=HOURLY), [begun() for _ in range(10)]
    hasty = open_database(any_database.url.render_as_string(hide_password=False), Limits(wait_seconds=0.1))
    on_postgres = any_database.engine.dialect.name == "postgresql"
    with locking(any_database, locked), caplog.at_level(logging.WARNING):
        assert deadlines.sweep(hasty, lambda: DEADLINE) == (len(others) if on_postgres else 0)
    assert f"duel {locked.id} is locked" in caplog.text
    assert deadlines.sweep(hasty, lambda: DEADLINE) == (1 if on_postgres else len(others) + 1)
    assert {contest.phase for contest in (locked, *others)} == {"S1901B"}
    hasty.close()


@on_postgres
def test_a_silence_that_lasts_too_long_is_ended_and_the_duel_resolved(begun, any_database):
    contest = begun()
    url = any_database.url.render_as_string(hide_password=False)
    silent = open_database(url, Limits(idle_seconds=0.1))

    def hold_in_silence():
        with locking(silent, contest):
            with locking(any_database, contest):  # waits until the silent transaction has ended
                pass
            assert contest.sweep() == 1

    with pytest.raises(Away):
        hold_in_silence()
    assert contest.phase == "S1901B"
    silent.close()


@on_postgres
def test_a_connection_that_falls_silent_between_lock_and_commit_holds_up_no_other_transaction(
    begun, any_database, caplog
):
    """Nobody hangs up: the proxy swallows what is sent, so the server keeps the locks."""
    silent = [begun(clock=HOURLY) for _ in range(deadlines.TOGETHER)]
    others = [begun() for _ in range(3)]
    with proxy_to(any_database.url) as proxy:
        database = open_database(through(proxy, any_database.url), Limits(answer_seconds=2))
        proxy.silence_at(COMMIT)
        with caplog.at_level(logging.WARNING):
            assert deadlines.sweep(database, lambda: DEADLINE) == len(others)
            assert proxy.was_silenced.is_set()
            assert deadlines.sweep(database, lambda: DEADLINE) == 0
        assert {contest.phase for contest in silent} == {"HOMES"}
        assert {contest.phase for contest in others} == {"S1901B"}
        said = [record.getMessage() for record in caplog.records]
        assert said[0].startswith(f"{len(silent)} duels: the connection is lost")
        assert said[1] == f"duel {silent[0].id} is locked; the next sweep tries again"
        proxy.cut()
        proxy.mend()
        with locking(any_database, silent[0]):  # the server has noticed by then
            pass
        assert deadlines.sweep(database, lambda: DEADLINE) == len(silent)
        database.close()
    assert {len(checked_chapters(contest)) for contest in silent} == {1}


@on_postgres
def test_a_server_that_is_gone_ends_the_round_at_once(begun, any_database, caplog):
    contests = [begun() for _ in range(3)]
    with proxy_to(any_database.url) as proxy:
        database = open_database(through(proxy, any_database.url))
        with database.reading() as session:
            waiting = deadlines.due(session, DEADLINE)
        proxy.cut()
        with pytest.raises(Away), caplog.at_level(logging.WARNING):
            deadlines.resolve_all(database, waiting, lambda: DEADLINE)
        database.close()
    assert len(caplog.records) == 1
    assert {contest.phase for contest in contests} == {"HOMES"}


def test_many_sweeps_at_once_resolve_each_phase_once(begun):
    contests = [begun() for _ in range(3)]
    now = DEADLINE
    for _ in range(ROUNDS):
        swept = at_once(*[lambda now=now: contests[0].sweep(now)] * 8)
        assert sum(swept) == len(contests)
        now += timedelta(days=1)
    for contest in contests:
        assert len(checked_chapters(contest)) == ROUNDS


class Round:
    """One phase with many simultaneous acts: some just before its deadline, others at it."""

    def __init__(self, contest):
        stored = contest.stored()
        self.contest, self.phase, self.ordinal = contest, stored.phase, stored.ordinal
        self.deadline, self.state = stored.deadline_at, stored.state

    def entry(self, player, number=1):
        """Return one of two entries."""
        return contents(self.state, player)[number]

    def storing(self, player):
        """Return an act: store just before the deadline."""
        return partial(self.contest.store, player, self.entry(player), self.deadline - MOMENT, self.phase)

    def entering(self, player, number=1):
        """Return an act: store and hand in just before the deadline, in two transactions."""
        contest, content = self.contest, self.entry(player, number)
        who = (contest.database, contest.token, contest.users[player])
        return partial(enter, *who, self.phase, content, self.deadline - MOMENT)

    def sweeping(self):
        """Return an act: sweep at the deadline."""
        return partial(self.contest.sweep, self.deadline)

    def resolved(self):
        """Check that the phase has become one chapter; return each player's entry."""
        self.contest.sweep(self.deadline)  # resolves what the others found locked
        chapter = checked_chapters(self.contest)[-1]
        assert (chapter.phase, chapter.ordinal) == (self.phase, self.ordinal)
        return entries_in(chapter)


@pytest.mark.parametrize("first_of_all", ["entry", "sweep"])
def test_a_late_entry_during_a_sweep_either_counts_or_is_refused(contest, first_of_all):
    for _ in range(ROUNDS):
        phase = Round(contest)
        acts = {"entry": phase.storing(FIRST), "sweep": phase.sweeping()}
        names = sorted(acts, key=first_of_all.__eq__, reverse=True)
        answers = dict(zip(names, at_once(*(acts[name] for name in names)), strict=True))
        counted = answers["entry"] is False
        assert phase.resolved() == ({FIRST: phase.entry(FIRST)} if counted else {})


def test_all_hand_in_change_and_sweep_at_once_and_every_phase_becomes_one_chapter(contest):
    for _ in range(ROUNDS):
        phase = Round(contest)
        tries = [(player, number) for player in Player for number in (0, 1)]
        answers = at_once(*(phase.entering(*attempt) for attempt in tries), *[phase.sweeping()] * 4)
        entered = phase.resolved()
        assert all(entry in contents(phase.state, player) for player, entry in entered.items())
        in_time = {player for (player, _), answer in zip(tries, answers, strict=False) if answer is True}
        assert in_time <= set(entered)


def test_entries_handed_in_at_once_are_both_in_the_chapter(contest):
    for _ in range(ROUNDS):
        phase = Round(contest)
        assert at_once(phase.entering(FIRST), phase.entering(SECOND)) == [True, True]
        assert phase.resolved() == {player: phase.entry(player) for player in Player}


def test_changing_readiness_at_once_never_leaves_a_half_ready_player(contest):
    for _ in range(ROUNDS):
        phase = Round(contest)
        contest.enter(FIRST, phase.entry(FIRST), phase.deadline - MOMENT)
        back = partial(contest.take_back, FIRST, phase.deadline - MOMENT, phase.phase)
        answers = at_once(back, phase.entering(SECOND))
        if contest.phase == phase.phase:
            assert answers[0] is None
            assert not contest.entry(FIRST).ready
            contest.hand_in(FIRST, phase.deadline - MOMENT)
        assert phase.resolved() == {player: phase.entry(player) for player in Player}


@pytest.fixture
def processes():
    """Yield a pool of processes that share only the database with this one."""
    with ProcessPoolExecutor(3, mp_context=forked()) as pool:
        yield pool


@pytest.mark.slow
def test_processes_of_their_own_resolve_each_phase_once_too(contest, processes):
    url = contest.database.url.render_as_string(hide_password=False)
    for _ in range(ROUNDS):
        phase = Round(contest)
        acts = {player: phase.entering(player) for player in Player}
        entering = {
            player: processes.submit(enter_elsewhere, url, *act.args[1:]) for player, act in acts.items()
        }
        sweeping = [processes.submit(sweep_elsewhere, url, phase.deadline) for _ in range(2)]
        refused = {player: answer.result(60) for player, answer in entering.items()}
        swept = sum(answer.result(60) for answer in sweeping)
        entered = phase.resolved()
        assert set(refused.values()) <= {None, "PHASE_OVER"}
        assert swept == 1 or (swept == 0 and set(refused.values()) == {None})
        assert all(player in entered for player, name in refused.items() if name is None)
