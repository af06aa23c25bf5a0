"""Time zones by name, and the zone of an account."""

import pytest
from sqlalchemy import update

from models import User
from services.accounts import accounts
from services.accounts.refusals import AccountRefusal
from services.zones import places, zone_of, zone_typed, zones
from tests.fixtures_site import NOON
from tests.refusing import refuses

NO_ZONES = ("Mars/Olympus", "../../etc/passwd", "/etc/localtime", "localtime", "Europe", "a\0b", "x" * 1000)


def test_every_zone_to_choose_from_is_one():
    assert set(places()) <= zones()
    assert {"Europe/Paris", "America/New_York", "UTC"} <= set(places())


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Europe/Paris", "Europe/Paris"),
        (" europe/paris ", "Europe/Paris"),
        ("america/new york", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_a_zone_is_found_as_people_type_it(typed, name):
    assert zone_typed(typed) == name


@pytest.mark.parametrize("name", NO_ZONES)
def test_an_unknown_time_zone_is_not_found_and_counts_as_utc(name):
    assert zone_typed(name) is None
    assert zone_of(name).utcoffset(NOON).total_seconds() == 0


@pytest.fixture
def anna(any_database, people):
    """Return a function that changes Anna's account and returns it."""

    def change(act, *values):
        with any_database.writing() as session:
            act(session, people["anna"], *values)
        with any_database.reading() as session:
            user = session.get(User, people["anna"])
            return user.zone, user.hours

    return change


def test_only_the_first_time_zone_that_a_browser_reports_is_stored(anna):
    assert anna(accounts.note_zone, "Europe/Paris") == ("Europe/Paris", "language")
    assert anna(accounts.note_zone, "Asia/Tokyo") == ("Europe/Paris", "language")


def test_zone_and_hours_are_changed_as_asked_or_not_at_all(anna):
    assert anna(accounts.change_time, "asia/tokyo", "12") == ("Asia/Tokyo", "12")
    with refuses(AccountRefusal.UNKNOWN_ZONE):
        anna(accounts.change_time, "Mars/Olympus", "24")
    with pytest.raises(ValueError, match="13"):
        anna(accounts.change_time, "UTC", "13")
    assert anna(accounts.change_time, "  ", "language") == ("", "language")


def test_a_zone_of_one_account_is_that_of_no_other(anna, any_database, people):
    anna(accounts.change_time, "Asia/Tokyo", "12")
    with any_database.writing() as session:
        assert session.get(User, people["boris"]).zone == ""
        session.execute(update(User).values(zone="x" * 64))  # the longest that fits
