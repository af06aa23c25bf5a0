"""Orders beside their outcomes."""

from adjudicator import Flag, Outcome, Unit, Unreadable, Waive, parse
from intimate.chapter import Fate, fates_in, fates_of
from tests.builders import duel_at, start
from tests.intimate.entering import play_plain
from tests.intimate.winters import winter

VOID = Outcome((Flag.VOID,))


def orders_of(chapter, before):
    """Return {unit: order} as texts."""
    return {str(fate.ordered): fate.order and str(fate.order) for fate in fates_of(chapter, before)}


def test_every_outcome_has_the_order_of_its_unit_or_none():
    duel = duel_at(start("S1902M", control={"ITALY": "second"}))
    entries = {
        "first": {"orders": {"AUSTRIA": ["A VIE - GAL", "A BUD - XXX"]}},
        "second": {"orders": {"ITALY": ["A ROM H"]}},
    }
    chapter = play_plain(duel, entries)
    given = {unit: order for unit, order in orders_of(chapter, duel).items() if order}
    assert given == {"A VIE": "A VIE - GAL", "A BUD": "A BUD - XXX", "A ROM": "A ROM H"}
    fates = [(fate.power, fate.ordered, fate.outcome) for fate in fates_of(chapter, duel)]
    assert fates == [
        (power, unit, outcome) for power, units in chapter.outcomes.items() for unit, outcome in units.items()
    ]


def test_an_order_for_a_power_that_its_player_does_not_command_hides_none():
    """Formats §2: such orders are void, but part of a record."""
    duel = duel_at(start("S1902M"))
    entries = {
        "first": {"orders": {"AUSTRIA": ["A VIE - GAL"]}},
        "second": {"orders": {"AUSTRIA": ["A VIE H"]}},
    }
    assert orders_of(play_plain(duel, entries), duel)["A VIE"] == "A VIE - GAL"


def test_an_unreadable_order_stands_beside_the_unit_it_names():
    unit = Unit.parse("A VIE")
    unread = Unreadable("A VIE vers GAL", unit)
    assert fates_in({"AUSTRIA": {unit: VOID}}, {"AUSTRIA": [unread]}) == [Fate("AUSTRIA", unit, unread, VOID)]


def test_of_several_orders_for_a_unit_the_last_one_stands():
    unit = Unit.parse("A VIE")
    issued = {"AUSTRIA": [parse("A VIE H"), parse("A VIE - GAL"), parse("A BUD H"), Unreadable("A")]}
    (fate,) = fates_in({"AUSTRIA": {unit: VOID}}, issued)
    assert fate.order == parse("A VIE - GAL")


def test_builds_and_waives_stand_beside_theirs():
    orders = {"first": {"orders": {"AUSTRIA": ["A VIE B", "WAIVE"], "ITALY": ["F NAP B"]}}}
    duel = duel_at(winter())
    assert orders_of(play_plain(duel, orders), duel) == {
        "A VIE": "A VIE B",
        str(Waive()): "WAIVE",
        "F NAP": "F NAP B",
        "A VEN": None,
        "F BRE": None,
    }
