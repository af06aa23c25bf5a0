"""Days of rest: chosen for an account, proposed in its challenges, agreed to by accepting."""

import re

import pytest
from sqlalchemy import select

from clocks.terms import Clock
from models import Challenge, StoredDuel, User
from tests.web.reading import text
from tests.web.test_challenges import challenge

REST = "/account/rest-days"
REST_LINE = "Rest days, on which no time runs: Wednesday and Sunday (Europe/Paris)."
BOXES = re.compile(r'<input[^>]*name="clock_rests"[^>]*>')


def ticked(page):
    """Return the ticked days in the form of a challenge."""
    boxes = BOXES.findall(page)
    assert len(boxes) == 7
    return [re.search(r'value="(\d)"', box)[1] for box in boxes if "checked" in box]


def only(database, model):
    with database.reading() as session:
        return session.scalars(select(model)).one()


@pytest.fixture
def anna(member):
    anna = member("anna")
    anna.post("/account/time", zone="Europe/Paris", hours="24")
    anna.post(REST, rest_days=["2", "6"])
    return anna


def test_rest_days_are_kept_with_the_account_and_proposed_in_each_challenge(anna, member, sqlite_database):
    assert only(sqlite_database, User).rest_days == [2, 6]
    page = anna.get("/challenges/new")
    assert ticked(page.text) == ["2", "6"]
    assert "With rest days: Wednesday and Sunday." in text(page)
    assert ticked(member("clara").get("/challenges/new").text) == []


def test_the_rest_days_of_a_challenge_are_shown_and_apply_to_the_duel(anna, member, sqlite_database):
    boris = member("boris", "fr")
    link = challenge(anna, kind="link", clock_rests=["2", "6"], clock_zone="Europe/Paris")
    assert "Jours de repos, où le temps s’arrête : mercredi et dimanche (Europe/Paris)." in text(
        boris.get(link)
    )
    page = boris.post(f"{link}/accept").headers["Location"]
    stored = only(sqlite_database, StoredDuel)
    assert (stored.clock.rest_days, stored.clock.zone) == ((2, 6), "Europe/Paris")
    assert REST_LINE in text(anna.get(page))


def test_the_list_of_open_challenges_says_them_and_finds_the_clock_by_its_name(anna, member):
    challenge(anna, kind="open", clock_rests=["2", "6"], clock_zone="Europe/Paris")
    page = text(member("boris").get("/challenges/?clock=day"))
    assert "per phase; rest days: Wednesday and Sunday" in page


def test_unticking_all_rest_days_proposes_none(anna, sqlite_database):
    challenge(anna, kind="link", clock_zone="Europe/Paris")
    assert only(sqlite_database, Challenge).clock.rest_days == ()


def test_a_live_challenge_has_no_rest_days(anna, sqlite_database):
    challenge(anna, kind="link", clock="live", clock_rests=["2", "6"], clock_zone="Europe/Paris")
    assert only(sqlite_database, Challenge).clock.rest_days == ()


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (list("0123456"), "Leave at least one day to play."),
        (["7"], "valid choice"),
        (["-1"], "valid choice"),
        (["Sunday"], "Invalid Choice"),
    ],
)
def test_at_least_one_day_is_for_play_and_unknown_days_are_refused(anna, sqlite_database, days, said):
    answer = anna.post(REST, rest_days=days)
    assert answer.status_code == 422
    assert said.lower() in text(answer).lower()
    assert only(sqlite_database, User).rest_days == [2, 6]
    refused = anna.post("/challenges/new", kind="link", clock="day", clock_rests=days, clock_zone="UTC")
    assert refused.status_code == 422


def test_clocks_stored_before_with_weekends_are_read_as_they_were_meant(anna, sqlite_database):
    challenge(anna, kind="link")
    with sqlite_database.writing() as session:
        table = Challenge.__table__
        former = '{"moves": 86400, "zone": "Europe/Paris", "weekends": false}'
        session.connection().exec_driver_sql(f"UPDATE {table.name} SET clock = ?", (former,))  # noqa: S608 -- the names of our own tables
    assert only(sqlite_database, Challenge).clock == Clock(rest_days=(5, 6), zone="Europe/Paris")
