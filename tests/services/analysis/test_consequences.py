"""What each player gained and lost in a phase."""

from adjudicator import read_orders
from intimate.chapter import Chapter
from intimate.duel import Duel
from intimate.entries import Orders, Sheet
from intimate.play import play
from intimate.players import Player
from intimate.settings import rules
from intimate.start import set_up
from services.analysis.seen import consequences

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


def test_consequences_name_the_entered_home_centre_and_the_unit_driven_out():
    found = brought({"FRANCE": ["A BUR - MUN", "A RUH S A BUR - MUN"]})
    assert found[FIRST].entered == ("MUN",)
    assert [str(unit) for unit in found[SECOND].driven_out] == ["A MUN"]
    assert found[FIRST].driven_out == found[SECOND].entered == ()
    assert found[FIRST].commands is None


def test_a_quiet_phase_has_no_consequences():
    found = brought({"FRANCE": ["A BUR H"]})
    assert [(each.entered, each.driven_out, each.won, each.lost) for each in found.values()] == [
        ((),) * 4
    ] * 2


def test_the_consequences_of_an_auction_are_commands_and_remaining_credits():
    before = set_up(rules("intimate", {}), START | {"phase": "S1902B"})
    chapter = play(before, {FIRST: Sheet({"ITALY": 3}), SECOND: Sheet({"ITALY": 1})})
    found = consequences(before, chapter)
    assert (found[FIRST].commands, found[FIRST].left) == (("ITALY",), 4)
    assert (found[SECOND].commands, found[SECOND].left) == ((), 9)


def test_before_home_powers_are_known_there_are_no_consequences():
    before = Duel(rules("intimate", {}))
    assert consequences(before, Chapter(before)) == {}


def test_centres_taken_by_autumn_moves_are_not_reported_again_after_retreats():
    """They change hands after the retreats, which report only what the retreats themselves win or lose."""
    units = {"FRANCE": ["A BUR", "A PIC", "A RUH"], "GERMANY": ["A MUN", "A BEL"], "ITALY": ["A ROM"]}
    centers = {"FRANCE": ["PAR"], "GERMANY": ["MUN", "BER", "BEL"], "ITALY": ["ROM"]}
    before = set_up(rules("intimate", {}), START | {"units": units, "centers": centers})
    given = read_orders({"FRANCE": ["A BUR - BEL", "A PIC S A BUR - BEL", "A RUH H"]})
    moved = play(before, {FIRST: Orders(given), SECOND: Orders({})})
    assert str(moved.after.phase) == "F1902R"
    told = consequences(before, moved)
    assert (told[FIRST].won, told[SECOND].lost) == (("BEL",), ("BEL",))
    away = read_orders({"GERMANY": ["A BEL R HOL"]})
    told = consequences(moved.after, play(moved.after, {SECOND: Orders(away)}))
    assert (told[FIRST].won, told[SECOND].lost, told[SECOND].won) == ((), (), ("HOL",))


def test_the_phase_that_ends_a_duel_says_who_won_it():
    found = brought({"FRANCE": ["A BUR - MUN", "A RUH S A BUR - MUN"]})
    assert {each.has_won for each in found.values()} == {None}
    before = set_up(rules("intimate", {}), START | {"units": {"FRANCE": ["A BUR"], "ITALY": ["A ROM"]}})
    won = play(before, {FIRST: Orders(read_orders({"FRANCE": ["A BUR - MUN"]})), SECOND: Orders({})})
    told = consequences(before, won)
    assert (told[FIRST].has_won, told[SECOND].has_won) == (True, False)
