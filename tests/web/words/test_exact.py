"""Exact times in the viewer's time zone and hour format."""

from datetime import UTC, datetime

import pytest

from web.words.times import exact_in

NOON = datetime(2026, 11, 20, 12, 5, tzinfo=UTC)


def exact_text(moment, *values, **named):
    return exact_in(moment, *values, **named).replace("\xa0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(
    ("zone", "hours", "locale", "words"),
    [
        ("Europe/Paris", "language", "en_GB", "20 Nov 2026, 13:05 (Paris)"),
        ("Europe/Paris", "24", "en_GB", "20 Nov 2026, 13:05 (Paris)"),
        ("Europe/Paris", "12", "en_GB", "20 Nov 2026, 1:05 pm (Paris)"),
        ("Europe/London", "language", "fr", "20 nov. 2026, 12:05 (Londres)"),
        ("Europe/London", "12", "fr", "20 nov. 2026, 12:05 PM (Londres)"),
        ("Asia/Kolkata", "24", "en_GB", "20 Nov 2026, 17:35 (Kolkata)"),
        ("Asia/Tokyo", "12", "en_GB", "20 Nov 2026, 9:05 pm (Tokyo)"),
        ("UTC", "24", "en_GB", "20 Nov 2026, 12:05 UTC"),
        ("Etc/UTC", "24", "fr", "20 nov. 2026, 12:05 UTC"),
        ("Etc/GMT+5", "24", "en_GB", "20 Nov 2026, 07:05 (GMT-05:00)"),
    ],
)
def test_an_instant_is_written_in_a_zone_its_hours_and_its_language(zone, hours, locale, words):
    assert exact_text(NOON, zone, hours, locale) == words


def test_the_viewer_s_own_time_zone_is_not_named():
    assert exact_text(NOON, "Asia/Tokyo", "24", "en_GB", is_named=False) == "20 Nov 2026, 21:05"
    assert exact_text(NOON, "UTC", "24", "en_GB", is_named=False) == "20 Nov 2026, 12:05"


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "a\0b"])
@pytest.mark.parametrize("is_named", [True, False])
def test_a_name_that_no_zone_has_counts_as_utc_and_that_is_said(zone, is_named):
    assert exact_text(NOON, zone, "24", "en_GB", is_named=is_named) == "20 Nov 2026, 12:05 UTC"


@pytest.mark.parametrize(
    ("zone", "before", "after"),
    [
        ("Europe/Paris", ("2026-03-29T00:59", "01:59"), ("2026-03-29T01:00", "03:00")),
        ("America/New_York", ("2026-03-08T06:59", "01:59"), ("2026-03-08T07:00", "03:00")),
        ("Australia/Sydney", ("2026-10-03T15:59", "01:59"), ("2026-10-03T16:00", "03:00")),
    ],
)
def test_an_hour_is_left_out_when_clocks_are_put_forward(zone, before, after):
    for moment, time in (before, after):
        shown = exact_text(datetime.fromisoformat(f"{moment}Z"), zone, "24", "en_GB")
        assert f", {time} (" in shown


def test_the_hour_that_comes_twice_when_clocks_are_put_back_says_which_it_is():
    hours = [
        exact_text(
            datetime(2026, 10, 25, hour, 30, tzinfo=UTC), "Europe/Paris", "24", "en_GB", is_named=False
        )
        for hour in (0, 1, 2)
    ]
    assert hours == [
        "25 Oct 2026, 02:30 (GMT+02:00)",
        "25 Oct 2026, 02:30 (GMT+01:00)",
        "25 Oct 2026, 03:30",
    ]
    once = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert exact_text(once, "Europe/Paris", "12", "fr") == "25 oct. 2026, 2:30 AM (Paris, UTC+02:00)"
