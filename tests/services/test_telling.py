"""A past chapter as it is told: who entered what, and what became of it."""

import pytest

from adjudicator import Cause, Unit, Unreadable
from intimate.players import Player
from models import StoredChapter
from services.telling import told_bids, told_lists, told_orders
from tests.builders import POWERS, UNITS, lonely, start
from tests.fixtures_duels import FIRST, LISTS, SECOND


@pytest.fixture
def any_database(sqlite_database):
    """Tell from SQLite alone: telling asks the database nothing."""
    return sqlite_database


def told(contest, ordinal=-1):
    """Return the order, the flags and the cause of each unit of a chapter."""
    chapter = contest.chapters()[ordinal]
    return {
        str(found.unit): (
            None if found.order is None else str(found.order),
            found.flags,
            found.reasons[0].cause if found.reasons else None,
        )
        for found in told_orders(chapter.line, chapter)
    }


def test_each_unit_is_told_with_its_order_its_outcome_and_the_cause(begun):
    contest = begun(lonely("S1902M", units={"AUSTRIA": ["A MUN", "A TYR"], "FRANCE": ["A BUR", "A GAS"]}))
    contest.resolve({"orders": {"AUSTRIA": ["A MUN - BUR"]}}, {"orders": {"FRANCE": ["A GAS - MAR"]}})
    assert told(contest) == {
        "A MUN": ("A MUN - BUR", ("bounce",), Cause.BOUNCED),
        "A TYR": (None, (), None),
        "A BUR": (None, (), None),
        "A GAS": ("A GAS - MAR", (), None),
    }


def test_the_cause_names_the_units_and_the_place(begun):
    contest = begun(lonely("S1902M", units={"AUSTRIA": ["A MUN"], "FRANCE": ["A PAR"]}))
    contest.resolve({"orders": {"AUSTRIA": ["A MUN - BUR"]}}, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    chapter = contest.chapters()[0]
    reasons = {str(found.unit): found.reasons[0] for found in told_orders(chapter.line, chapter)}
    assert reasons["A MUN"].units == (Unit.parse("A PAR"),)


def test_a_unit_that_failed_and_was_dislodged_is_told_with_both_causes(begun):
    units = {"AUSTRIA": ["A TYR"], "FRANCE": ["A MUN", "A BOH"], "ITALY": ["A VEN"]}
    contest = begun(lonely("S1902M", units=units))
    attack = ["A MUN - TYR", "A BOH S A MUN - TYR"]
    contest.resolve({"orders": {"AUSTRIA": ["A TYR - VEN"]}}, {"orders": {"FRANCE": attack}})
    chapter = contest.chapters()[0]
    causes = {
        str(found.unit): [each.cause for each in found.reasons]
        for found in told_orders(chapter.line, chapter)
    }
    assert causes["A TYR"] == [Cause.BOUNCED, Cause.DISLODGED]


def test_what_was_built_by_default_is_told_without_an_order(begun):
    """§6"""
    alone = {"AUSTRIA": UNITS["AUSTRIA"], "FRANCE": UNITS["FRANCE"], "ITALY": ["A ROM"]}
    contest = begun(start("W1901A", units=alone, control={"ITALY": "first"}))
    contest.resolve({"orders": {"ITALY": ["F NAP B"]}}, None)
    outcome = told(contest)
    assert outcome["F NAP"] == ("F NAP B", (), None)
    assert outcome["A VEN"] == (None, ("default",), None)


def test_a_build_given_up_is_told_too(begun):
    contest = begun(lonely("W1901A", units={"AUSTRIA": ["A BUD"], "FRANCE": UNITS["FRANCE"]}))
    contest.resolve({"orders": {"AUSTRIA": ["A VIE B", "WAIVE"]}}, None)
    assert told(contest) == {"A VIE": ("A VIE B", (), None), "None": ("WAIVE", (), None)}


def test_what_was_done_in_a_phase_that_awaited_nobody_is_told(begun):
    """§5: a mercenary in anarchy removes by default, in winter."""
    alone = {"AUSTRIA": UNITS["AUSTRIA"], "FRANCE": UNITS["FRANCE"], "ITALY": ["A ROM", "A VEN", "A PIE"]}
    owned = {"AUSTRIA": ["BUD", "TRI", "VIE"], "FRANCE": ["BRE", "MAR", "PAR"], "ITALY": ["ROM", "VEN"]}
    contest = begun(start("F1902M", units=alone, centers=owned))
    contest.resolve(None, None)
    passed = contest.chapters()[0].line["passed"]
    assert [line["phase"] for line in passed] == ["F1902R", "W1902A"]
    (gone,) = told_orders(passed[1], None)
    assert (str(gone.unit), gone.order, gone.flags) == ("A PIE", None, ("default",))
    assert gone.reasons[0].cause is Cause.DEFAULT_REMOVAL


def test_an_order_that_cannot_be_read_is_told_as_it_was_written():
    """Formats §2: void orders are part of the game, as imported records may hold them."""
    entries = {"first": {"orders": {"FRANCE": ["A PAR - Bourgogne", "no unit at all"]}}}
    line = {"outcomes": {"FRANCE": {"A PAR": ["void"]}}}
    chapter = StoredChapter(entries=entries, lots={}, line=line)
    (found,) = told_orders(line, chapter)
    assert isinstance(found.order, Unreadable)
    assert (str(found.order), found.reasons) == ("A PAR - Bourgogne", ())


def test_of_several_orders_for_a_unit_the_last_is_told():
    entries = {"first": {"orders": {"FRANCE": ["A PAR - BUR", "A PAR - PIC"]}}}
    line = {"outcomes": {"FRANCE": {"A PAR": []}}}
    (found,) = told_orders(line, StoredChapter(entries=entries, lots={}, line=line))
    assert str(found.order) == "A PAR - PIC"


def test_both_sheets_stand_side_by_side_losing_bids_too(contest):
    """§4: both whole sheets are public."""
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.resolve({"bids": {"ITALY": 5, "TURKEY": 2}}, {"bids": {"ITALY": 3, "TURKEY": 2}})
    bids = {bid.power: bid for bid in told_bids(contest.chapters()[-1])}
    assert set(bids) == set(POWERS) - {"AUSTRIA", "FRANCE"}
    assert (bids["ITALY"].bids, bids["ITALY"].commander) == ({FIRST: 5, SECOND: 3}, FIRST)
    assert (bids["TURKEY"].bids, bids["TURKEY"].commander) == ({FIRST: 2, SECOND: 2}, None)
    assert bids["RUSSIA"].bids == {FIRST: 0, SECOND: 0}


def test_a_sheet_that_was_not_handed_in_bids_nothing(begun):
    contest = begun(start("S1902B"))
    contest.store(SECOND, {"bids": {"ITALY": 1}})
    contest.sweep()
    bids = {bid.power: bid.bids for bid in told_bids(contest.chapters()[0])}
    assert bids["ITALY"] == {FIRST: 0, SECOND: 1}


def test_lists_are_told_drawn_ones_too(contest):
    contest.store(FIRST, LISTS[FIRST])
    contest.sweep()
    chapter = contest.chapters()[0]
    lists = told_lists(chapter)
    assert lists[FIRST] == LISTS[FIRST]["homes"]
    assert lists[SECOND] == chapter.lots["homes_list"]["second"]
    assert set(lists) == set(Player)
