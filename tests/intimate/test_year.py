"""The year: the players that its phases await, and the passed phases (rules of the duel, section 6)."""

import pytest

from adjudicator import Phase
from intimate.play import awaits, play
from intimate.players import Player
from intimate.rules import YEAR
from tests.builders import (
    CENTRES,
    RANKS,
    UNITS,
    chapter,
    duel_after,
    duel_at,
    last,
    lines,
    lonely,
    moves,
    record,
    sheets,
    start,
)
from tests.intimate.entering import play_plain

BOTH = {Player.FIRST, Player.SECOND}


def test_the_phases_of_a_year_follow_each_other():
    """§6"""
    phase, names = Phase.parse("HOMES"), []
    for _ in range(8):
        phase = phase.following(YEAR)
        names.append(str(phase))
    assert names == ["S1901B", "S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902B", "S1902M"]


def test_a_duel_begins_with_the_lists_of_both():
    """§2"""
    duel = duel_after(record())
    assert (str(duel.phase), awaits(duel)) == ("HOMES", BOTH)


def test_a_whole_year_of_five_chapters():
    """§6: retreats and winter that await nobody have none."""
    ranks = {player: {"homes": listed} for player, listed in RANKS.items()}
    chapters = [chapter("HOMES", ranks), sheets("S1901B"), moves("S1901M"), moves("F1901M"), sheets("S1902B")]
    assert [line.get("next") for line in lines(record(*chapters))[:-1]] == [
        "S1901B",
        "S1901M",
        "F1901M",
        "S1902B",
        "S1902M",
    ]


def test_the_line_of_a_phase_lists_the_phases_passed_after_it():
    """Formats §2"""
    line = last(record(moves("F1902M"), begin=start("F1902M")))
    assert line["passed"] == [{"phase": "F1902R"}, {"phase": "W1902A"}]


def test_movement_awaits_players_who_command_a_unit():
    """§6"""
    begin = lonely("S1902M", control={"ITALY": "first"})
    begin["units"] = {"ITALY": ["A ROM"]}
    assert awaits(duel_at(begin)) == {Player.FIRST}


def test_movement_of_units_in_anarchy_alone_awaits_nobody():
    """§6: passed up to the first phase that awaits somebody."""
    duel = duel_at(start("S1902M", units={"ITALY": ["A ROM"]}))
    assert str(duel.phase) == "W1902A"
    assert awaits(duel) == BOTH


def retreating(phase="S1902R", control=None, **dislodged):
    begin = start(phase, control=control or {}, dislodged=dislodged)
    begin["units"] = {**UNITS, "ITALY": ["F NAP"], "GERMANY": ["F KIE"]}
    return begin


def test_retreats_await_players_whose_dislodged_units_have_a_place_to_go():
    """§6"""
    begin = retreating(
        control={"ITALY": "second", "GERMANY": "first"},
        ITALY={"A VEN": ["PIE", "TUS"]},
        GERMANY={"A MUN": []},
    )
    assert awaits(duel_at(begin)) == {Player.SECOND}


def test_retreats_of_units_with_nowhere_to_go_await_nobody():
    """§6: they are removed."""
    duel = duel_at(retreating(control={"GERMANY": "first"}, GERMANY={"A MUN": []}))
    assert str(duel.phase) == "F1902M"
    assert duel.position.dislodged == {}


def test_retreats_of_units_in_anarchy_await_nobody():
    """§5, §6"""
    duel = duel_at(retreating(ITALY={"A VEN": ["PIE"]}))
    assert str(duel.phase) == "F1902M"
    assert {unit.province for unit in duel.position.units} >= {"NAP"}
    assert "PIE" not in {unit.province for unit in duel.position.units}


def test_a_commanded_unit_with_nowhere_to_go_is_removed_at_once():
    """§6, formats §2"""
    units = {"AUSTRIA": ["A ROM"], "FRANCE": ["A APU", "A NAP", "A TUS", "A VEN"]}
    orders = {"FRANCE": ["A VEN - ROM", "A TUS S A VEN - ROM"]}
    line = last(record(moves("S1902M", None, orders), begin=lonely("S1902M", units=units)))
    assert line["dislodged"] == {}
    assert line["outcomes"]["AUSTRIA"] == {"A ROM": ["dislodged", "disband"]}


def test_an_unordered_retreat_is_a_disbandment():
    """§6 (1971 XI.2)"""
    begin = retreating(control={"ITALY": "first"}, ITALY={"A VEN": ["PIE", "TUS"]})
    line = last(record(moves("S1902R"), begin=begin))
    assert line["units"]["ITALY"] == ["F NAP"]
    assert line["outcomes"] == {"ITALY": {"A VEN": ["disband"]}}


def test_a_retreat_goes_where_it_may():
    """§6."""
    begin = retreating(control={"ITALY": "first"}, ITALY={"A VEN": ["PIE", "TUS"]})
    line = last(record(moves("S1902R", {"ITALY": ["A VEN R TUS"]}), begin=begin))
    assert line["units"]["ITALY"] == ["A TUS", "F NAP"]
    assert line["outcomes"] == {"ITALY": {"A VEN": []}}


def test_a_retreat_elsewhere_is_void_and_a_disbandment():
    """§6"""
    begin = retreating(control={"ITALY": "first"}, ITALY={"A VEN": ["PIE", "TUS"]})
    line = last(record(moves("S1902R", {"ITALY": ["A VEN R APU"]}), begin=begin))
    assert line["outcomes"] == {"ITALY": {"A VEN": ["void", "disband"]}}


def test_an_order_of_the_opponent_moves_no_dislodged_unit():
    """§6"""
    begin = retreating(control={"ITALY": "first"}, ITALY={"A VEN": ["PIE", "TUS"]})
    line = last(record(moves("S1902R", None, {"ITALY": ["A VEN R TUS"]}), begin=begin))
    assert line["units"]["ITALY"] == ["F NAP"]


@pytest.mark.parametrize(
    ("units", "centers", "awaited"),
    [
        ({"AUSTRIA": ["A VIE"], "FRANCE": UNITS["FRANCE"]}, {}, {Player.FIRST}),
        ({"AUSTRIA": UNITS["AUSTRIA"], "FRANCE": ["A PAR"]}, {}, {Player.SECOND}),
        ({"AUSTRIA": [*UNITS["AUSTRIA"], "A GAL"], "FRANCE": UNITS["FRANCE"]}, {}, {Player.FIRST}),
        ({"AUSTRIA": UNITS["AUSTRIA"], "FRANCE": ["A PAR"], "ITALY": ["A ROM"]}, {}, BOTH),
    ],
    ids=["build of a home", "build of the other", "removal", "forced build of a mercenary"],
)
def test_winter_awaits_players_with_a_removal_due_or_a_build_possible(units, centers, awaited):
    """§6: forced builds too."""
    begin = start(
        "W1902A", control={"ITALY": "first"}, units={**UNITS, **units}, centers={**CENTRES, **centers}
    )
    assert awaits(duel_at(begin)) == awaited


@pytest.mark.parametrize(
    ("units", "owned"),
    [
        (["A VIE", "A BUD", "A TRI"], ["VIE", "BUD", "TRI", "SER"]),
        (["A SER"], ["SER", "GRE"]),
        (["A GRE", "A SER"], ["SER", "GRE"]),
    ],
    ids=["no home centre vacant", "no home centre owned", "nothing due"],
)
def test_winter_awaits_nobody_where_nothing_can_be_built(units, owned):
    """§6: a build is possible when it is due and an owned home centre is vacant."""
    begin = lonely("W1902A")
    begin["units"] = {**begin["units"], "AUSTRIA": units}
    begin["centers"] = {**begin["centers"], "AUSTRIA": owned}
    assert str(duel_at(begin).phase) == "S1903M"


def test_winter_does_not_await_the_builds_of_anarchy():
    """§6"""
    begin = start("W1902A", units={**UNITS, "ITALY": ["A ROM", "F NAP", "A VEN", "A TUS"]})
    duel = duel_at(begin)
    assert str(duel.phase) == "S1903B"
    assert len(duel.position.units_of("ITALY")) == 3


def test_command_ends_with_winter():
    """§6, formats §2: before an auction's chapter, all are null."""
    line = last(record(moves("F1902M"), begin=start("F1902M", control={"ITALY": "first"})))
    assert set(line["control"].values()) == {None}
    assert line["next"] == "S1903B"


def test_command_lasts_through_spring_and_autumn():
    """§4.3"""
    line = last(record(moves("S1902M"), begin=start("S1902M", control={"ITALY": "first"})))
    assert line["control"]["ITALY"] == "first"


def test_orders_of_both_are_resolved_together():
    """§6"""
    begin = lonely("S1902M")
    begin["units"] = {"AUSTRIA": ["A TYR"], "FRANCE": ["A BUR"]}
    line = last(
        record(moves("S1902M", {"AUSTRIA": ["A TYR - MUN"]}, {"FRANCE": ["A BUR - MUN"]}), begin=begin)
    )
    assert line["outcomes"] == {"AUSTRIA": {"A TYR": ["bounce"]}, "FRANCE": {"A BUR": ["bounce"]}}


@pytest.mark.parametrize(
    "text", ["A VIE - LON", "A VIE - XXX", "a vie - gal", "A VIE-GAL", "", "H", "F VIE H", "A VIE B"]
)
def test_a_unit_without_a_valid_order_holds(text):
    """§6, formats §2: read strictly."""
    line = last(record(moves("S1902M", {"AUSTRIA": [text]}), begin=lonely("S1902M")))
    assert line["units"]["AUSTRIA"] == UNITS["AUSTRIA"]


@pytest.mark.parametrize(
    ("power", "units", "order", "there"),
    [
        ("FRANCE", ["F GAS"], "F GAS - SPA", ["F SPA/NC"]),
        ("FRANCE", ["F MAO"], "F MAO - SPA", ["F MAO"]),
        ("AUSTRIA", ["F GRE"], "F GRE - BUL", ["F BUL/SC"]),
    ],
)
def test_a_coast_may_be_left_out_where_only_one_is_possible(power, units, order, there):
    """Formats §2"""
    begin = lonely("S1902M")
    begin["units"] = {**begin["units"], power: units}
    orders = {power: [order]}
    assert last(record(moves("S1902M", orders, orders), begin=begin))["units"][power] == there


def test_a_played_duel_leaves_the_one_before_as_it_was():
    """§11: there is a way back to an earlier turn."""
    duel = duel_at(start("S1902M"))
    before = duel.position.units.copy()
    after = play_plain(duel, {"first": {"orders": {"AUSTRIA": ["A VIE - GAL"]}}}).after
    assert after != duel
    assert duel.position.units == before
    assert play(duel, {}).after.position.units == before


def test_ownership_and_income_come_after_autumn_only():
    """§3, §6"""
    begin = lonely("S1902M")
    begin["units"] = {**begin["units"], "AUSTRIA": ["A BUD"]}
    orders = moves("S1902M", {"AUSTRIA": ["A BUD - SER"]})
    spring, autumn = lines(record(orders, moves("F1902M"), begin=begin))[:2]
    assert "SER" not in spring["centers"]["AUSTRIA"]
    assert spring["credits"] == {"first": 20, "second": 20}
    assert "SER" in autumn["centers"]["AUSTRIA"]
    assert autumn["credits"] == {"first": 24, "second": 23}


def test_income_comes_after_the_retreats_of_autumn():
    """§3"""
    begin = lonely("F1902R", dislodged={"AUSTRIA": {"A BUD": ["SER", "RUM"]}})
    begin["units"] = {**begin["units"], "AUSTRIA": ["A VIE"]}
    line = last(record(moves("F1902R", {"AUSTRIA": ["A BUD R SER"]}), begin=begin))
    assert line["credits"] == {"first": 24, "second": 23}
