"""An attempt written as text and read back, and texts that are no attempt."""

import pytest

from intimate.entries import Sheet
from learning.course import course
from services.learning import LONGEST, BrokenAttempt, read_attempt, try_lesson, write_attempt


@pytest.mark.parametrize("lesson", course().values(), ids=lambda lesson: lesson.key)
def test_an_attempt_is_read_as_it_was_written(lesson):
    for attempt in (lesson.solution, lesson.wrong.answer, ()):
        assert read_attempt(lesson, write_attempt(attempt)) == attempt


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "7",
        "[7]",
        '["orders"]',
        '[{"orders":{"FRANCE":7}}]',
        '[{"bids":{"FRANCE":1}}]',
        '[{"bids":{"ITALY":-1}}]',
        "[" * LONGEST,
        "[" + "null," * LONGEST + "null]",
    ],
)
def test_a_text_that_is_no_attempt_is_refused(text):
    with pytest.raises(BrokenAttempt):
        read_attempt(course()["overbid"], text)


def test_orders_in_place_of_bids_are_refused():
    orders = write_attempt(course()["army-moves"].solution)
    with pytest.raises(BrokenAttempt):
        read_attempt(course()["overbid"], orders)


def test_a_verdict_says_why_a_sheet_fails():
    lesson = course()["overbid"]
    assert try_lesson(lesson, [Sheet({"GERMANY": 11})]).is_overbid
    assert not try_lesson(lesson, lesson.solution).is_overbid
