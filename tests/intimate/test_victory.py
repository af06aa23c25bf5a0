"""Victory by a home centre, its ties and its waits (rules of the duel, section 7)."""

import pytest

from tests.builders import CENTRES, ending, last, lines, lonely, moves, record, result

RUSSIANS = ["A MOS", "A SEV", "A STP", "A WAR"]


def standing(phase, first, second, *, homes=("FRANCE", "GERMANY"), reserves=(5, 5), **changes):
    """Return a start with these units of the two home powers only."""
    changes = {"units": {homes[0]: first, homes[1]: second}, **changes}
    reserve = {"first": reserves[0], "second": reserves[1]}
    return lonely(phase, homes=dict(zip(("first", "second"), homes, strict=True)), credits=reserve, **changes)


def played(begin, *phases, **settings):
    return record(*map(moves, phases), begin=begin, **settings)


@pytest.mark.parametrize("phase", ["S1903M", "F1903M"])
def test_a_unit_of_the_home_power_on_a_home_centre_of_the_other_wins(phase):
    """§7: at the end of each season."""
    assert ending(played(standing(phase, ["A MUN"], ["A BER"]), phase)) == ("first", "home_centre")
    assert ending(played(standing(phase, ["A PAR"], ["A BRE"]), phase)) == ("second", "home_centre")


def test_the_winning_move_is_followed_by_nothing():
    """§7, formats §2"""
    plain = played(standing("S1903M", ["A MUN"], ["A BER"]), "S1903M")
    assert last(plain)["next"] is None
    assert result(plain) == {
        "winner": "first",
        "reason": "home_centre",
        "phase": "S1903M",
        "counts": {"first": 1, "second": 0},
    }


def test_autumn_only_if_the_setting_says_so():
    """§7, `victory_season` autumn"""
    begin = standing("S1903M", ["A MUN"], ["A BER"])
    assert ending(played(begin, "S1903M", victory_season="autumn")) is None
    assert ending(played(begin, "S1903M", "F1903M", victory_season="autumn")) == ("first", "home_centre")


def test_a_home_centre_left_again_before_autumn_does_not_win_then():
    """§7, `victory_season` autumn"""
    chapters = [moves("S1903M"), moves("F1903M", {"FRANCE": ["A MUN - BOH"]})]
    begin = standing("S1903M", ["A MUN"], ["A BER"])
    assert ending(record(*chapters, begin=begin, victory_season="autumn")) is None


def test_a_home_centre_is_one_by_birth_whoever_owns_it():
    """§7."""
    centers = {"FRANCE": ["BRE", "MAR", "PAR", "MUN"], "GERMANY": ["BER", "KIE"]}
    begin = standing("S1903M", ["A MUN"], ["A BER"], centers=centers)
    assert ending(played(begin, "S1903M")) == ("first", "home_centre")


def test_a_centre_that_the_other_owns_is_no_home_centre():
    """§7"""
    begin = standing("S1903M", ["A HOL"], ["A BER"], centers={"FRANCE": ["PAR"], "GERMANY": ["BER", "HOL"]})
    assert ending(played(begin, "S1903M")) is None


def test_a_home_centre_without_a_unit_on_it_wins_nothing():
    """§7: to own it is not enough."""
    begin = standing("S1903M", ["A PAR"], ["A BER"], centers={"FRANCE": ["PAR", "MUN"], "GERMANY": ["BER"]})
    assert ending(played(begin, "S1903M")) is None


def test_a_mercenarys_unit_does_not_win():
    """§7, §11: whoever commands it."""
    begin = standing("F1903M", ["A PAR"], ["A BER"], control={"ITALY": "first"})
    begin["units"]["ITALY"] = ["A MUN"]
    assert ending(played(begin, "F1903M")) is None


def test_a_home_unit_on_a_mercenarys_home_centre_does_not_win():
    """§7"""
    begin = standing("F1903M", ["A VEN"], ["A BER"], control={"ITALY": "second"})
    assert ending(played(begin, "F1903M")) is None


def test_a_retreat_into_a_home_centre_counts():
    """§7, §11"""
    begin = standing("S1903R", ["A PAR"], ["A BER"], dislodged={"FRANCE": {"A BUR": ["MUN", "RUH"]}})
    plain = record(moves("S1903R", {"FRANCE": ["A BUR R MUN"]}), begin=begin)
    assert ending(plain) == ("first", "home_centre")
    assert result(plain)["phase"] == "S1903R"


def test_victory_is_tested_after_retreats_only():
    """§7: a unit dislodged from the home centre does not win."""
    begin = standing("S1903M", ["A MUN", "A BUR"], ["A BER", "A KIE"])
    orders = {"GERMANY": ["A BER - MUN", "A KIE S A BER - MUN"]}
    movement, final = lines(record(moves("S1903M", None, orders), begin=begin))
    assert (movement["next"], final["result"]) == ("S1903R", None)
    after = record(moves("S1903M", None, orders), moves("S1903R", {"FRANCE": ["A MUN R TYR"]}), begin=begin)
    assert ending(after) is None


@pytest.mark.parametrize(
    ("first", "second", "winner", "counts"),
    [
        (["A MUN", "A KIE"], ["A PAR"], "first", (2, 1)),
        (["A MUN"], ["A PAR", "A BRE"], "second", (1, 2)),
        (["A MUN", "A KIE", "A BER"], ["A PAR", "A BRE"], "first", (3, 2)),
    ],
)
def test_more_enemy_home_centres_win(first, second, winner, counts):
    """§7: this comes before the reserve."""
    plain = played(standing("S1903M", first, second, reserves=(3, 4)), "S1903M")
    assert ending(plain) == (winner, "home_centre")
    assert result(plain)["counts"] == {"first": counts[0], "second": counts[1]}


@pytest.mark.parametrize(
    ("russians", "others", "reserves", "winner", "counts"),
    [
        (RUSSIANS, ["A VIE", "A BUD", "A TRI"], (5, 8), "second", (3, 3)),
        (RUSSIANS, ["A VIE", "A BUD", "A TRI"], (8, 5), "first", (3, 3)),
        (RUSSIANS, ["A VIE", "A BUD"], (5, 8), "first", (3, 2)),
        (RUSSIANS[:3], ["A VIE", "A BUD", "A TRI"], (5, 8), "second", (3, 3)),
    ],
)
def test_four_russian_home_centres_count_as_three(russians, others, reserves, winner, counts):
    """§7, formats §2: `counts` has the counted values."""
    homes = ("AUSTRIA", "RUSSIA")
    plain = played(standing("S1903M", russians, others, homes=homes, reserves=reserves), "S1903M")
    assert ending(plain) == (winner, "home_centre")
    assert result(plain)["counts"] == {"first": counts[0], "second": counts[1]}


@pytest.mark.parametrize(("reserves", "winner"), [((6, 5), "first"), ((5, 6), "second")])
def test_the_larger_reserve_breaks_a_tie(reserves, winner):
    """§7"""
    assert ending(played(standing("S1903M", ["A MUN"], ["A PAR"], reserves=reserves), "S1903M")) == (
        winner,
        "home_centre",
    )


def test_the_reserve_includes_the_income_of_that_autumn():
    """§7, §11: in autumn ownership and income come first."""
    centers = {"FRANCE": [*CENTRES["FRANCE"], "SPA", "POR"], "GERMANY": CENTRES["GERMANY"]}
    begin = standing("F1903M", ["A MUN"], ["A PAR"], reserves=(5, 6), centers=centers)
    plain = played(begin, "F1903M")
    assert last(plain)["credits"] == {"first": 10, "second": 9}
    assert ending(plain) == ("first", "home_centre")


def test_the_reserve_includes_no_income_in_spring():
    """§7"""
    centers = {"FRANCE": [*CENTRES["FRANCE"], "SPA", "POR"], "GERMANY": CENTRES["GERMANY"]}
    begin = standing("S1903M", ["A MUN"], ["A PAR"], reserves=(5, 6), centers=centers)
    assert ending(played(begin, "S1903M")) == ("second", "home_centre")


TIE = (["A MUN"], ["A PAR"])


def test_a_full_tie_ends_nothing():
    """§7"""
    plain = played(standing("S1903M", *TIE), "S1903M")
    assert result(plain) is None
    assert last(plain)["next"] == "F1903M"


def test_after_a_spring_tie_the_same_years_autumn_tests_again():
    """§7: with the income of that autumn."""
    begin = standing("S1903M", *TIE, centers={"FRANCE": ["MAR", "BRE"], "GERMANY": ["KIE"]})
    assert ending(played(begin, "S1903M", "F1903M")) == ("first", "home_centre")


def even(phase, **changes):
    """Return a start whose tie no income breaks."""
    centers = {"FRANCE": ["BRE", "MAR", "PAR"], "GERMANY": ["BER", "KIE", "MUN"]}
    return standing(phase, *TIE, centers=centers, **changes)


def test_after_an_autumn_tie_the_next_spring_tests_nothing():
    """§7, §11: a full tie is not tested again at once, even if one player would win."""
    chapters = [moves("F1903M"), moves("W1903A"), moves("S1904M", None, {"GERMANY": ["A PAR - PIC"]})]
    assert ending(record(*chapters, begin=even("F1903M"))) is None


def test_after_an_autumn_tie_the_next_years_autumn_tests_again():
    """§7"""
    chapters = [
        moves("F1903M"),
        moves("W1903A"),
        moves("S1904M", None, {"GERMANY": ["A PAR - PIC"]}),
        moves("F1904M"),
    ]
    assert ending(record(*chapters, begin=even("F1903M"))) == ("first", "home_centre")


def test_after_a_spring_tie_the_wait_ends_with_that_autumns_test():
    """§7: normal testing resumes, so that the next spring can be won."""
    apart = moves("F1903M", {"FRANCE": ["A MUN - BOH"]}, {"GERMANY": ["A PAR - PIC"]})
    chapters = [moves("S1903M"), apart, moves("W1903A"), moves("S1904M", {"FRANCE": ["A BOH - MUN"]})]
    assert ending(record(*chapters[:3], begin=even("S1903M"))) is None
    assert ending(record(*chapters, begin=even("S1903M"))) == ("first", "home_centre")


def test_a_tie_again_in_that_autumn_waits_for_the_next_year():
    """§7"""
    names = ["S1903M", "F1903M", "W1903A"]
    chapters = [*map(moves, names), moves("S1904M", None, {"GERMANY": ["A PAR - PIC"]}), moves("F1904M")]
    assert ending(record(*chapters[:4], begin=even("S1903M"))) is None
    assert ending(record(*chapters, begin=even("S1903M"))) == ("first", "home_centre")


def test_auctions_income_and_builds_go_on_during_the_wait():
    """§7"""
    begin = even("F1903M", control={"ITALY": "first"})
    begin["centers"]["ITALY"] = ["ROM"]
    autumn, winter, *_ = lines(played(begin, "F1903M", "W1903A"))
    assert autumn["credits"] == {"first": 5 + 3, "second": 5 + 3}
    assert winter["units"]["ITALY"] == ["A ROM"]
    assert winter["next"] == "S1904B"


def test_every_season_tests_again_if_the_setting_says_so():
    """§7, `tie_recheck` every_season"""
    chapters = [moves("F1903M"), moves("W1903A"), moves("S1904M", None, {"GERMANY": ["A PAR - PIC"]})]
    plain = record(*chapters, begin=even("F1903M"), tie_recheck="every_season")
    assert ending(plain) == ("first", "home_centre")
    assert result(plain)["phase"] == "S1904M"


def test_with_victory_in_autumn_only_a_tie_waits_for_the_next_years():
    """§7, `victory_season` autumn"""
    chapters = [moves("F1903M"), moves("W1903A"), moves("S1904M", None, {"GERMANY": ["A PAR - PIC"]})]
    begin = even("F1903M")
    assert ending(record(*chapters, begin=begin, victory_season="autumn")) is None
    assert ending(record(*chapters, moves("F1904M"), begin=begin, victory_season="autumn"))[0] == "first"


def test_a_start_waits_for_nothing():
    """Formats §2: loading tests nothing, and waits begin there."""
    plain = record(begin=standing("F1903M", ["A MUN"], ["A PAR"]))
    assert lines(plain)[-1]["result"] is None
