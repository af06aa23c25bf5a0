"""Judgements are asked for after the end, once, and answered in the order in which they were asked for."""

import pytest
from sqlalchemy import update

from intimate.players import Player
from models import StoredDuel, Thought
from opponent.levels import Level
from services.judging import asking
from services.judging.asking import NothingToJudge, NotOver, TooManyWaiting
from services.judging.judging import judge_next
from services.judging.seen import NOT_ASKED, Progress, load_course, progress_of
from services.practice import thoughts as queue
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND
from tests.judged import ask, bench, judge_all, played, store_judgements, thoughts


def seen(contest):
    """Return how far a duel is judged, and what is shown of it."""
    with contest.database.reading() as session:
        stored = session.get(StoredDuel, contest.id)
        progress = progress_of(session, stored)
        return progress, load_course(session, stored, progress)


def of_level(contest, level=Level.RECRUIT):
    """Let a duel be one of practice."""
    with contest.database.writing() as session:
        session.execute(update(StoredDuel).where(StoredDuel.id == contest.id).values(level=level))
    return contest


def test_a_duel_is_judged_once_each_chapter_that_awaited_somebody(contest):
    played(contest)
    assert seen(contest) == (NOT_ASKED, seen(contest)[1])
    ask(contest)
    ask(contest)
    phases = [str(chapter.phase) for chapter in contest.chapters()]
    asked = [thought.ordinal for thought in thoughts(contest)]
    assert [phases[ordinal] for ordinal in asked] == ["S1901B", "S1901M", "F1901M"]
    assert judge_next(bench(contest))
    progress, course = seen(contest)
    assert progress == Progress(3, 1, 0)
    assert (len(course.chapters), course.turning) == (1, None)
    judge_all(contest)
    progress, course = seen(contest)
    assert progress == Progress(3, 3, 0)
    assert [chapter.ordinal for chapter in course.chapters] == asked
    assert all(set(chapter.judgement.plans) == set(Player) for chapter in course.chapters)
    assert (course.end, course.ends_it) == (0.0, False)


def test_a_running_duel_is_refused_and_nothing_of_it_is_judged_or_seen(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    with pytest.raises(NotOver):
        ask(contest)
    with contest.database.writing() as session:  # as if somebody had found a way
        session.add(Thought(duel_id=contest.id, purpose="judgement", ordinal=0, asked_at=LATER))
    assert judge_next(bench(contest))
    assert [thought.failed_by for thought in thoughts(contest)] == ["NotOver"]
    progress, course = seen(contest)
    assert (progress, course.chapters) == (NOT_ASKED, ())


def test_a_duel_without_phases_has_nothing_to_judge_and_a_long_queue_takes_no_more(contest, monkeypatch):
    contest.happen(FIRST, "conceded")
    with pytest.raises(NothingToJudge):
        ask(contest)
    monkeypatch.setattr(asking, "MOST_WAITING", 0)
    with pytest.raises(TooManyWaiting):
        ask(contest)


def test_what_could_not_be_judged_is_asked_again_and_what_is_damaged_is_left_out(contest):
    store_judgements(played(contest), 0.5, 0.4)
    with contest.database.writing() as session:
        session.execute(update(Thought).where(Thought.ordinal == 1).values(content={}))
    last = thoughts(contest)[-1]
    queue.store_failure(contest.database, last.id, "ValueError", LATER)
    progress, course = seen(contest)
    assert progress == Progress(3, 3, 1)
    assert [chapter.ordinal for chapter in course.chapters] == [2]
    ask(contest)
    assert seen(contest)[0] == Progress(3, 2, 0)


def test_the_end_of_a_practice_duel_asks_by_itself_and_only_then(contest):
    of_level(contest).resolve(LISTS[FIRST], LISTS[SECOND])
    contest.play_on("F1901M")
    assert thoughts(contest) == []
    contest.happen(SECOND, "conceded")
    assert [thought.ordinal for thought in thoughts(contest)] == [1, 2]


def test_a_practice_duel_that_ends_while_too_many_wait_is_judged_when_somebody_asks(contest, monkeypatch):
    """Or whoever ends duel after duel would keep everybody else from having theirs judged."""
    of_level(contest).resolve(LISTS[FIRST], LISTS[SECOND])
    contest.play_on("F1901M")
    with monkeypatch.context() as crowded:
        crowded.setattr(asking, "MOST_WAITING", 0)
        contest.happen(SECOND, "conceded")
    assert thoughts(contest) == []
    ask(contest)
    assert [thought.ordinal for thought in thoughts(contest)] == [1, 2]
