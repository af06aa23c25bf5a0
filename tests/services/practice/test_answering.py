"""The opponent answers once, legally, from what it may see, whatever happens to its process."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from errno import EAGAIN
from functools import partial
from types import SimpleNamespace

import pytest
from sqlalchemy import update

from adjudicator import Phase
from intimate.desk import check_strictly
from intimate.duel import begin
from intimate.entries import Sheet, default_entry
from intimate.players import Player
from intimate.record import load
from intimate.replay import chapters_of
from intimate.rules import Rules
from models import Busy, StoredDuel
from opponent.levels import Level
from services.jobs import pool as jobs_pool
from services.jobs.pool import JobFailed, WorkerLost, WorkerPool
from services.jobs.queue import JobContext
from services.practice import answering
from services.practice.answering import answer_next_duel, find_task, store_answer, waiting
from services.practice.beginning import PracticeWish
from tests.builders import duel_at, start
from tests.fixtures_duels import FIRST, LATER, SECOND
from tests.services.practice.conftest import FRANCE, Practice
from tests.services.practice.killing import killed_once

STARTS = [
    start("S1902B"),
    start("S1902M"),
    start("S1902R", dislodged={"AUSTRIA": {"A SER": ["GRE"]}}),
    start("W1902A"),
]
BIDS = {"bids": {"RUSSIA": 17, "ITALY": 2}}


def play_phase(practice, context):
    """Let the opponent answer, and the player hand in nothing."""
    while practice.phase and practice.awaits(SECOND) and practice.entry(SECOND) is None:
        assert answer_next_duel(context)
    if practice.phase and practice.awaits(FIRST):
        practice.hand_in(FIRST)


def test_it_answers_each_phase_before_its_player_and_the_record_can_be_replayed(practice, context):
    assert answer_next_duel(context)
    sealed = practice.entry(SECOND)
    assert sealed.ready
    assert sealed.seal
    assert not answer_next_duel(context)
    assert practice.hand_in(FIRST)
    while practice.phase and not practice.phase.startswith("S1903"):
        play_phase(practice, context)
    loaded = load(practice.record())
    assert len(list(chapters_of(loaded))) == practice.stored().ordinal
    stored = practice.stored()
    assert (stored.public, stored.rated, stored.deadline_at) == (False, False, None)


def test_the_opponent_s_input_holds_nothing_of_the_player_s_entry(practice):
    def question():
        return pickle.dumps(find_task(practice.database, practice.id).question("key"))

    before = question()
    practice.store(FIRST, BIDS)
    assert question() == before
    practice.hand_in(FIRST)
    assert question() == before


def test_the_duel_that_waits_longest_comes_first(practice, context, anna):
    later = Practice(practice.database, anna)
    assert list(waiting(practice.database)) == [practice.id, later.id]
    answer_next_duel(context)
    practice.hand_in(FIRST)
    assert practice.awaits(SECOND)
    assert list(waiting(practice.database)) == [later.id, practice.id]


def test_with_many_waiting_duels_each_answer_gets_less_work(practice, context, anna, monkeypatch):
    monkeypatch.setattr(answering, "CROWD", 2)
    Practice(practice.database, anna)
    works = []

    def think(do):
        works.append(do.args[3])
        return do()

    while answer_next_duel(context._replace(run=think)):
        pass
    assert works == [answering.HURRIED, None]


def test_an_answer_that_comes_too_late_changes_nothing(practice, context):
    task = find_task(practice.database, practice.id)
    assert store_answer(practice.database, task, Sheet(), LATER)
    sealed = practice.entry(SECOND).seal
    assert not store_answer(practice.database, task, Sheet({FRANCE.home: 1}), LATER)
    assert practice.entry(SECOND).seal == sealed
    practice.hand_in(FIRST)
    assert not store_answer(practice.database, task, Sheet(), LATER)
    assert practice.entry(SECOND) is None


def test_of_two_workers_one_makes_the_move(practice, context):
    def answer(_):
        own = JobContext(context.database, context.clock, context.run, type(context.claims)(), context.key)
        return answer_next_duel(own)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(answer, range(2)))
    sealed = practice.entry(SECOND)
    assert sealed.ready
    practice.hand_in(FIRST)
    assert practice.stored().ordinal == 1
    assert practice.chapters()[0].entries["second"]["seal"] == sealed.seal


def test_the_same_question_is_answered_in_the_same_way(practice):
    def answer():
        return find_task(practice.database, practice.id).question("key")()

    assert answer() == answer()


@pytest.mark.parametrize("failure", [JobFailed("ValueError"), WorkerLost()])
def test_if_computing_fails_the_opponent_enters_nothing_and_the_duel_goes_on(
    practice, context, failure, caplog
):
    def think(_):
        raise failure

    failing = context._replace(run=think)
    if isinstance(failure, WorkerLost):
        assert [answer_next_duel(failing) for _ in range(2)] == [False, False]
        assert practice.entry(SECOND) is None
    assert answer_next_duel(failing)
    assert practice.content(SECOND) == {"bids": {}}
    assert f"in duel {practice.token} S1901B, and enters nothing" in caplog.text
    practice.hand_in(FIRST)
    assert answer_next_duel(failing) is isinstance(failure, JobFailed)


def test_a_move_whose_process_is_killed_is_thought_about_again_and_made_once(
    practice, context, tmp_path, caplog
):
    pool = WorkerPool(1, seconds=60)

    def think(do):
        return pool.run(partial(killed_once, tmp_path / "killed", do))

    with closing(SimpleNamespace(close=pool.stop)):
        killed = context._replace(run=think)
        assert not answer_next_duel(killed)
        assert practice.entry(SECOND) is None
        assert answer_next_duel(killed)
        assert not answer_next_duel(killed)
    assert practice.entry(SECOND).ready
    assert "enters nothing" not in caplog.text


def test_an_illegal_entry_is_replaced_by_an_empty_one_and_no_log_tells_it(practice, context, caplog):
    task = find_task(practice.database, practice.id)
    assert store_answer(practice.database, task, Sheet({FRANCE.home: 10**7}), LATER)
    assert practice.content(SECOND) == {"bids": {}}
    assert "is not legal" in caplog.text
    assert str(10**7) not in caplog.text


def test_no_answer_is_computed_for_a_duel_that_is_over(practice, context):
    task = find_task(practice.database, practice.id)
    practice.happen(FIRST, "conceded")
    assert not waiting(practice.database)
    assert find_task(practice.database, practice.id) is None
    assert not store_answer(practice.database, task, Sheet(), LATER)


def test_a_duel_that_cannot_be_read_holds_up_no_other(practice, context, anna):
    later = Practice(practice.database, anna)
    with practice.database.writing() as session:
        session.execute(update(StoredDuel).where(StoredDuel.id == practice.id).values(state={}))
    assert [answer_next_duel(context) for _ in range(3)] == [True, True, False]
    assert later.entry(SECOND).ready
    assert practice.stored().stuck_by == "KeyError"


def test_an_error_of_the_database_that_passes_sets_no_duel_aside(practice, context):
    def think(_):
        raise Busy

    with pytest.raises(Busy):
        answer_next_duel(context._replace(run=think))
    assert practice.stored().stuck_at is None


@pytest.mark.parametrize("duel", [begin(Rules()), *map(duel_at, STARTS)], ids=lambda duel: str(duel.phase))
def test_every_kind_of_phase_has_an_entry_by_default_that_is_legal(duel):
    entry = default_entry(duel.kind)
    for player in Player:
        check_strictly(duel, player, entry)


def test_a_machine_without_room_for_a_process_sets_no_duel_aside_and_its_moves_wait(
    practice, context, monkeypatch
):
    """A shortage of a minute must not pause duel after duel until an administrator comes."""

    def no_room(*_, **__):
        raise BlockingIOError(EAGAIN, "Resource temporarily unavailable")

    pool = WorkerPool(1, seconds=60)
    with closing(SimpleNamespace(close=pool.stop)):
        waiting_bench = context._replace(run=pool.run)
        with monkeypatch.context() as short:
            short.setattr(jobs_pool.subprocess, "Popen", no_room)
            assert [answer_next_duel(waiting_bench) for _ in range(5)] == [False] * 5
        assert practice.stored().stuck_at is None
        assert practice.entry(SECOND) is None
        assert answer_next_duel(waiting_bench)
    assert practice.entry(SECOND).ready


def test_the_first_sheet_of_a_player_is_known_to_the_opponent_afterwards(context, guest):
    practice = Practice(context.database, guest, PracticeWish(Level.COLONEL, FRANCE.home))
    practice.store(FIRST, {"bids": {"RUSSIA": 1, "ITALY": 18}})
    practice.hand_in(FIRST)
    assert answer_next_duel(context)
    [(before, sheet)] = find_task(practice.database, practice.id).past
    assert (before.phase, sheet) == (Phase.parse("S1901B"), Sheet({"RUSSIA": 1, "ITALY": 18}))
