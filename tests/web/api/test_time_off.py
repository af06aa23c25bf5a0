"""Bots take time off from all their duels at once."""

from datetime import timedelta

import pytest

from clocks.terms import HOUR, Clock
from tests.fixtures_duels import FIRST, LISTS, NOON, SECOND

BEGINS, ENDS = "2026-11-21T13:00:00Z", "2026-11-25T00:00:00Z"


@pytest.fixture
def anna(pages, program):
    """Return a bot whose duel has given it half a day off, an hour into its second phase."""
    duel = pages(None, clock=Clock(time_off=12 * HOUR))
    for player in (FIRST, SECOND):
        duel.contest.store(player, LISTS[player], NOON)
    duel.contest.sweep(NOON + timedelta(days=1))
    duel.clock(NOON + timedelta(days=1, hours=1))
    return program("anna")


def put(anna, **body):
    return anna.ask("PUT", "/time-off", {"begins_at": BEGINS, "ends_at": ENDS, **body})


def test_time_off_is_seen_taken_in_all_duels_and_ended(anna):
    before = anna.get_json("/time-off")
    assert (before["begins_at"], before["ends_at"]) == (None, None)
    [duel] = before["duels"]
    assert (duel["left"], duel["earns"], duel["away"]) == (12 * HOUR, True, False)
    taken = put(anna).json
    assert (taken["begins_at"], taken["ends_at"]) == (BEGINS, ENDS)
    assert taken["duels"][0]["away"] is True
    assert "first" in anna.get_json(f"/duels/{duel['duel']}")["times"]["away"]
    ended = anna.ask("DELETE", "/time-off").json
    assert (ended["begins_at"], ended["duels"][0]["away"]) == (None, False)


def test_planned_time_off_has_not_begun(anna):
    planned = put(anna, begins_at="2026-11-22T00:00:00+01:00").json
    assert planned["begins_at"] == "2026-11-21T23:00:00Z"
    assert planned["duels"][0]["away"] is False


def test_an_instant_that_is_past_means_now(anna):
    assert put(anna, begins_at="2020-01-01T00:00:00Z").json["begins_at"] == BEGINS


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"begins_at": "9999-12-31T00:00:00Z", "ends_at": "9999-12-31T01:00:00Z"}, "begins_at"),
        ({"ends_at": "2026-11-21T12:00:00Z"}, "ends_at"),
        ({"ends_at": "9999-12-31T23:59:59Z"}, "ends_at"),
        ({"ends_at": "2026-11-25T00:00:00"}, "ends_at"),
        ({"ends_at": "soon"}, "ends_at"),
        ({"ends_at": 3}, "ends_at"),
        ({"until": ENDS}, "until"),
    ],
)
def test_impossible_instants_are_named(anna, body, field):
    answer = put(anna, **body)
    assert (answer.status_code, answer.json["errors"][0]["field"]) == (422, field)
    assert anna.get_json("/time-off")["begins_at"] is None
