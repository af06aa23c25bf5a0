"""Winter: builds by order, by force and by default (rules of the duel, section 6)."""

import pytest

from tests.builders import CENTRES, UNITS, last, lines, moves, record, start

NEUTRALS = ["BEL", "BUL", "DEN", "GRE", "HOL", "NWY", "POR", "RUM", "SER", "SPA", "SWE", "TUN"]


def winter(power, units, orders, *, owned=None, player="first", **settings):
    """Return the line of a winter in which `player` commands the power, and nothing else is due."""
    control = {} if power in {"AUSTRIA", "FRANCE"} else {power: player}
    begin = start(
        "W1902A",
        control=control,
        units={**UNITS, power: units},
        centers={**CENTRES, power: owned if owned is not None else CENTRES[power]},
    )
    given = {player: {power: orders}}
    return last(record(moves("W1902A", given.get("first"), given.get("second")), begin=begin, **settings))


def test_a_home_power_builds_what_it_orders():
    """§6"""
    line = winter("AUSTRIA", ["A VIE"], ["F TRI B", "A BUD B"])
    assert line["units"]["AUSTRIA"] == UNITS["AUSTRIA"]
    assert line["outcomes"] == {"AUSTRIA": {"A BUD": [], "F TRI": []}}


def test_builds_of_a_home_power_that_are_not_ordered_are_not_made():
    """§6"""
    assert winter("AUSTRIA", ["A VIE"], ["A BUD B"])["units"]["AUSTRIA"] == ["A BUD", "A VIE"]


def test_a_home_power_may_waive_its_builds():
    """§6"""
    line = winter("AUSTRIA", ["A VIE"], ["WAIVE", "WAIVE"])
    assert line["units"]["AUSTRIA"] == ["A VIE"]
    assert line["outcomes"] == {"AUSTRIA": {"WAIVE": []}}


@pytest.mark.parametrize(
    ("orders", "built", "outcomes"),
    [
        (["WAIVE", "A BUD B", "F TRI B"], ["A BUD"], {"WAIVE": [], "A BUD": [], "F TRI": ["void"]}),
        (["A BUD B", "WAIVE", "F TRI B"], ["A BUD"], {"WAIVE": [], "A BUD": [], "F TRI": ["void"]}),
        (["A BUD B", "F TRI B", "WAIVE"], ["A BUD", "F TRI"], {"WAIVE": ["void"], "A BUD": [], "F TRI": []}),
        (["WAIVE", "WAIVE", "A BUD B"], [], {"WAIVE": [], "A BUD": ["void"]}),
        (
            ["F TRI B", "A TRI B", "A BUD B"],
            ["A BUD", "F TRI"],
            {"F TRI": [], "A TRI": ["void"], "A BUD": []},
        ),
    ],
)
def test_orders_count_in_sequence_and_a_waive_gives_up_one_build(orders, built, outcomes):
    """§6"""
    line = winter("AUSTRIA", ["A VIE"], orders)
    assert line["units"]["AUSTRIA"] == sorted(["A VIE", *built])
    assert line["outcomes"]["AUSTRIA"] == outcomes


def test_a_power_builds_no_more_than_is_due():
    """§6: the smaller of what is due and the vacant owned home centres."""
    line = winter("AUSTRIA", ["A GRE", "A SER"], ["A BUD B", "A VIE B"])
    assert line["units"]["AUSTRIA"] == ["A BUD", "A GRE", "A SER"]


def test_a_power_builds_no_more_than_it_has_vacant_home_centres():
    """§6"""
    owned = [*CENTRES["AUSTRIA"], *NEUTRALS[:4]]
    line = winter("AUSTRIA", ["A VIE", "A BUD"], ["A TRI B", "A TRI B", "A VIE B", "A BUL B"], owned=owned)
    assert line["units"]["AUSTRIA"] == ["A BUD", "A TRI", "A VIE"]


def test_a_home_centre_of_another_is_no_place_to_build():
    """§6: a build needs a home centre by birth that the power owns."""
    line = winter("AUSTRIA", ["A VIE"], ["A VEN B", "A BUD B"], owned=["VIE", "BUD", "GRE"])
    assert line["outcomes"]["AUSTRIA"] == {"A VEN": ["void"], "A BUD": []}


def test_builds_of_a_mercenary_that_were_not_ordered_are_made():
    """§6: armies, in the alphabetical order of the home centres."""
    line = winter("TURKEY", [], [], owned=["CON", "ANK", "SMY", "BUL"][:2])
    assert line["units"]["TURKEY"] == ["A ANK", "A CON"]
    assert line["outcomes"] == {"TURKEY": {"A ANK": ["default"], "A CON": ["default"]}}


def test_the_player_of_a_mercenary_chooses_what_it_builds():
    """§6"""
    line = winter("TURKEY", ["A BUL"], ["F SMY B", "F ANK B"])
    assert line["units"]["TURKEY"] == ["A BUL", "F ANK", "F SMY"]


def test_only_the_missing_builds_are_made():
    """§6: Ankara comes first, Constantinople is taken."""
    line = winter("TURKEY", ["A BUL"], ["F CON B"])
    assert line["units"]["TURKEY"] == ["A ANK", "A BUL", "F CON"]
    assert line["outcomes"]["TURKEY"] == {"F CON": [], "A ANK": ["default"]}


@pytest.mark.parametrize(
    ("orders", "units"),
    [
        (["WAIVE"], ["A ANK", "A BUL", "A CON"]),
        (["WAIVE", "WAIVE"], ["A ANK", "A BUL", "A CON"]),
        (["WAIVE", "F SMY B"], ["A ANK", "A BUL", "F SMY"]),
    ],
)
def test_a_waive_of_a_mercenary_is_void(orders, units):
    """§6: `mercenary_waive` refused."""
    line = winter("TURKEY", ["A BUL"], orders)
    assert line["units"]["TURKEY"] == units
    assert line["outcomes"]["TURKEY"]["WAIVE"] == ["void"]
    assert line["reasons"]["TURKEY"] == {"WAIVE": "this power may not give up a build"}


@pytest.mark.parametrize(
    ("orders", "built"),
    [
        (["WAIVE"], ["A ANK"]),
        (["WAIVE", "WAIVE"], []),
        (["WAIVE", "F SMY B"], ["F SMY"]),
        (["F SMY B", "WAIVE"], ["F SMY"]),
        (["F SMY B", "F CON B", "WAIVE"], ["F CON", "F SMY"]),
        (["F SMY B", "WAIVE", "F CON B"], ["F SMY"]),
        ([], ["A ANK", "A CON"]),
    ],
)
def test_a_waive_of_a_mercenary_counts_if_the_setting_says_so(orders, built):
    """§6: `mercenary_waive` allowed; what was neither ordered nor waived is still built."""
    line = winter("TURKEY", ["A BUL"], orders, mercenary_waive="allowed")
    assert line["units"]["TURKEY"] == sorted(["A BUL", *built])


def test_a_waive_that_counts_carries_no_flag():
    """§6, formats §2"""
    line = winter("TURKEY", ["A BUL", "A CON"], ["WAIVE"], mercenary_waive="allowed")
    assert line["outcomes"]["TURKEY"] == {"WAIVE": []}


def test_forced_builds_stop_where_no_home_centre_is_vacant():
    """§6: where possible."""
    owned = [*CENTRES["TURKEY"], *NEUTRALS[:3]]
    line = winter("TURKEY", ["A CON", "F BLA"], [], owned=owned)
    assert line["units"]["TURKEY"] == ["A ANK", "A CON", "A SMY", "F BLA"]


@pytest.mark.parametrize(
    ("power", "owned", "built"),
    [
        ("AUSTRIA", 1, ["A BUD"]),
        ("ENGLAND", 1, ["F EDI"]),
        ("ENGLAND", 2, ["F EDI", "F LVP"]),
        ("FRANCE", 2, ["A BRE", "A MAR"]),
        ("GERMANY", 2, ["A BER", "A KIE"]),
        ("ITALY", 2, ["A NAP", "A ROM"]),
        ("RUSSIA", 1, ["A MOS"]),
        ("RUSSIA", 2, ["A MOS", "A SEV"]),
        ("RUSSIA", 3, ["A MOS", "A SEV", "A STP"]),
        ("TURKEY", 1, ["A ANK"]),
    ],
)
def test_default_builds_follow_the_alphabet_of_the_english_names(power, owned, built):
    """§6: Liverpool before London, Sevastopol before St Petersburg before Warsaw; England builds fleets."""
    homes = {"first": "ITALY", "second": "TURKEY"}
    if power in homes.values():
        homes = {"first": "AUSTRIA", "second": "FRANCE"}
    away = ["A UKR", "A GAL", "A BOH", "A SIL"][: len(CENTRES[power]) - owned]
    begin = start("W1902A", homes=homes, control={power: "first"}, units={**UNITS, power: away})
    assert sorted(set(last(record(moves("W1902A"), begin=begin))["units"][power]) - set(away)) == built


def test_an_army_named_with_a_coast_leaves_nothing_else_to_build():
    """§6, formats §2: only builds that were made are reported."""
    line = winter("RUSSIA", ["A UKR", "A GAL", "A LVN"], ["A STP/NC B"])
    assert sorted(line["outcomes"]["RUSSIA"]) == sorted(
        set(line["units"]["RUSSIA"]) - {"A UKR", "A GAL", "A LVN"}
    )


def test_a_fleet_for_a_home_centre_of_two_coasts_must_name_one():
    """Formats §2: a mercenary then builds by default."""
    line = winter("RUSSIA", ["A UKR", "A GAL", "A LVN"], ["F STP B"], owned=["MOS", "SEV", "STP", "WAR"])
    assert line["outcomes"]["RUSSIA"] == {"F STP": ["void"], "A MOS": ["default"]}


def test_a_void_build_of_a_mercenary_is_made_up_for():
    """§6"""
    line = winter("TURKEY", ["A BUL", "A SMY"], ["A SMY B", "A BUL B", "nonsense"])
    assert line["units"]["TURKEY"] == ["A ANK", "A BUL", "A SMY"]


def test_a_build_ordered_twice_is_made_once():
    """§6"""
    line = winter("TURKEY", ["A BUL"], ["F SMY B", "F SMY B"])
    assert line["units"]["TURKEY"] == ["A ANK", "A BUL", "F SMY"]
    assert line["outcomes"]["TURKEY"] == {"F SMY": [], "A ANK": ["default"]}


def test_a_forced_build_with_an_unreadable_order_is_reported_as_default():
    """Formats §2"""
    line = winter("TURKEY", ["A BUL", "A SMY"], ["A ANK BUILD"])
    assert line["outcomes"]["TURKEY"] == {"A ANK": ["default"]}


def test_the_other_cannot_build_for_a_mercenary():
    """§4.3: winter adjustments are the commander's."""
    begin = start("W1902A", control={"TURKEY": "first"}, units={**UNITS, "TURKEY": ["A CON", "A SMY"]})
    line = last(record(moves("W1902A", None, {"TURKEY": ["F ANK B"]}), begin=begin))
    assert line["units"]["TURKEY"] == ["A ANK", "A CON", "A SMY"]


def test_removals_are_ordered_by_the_commander():
    """§4.3, §6"""
    line = winter("TURKEY", ["A CON", "A SMY", "F ANK", "A BUL"], ["A CON D"])
    assert line["units"]["TURKEY"] == ["A BUL", "A SMY", "F ANK"]
    assert line["outcomes"]["TURKEY"] == {"A CON": []}


@pytest.mark.parametrize("power", ["AUSTRIA", "TURKEY"])
def test_removals_not_ordered_are_made_by_default_for_any_power(power):
    """§6: the farthest from the centres it owns."""
    centres = CENTRES[power]
    line = winter(power, [f"A {centre}" for centre in centres] + ["A CLY"], [])
    assert line["outcomes"][power] == {"A CLY": ["default"]}
    assert line["reasons"][power] == {"A CLY": "removed because no removal was ordered"}


def test_only_the_missing_removals_are_made():
    """§6"""
    line = winter("TURKEY", ["A CON", "A SMY", "F ANK", "A BUL", "A CLY"], ["A CON D", "A PIC D"])
    assert line["units"]["TURKEY"] == ["A BUL", "A SMY", "F ANK"]
    assert line["outcomes"]["TURKEY"] == {"A CON": [], "A CLY": ["default"], "A PIC": ["void"]}


@pytest.mark.parametrize(
    ("units", "owned", "removed"),
    [
        (["A SER", "F ADR"], "VIE", "F ADR"),
        (["A GAL", "A BOH"], "VIE", "A BOH"),
        (["F NWG", "F NWY"], "DEN", "F NWY"),
        (["A GAL", "A SPA"], "VIE", "A SPA"),
    ],
    ids=[
        "a fleet before an army",
        "Bohemia before Galicia",
        "Norway before Norwegian Sea",
        "the farther one",
    ],
)
def test_removals_by_default_go_by_distance_kind_and_english_name(units, owned, removed):
    """§6: the edition's rule; names break ties, not codes."""
    line = winter("AUSTRIA", units, [], owned=[owned])
    assert line["outcomes"]["AUSTRIA"] == {removed: ["default"]}


def test_a_forced_build_comes_before_the_next_auction():
    """§6"""
    begin = start("F1902M", control={"TURKEY": "first"}, units={**UNITS, "TURKEY": ["A CON", "A SMY"]})
    autumn, winter_line, _ = lines(record(moves("F1902M"), moves("W1902A"), begin=begin))
    assert autumn["next"] == "W1902A"
    assert winter_line["next"] == "S1903B"
