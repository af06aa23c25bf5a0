"""The phases from which a lesson can still be solved."""

import pytest

from learning.course import course
from learning.judging import is_lost
from tests.learning.proving import entries, verdicts

OF_TWO_PHASES = [lesson for lesson in course().values() if len(lesson.replies) == 2]


@pytest.mark.parametrize("lesson", OF_TWO_PHASES, ids=lambda lesson: lesson.key)
def test_a_lesson_is_lost_after_a_first_move_that_nothing_mends(lesson):
    first_moves = list(entries(lesson.start))
    lost = [is_lost(lesson, [first]) for first in first_moves]
    mended = [any(verdict.is_solved for verdict, _ in verdicts(lesson, [first])) for first in first_moves]
    assert lost == [not each for each in mended]
    assert True in mended


def test_a_lesson_is_not_lost_before_its_last_phase_nor_once_it_is_over():
    lesson = course()["fleet-coasts"]
    assert not is_lost(lesson, ())
    assert not is_lost(lesson, lesson.wrong.answer)
