"""Victory by a number of centres, and centres that win nothing (rules of the duel, section 7)."""

import pytest

from tests.builders import ending, lonely, moves, record, result, start


def played(begin, phase, **settings):
    return record(moves(phase), begin=begin, **settings)


def owning(first, second, **changes):
    """Return an autumn in which France and Turkey own a number of centres each, with units at home."""
    french = ["BRE", "MAR", "PAR", "SPA", "POR", "BEL", "TUN", "LON", "LVP", "EDI", "HOL", "DEN", "KIE"]
    turkish = ["ANK", "CON", "SMY", "BUL", "RUM", "SER", "GRE", "SEV", "MOS", "WAR", "STP", "BUD", "VIE"]
    centers = {"FRANCE": french[:first], "TURKEY": turkish[:second]}
    homes = {"first": "FRANCE", "second": "TURKEY"}
    return start(
        "F1907M", homes=homes, units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"]}, centers=centers, **changes
    )


@pytest.mark.parametrize(
    ("owned", "end"),
    [
        ((9, 5), None),
        ((10, 5), ("first", "centres")),
        ((11, 12), ("second", "centres")),
        ((12, 11), ("first", "centres")),
        ((11, 11), (None, "centres")),
    ],
)
def test_victory_by_centres(owned, end):
    """§7, `victory` {"centres": n}: n or more after autumn, the larger of two, a draw between equals."""
    plain = played(owning(*owned), "F1907M", victory={"centres": 10})
    assert ending(plain) == end
    if end:
        assert result(plain)["counts"] == {"first": owned[0], "second": owned[1]}


def test_victory_by_centres_counts_those_taken_that_autumn():
    """§7"""
    begin = owning(9, 5)
    begin["units"]["FRANCE"] = ["A RUH"]
    plain = record(moves("F1907M", {"FRANCE": ["A RUH - KIE"]}), begin=begin, victory={"centres": 10})
    assert ending(plain) == ("first", "centres")


def test_victory_by_centres_is_not_tested_in_spring():
    """§7"""
    begin = {**owning(12, 5), "phase": "S1907M"}
    assert ending(played(begin, "S1907M", victory={"centres": 10})) is None


def test_victory_by_centres_stands_instead_of_the_home_centre():
    """§7."""
    begin = lonely("F1903M", units={"AUSTRIA": ["A PAR"], "FRANCE": ["A MAR"]})
    assert ending(played(begin, "F1903M", victory={"centres": 18})) is None


def test_a_mercenary_that_owns_many_centres_wins_nothing():
    """§11: a power that is nobody's home."""
    begin = owning(3, 3)
    begin["centers"]["ITALY"] = ["ROM", "NAP", "VEN", "TUN", "TRI", "SER", "GRE", "MUN", "BER", "EDI"]
    begin["control"] = {"ITALY": "first"}
    assert ending(played(begin, "F1907M", victory={"centres": 10})) is None


@pytest.mark.parametrize("number", [18, 22])
def test_eighteen_centres_end_nothing(number):
    """§7"""
    taken = ["SWE", "NWY", "ROM", "NAP", "VEN", "MUN", "BER", "TRI", "VIE"]
    begin = owning(13, 8)
    begin["centers"]["FRANCE"] += taken[: number - 13]
    assert ending(played(begin, "F1907M")) is None
