"""An analysis is asked for once, after the end; the oldest request is done first."""

import json

import pytest
from sqlalchemy import update

from adjudicator import PhaseKind
from intimate.codec import read_stored_entry
from intimate.players import Player
from models import Job, StoredDuel
from opponent.judging import Judgement, Plan
from opponent.levels import Level
from services.analysis import asking
from services.analysis.asking import (
    AnalysisRefusal,
    DamagedJudgement,
    judge_next,
    read_judgement,
    write_judgement,
)
from services.analysis.seen import NOT_ASKED, AnalysisProgress, EntryVerdict, load_course, progress_of
from services.jobs import queue
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND
from tests.judged import ask, job_context, jobs_of, judge_all, played, store_judgements
from tests.refusing import refuses


def seen(contest):
    """Return how far the analysis of a duel has come, and what is shown of it."""
    with contest.database.reading() as session:
        stored = session.get(StoredDuel, contest.id)
        progress = progress_of(session, stored)
        return progress, load_course(session, stored, progress)


def of_level(contest, level=Level.RECRUIT):
    """Make a duel a practice duel."""
    with contest.database.writing() as session:
        session.execute(update(StoredDuel).where(StoredDuel.id == contest.id).values(level=level))
    return contest


def test_a_duel_is_analysed_once_in_each_chapter_that_awaited_somebody(contest):
    played(contest)
    assert seen(contest) == (NOT_ASKED, seen(contest)[1])
    ask(contest)
    ask(contest)
    phases = [str(chapter.phase) for chapter in contest.chapters()]
    asked = [job.ordinal for job in jobs_of(contest)]
    assert [phases[ordinal] for ordinal in asked] == ["S1901B", "S1901M", "F1901M"]
    assert judge_next(job_context(contest))
    progress, course = seen(contest)
    assert progress == AnalysisProgress(3, 1, 0)
    assert (len(course.chapters), course.turning) == (1, None)
    judge_all(contest)
    progress, course = seen(contest)
    assert progress == AnalysisProgress(3, 3, 0)
    assert [chapter.ordinal for chapter in course.chapters] == asked
    assert all(set(chapter.judgement.plans) == set(Player) for chapter in course.chapters)
    assert (course.end, course.ends_it) == (0.0, False)


def test_an_overbid_is_a_mistake_and_no_bid_where_others_would_bid_is_no_good(contest):
    """The figures alone do not show it: all sheets promise too much, and 45 of 20 credits was called good."""
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.resolve({"bids": {"ITALY": 25, "GERMANY": 20}}, None)
    contest.resolve(None, None)
    contest.happen(FIRST, "conceded")
    ask(contest)
    judge_all(contest)
    auction = seen(contest)[1].chapters[0]
    assert auction.verdict(FIRST) is EntryVerdict.MISTAKE
    assert auction.verdict(SECOND) is not EntryVerdict.GOOD


def test_a_running_duel_is_refused_and_nothing_of_it_is_analysed_or_shown(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    with refuses(AnalysisRefusal.RUNNING):
        ask(contest)
    with contest.database.writing() as session:  # as if somebody had found a way
        session.add(Job(duel_id=contest.id, purpose="judgement", ordinal=0, asked_at=LATER))
    assert judge_next(job_context(contest))
    assert [job.failed_by for job in jobs_of(contest)] == ["AnalysisRefused"]
    progress, course = seen(contest)
    assert (progress, course.chapters) == (NOT_ASKED, ())


def test_a_duel_without_phases_has_nothing_to_analyse_and_a_long_queue_takes_no_more(contest, monkeypatch):
    contest.happen(FIRST, "conceded")
    with refuses(AnalysisRefusal.NOTHING_PLAYED):
        ask(contest)
    monkeypatch.setattr(asking, "MOST_WAITING", 0)
    with refuses(AnalysisRefusal.TOO_MANY_WAITING):
        ask(contest)


def test_failed_analyses_are_queued_again_and_damaged_ones_left_out(contest):
    store_judgements(played(contest), 0.5, 0.4)
    with contest.database.writing() as session:
        session.execute(update(Job).where(Job.ordinal == 1).values(content={}))
    last = jobs_of(contest)[-1]
    queue.store_failure(contest.database, last.id, "ValueError", LATER)
    progress, course = seen(contest)
    assert progress == AnalysisProgress(3, 3, 1)
    assert [chapter.ordinal for chapter in course.chapters] == [2]
    ask(contest)
    assert seen(contest)[0] == AnalysisProgress(3, 2, 0)


def test_the_end_of_a_practice_duel_asks_by_itself_and_only_then(contest):
    of_level(contest).resolve(LISTS[FIRST], LISTS[SECOND])
    contest.play_on("F1901M")
    assert jobs_of(contest) == []
    contest.happen(SECOND, "conceded")
    assert [job.ordinal for job in jobs_of(contest)] == [1, 2]


def test_a_practice_duel_that_ends_while_too_many_wait_is_analysed_on_request(contest, monkeypatch):
    """Otherwise one player ending duel after duel could keep everybody else waiting."""
    of_level(contest).resolve(LISTS[FIRST], LISTS[SECOND])
    contest.play_on("F1901M")
    with monkeypatch.context() as crowded:
        crowded.setattr(asking, "MOST_WAITING", 0)
        contest.happen(SECOND, "conceded")
    assert jobs_of(contest) == []
    ask(contest)
    assert [job.ordinal for job in jobs_of(contest)] == [1, 2]


SHEETS = [{"bids": {"ITALY": 5, "RUSSIA": 1}}, {"bids": {}}]
ORDERS = [{"orders": {"AUSTRIA": ["A VIE - GAL", "F TRI H"], "ITALY": []}}, {"orders": {}}]
KINDS = [(PhaseKind.AUCTION, SHEETS), (PhaseKind.MOVEMENT, ORDERS), (PhaseKind.RETREATS, ORDERS)]


def judged(entries):
    first, second = (Plan(read_stored_entry(entry), 0.75, 0.61) for entry in entries)
    return Judgement(0.4321, {Player.FIRST: [first, second], Player.SECOND: []}, {Player.FIRST: 0.5}, 7)


@pytest.mark.parametrize(("kind", "entries"), KINDS)
def test_a_stored_analysis_is_read_back(kind, entries):
    written = json.loads(json.dumps(write_judgement(judged(entries))))
    assert read_judgement(written, kind) == judged(entries)


def test_two_plans_of_each_player_are_stored_first_the_one_that_promises_more():
    plans = [Plan(read_stored_entry(SHEETS[0]), *each) for each in ((0.98, 0.5), (0.01, 0.6), (0.0, 0.7))]
    stored = read_judgement(write_judgement(Judgement(0.5, {Player.FIRST: plans}, {}, 0)), PhaseKind.AUCTION)
    assert [plan.worth for plan in stored.plans[Player.FIRST]] == [0.6, 0.5]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("share", 1.5),
        ("share", True),
        ("share", float("nan")),
        ("looked_at", -1),
        ("looked_at", 1.0),
        ("played", []),
        ("played", {"third": 0.5}),
        ("played.first", None),
        ("plans.first", {}),
        ("plans.first.0", {"entry": {"bids": {}}, "weight": 1}),
        ("plans.first.0.worth", "0.5"),
        ("plans.first.0.entry", {"orders": {}}),
        ("plans.first.0.entry", {"bids": {}, "salt": ""}),
        ("plans.first.0.entry", {"bids": {"ITALY": -1}}),
        ("more", 1),
    ],
)
def test_anything_else_is_damaged_and_the_error_names_the_field(field, value):
    plain = json.loads(json.dumps(write_judgement(judged(SHEETS))))
    *way, last = field.split(".")
    place = plain
    for step in way:
        place = place[int(step)] if step.isdigit() else place[step]
    place[int(last) if last.isdigit() else last] = value
    with pytest.raises(DamagedJudgement) as damaged:
        read_judgement(plain, PhaseKind.AUCTION)
    assert damaged.value.field.startswith("judgement" if field == "more" else field)
