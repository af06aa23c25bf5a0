"""Time off from all duels at once, on its page and on the list of one's duels."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from clocks.terms import HOUR, Clock
from models import TimeOff
from tests.fixtures_duels import FIRST, LISTS, NOON, SECOND
from tests.web.reading import text

PAGE = "/duels/time-off"
TODAY, LAST = "2026-11-21", "2026-11-27"
GIVING = Clock(time_off=12 * HOUR)


@pytest.fixture
def duel(pages):
    """Return the pages of a duel that has given half a day off, just after its second phase began."""
    duel = pages(None, clock=GIVING)
    for player in (FIRST, SECOND):
        duel.contest.store(player, LISTS[player], NOON)
    duel.contest.sweep(NOON + timedelta(days=1))
    duel.clock(NOON + timedelta(days=1, hours=1))
    return duel


def plans(duel):
    with duel.contest.database.reading() as session:
        return [(plan.begins_at, plan.ends_at) for plan in session.scalars(select(TimeOff))]


def test_one_press_takes_time_off_in_all_duels(duel):
    anna = duel.readers["anna"]
    page = anna.get("/duels/").text
    assert f'action="{PAGE}"' in page
    assert f'value="{TODAY}"' in page
    assert f'value="{LAST}"' in page
    answer = anna.post(PAGE, begins=TODAY, ends=LAST)
    assert answer.status_code == 303
    said = text(anna.get(answer.headers["Location"]))
    assert "Your time off has begun in 1 duel." in said
    assert "You have time off until 28 Nov 2026, 00:00" in said
    assert "against boris : time off now" in said
    assert set(duel.contest.stored().times.away) == {FIRST}
    assert "anna est en congé" in text(duel.get("boris"))
    assert "You have time off until" in text(anna.get("/duels/"))


def test_one_press_ends_it(duel):
    anna = duel.readers["anna"]
    anna.post(PAGE, begins=TODAY, ends=LAST)
    assert anna.post(f"{PAGE}/end").status_code == 303
    assert "You are back in all your duels." in text(anna.get(PAGE))
    assert duel.contest.stored().times.away == {}
    assert plans(duel) == []
    assert anna.get(f"{PAGE}/end").headers["Location"].endswith(PAGE)


def test_days_off_are_in_the_member_s_own_zone(duel):
    anna = duel.readers["anna"]
    anna.post("/account/time", zone="Pacific/Auckland", hours="24")
    anna.post(PAGE, begins="2026-11-24", ends="2026-11-25")
    day = NOON.replace(hour=11)
    assert plans(duel) == [(day + timedelta(days=3), day + timedelta(days=5))]
    assert "You have planned time off from 24 Nov 2026, 00:00" in text(anna.get(PAGE))
    assert duel.contest.stored().times.away == {}


@pytest.mark.parametrize(
    ("begins", "ends", "said"),
    [
        ("", LAST, "Choose a day."),
        (TODAY, "", "Choose a day."),
        ("soon", LAST, "Not a valid date"),
        ("2026-11-20", LAST, "This day is over."),
        ("0001-01-01", LAST, "This day is over."),
        (LAST, TODAY, "The last day comes before the first."),
        (TODAY, "2027-01-20", "Take 60 days off at most."),
        (TODAY, "9999-12-31", "Take 60 days off at most."),
        ("9999-12-31", "9999-12-31", "Choose a day within a year."),
    ],
)
def test_impossible_days_are_refused_beside_their_field(duel, begins, ends, said):
    answer = duel.readers["anna"].post(PAGE, begins=begins, ends=ends)
    assert answer.status_code == 422
    assert said in text(answer)
    assert plans(duel) == []


def test_sixty_days_can_be_taken(duel):
    assert duel.readers["anna"].post(PAGE, begins=TODAY, ends="2027-01-19").status_code == 303
    assert len(plans(duel)) == 1


def test_the_page_says_how_much_each_duel_has_given_in_both_languages(duel, pages):
    pages(None, clock=Clock())
    said = text(duel.readers["anna"].get(PAGE))
    assert "against boris : 12 hours off left" in said
    assert "against boris : none: its clock gives no time off" in said
    assert "contre anna : encore 12 heures de congé" in text(duel.readers["boris"].get(PAGE))


def test_a_visitor_is_asked_to_log_in_and_who_has_no_duel_is_led_to_some(visit, member):
    assert visit().get(PAGE).status_code == 303
    clara = member("clara")
    assert "You have no running duel." in text(clara.get(PAGE))
    assert f'action="{PAGE}"' not in clara.get("/duels/").text
    assert PAGE in clara.get("/account").text
