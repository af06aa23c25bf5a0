"""Powers for two to seven players (000 XIV.2, 002 §5, 004 II)."""

from dataclasses import replace

import pytest

from adjudicator import EditionError, Power
from games import GameError, GameFault, Seat, Unassigned, Variant, begin, play, sides_of, usual_terms
from tests.games.tables import at, centres, go, only, seats, sheets, table, units


def fault(act, *args, **named):
    with pytest.raises(GameError) as refused:
        act(*args, **named)
    return refused.value.fault


def test_seven_play_all_powers():
    """002 §5."""
    assert len(table(7).played) == 7
    assert table(7).awaited == set(table(7).played)


def test_six_play_without_italy_whose_units_stay_and_defend_themselves():
    """000 XIV.2: the Italian units stay where they are and defend themselves."""
    game = table(6)
    assert "ITALY" not in game.played
    assert units(game, "ITALY") == ["A ROM", "A VEN", "F NAP"]
    after = go(game, AUSTRIA="A Vie - Tyr\nF Tri - Ven")
    assert units(after, "ITALY") == ["A ROM", "A VEN", "F NAP"]


def test_italian_units_may_be_supported_by_others():
    """000 XIV.2: like any other unit that holds."""
    game = at(table(6), "S1902M", {"ITALY": ["A VEN"], "AUSTRIA": ["A TRI", "A TYR"], "FRANCE": ["A PIE"]})
    after = go(game, AUSTRIA="A Tri - Ven\nA Tyr S A Tri - Ven", FRANCE="A Pie S A Ven")
    assert units(after, "ITALY") == ["A VEN"]


def test_italian_units_that_would_retreat_are_removed():
    """000 XIV.2: if they have to retreat, they are taken off the board."""
    game = at(table(6), "S1902M", {"ITALY": ["A VEN"], "AUSTRIA": ["A TRI", "A TYR"]})
    after = go(game, AUSTRIA="A Tri - Ven\nA Tyr S A Tri - Ven")
    assert units(after, "ITALY") == []
    assert str(after.phase) == "F1902M"


def test_five_play_without_italy_and_germany():
    """000 XIV.2; 004 II: Germany and Italy do not play, and are in civil disorder all the game."""
    assert set(table(5).played) == {"AUSTRIA", "ENGLAND", "FRANCE", "RUSSIA", "TURKEY"}
    assert units(table(5), "GERMANY") == ["A BER", "A MUN", "F KIE"]


def test_the_first_move_may_be_dated_otherwise():
    """000 XIV.2: 1801 for five, 1870 for six."""
    assert str(table(5, first_year=1801).phase) == "S1801M"
    assert str(go(table(6, first_year=1870)).phase) == "F1870M"


def test_four_play_england_and_three_pairs():
    """000 XIV.2: Austria/France, Germany/Turkey, Italy/Russia."""
    assert [set(seat.powers) for seat in table(4).seats] == [
        {"ENGLAND"},
        {"AUSTRIA", "FRANCE"},
        {"GERMANY", "TURKEY"},
        {"ITALY", "RUSSIA"},
    ]


def test_three_play_russia_and_two_threes_or_three_two_and_two():
    """000 XIV.2, 002 §5: two possibilities."""
    assert [len(seat.powers) for seat in table(3).seats] == [1, 3, 3]
    assert [set(seat.powers) for seat in table(3, way=1).seats] == [
        {"ENGLAND", "GERMANY", "AUSTRIA"},
        {"RUSSIA", "ITALY"},
        {"FRANCE", "TURKEY"},
    ]


def test_two_play_the_sides_of_parker_without_italy():
    """002 §5: Great Britain, France, Russia against Germany, Austria, Turkey."""
    game = table(2, edition="parker")
    assert [set(seat.powers) for seat in game.seats] == [
        {"ENGLAND", "FRANCE", "RUSSIA"},
        {"GERMANY", "AUSTRIA", "TURKEY"},
    ]
    assert units(game, "ITALY") == ["A ROM", "A VEN", "F NAP"]


def test_powers_that_nobody_plays_may_be_neutral_centres_without_units():
    """002 §5: neutral countries, that is with arsenals but without armies or fleets."""
    game = table(6, unassigned=Unassigned.NEUTRAL)
    assert units(game, "ITALY") == []
    assert centres(game, "ITALY") == []
    autumn = at(game, "F1902M", {"AUSTRIA": ["A TRI"]}, {"AUSTRIA": ["TRI"]})
    assert centres(go(autumn, AUSTRIA="A Tri - Ven"), "AUSTRIA") == ["TRI", "VEN"]


def test_centres_and_adjustments_are_counted_by_power():
    """000 XIV.2: adjustments are made for each country apart, even where one person plays two."""
    game = at(
        table(4),
        "W1902A",
        {"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR", "A BUR"]},
        {"AUSTRIA": ["VIE", "BUD"], "FRANCE": ["PAR"]},
    )
    assert (game.winter("AUSTRIA"), game.winter("FRANCE")) == (1, -1)
    after = go(game, AUSTRIA="Build A Bud", FRANCE="Remove A Bur")
    assert (units(after, "AUSTRIA"), units(after, "FRANCE")) == (["A BUD", "A VIE"], ["A PAR"])


@pytest.mark.parametrize("players", [0, 1, 8])
def test_fewer_than_two_and_more_than_seven_do_not_play(players):
    """000 I: preferably by seven, as few as two can."""
    assert fault(sides_of, usual_terms(Variant.CLASSIC), players) is GameFault.PLAYERS


def test_two_players_with_one_power_are_refused():
    terms = usual_terms(Variant.CLASSIC)
    both = [Seat("Anna", ("FRANCE",)), Seat("Ben", ("FRANCE",))]
    assert fault(begin, terms, both) is GameFault.TWICE


def test_a_power_that_nobody_has_is_refused():
    terms = usual_terms(Variant.CLASSIC)
    assert (
        fault(begin, terms, [Seat("Anna", ("SPAIN",)), Seat("Ben", ("FRANCE",))]) is GameFault.UNKNOWN_POWER
    )
    assert fault(begin, terms, [Seat("Anna", ()), Seat("Ben", ("FRANCE",))]) is GameFault.NO_POWER


def test_names_are_needed_and_differ():
    terms = usual_terms(Variant.CLASSIC)
    for names, why in [
        (("Anna", "Anna"), GameFault.SAME_NAME),
        (("Anna", " "), GameFault.NO_NAME),
        (("Anna", "x" * 41), GameFault.LONG_NAME),
    ]:
        pair = [Seat(name, (power,)) for name, power in zip(names, ("FRANCE", "ITALY"), strict=True)]
        assert fault(begin, terms, pair) is why


@pytest.mark.parametrize(
    "changed", [{"goal": 0}, {"goal": 35}, {"last_year": 1899}, {"minutes": 0}, {"first_year": 0}]
)
def test_terms_beyond_their_limits_are_refused(changed):
    assert fault(replace, usual_terms(Variant.CLASSIC), **changed) is GameFault.NUMBER


def test_an_unknown_edition_is_refused():
    with pytest.raises(EditionError):
        usual_terms(Variant.CLASSIC, "imaginary")


def test_a_sheet_for_a_power_that_nobody_plays_is_refused():
    game = table(6)
    with pytest.raises(GameError) as refused:
        play(game, {Power("ITALY"): sheets(game)["FRANCE"]})
    assert refused.value.fault is GameFault.NOT_YOURS


def test_a_power_without_a_sheet_is_in_civil_disorder_for_that_season():
    """000 XIV.3: its units stay, and those dislodged are taken off the board."""
    game = at(table(7), "S1902M", {"ITALY": ["A VEN", "A ROM"], "AUSTRIA": ["A TRI", "A TYR"]})
    attack = {"AUSTRIA": "A Tri - Ven\nA Tyr S A Tri - Ven"}
    assert units(play(game, only(game, **attack)).after, "ITALY") == ["A ROM"]
    with_sheet = play(game, only(game, **attack, ITALY="")).after
    assert str(with_sheet.phase) == "S1902R"
    again = play(with_sheet, only(with_sheet, ITALY="A Ven - Apu")).after
    assert units(again, "ITALY") == ["A APU", "A ROM"]


def test_a_power_in_disorder_builds_nothing_and_is_removed_by_the_edition():
    """000 XIV.3 and 4: no new unit; the one farthest from its home centres leaves first."""
    game = at(
        table(7),
        "W1902A",
        {"ITALY": ["A TUN"], "FRANCE": ["A PAR", "A WAR"]},
        {"ITALY": ["ROM", "VEN"], "FRANCE": ["PAR"]},
    )
    after = play(game, {}).after
    assert (units(after, "ITALY"), units(after, "FRANCE")) == (["A TUN"], ["A PAR"])


def test_a_player_of_two_powers_names_a_trade_between_them_once():
    """001: the consent of both players is asked for, and here they are one."""
    game = at(table(4, edition="ens"), "S1902M", {"AUSTRIA": ["A TYR"], "FRANCE": ["A PIE"]})
    after = go(game, AUSTRIA="A Tyr - Pie trade", FRANCE="A Pie - Tyr")
    assert (units(after, "AUSTRIA"), units(after, "FRANCE")) == (["A PIE"], ["A TYR"])


def test_two_players_trade_places_when_both_sheets_name_it():
    """001: the two players specify it explicitly in their orders."""
    game = at(table(7, edition="ens"), "S1902M", {"AUSTRIA": ["A SER"], "TURKEY": ["A BUL"]})
    after = go(game, AUSTRIA="A Ser trades places with A Bul", TURKEY="A Bul - Ser trade")
    assert units(after, "TURKEY") == ["A SER"]
    alone = go(game, AUSTRIA="A Ser - Bul trade", TURKEY="A Bul - Ser")
    assert units(alone, "TURKEY") == ["A BUL"]


def test_fleets_trade_places_by_two_coasts():
    """001: exchanges such as F Esp.cs-Por, F Por-Esp.cn."""
    game = at(table(7, edition="ens"), "S1902M", {"ITALY": ["F SPA/SC"], "FRANCE": ["F POR"]})
    after = go(game, ITALY="F Esp.cs - Por", FRANCE="F Por - Esp.cn")
    assert (units(after, "ITALY"), units(after, "FRANCE")) == (["F POR"], ["F SPA/NC"])


def test_seats_are_named_in_the_sequence_of_the_sides():
    assert [seat.name for seat in seats(usual_terms(Variant.CLASSIC), 2)] == ["Anna", "Ben"]
