"""Every viewer reads exact times in their own time zone and hour format, though pages are cached."""

import re
from itertools import permutations

import pytest
from sqlalchemy import select, update

from models import User
from tests.builders import start
from tests.fixtures_duels import FIRST, LATER
from tests.web.reading import text
from web.core.cache import Cache

DEADLINES = {
    "anna": "21 Nov 2026, 21:00",
    "boris": "21 nov. 2026, 7:00 AM (New York)",
    "visitor": "21 Nov 2026, 12:00 UTC",
    "clara": "21 Nov 2026, 12:00",
}
"""The deadline of a duel for viewers in Tokyo, travelling from New York, without a zone, in London."""


def exact_times(answer):
    return {
        title.replace("\xa0", " ").replace("\u202f", " ")
        for title in re.findall(r'<time[^>]* title="([^"]*)"', answer.text)
    }


def in_zone(reader, zone):
    reader.client.set_cookie("zone", zone)
    return reader


def account(duel, name):
    with duel.contest.database.reading() as session:
        return session.scalars(select(User).where(User.name == name)).one()


@pytest.fixture
def duel(pages, visit):
    """Return a duel with viewers in four zones."""
    duel = pages(start("S1902M"))
    in_zone(duel.readers["anna"], "Asia/Tokyo").get("/rules")
    duel.readers["clara"] = in_zone(visit(), "Europe/London")
    in_zone(duel.readers["boris"], "Europe/Paris").get("/rules")
    duel.readers["boris"].post("/account/time", zone="america/new york", hours="12")
    return duel


def test_no_viewer_sees_times_in_another_viewer_s_zone(duel):
    for order in permutations(duel.readers):
        duel.site.extensions["cache"] = Cache()
        for reader in (*order, *order):
            assert exact_times(duel.get(reader)) == {DEADLINES[reader]}


@pytest.mark.parametrize("path", ["/duels/watch", "/"])
def test_times_on_lists_are_in_the_viewer_s_zone_too(duel, member, path):
    in_zone(member("dora"), "Asia/Tokyo").post(
        "/challenges/new", kind="open", preset="intimate", public="yes", clock="live"
    )
    for _ in range(2):
        for reader in ("visitor", "clara"):
            times = exact_times(duel.readers[reader].get(path))
            assert len(times) == (2 if path == "/" else 1)
            assert DEADLINES[reader] in times
            assert {time.endswith(" UTC") for time in times} == {reader == "visitor"}


def test_the_time_of_a_stored_entry_is_in_the_player_s_zone(duel):
    duel.contest.store(FIRST, {"orders": {"AUSTRIA": ["A VIE - GAL"]}})
    assert exact_times(duel.get("anna")) == {DEADLINES["anna"], "21 Nov 2026, 00:00"}


def test_scripts_get_the_zone_and_hour_format_of_the_page(duel):
    told = {
        reader: re.search(
            r'<meta name="time-zone" content="([^"]*)" data-hours="(\w+)">', duel.get(reader).text
        )
        for reader in duel.readers
    }
    assert {reader: found.groups() for reader, found in told.items()} == {
        "anna": ("Asia/Tokyo", "language"),
        "boris": ("America/New_York", "12"),
        "visitor": ("", "language"),
        "clara": ("Europe/London", "language"),
    }


def test_the_first_visit_from_a_browser_stores_its_zone_and_no_later_one_changes_it(duel):
    anna = duel.readers["anna"]
    assert account(duel, "anna").zone == "Asia/Tokyo"
    in_zone(anna, "Europe/Paris").get("/rules")
    assert account(duel, "anna").zone == "Asia/Tokyo"
    assert exact_times(duel.get("anna")) == {"21 Nov 2026, 21:00 (Tokyo)"}


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "", "<b>", "x" * 4000])
def test_a_cookie_that_names_no_zone_is_ignored(duel, member, zone):
    reader = in_zone(member("dora"), zone)
    assert reader.get("/rules").status_code == 200
    assert account(duel, "dora").zone == ""
    assert exact_times(reader.get(duel.path)) == {DEADLINES["visitor"]}


def test_a_stored_name_that_no_zone_has_any_more_counts_as_utc(duel):
    with duel.contest.database.writing() as session:
        session.execute(update(User).values(zone="Mars/Olympus"))
    assert exact_times(duel.get("anna")) == {DEADLINES["visitor"]}
    assert 'name="time-zone" content=""' in duel.get("anna").text


def test_a_member_chooses_zone_and_hours_and_is_shown_what_that_means(member, site):
    site.config["CLOCK"] = lambda: LATER
    reader = in_zone(member("anna"), "Europe/Paris")
    assert reader.post("/account/time", zone="asia/tokyo", hours="12").status_code == 303
    page = reader.get("/account")
    assert "It is now 21 Nov 2026, 12:00 am (Tokyo)." in text(page).replace("\u202f", " ")
    assert 'value="Asia/Tokyo"' in page.text
    assert re.search(r'<input[^>]*checked[^>]*name="hours"[^>]*value="12"', page.text)


@pytest.mark.parametrize(
    ("zone", "hours"),
    [("Mars/Olympus", "24"), ("x" * 65, "24"), ("a\0b", "24"), ("UTC", "13"), ("UTC", ""), ("<b>", "24")],
)
def test_an_invalid_zone_or_hour_format_is_refused_and_stays_in_the_form(
    member, sqlite_database, zone, hours
):
    reader = member("anna")
    answer = reader.post("/account/time", zone=zone, hours=hours)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    with sqlite_database.reading() as session:
        user = session.scalars(select(User)).one()
        assert (user.zone, user.hours) == ("", "language")


def test_an_emptied_zone_is_that_of_the_browser_again(duel):
    anna = in_zone(duel.readers["anna"], "Europe/Paris")
    anna.post("/account/time", zone=" ", hours="24")
    anna.get("/rules")
    assert account(duel, "anna").zone == "Europe/Paris"


def test_only_a_member_with_a_form_of_ours_changes_their_times(visit, member):
    visitor, anna = visit(), member("anna")
    assert visitor.post("/account/time", zone="UTC", hours="24").status_code == 401
    sent = anna.client.post("/account/time", data={"zone": "UTC", "hours": "24"}, headers=anna.headers)
    assert sent.status_code == 400
