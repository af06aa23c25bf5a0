"""The legal orders of one side, and orders played as values."""

import pytest

from adjudicator import (
    Build,
    Choices,
    Disband,
    Game,
    Hold,
    Kind,
    Location,
    Move,
    Phase,
    PhaseKind,
    PositionError,
    Power,
    Retreat,
    Support,
    Unit,
    edition,
    legal_choices,
    legal_orders,
    parse,
    read_orders,
    read_position,
)
from adjudicator import orders as notation

FRANCE, GERMANY = Power("FRANCE"), Power("GERMANY")
UNITS = {"FRANCE": ["A PAR", "F STP/NC"], "GERMANY": ["A MUN", "F KIE"], "ITALY": ["A TYR"]}
CENTRES = {"FRANCE": ["BRE", "MAR", "PAR", "STP"], "GERMANY": ["MUN"]}
ROUTED = {"FRANCE": {"A BUR": ["GAS", "PIC"]}, "GERMANY": {"A RUH": []}}


def game(phase, dislodged=None, name="standard"):
    return Game(Phase.parse(phase), read_position(UNITS, CENTRES, dislodged), edition(name))


def test_the_movement_orders_of_one_side_are_the_legal_orders_of_its_units():
    played = game("S1901M")
    choices = played.choices([FRANCE])
    assert choices.powers == [FRANCE]
    legal = legal_orders(played.position, played.position.units_of(FRANCE))
    assert {choice.unit: choice.orders for choice in choices.units} == legal
    assert choices.by_power[FRANCE] == [order for orders in legal.values() for order in orders]


def test_a_side_is_one_power_or_several_or_all_when_left_out():
    played = game("S1901M")
    assert set(played.choices([FRANCE, GERMANY]).powers) == {FRANCE, GERMANY}
    assert set(played.choices().powers) == set(UNITS)
    assert not played.choices([]).every


@pytest.mark.parametrize("phase", ["S1901M", "S1901R", "W1901A"])
@pytest.mark.parametrize("side", [["NARNIA"], [FRANCE, "NARNIA"], "FRANCE"])
def test_a_side_with_a_power_that_is_not_on_the_board_is_refused(phase, side):
    with pytest.raises(PositionError) as refusal:
        game(phase).choices(side)
    assert refusal.value.field == "powers"


def test_the_orders_of_a_side_are_those_of_its_edition():
    """Annex 004: supports of a foreign fleet must name its coast."""
    units = {"FRANCE": ["F MAO"], "ITALY": ["A MAR"]}
    anjou = Game(Phase.parse("S1901M"), read_position(units), edition("anjou"))
    support = Support(Unit.parse("A MAR"), Unit.parse("F MAO"), Location("SPA"))
    italy = Power("ITALY")
    assert support not in anjou.choices([italy]).by_power[italy]
    assert support in Game(anjou.phase, anjou.position).choices([italy]).by_power[italy]


def test_the_retreats_of_one_side_are_those_of_its_dislodged_units():
    (choice,) = game("S1901R", ROUTED).choices([FRANCE]).units
    unit = Unit.parse("A BUR")
    assert choice.orders == (Disband(unit), Retreat(unit, Location("GAS")), Retreat(unit, Location("PIC")))


def test_the_winter_of_one_side_says_how_much_and_lists_every_build_or_removal():
    france, germany = game("W1901A").choices([FRANCE, GERMANY]).winters
    assert (france.number, france.removes) == (2, False)
    assert list(map(str, france.orders)) == ["A BRE B", "F BRE B", "A MAR B", "F MAR B"]
    assert (germany.number, germany.removes) == (1, True)
    assert list(map(str, germany.orders)) == ["A MUN D", "F KIE D"]


def test_all_movements_retreats_and_winters_are_those_of_all_powers():
    assert len(game("S1901M").choices().units) == 5
    assert [str(choice.unit) for choice in game("S1901R", ROUTED).choices().units] == ["A BUR", "A RUH"]
    winters = game("W1901A").choices().winters
    assert [choice.power for choice in winters] == ["FRANCE", "GERMANY", "ITALY"]
    assert not any(choice.by_default for choice in winters)


@pytest.mark.parametrize("kind", [PhaseKind.HOMES, PhaseKind.AUCTION])
def test_a_phase_of_duels_has_no_orders(kind):
    assert legal_choices(game("S1901M").position, kind) == Choices()


def test_orders_are_played_as_values_and_no_text_is_read(monkeypatch):
    typed = [
        {
            FRANCE: [Move(Unit(Kind.ARMY, Location("PAR")), Location("BUR"))],
            GERMANY: [Hold(Unit.parse("A MUN"))],
        },
        {GERMANY: [Move(Unit.parse("A MUN"), Location("BOH"))]},
        {FRANCE: [Build(Unit.parse("F BRE"))]},
    ]
    written = [{power: list(map(str, orders)) for power, orders in given.items()} for given in typed]
    by_text = game("S1901M")
    for given in written:
        by_text = by_text.play(read_orders(given)).game
    parse.cache_clear()
    monkeypatch.setattr(notation, "_ORDER", None)
    by_value = game("S1901M")
    for given in typed:
        by_value = by_value.play(given).game
    assert by_value == by_text
    assert str(by_value.phase) == "S1902M"
