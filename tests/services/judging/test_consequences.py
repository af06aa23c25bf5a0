"""What a phase brought either player."""

from adjudicator import read_orders
from intimate.chapter import Chapter
from intimate.duel import Duel
from intimate.entries import Orders, Sheet
from intimate.play import play
from intimate.players import Player
from intimate.settings import rules
from intimate.start import set_up
from services.judging.consequences import consequences

FIRST, SECOND = Player.FIRST, Player.SECOND
START = {
    "phase": "F1902M",
    "homes": {"first": "FRANCE", "second": "GERMANY"},
    "credits": {"first": 7, "second": 9},
    "units": {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN"], "ITALY": ["A ROM"]},
    "centers": {"FRANCE": ["PAR"], "GERMANY": ["MUN", "BER"], "ITALY": ["ROM"]},
}


def brought(orders):
    before = set_up(rules("intimate", {}), START)
    given = read_orders(orders)
    chapter = play(before, {FIRST: Orders({power: given[power] for power in given}), SECOND: Orders({})})
    return consequences(before, chapter)


def test_who_enters_a_home_centre_and_who_was_driven_out_of_it_are_told():
    found = brought({"FRANCE": ["A BUR - MUN", "A RUH S A BUR - MUN"]})
    assert found[FIRST].entered == ("MUN",)
    assert [str(unit) for unit in found[SECOND].driven_out] == ["A MUN"]
    assert found[FIRST].driven_out == found[SECOND].entered == ()
    assert found[FIRST].commands is None


def test_where_nothing_happens_nothing_is_told():
    found = brought({"FRANCE": ["A BUR H"]})
    assert [(each.entered, each.driven_out, each.won, each.lost) for each in found.values()] == [
        ((),) * 4
    ] * 2


def test_an_auction_tells_who_commands_whom_and_what_is_left():
    before = set_up(rules("intimate", {}), START | {"phase": "S1902B"})
    chapter = play(before, {FIRST: Sheet({"ITALY": 3}), SECOND: Sheet({"ITALY": 1})})
    found = consequences(before, chapter)
    assert (found[FIRST].commands, found[FIRST].left) == (("ITALY",), 4)
    assert (found[SECOND].commands, found[SECOND].left) == ((), 9)


def test_before_home_powers_are_known_there_is_nothing_to_tell():
    before = Duel(rules("intimate", {}))
    assert consequences(before, Chapter(before)) == {}
