"""Reports: limited in number, listed oldest first, answered once."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from models import ModeratorAct, Report
from services.moderation import acts, reports
from services.moderation.refusals import ModerationRefusal, ModerationRefused
from services.refused import NotFound
from tests.fixtures_duels import NOON
from tests.refusing import refuses
from tests.services.rivals import at_once


@pytest.fixture
def report(any_database, people):
    """Return a function by which Anna reports something; it returns the number of the report."""

    def report(text="He insults me.", kind="conduct", at=NOON, reporter="anna", about="boris"):
        with any_database.writing() as session:
            return reports.report(session, people[reporter], kind, text, at, people[about]).id

    return report


@pytest.fixture
def answer(any_database, people):
    """Return a function by which Clara, a moderator, answers a report."""

    def answer(number, text="I have warned them."):
        with any_database.writing() as session:
            reports.answer(session, number, people["clara"], text, NOON)

    return answer


def test_a_report_is_open_until_it_is_answered_and_its_reporter_reads_the_answer(
    any_database, people, report, answer
):
    number = report()
    answer(number)
    with any_database.reading() as session:
        assert reports.open_reports(session) == []
        (own,) = reports.own_reports(session, people["anna"])
        assert (own.state, own.answer, own.handler.name) == ("closed", "I have warned them.", "clara")
        (act,) = acts.list_acts(session)
        assert (act.act, act.about.name, act.report_id, act.reason) == (
            "answered",
            "boris",
            number,
            "I have warned them.",
        )


def test_open_reports_are_listed_from_the_oldest_page_by_page(any_database, people, report):
    """Even reports of the same instant are on one page only."""
    numbers = [
        report(at=NOON + timedelta(minutes=n // 2), reporter=reporter, about="boris")
        for n in range(reports.MOST_OPEN)
        for reporter in ("anna", "clara")
    ]
    numbers.append(report(at=NOON - timedelta(days=2), reporter="boris", about="anna"))
    with any_database.reading() as session:
        first = reports.open_reports(session)
        last = first[reports.PAGE - 1]
        rest = reports.open_reports(session, reports.ReportMark(last.made_at, last.id))
    seen = [each.id for each in [*first[: reports.PAGE], *rest]]
    assert seen[0] == numbers[-1]
    assert sorted(seen) == sorted(numbers)


@pytest.mark.parametrize(
    ("text", "error"),
    [("  \n", ModerationRefusal.TEXT_MISSING), ("x" * 2001, ModerationRefusal.TEXT_TOO_LONG)],
)
def test_a_report_says_something_and_not_too_much(report, text, error):
    with refuses(error):
        report(text)


def test_nobody_reports_themselves_and_the_desk_takes_no_calls_of_arbiters(report):
    with refuses(ModerationRefusal.OWN_REPORT):
        report(about="anna")
    with pytest.raises(ValueError, match="arbiter"):
        report(kind="arbiter")


def test_open_reports_and_reports_a_day_are_limited(report, answer):
    numbers = [report() for _ in range(reports.MOST_OPEN)]
    with refuses(ModerationRefusal.TOO_MANY_OPEN):
        report()
    report(reporter="boris", about="anna")
    for number in numbers:
        answer(number)
    for _ in range(reports.MOST_A_DAY - reports.MOST_OPEN):
        answer(report())
    with refuses(ModerationRefusal.TOO_MANY_TODAY):
        report()
    report(at=NOON + timedelta(days=1, seconds=1))


def test_a_report_is_answered_once_with_a_text(any_database, report, answer):
    number = report()
    with refuses(ModerationRefusal.REASON_MISSING):
        answer(number, " ")
    with refuses(ModerationRefusal.REASON_TOO_LONG):
        answer(number, "x" * 2001)
    with pytest.raises(NotFound):
        answer(number + 1)
    told = at_once(*(lambda n=n: quietly(answer, number, f"Answer {n}") for n in range(2)))
    assert sorted(map(str, told)) == ["None", "answered"]
    with any_database.reading() as session:
        assert len(session.scalars(select(ModeratorAct)).all()) == 1


def quietly(act, *arguments):
    try:
        act(*arguments)
    except ModerationRefused as refused:
        return refused.code


def test_calls_of_arbiters_are_counted_and_not_listed(any_database, people, report):
    report()
    with any_database.writing() as session:
        call = Report(reporter_id=people["anna"], kind="arbiter", text="Come.", made_at=NOON)
        session.add(call)
        session.flush()
        assert reports.open_calls(session) == 1
        assert [each.kind for each in reports.open_reports(session)] == ["conduct"]
        assert len(reports.own_reports(session, people["anna"])) == 2
        with pytest.raises(NotFound):
            reports.find_report(session, call.id)
