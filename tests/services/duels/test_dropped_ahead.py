"""Entries in advance for phases that never await them, broken ones, and what counts as absence."""

import logging
from datetime import timedelta

import pytest
from sqlalchemy import text

from clocks.terms import DAY, Clock
from tests.fixtures_duels import FIRST, NOON, SECOND
from tests.services.autumns import (
    MUNICH,
    REMOVAL,
    RETREAT,
    SHEET,
    WINTER,
    autumn,
    phases,
    store_all_ahead,
    unsealed,
)

NOTHING = {"orders": {}}


OVER = {"bids": {"RUSSIA": 40}}


@pytest.fixture
def contest(begun):
    return begun(autumn())


def test_an_entry_in_advance_for_a_passed_phase_is_deleted(contest):
    """§6: a phase that awaits nobody is passed at once; nobody was dislodged."""
    contest.store_ahead(FIRST, "F1902R", RETREAT)
    contest.store_ahead(FIRST, "S1903B", SHEET)
    contest.resolve(None, None)
    assert unsealed(contest) == [("S1903B", "first")]


def test_an_entry_in_advance_of_an_unawaited_player_is_deleted_and_not_recorded(contest):
    """Austria's army is not dislodged, but an army of France is."""
    units = {"FRANCE": ["A TYR"], "ITALY": ["A VEN", "A PIE", "F NAP"]}
    contest.at(autumn(units=units))
    contest.store_ahead(FIRST, "F1902R", RETREAT)
    contest.resolve({"orders": {"ITALY": ["A VEN - TYR", "A PIE S A VEN - TYR"]}}, None)
    assert contest.phase == "F1902R"
    assert not contest.awaits(FIRST)
    assert unsealed(contest) == []
    contest.resolve(None, None)
    assert set(contest.chapters()[-1].entries) == {"second"}


def test_an_entry_in_advance_counts_as_stored(begun):
    """A player misses a phase if they had stored nothing when it ended."""
    contest = begun(autumn(), clock=Clock(DAY, misses=2))
    contest.store_ahead(FIRST, "W1902A", {"orders": {"AUSTRIA": ["A VIE B"]}})
    contest.store_ahead(FIRST, "S1903B", OVER)
    for day in range(1, 4):
        assert contest.sweep(NOON + timedelta(days=day)) == 1
        if day < 3:
            contest.store(SECOND, [NOTHING, REMOVAL, {"bids": {}}][day], NOON + timedelta(days=day))
    stored = contest.stored()
    assert phases(contest) == ["F1902M", "W1902A", "S1903B"]
    assert (str(stored.phase), stored.times.misses[FIRST]) == ("S1903M", 0)


def test_a_dropped_entry_counts_as_nothing(begun):
    contest = begun(autumn(), clock=Clock(DAY, misses=2))
    contest.store_ahead(FIRST, "F1902R", RETREAT)
    contest.sweep(NOON + timedelta(days=1))
    assert contest.stored().times.misses[FIRST] == 1
    contest.sweep(NOON + timedelta(days=2))
    assert phases(contest)[-1] == "absent"


def test_at_the_end_of_a_duel_unused_entries_are_deleted(contest):
    store_all_ahead(contest)
    contest.store(FIRST, {"orders": {"AUSTRIA": ["A BUD - GAL"]}})
    contest.happen(SECOND, "conceded")
    assert unsealed(contest) == []
    assert contest.entry(FIRST, "F1902M") is None


def test_a_duel_that_is_won_in_autumn_uses_nothing_that_was_prepared_for_winter(contest):
    """§7: victory comes after autumn's retreats, before the adjustments."""
    contest.at(autumn(units={"AUSTRIA": ["A GAS", "A SER", "A BUD"], "FRANCE": ["A PAR", "F BRE", "A BUR"]}))
    contest.store_ahead(FIRST, "W1902A", WINTER)
    contest.store_ahead(SECOND, "S1903B", {"bids": {}})
    contest.resolve({"orders": {"AUSTRIA": ["A GAS - MAR"]}}, None)
    assert contest.phase is None
    assert (phases(contest), unsealed(contest)) == (["F1902M"], [])


def test_an_offer_between_two_phases_uses_nothing(contest):
    contest.store_ahead(FIRST, "F1902R", RETREAT)
    contest.happen(FIRST, "draw_offered")
    assert contest.ahead(FIRST) == {"F1902R": RETREAT}
    contest.happen(SECOND, "draw_declined")
    assert unsealed(contest) == [("F1902R", "first")]


BROKEN = ['{"bids": 3}', '{"bids": {"ITALY": 3}}', '{"homes": []}', '{"orders": {"AUSTRIA": 5}}', "7", "null"]


@pytest.mark.parametrize("content", BROKEN)
def test_a_broken_entry_is_dropped_and_stops_no_duel(contest, content, caplog):
    contest.store_ahead(FIRST, "F1902R", RETREAT)
    with contest.database.writing() as session:
        broken = text("UPDATE entries SET content = :content WHERE phase = 'F1902R'")
        session.execute(broken, {"content": content})
    with caplog.at_level(logging.INFO):
        contest.resolve(None, MUNICH)
    assert (contest.phase, contest.entry(FIRST)) == ("F1902R", None)
    said = f"duel {contest.id}: an entry in advance is broken, and was dropped"
    assert [record.getMessage() for record in caplog.records if record.levelno > logging.INFO] == [said]
    assert all(record.exc_info is None for record in caplog.records)
    contest.enter(FIRST, RETREAT)
    assert contest.phase == "W1902A"
