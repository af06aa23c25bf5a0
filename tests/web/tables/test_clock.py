"""The clock on the wall (000 IV, 002 §1 and §6, 004 VI)."""

from datetime import UTC, datetime, timedelta

import pytest

from games import EndReason

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def timed(table, site):
    """Return a table whose clock stands still until a call of `later`."""
    moment = [NOON]
    site.config["CLOCK"] = lambda: moment[0]

    def timed(**fields):
        held = table(**{"clock": "afternoon", **fields})
        held.later = lambda **time: moment.__setitem__(0, moment[0] + timedelta(**time))
        return held

    return timed


def live(held):
    return held.visitor.get(f"{held.path}/live").json


def act(held, what):
    return held.organiser.post(f"{held.path}/clock", act=what)


def test_the_first_clock_is_started_by_the_organiser(timed):
    held = timed()
    assert (live(held)["left"], live(held)["runs"], live(held)["writing"]) == (None, False, 120)
    assert act(held, "start").status_code == 303
    held.later(minutes=1)
    assert (live(held)["left"], live(held)["runs"]) == (15 * 60, True)


def test_the_clock_does_not_move_the_game_on(timed):
    """A phone showing a sheet follows the clock and keeps what is being written."""
    held = timed()
    before = live(held)["stamp"].split(".")
    act(held, "start")
    after = live(held)["stamp"].split(".")
    assert (after[0], after[1] != before[1]) == (before[0], True)
    held.type()
    assert live(held)["stamp"].split(".")[0] != before[0]


def test_it_is_stopped_and_goes_on(timed):
    """004 VI: it can be stopped for a while if the pace is too quick."""
    held = timed()
    act(held, "start")
    held.later(minutes=6)
    act(held, "stop")
    held.later(hours=1)
    assert (live(held)["left"], live(held)["runs"]) == (10 * 60, False)
    assert "10:00" in held.page()
    act(held, "start")
    held.later(minutes=1)
    assert live(held)["left"] == 9 * 60


def test_a_season_that_is_taken_back_has_its_own_time_again_and_waits_for_the_organiser(timed):
    """004 IV"""
    held = timed()
    act(held, "start")
    held.later(minutes=16)
    held.type()
    assert (live(held)["left"], live(held)["runs"]) == (18 * 60, True)
    held.later(minutes=2)
    assert held.organiser.post(f"{held.path}/undo", ordinal=1).status_code == 303
    assert (live(held)["left"], live(held)["runs"]) == (16 * 60, False)


def test_it_is_hurried(timed):
    """004 VI: sped up when games begin late; 000 IV: shortened if all want it."""
    held = timed()
    act(held, "start")
    act(held, "less")
    assert live(held)["left"] == 15 * 60
    act(held, "more")
    assert live(held)["left"] == 16 * 60
    act(held, "anew")
    assert live(held)["left"] == 16 * 60


def test_autumn_has_its_own_time_and_begins_at_the_reveal(timed):
    """004 VI: 16 and 18 minutes; the time of resolution is taken from the next season."""
    held = timed()
    act(held, "start")
    held.type()
    assert (live(held)["left"], live(held)["runs"]) == (18 * 60, True)


def test_the_first_season_may_be_longer(timed):
    """000 IV: 30 minutes before the first movement, 15 before the others."""
    held = timed(clock="classic")
    assert "30:00" in held.page()
    act(held, "start")
    held.type()
    assert live(held)["left"] == 15 * 60


def test_retreats_and_adjustments_have_no_clock(timed):
    """000 XI.1, XIII.2: no time for diplomacy."""
    held = timed()
    act(held, "start")
    held.type()
    held.type(AUSTRIA="A Bud - Ser")
    held.type(AUSTRIA="A Bud - Ser")
    while held.game.phase.kind == "M":
        held.type(AUSTRIA="A Bud - Ser")
    assert (live(held)["left"], live(held)["runs"]) == (None, False)
    assert act(held, "start").status_code == 409


def test_below_zero_it_stays_at_zero(timed):
    held = timed()
    act(held, "start")
    held.later(minutes=20)
    assert live(held)["left"] < 0
    assert "Time is up" in held.page()
    act(held, "less")
    assert live(held)["left"] == 0


def test_a_table_without_a_clock_shows_none(timed):
    held = timed(clock="none")
    assert "data-clock " not in held.page()
    assert act(held, "start").status_code == 409
    assert act(held, "dance").status_code == 404


def test_the_agreed_hours_are_counted_from_the_first_clock(timed):
    """002 §1: then the player with the most centres wins."""
    held = timed(minutes="180")
    held.later(hours=5)
    act(held, "start")
    held.later(minutes=179)
    assert "The time agreed is over." not in held.page()
    assert held.note("time_up").status_code == 409
    held.later(minutes=1)
    assert "End the game: the leader has won" in held.page()
    assert held.note("time_up").status_code == 303
    assert held.game.ending.reason is EndReason.TIME
