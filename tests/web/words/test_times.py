"""Times, durations and lists in the viewer's language."""

from datetime import timedelta

import pytest

from models.account import LANGUAGES
from tests.fixtures_site import NOON
from web.words.times import deadline, duration, instant, listed, relative


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (300, ("5 minutes", "5 minutes")),
        (93600, ("1 day, 2 hours", "1 jour et 2 heures")),
        (93660, ("1 day, 2 hours", "1 jour et 2 heures")),
        (7 * 86400, ("7 days", "7 jours")),
        (0, ("1 minute", "1 minute")),
    ],
)
def test_lengths_of_time_are_said_in_two_units(language, seconds, said):
    assert duration(seconds).replace("\xa0", " ") == said[LANGUAGES.index(language)]


def test_a_moment_is_shown_from_now_with_the_exact_time_at_hand(language):
    shown = instant(NOON - timedelta(hours=3)).replace("\xa0", " ")
    assert 'datetime="2026-11-20T09:00:00+00:00"' in shown
    assert {"en": "20 Nov 2026, 09:00 UTC", "fr": "20 nov. 2026, 09:00 UTC"}[language] in shown
    assert {"en": ">3 hours ago<", "fr": ">il y a 3 heures<"}[language] in shown


def test_less_than_a_minute_ago_is_just_now(language, in_it):
    assert relative(NOON - timedelta(seconds=59)) == in_it("just now", "à l’instant")
    assert relative(NOON - timedelta(seconds=60)).replace("\xa0", " ") == in_it(
        "1 minute ago", "il y a 1 minute"
    )


def test_a_deadline_says_what_is_left(language):
    left = deadline(NOON + timedelta(hours=3, minutes=5)).replace("\xa0", " ")
    assert {"en": ">3 hours, 5 minutes left<", "fr": ">encore 3 heures et 5 minutes<"}[language] in left
    for moment in (NOON, NOON - timedelta(days=1), NOON + timedelta(seconds=59)):
        assert {"en": "any moment now", "fr": "d’un instant"}[language] in deadline(moment)


def test_several_things_are_joined_into_one_phrase(language, in_it):
    assert listed(["a", "b", "c"]) == in_it("a, b and c", "a, b et c")
    assert listed(["a", "b"], "or") == in_it("a or b", "a ou b")
