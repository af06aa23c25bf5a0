"""Powers, commands and anarchy (rules of the duel, sections 1 and 5)."""

from tests.builders import CENTRES, UNITS, last, lonely, moves, record, start


def position(phase, *, control=None, centers=None, **units):
    """Return a start with these units only, each power owning its home centres."""
    return start(phase, units=units, control=control or {}, centers=centers or CENTRES)


def test_units_in_anarchy_hold():
    """§5: orders for them are void, from any player."""
    orders = {"TURKEY": ["A CON - BUL"]}
    line = last(record(moves("S1902M", orders, orders), begin=start("S1902M")))
    assert line["units"] == UNITS


def test_units_in_anarchy_support_nothing():
    """§5"""
    begin = position(
        "S1902M",
        control={"RUSSIA": "first"},
        RUSSIA=["F BLA", "A BUL"],
        TURKEY=["A CON", "A SMY"],
        FRANCE=["A PAR"],
    )
    turks = {"RUSSIA": ["A BUL - CON", "F BLA S A BUL - CON"], "TURKEY": ["A SMY S A CON"]}
    assert last(record(moves("S1902M", turks, turks), begin=begin))["units"]["RUSSIA"] == ["A CON", "F BLA"]


def test_others_may_support_a_unit_in_anarchy():
    """§5"""
    begin = position(
        "S1902M",
        control={"RUSSIA": "first", "ITALY": "second"},
        RUSSIA=["F BLA", "A BUL"],
        TURKEY=["A CON"],
        ITALY=["F AEG"],
        FRANCE=["A PAR"],
    )
    attack = {"RUSSIA": ["A BUL - CON", "F BLA S A BUL - CON"]}
    line = last(record(moves("S1902M", attack, {"ITALY": ["F AEG S A CON"]}), begin=begin))
    assert line["units"]["TURKEY"] == ["A CON"]


def attacked():
    begin = position(
        "S1902M", control={"RUSSIA": "first"}, RUSSIA=["F BLA", "A BUL"], TURKEY=["A CON"], FRANCE=["A PAR"]
    )
    return last(record(moves("S1902M", {"RUSSIA": ["A BUL - CON", "F BLA S A BUL - CON"]}), begin=begin))


def test_a_dislodged_unit_in_anarchy_is_removed_at_once():
    """§5: it has no retreat to wait for."""
    line = attacked()
    assert "TURKEY" not in line["units"]
    assert line["dislodged"] == {}
    assert line["next"] == "F1902M"


def test_a_dislodged_unit_in_anarchy_has_the_outcome_dislodged_and_disbanded():
    """Formats §2"""
    assert attacked()["outcomes"]["TURKEY"] == {"A CON": ["dislodged", "disband"]}


def test_outcomes_leave_out_untouched_units_in_anarchy():
    """Formats §2"""
    line = last(record(moves("S1902M", {"AUSTRIA": ["A VIE - GAL"]}), begin=start("S1902M")))
    assert sorted(line["outcomes"]) == ["AUSTRIA", "FRANCE"]
    assert line["outcomes"]["AUSTRIA"] == {"A BUD": [], "A VIE": [], "F TRI": []}


def test_orders_for_the_powers_of_the_other_are_void():
    """§6, formats §2: part of the game, and never an error of the record."""
    begin = start("S1902M", control={"ITALY": "first"})
    line = last(record(moves("S1902M", {"FRANCE": ["A PAR - BUR"]}, {"ITALY": ["A ROM - APU"]}), begin=begin))
    assert line["units"] == UNITS


def test_a_support_dislodges_no_unit_of_its_own_power():
    """§1: the ban is per power; one player commands both."""
    units = {"AUSTRIA": ["A TYR"], "ITALY": ["A ROM", "A VEN"], "FRANCE": ["A PAR"]}
    begin = position("S1902M", control={"ITALY": "first"}, **units)
    orders = {"AUSTRIA": ["A TYR - VEN"], "ITALY": ["A ROM S A TYR - VEN"]}
    assert last(record(moves("S1902M", orders), begin=begin))["units"] == units


def test_powers_of_one_player_may_dislodge_each_other():
    """§1"""
    begin = position(
        "S1902M", control={"ITALY": "first"}, AUSTRIA=["A TYR", "F TRI"], ITALY=["A VEN"], FRANCE=["A PAR"]
    )
    line = last(record(moves("S1902M", {"AUSTRIA": ["A TYR - VEN", "F TRI S A TYR - VEN"]}), begin=begin))
    assert line["units"]["AUSTRIA"] == ["A VEN", "F TRI"]
    assert line["dislodged"] == {"ITALY": {"A VEN": ["APU", "PIE", "ROM", "TUS"]}}
    assert line["next"] == "S1902R"


def test_powers_of_one_player_may_cut_each_other():
    """§1"""
    begin = position(
        "S1902M",
        control={"ITALY": "first", "GERMANY": "second"},
        AUSTRIA=["A TRI", "A BOH", "A TYR"],
        ITALY=["A VEN"],
        GERMANY=["A MUN"],
        FRANCE=["A PAR"],
    )
    orders = {"AUSTRIA": ["A BOH - MUN", "A TYR S A BOH - MUN"], "ITALY": ["A VEN - TYR"]}
    line = last(record(moves("S1902M", orders), begin=begin))
    assert line["outcomes"]["AUSTRIA"]["A TYR"] == ["cut"]


def test_each_power_owns_its_centres_itself():
    """§1"""
    begin = position(
        "F1902M", control={"ITALY": "first"}, AUSTRIA=["A SER"], ITALY=["F TUN"], FRANCE=["A PAR"]
    )
    line = last(record(moves("F1902M"), begin=begin))
    assert "SER" in line["centers"]["AUSTRIA"]
    assert "TUN" in line["centers"]["ITALY"]


def test_a_power_in_anarchy_takes_the_centres_it_stands_on():
    """§5: civil disorder changes nothing in ownership (1971 XIII.1)."""
    begin = position("F1902M", AUSTRIA=["A VIE"], ITALY=["F TUN"], FRANCE=["A PAR"])
    assert "TUN" in last(record(moves("F1902M"), begin=begin))["centers"]["ITALY"]


def winter(settings=None, **units):
    centers = {**CENTRES, "ITALY": ["ROM", "NAP", "VEN"]}
    begin = start("F1902M", units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"], **units}, centers=centers)
    chapters = [moves("F1902M"), moves("W1902A")]
    return last(record(*chapters, begin=begin, **(settings or {})))


def test_a_power_in_anarchy_builds_nothing():
    """§5, `anarchy_builds` none"""
    assert winter(ITALY=["A ROM"])["units"]["ITALY"] == ["A ROM"]


def test_builds_are_made_for_anarchy_if_the_setting_says_so():
    """§5, `anarchy_builds` default: those of §6."""
    line = winter({"anarchy_builds": "default"}, ITALY=["A ROM"], ENGLAND=["A EDI"])
    assert line["units"]["ITALY"] == ["A NAP", "A ROM", "A VEN"]
    assert line["units"]["ENGLAND"] == ["A EDI", "F LON", "F LVP"]
    assert line["outcomes"]["ITALY"] == {"A NAP": ["default"], "A VEN": ["default"]}


def test_builds_for_anarchy_await_nobody():
    """§6: a phase that awaits nobody is resolved by default."""
    begin = start("F1902M", units={**UNITS, "ITALY": ["A ROM"]})
    line = last(record(moves("F1902M"), begin=begin, anarchy_builds="default"))
    assert line["next"] == "S1903B"
    assert line["passed"][-1]["phase"] == "W1902A"
    assert line["passed"][-1]["outcomes"] == {"ITALY": {"A NAP": ["default"], "A VEN": ["default"]}}


def test_a_power_in_anarchy_removes_what_it_cannot_keep():
    """§5: by the edition's rule for default removals, in winter."""
    begin = lonely("F1902M")
    begin["units"] = {**begin["units"], "ITALY": ["A PIE", "F ION"]}
    begin["centers"] = {**begin["centers"], "ITALY": ["ROM"]}
    line = last(record(moves("F1902M"), begin=begin))
    assert line["passed"][-1]["outcomes"] == {"ITALY": {"F ION": ["default"]}}
    assert line["units"]["ITALY"] == ["A PIE"]


def test_a_mercenary_without_centres_loses_all_units():
    """§5"""
    begin = lonely("F1902M")
    begin["units"] = {**begin["units"], "ITALY": ["A PIE", "F ION"]}
    line = last(record(moves("F1902M"), begin=begin))
    assert "ITALY" not in line["units"]
    assert "ITALY" not in line["control"]
