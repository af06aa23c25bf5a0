"""Mistakes of other programs (rules of the duel, section 11): at least one test for every item there."""

import json

import pytest

from intimate.codec import read_duel, write_duel
from intimate.errors import EntryError
from intimate.play import awaits
from intimate.players import Player
from intimate.record import load
from intimate.replay import chapters_of
from tests.builders import (
    CENTRES,
    UNITS,
    duel_after,
    duel_at,
    ending,
    event,
    last,
    lines,
    lonely,
    moves,
    record,
    sheets,
    start,
)
from tests.intimate.entering import check_plain, play_plain


def test_effective_bids_are_counted_right():
    """§11: only bids that win count, and the heir pays for all of their own."""
    first = {"ENGLAND": 5, "GERMANY": 5, "ITALY": 5, "RUSSIA": 5, "TURKEY": 5}
    second = {"ENGLAND": 5, "GERMANY": 6, "ITALY": 4, "RUSSIA": 6, "TURKEY": 4}

    def auction(*reserves):
        begin = start("S1902B", credits=dict(zip(("first", "second"), reserves, strict=True)))
        return last(record(sheets("S1902B", first, second), begin=begin))["auction"]

    assert auction(10, 12)["winning_totals"] == {"first": 10, "second": 12}
    assert auction(10, 12)["overbid"] == []
    assert auction(9, 12)["overbid"] == ["first", "second"]
    assert auction(9, 13)["paid"] == {"first": 9, "second": 13}


def test_zero_bids_are_not_announced():
    """§11: no message says that somebody won a power for nothing."""
    line = last(record(sheets("S1902B", {"ITALY": 0}, {}), begin=start("S1902B")))
    assert line["control"]["ITALY"] is None
    assert "bids" not in json.dumps(line)


def test_victory_is_seen_after_a_retreat():
    """§11."""
    begin = lonely("S1903M", units={"AUSTRIA": ["A BUR"], "FRANCE": ["A MUN", "A RUH"]})
    attack = moves("S1903M", None, {"FRANCE": ["A MUN - BUR", "A RUH S A MUN - BUR"]})
    retreat = moves("S1903R", {"AUSTRIA": ["A BUR R PAR"]})
    assert ending(record(attack, retreat, begin=begin)) == ("first", "home_centre")


@pytest.mark.parametrize("settings", [{}, {"victory": {"centres": 3}}])
def test_a_power_that_is_nobodys_home_does_not_win(settings):
    """§11: an Italian army on Vienna and Paris, Italy with the most centres."""
    begin = start("F1903M", control={"ITALY": "first"})
    begin["units"] = {"AUSTRIA": ["A TRI"], "FRANCE": ["A BRE"], "ITALY": ["A VIE", "A PAR"]}
    begin["centers"] = {"AUSTRIA": ["TRI"], "FRANCE": ["BRE"], "ITALY": ["ROM", "NAP", "VEN"]}
    assert ending(record(moves("F1903M"), begin=begin, **settings)) is None


@pytest.mark.parametrize("bid", [-1, 0.5, 1e9, 1e400, 10**7, "7", "²", None, True, [7], {"bid": 7}])
def test_absurd_or_negative_bids_are_not_taken(bid):
    """§11"""
    with pytest.raises(EntryError, match="ITALY"):
        check_plain(duel_at(start("S1902B")), Player.FIRST, {"bids": {"ITALY": bid}})


def test_no_bid_is_taken_for_a_power_without_centres():
    """§11"""
    plain = record(sheets("S1902B", {"ITALY": 1}), begin=start("S1902B", centers={**CENTRES, "ITALY": []}))
    with pytest.raises(ValueError, match=r"S1902B.*ITALY"):
        lines(plain)


def test_no_auction_is_held_with_no_mercenary_alive():
    """§11"""
    chapters = [moves("F1902M"), moves("S1903M"), moves("F1903M")]
    assert [line["next"] for line in lines(record(*chapters, begin=lonely("F1902M")))[:-1]] == [
        "S1903M",
        "F1903M",
        "S1904M",
    ]


@pytest.mark.parametrize(
    ("events", "end"),
    [
        ([event("conceded", "second")], ("first", "conceded")),
        ([event("draw_offered", "second"), event("draw_agreed", "first")], (None, "draw")),
    ],
)
def test_draws_and_concessions_are_taken_while_mercenaries_live(events, end):
    """§11"""
    assert ending(record(*events, begin=start("S1902B"))) == end


def test_income_comes_before_the_tie_break():
    """§11: five each after that autumn's income, though the second had more before it."""
    centers = {"AUSTRIA": ["BUD", "SER", "GRE"], "FRANCE": ["BRE"]}
    units = {"AUSTRIA": ["A PAR"], "FRANCE": ["A VIE"]}
    reserves = {"first": 1, "second": 3}
    begin = lonely("F1903M", centers=centers, units=units, credits=reserves)
    plain = record(moves("F1903M"), begin=begin)
    assert last(plain)["credits"] == {"first": 5, "second": 5}
    assert ending(plain) is None
    reserves["second"] = 2
    assert ending(record(moves("F1903M"), begin=begin)) == ("first", "home_centre")


@pytest.mark.parametrize("homes", [("AUSTRIA", "TURKEY"), ("TURKEY", "AUSTRIA")])
def test_no_count_depends_on_the_order_of_the_powers(homes):
    """§11: the same power wins the same position from either seat."""
    units = {"AUSTRIA": ["A CON", "A ANK"], "TURKEY": ["A VIE"]}
    begin = start("S1903M", homes={"first": homes[0], "second": homes[1]}, units=units)
    winner = ending(record(moves("S1903M"), begin=begin))[0]
    assert begin["homes"][winner] == "AUSTRIA"


def test_a_full_tie_is_not_tested_again_at_once():
    """§11: France leaves Vienna in spring, and Austria is still on Paris."""
    begin = lonely(
        "F1903M",
        units={"AUSTRIA": ["A PAR"], "FRANCE": ["A VIE"]},
        centers={"AUSTRIA": ["BUD"], "FRANCE": ["MAR"]},
    )
    chapters = [moves("F1903M"), moves("W1903A"), moves("S1904M", None, {"FRANCE": ["A VIE - GAL"]})]
    assert ending(record(*chapters, begin=begin)) is None


def test_eliminated_mercenaries_are_no_longer_listed():
    """§11, formats §2: `control` has a key for those that still own a centre or a unit."""
    begin = start("F1902M", centers={power: CENTRES[power] for power in ["AUSTRIA", "FRANCE", "ITALY"]})
    begin["units"] = {power: UNITS[power] for power in ["AUSTRIA", "FRANCE", "TURKEY"]}
    before = last(record(event("draw_offered", "first"), begin=begin))
    assert before["control"] == {"ITALY": None, "TURKEY": None}
    begin["units"]["TURKEY"] = ["A UKR"]
    assert last(record(moves("F1902M"), begin=begin))["control"] == {"ITALY": None}


def test_a_mercenary_whose_only_unit_is_dislodged_is_still_listed():
    """Formats §2"""
    units = {"AUSTRIA": ["A TYR", "F TRI"], "FRANCE": ["A PAR"], "ITALY": ["A VEN"]}
    begin = lonely("S1902M", units=units, control={"ITALY": "second"})
    line = last(record(moves("S1902M", {"AUSTRIA": ["A TYR - VEN", "F TRI S A TYR - VEN"]}), begin=begin))
    assert (line["next"], line["control"]) == ("S1902R", {"ITALY": "second"})


def test_there_is_a_way_back_to_an_earlier_turn():
    """§11: each stored turn is a whole duel, from which another future can be played."""
    whole = load(
        record(moves("S1902M", {"AUSTRIA": ["A VIE - GAL"]}), moves("F1902M"), begin=start("S1902M"))
    )
    stored = [json.dumps(write_duel(chapter.after)) for chapter in chapters_of(whole)]
    back = read_duel(json.loads(stored[0]), whole.rules)
    assert str(back.phase) == "F1902M"
    other = play_plain(back, {"first": {"orders": {"AUSTRIA": ["A GAL - UKR"]}}}).after
    assert json.dumps(write_duel(other)) != stored[1]
    assert awaits(back) == {Player.FIRST, Player.SECOND}


def test_a_shorter_record_is_an_earlier_turn():
    """§11"""
    chapters = [moves("S1902M", {"AUSTRIA": ["A VIE - GAL"]}), moves("F1902M")]
    assert lines(record(*chapters, begin=start("S1902M")))[0] == last(
        record(chapters[0], begin=start("S1902M"))
    )
    assert duel_after(record(begin=start("S1902M"))) == duel_at(start("S1902M"))
