"""Phases by name and in order."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import CALENDAR, Phase, PhaseError, PhaseKind, Season

DUEL = ((Season.SPRING, PhaseKind.AUCTION), *CALENDAR)


@given(st.sampled_from(["SB", "SM", "SR", "FM", "FR", "WA"]), st.integers(1, 9999))
def test_a_phase_that_is_written_is_read_as_the_same(kind, year):
    text = f"{kind[0]}{year}{kind[1]}"
    phase = Phase.parse(text)
    assert str(phase) == text
    assert phase == (Season(kind[0]), year, PhaseKind(kind[1]))


def test_the_choice_of_homes_has_a_name_of_its_own():
    homes = Phase.parse("HOMES")
    assert homes == Phase(Season.SPRING, 1901, PhaseKind.HOMES)
    assert str(homes) == "HOMES"


@pytest.mark.parametrize(
    "text",
    [
        *("", "S1901", "s1901m", "S1901A", "W1901M", "W1901R", "F1901B", "F19011M", "S1901M\n", "S-1M"),
        *("S0M", "S01901M", "S1901H", "homes", "HOMES ", "S١٩٠١M"),
    ],
)
def test_a_name_that_is_no_phase_is_refused(text):
    """1971 VII.6: spring and autumn, and the winter after it."""
    with pytest.raises(PhaseError) as refused:
        Phase.parse(text)
    assert refused.value.field == "phase"


def test_a_name_is_parsed_once():
    assert Phase.parse("S1901M") is Phase.parse("S1901M")


def test_the_phases_follow_one_another_from_year_to_year():
    """1971 V: two seasons of moves, and a winter."""
    names = ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902M"]
    for before, after in pairwise(map(Phase.parse, names)):
        assert before.following() == after


def test_a_calendar_may_have_more_phases():
    names = ["HOMES", "S1901B", "S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902B"]
    for before, after in pairwise(map(Phase.parse, names)):
        assert before.following(DUEL) == after


def test_the_choice_of_homes_is_followed_by_the_first_phase_of_its_year():
    assert str(Phase.parse("HOMES").following()) == "S1901M"


def test_no_phase_follows_one_that_the_calendar_does_not_have():
    with pytest.raises(PhaseError, match="S1901B is not in the calendar"):
        Phase.parse("S1901B").following()
