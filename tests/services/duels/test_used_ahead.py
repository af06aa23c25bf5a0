"""Entries in advance when their phase comes: their legal part is used, and they never cause an error."""

from datetime import timedelta

import pytest

from clocks.terms import HOUR, Clock
from intimate.codec import write_duel
from intimate.record import load
from intimate.replay import chapters_of
from intimate.sealing import faults, seal
from tests.builders import CENTRES, UNITS
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, SECOND
from tests.services.autumns import (
    MUNICH,
    REMOVAL,
    RETREAT,
    SHEET,
    WINTER,
    autumn,
    phases,
    revealed,
    store_all_ahead,
    unsealed,
)

NOTHING = {"orders": {}}


@pytest.fixture
def contest(begun):
    return begun(autumn())


def test_when_both_prepared_everything_autumn_leads_to_spring_in_one_step(contest):
    store_all_ahead(contest)
    contest.resolve(None, MUNICH)
    assert phases(contest) == ["F1902M", "F1902R", "W1902A", "S1903B"]
    assert contest.phase == "S1903M"
    stored = contest.stored()
    assert stored.duel.commands(FIRST) == ("AUSTRIA", "RUSSIA", "TURKEY")
    assert {str(unit) for unit in stored.duel.position.units_of("AUSTRIA")} == {
        "A BUD",
        "A SER",
        "A VIE",
        "F TRI",
    }
    assert "A BUR" not in map(str, stored.duel.position.units_of("FRANCE"))
    assert stored.awaited == {FIRST, SECOND}
    assert (contest.entry(FIRST), contest.entry(SECOND), unsealed(contest)) == (None, None, [])


def test_each_phase_that_closed_by_itself_is_sealed_in_the_record(contest):
    """Formats: salt, seal and time date from the beginning of the phase."""
    store_all_ahead(contest)
    at = LATER + timedelta(hours=1)
    contest.resolve(None, MUNICH, at)
    for chapter in contest.chapters():
        assert chapter.resolved_at == at
        assert {entry["at"] for entry in chapter.entries.values()} == {"2026-11-20T16:00:00Z"}
    assert list(faults(contest.record(), missing_too=True)) == []


def test_a_record_with_phases_that_closed_by_themselves_is_replayed_to_the_same_end(begun):
    """Formats §2: in the record entries in advance look like any others, without a chapter of their own."""
    contest = begun().resolve(LISTS[FIRST], LISTS[SECOND])
    contest.play_on("S1901M")
    contest.resolve({"orders": {"AUSTRIA": ["A BUD - SER"]}}, None)
    contest.store_ahead(FIRST, "W1901A", {"orders": {"AUSTRIA": ["WAIVE", "A BUD B"]}})
    for player in (FIRST, SECOND):
        contest.store_ahead(player, "S1902B", {"bids": {"RUSSIA": 3}})
    contest.resolve(None, None)
    assert phases(contest)[-3:] == ["F1901M", "W1901A", "S1902B"]
    assert contest.phase == "S1902M"
    record = contest.record()
    played = list(chapters_of(load(record)))
    assert write_duel(played[-1].after) == contest.stored().state
    assert list(faults(record, missing_too=True)) == []


def test_after_the_deadline_of_the_moves_entries_in_advance_follow(contest):
    store_all_ahead(contest)
    contest.store(SECOND, MUNICH)
    assert contest.sweep(DEADLINE) == 1
    assert (phases(contest)[-1], contest.phase) == ("S1903B", "S1903M")
    assert contest.stored().deadline_at == DEADLINE + timedelta(days=1)


def test_only_the_fitting_part_of_an_entry_is_used_and_revealed(contest):
    """Retreats of units that were not dislodged are dropped, and nobody ever sees them."""
    orders = {"orders": {"AUSTRIA": ["A BUD R RUM", "A BOH R VIE", "A SER D"]}}
    contest.store_ahead(FIRST, "F1902R", orders)
    contest.resolve(None, MUNICH)
    assert (phases(contest), revealed(contest)) == (["F1902M", "F1902R"], RETREAT)
    assert "A BUD R RUM" not in str(contest.record())


def test_an_incomplete_entry_stays_stored_and_is_not_handed_in(contest):
    """The player's own army is in Vienna, so the retreat there is barred."""
    contest.store_ahead(FIRST, "F1902R", RETREAT)
    contest.resolve({"orders": {"AUSTRIA": ["A BUD - VIE"]}}, MUNICH)
    assert contest.phase == "F1902R"
    own = contest.entry(FIRST)
    assert (contest.content(FIRST), own.ready, own.began_incomplete) == (NOTHING, False, True)
    assert own.seal == seal(contest.token, "F1902R", "first", NOTHING, own.salt)
    assert contest.awaits(FIRST)
    contest.enter(FIRST, {"orders": {"AUSTRIA": ["A BOH R TYR"]}})
    assert revealed(contest) == {"orders": {"AUSTRIA": ["A BOH R TYR"]}}


def test_an_incomplete_entry_is_reported_until_it_is_changed(contest):
    contest.store_ahead(FIRST, "W1902A", {"orders": {"AUSTRIA": ["A BUD B"]}})
    contest.resolve(None, None)
    assert contest.entry(FIRST).began_incomplete
    contest.store(FIRST, {"orders": {"AUSTRIA": ["A VIE B"]}})
    assert not contest.entry(FIRST).began_incomplete
    contest.hand_in(FIRST)
    contest.take_back(FIRST)
    assert not contest.entry(FIRST).began_incomplete


def test_where_only_one_prepared_everything_the_other_is_waited_for(contest):
    contest.store_ahead(FIRST, "W1902A", {"orders": {"AUSTRIA": ["A VIE B"]}})
    contest.store_ahead(SECOND, "W1902A", {"orders": {"FRANCE": ["A PAR D", "A BUR D"]}})
    contest.take_back_entry_ahead(SECOND, "W1902A")
    contest.resolve(None, None)
    assert contest.phase == "W1902A"
    own = contest.entry(FIRST)
    assert own.ready
    assert own.seal
    assert own.sealed_at == LATER
    assert contest.entry(SECOND) is None
    contest.enter(SECOND, REMOVAL)
    assert revealed(contest) == {"orders": {"AUSTRIA": ["A VIE B"]}}


def test_an_automatically_handed_in_entry_can_be_taken_back_and_changed(contest):
    contest.store_ahead(FIRST, "W1902A", {"orders": {"AUSTRIA": ["A VIE B"]}})
    contest.resolve(None, None)
    contest.store(FIRST, {"orders": {"AUSTRIA": ["F TRI B"]}})
    assert not contest.entry(FIRST).ready
    contest.resolve({"orders": {"AUSTRIA": ["F TRI B"]}}, None)
    assert revealed(contest) == {"orders": {"AUSTRIA": ["F TRI B"]}}


def test_a_home_centre_lost_makes_removals_of_builds(contest):
    """§6: Trieste and Vienna fall to Italy, the opponent's mercenary."""
    contest.at(autumn(units={"ITALY": ["A VEN", "A TYR", "F NAP"]}, control={"ITALY": "second"}))
    contest.store_ahead(
        FIRST, "W1902A", {"orders": {"AUSTRIA": ["A TRI B", "A VIE B", "A BOH D", "A BUD D"]}}
    )
    contest.store_ahead(SECOND, "W1902A", REMOVAL)
    contest.resolve(None, {"orders": {"ITALY": ["A VEN - TRI", "A TYR - VIE"]}})
    assert contest.phase == "W1902A"
    assert (contest.content(FIRST), contest.entry(FIRST).ready) == (
        {"orders": {"AUSTRIA": ["A BOH D"]}},
        True,
    )
    # The entry says nothing of Italy, which owns two centres more.
    assert (contest.content(SECOND), contest.entry(SECOND).ready) == (REMOVAL, False)


def test_builds_of_a_power_that_must_remove_are_dropped(contest):
    contest.at(autumn(units={"ITALY": ["A VEN", "A TYR", "F NAP"]}, control={"ITALY": "second"}))
    contest.store_ahead(FIRST, "W1902A", WINTER)
    contest.resolve(None, {"orders": {"ITALY": ["A VEN - TRI", "A TYR - VIE"]}})
    assert (contest.content(FIRST), contest.entry(FIRST).ready) == (NOTHING, False)


TURKEY_FALLS = {
    "centers": {**CENTRES, "TURKEY": ["ANK"], "AUSTRIA": ["BUD", "TRI"]},
    "units": {
        "TURKEY": [],
        "AUSTRIA": ["A SER", "A BUD", "A TYR"],
        "FRANCE": UNITS["FRANCE"],
        "ITALY": [*UNITS["ITALY"], "F BLA"],
    },
}
"""Italy can take Turkey's last centre; then nobody has anything to do in winter."""
ANKARA = {"orders": {"ITALY": ["F BLA - ANK"]}}


def test_bids_for_a_mercenary_that_is_gone_are_dropped(contest):
    """§4: a power without centres cannot be hired."""
    contest.at(autumn(**TURKEY_FALLS))
    contest.store_ahead(FIRST, "S1903B", SHEET)
    contest.store_ahead(SECOND, "S1903B", {"bids": {"TURKEY": 6}})
    contest.resolve(ANKARA, None)
    assert (phases(contest), contest.phase) == (["F1902M", "S1903B"], "S1903M")
    assert revealed(contest) == {"bids": {"RUSSIA": 7}}
    assert revealed(contest, SECOND) == {"bids": {}}


OVER = {"bids": {"RUSSIA": 40}}


@pytest.mark.parametrize("known", [True, False])
def test_a_sheet_that_may_be_overbid_is_handed_in_only_if_its_player_knew(contest, known):
    contest.at(autumn(**TURKEY_FALLS))
    contest.store_ahead(FIRST, "S1903B", OVER, overbid_accepted=known)
    contest.resolve(ANKARA, None)
    assert contest.phase == "S1903B"
    own = contest.entry(FIRST)
    assert (contest.content(FIRST), own.ready, own.began_incomplete) == (OVER, known, not known)


def test_accepting_the_overbid_later_changes_nothing_else(contest):
    contest.store_ahead(FIRST, "S1903B", OVER)
    at = contest.entry(FIRST, "S1903B").stored_at
    contest.store_ahead(FIRST, "S1903B", OVER, at + timedelta(hours=1), overbid_accepted=True)
    own = contest.entry(FIRST, "S1903B")
    assert (own.ready, own.stored_at) == (True, at)


def test_a_sheet_over_the_reserve_bids_nothing_where_that_is_forbidden(begun):
    contest = begun(autumn(**TURKEY_FALLS), overbid="forbidden")
    contest.store_ahead(FIRST, "S1903B", OVER)
    contest.resolve(ANKARA, None)
    own = contest.entry(FIRST)
    assert (contest.content(FIRST), own.ready, own.began_incomplete) == ({"bids": {}}, False, True)


def test_the_bank_of_a_player_who_prepared_everything_does_not_run(begun):
    contest = begun(autumn(), clock=Clock(HOUR, HOUR, HOUR, bank=10 * HOUR, cap=99 * HOUR))
    contest.store_ahead(FIRST, "W1902A", {"orders": {"AUSTRIA": ["A VIE B"]}})
    contest.resolve(None, None, LATER)
    times = contest.stored().times
    assert set(times.due) == {SECOND}
    assert times.banks[FIRST] == times.due[SECOND] - LATER
    assert contest.stored().deadline_at == times.due[SECOND]
