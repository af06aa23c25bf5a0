"""The base game as a value: phase after phase; those that await nobody are passed."""

import pytest

from adjudicator import (
    Flag,
    Game,
    OrderError,
    Phase,
    PhaseError,
    Position,
    Power,
    Unit,
    edition,
    read_orders,
    read_position,
    units_by_power,
)
from tests.adjudicator.random_phases import random_phase


def game(phase, units=None, centres=None, dislodged=None):
    return Game(Phase.parse(phase), read_position(units or {}, centres, dislodged))


def names(passed):
    return [str(phase) for phase, _ in passed]


def test_a_game_starts_in_spring_1901_with_all_powers_awaited():
    """1971 VI.3."""
    start = Game.start()
    assert str(start.phase) == "S1901M"
    assert start.position == Position.initial()
    assert start.awaited == set(start.position.board.powers)


def test_a_game_starts_as_its_edition_has_it():
    """002 4."""
    assert Unit.parse("F STP/NC") in Game.start(edition("parker")).position.units


@pytest.mark.parametrize("name", ["HOMES", "S1901B"])
def test_a_phase_that_only_a_duel_has_is_refused(name):
    with pytest.raises(PhaseError) as refused:
        Game(Phase.parse(name), Position())
    assert refused.value.field == "phase"


def test_one_phase_is_resolved_and_the_next_one_comes_even_if_it_awaits_nobody():
    after, result = Game.start().resolve(read_orders({"FRANCE": ["A PAR - BUR"]}))
    assert str(after.phase) == "S1901R"
    assert after.awaited == frozenset()
    assert after.position == result.position
    assert "A BUR" in units_by_power(after.position)["FRANCE"]


def test_a_game_that_is_played_goes_on_where_somebody_decides():
    """1971 V: without dislodged units there are no retreats."""
    after, result, passed = Game.start().play(read_orders({"FRANCE": ["A PAR - PIC"]}))
    assert str(after.phase) == "F1901M"
    assert names(passed) == ["S1901R"]
    assert result.outcomes["FRANCE"][Unit.parse("A PAR")].succeeded
    after, _, passed = after.play(read_orders({"FRANCE": ["A PIC - BEL"]}))
    assert (str(after.phase), names(passed)) == ("W1901A", ["F1901R"])
    assert after.awaited == {"FRANCE"}
    after, _, passed = after.play(read_orders({"FRANCE": ["A PAR B"]}))
    assert (str(after.phase), names(passed)) == ("S1902M", [])
    assert units_by_power(after.position)["FRANCE"] == ["A BEL", "A MAR", "A PAR", "F BRE"]


def test_the_edition_resolves_every_phase():
    """002 9.3: any attack cuts a support."""
    units = {"GERMANY": ["A PRU", "A SIL"], "RUSSIA": ["A WAR"]}
    orders = {"GERMANY": ["A PRU - WAR", "A SIL S A PRU - WAR"], "RUSSIA": ["A WAR - SIL"]}
    parker = Game(Phase.parse("S1901M"), read_position(units), edition("parker"))
    after, result = parker.resolve(read_orders(orders))
    assert result.outcomes["GERMANY"][Unit.parse("A SIL")].flags == (Flag.CUT,)
    assert after.edition == edition("parker")


ROUT = {"AUSTRIA": ["A TRI", "A TYR"], "ITALY": ["A VEN"]}
ROUT_ORDERS = {"AUSTRIA": ["A TRI - VEN", "A TYR S A TRI - VEN"]}


def test_a_dislodged_unit_is_awaited_and_retreats():
    """1971 XI."""
    after, _, passed = game("S1901M", ROUT).play(read_orders(ROUT_ORDERS))
    assert (str(after.phase), names(passed), after.awaited) == ("S1901R", [], {"ITALY"})
    after, *_ = after.play(read_orders({"ITALY": ["A VEN R ROM"]}))
    assert str(after.phase) == "F1901M"
    assert units_by_power(after.position)["ITALY"] == ["A ROM"]


def test_a_dislodged_unit_with_nowhere_to_go_leaves_at_once():
    """1971 XI: no retreat is ordered for it."""
    units = {**ROUT, "FRANCE": ["A PIE", "A ROM", "A TUS", "A APU"]}
    after, result, passed = game("S1901M", units).play(read_orders(ROUT_ORDERS))
    assert result.outcomes["ITALY"][Unit.parse("A VEN")].flags == (Flag.DISLODGED, Flag.DISBAND)
    assert (str(after.phase), names(passed)) == ("F1901M", ["S1901R"])
    assert "ITALY" not in units_by_power(after.position)
    assert result.position.dislodged == {}


def test_of_two_dislodged_units_only_the_one_with_nowhere_to_go_leaves_at_once():
    """1971 XI."""
    units = {
        "AUSTRIA": ["A TRI", "A TYR", "F ION"],
        "ITALY": ["A VEN", "F NAP"],
        "TURKEY": ["F TYS"],
        "FRANCE": ["A PIE", "A ROM", "A TUS", "A APU"],
    }
    orders = {
        "AUSTRIA": [*ROUT_ORDERS["AUSTRIA"], "F ION S F TYS - NAP"],
        "TURKEY": ["F TYS - NAP"],
    }
    units["FRANCE"].remove("A ROM")
    units["FRANCE"].append("F ROM")
    start = game("S1901M", units)
    result = start.resolve(read_orders(orders)).result
    assert result.outcomes["ITALY"][Unit.parse("F NAP")].flags == (Flag.DISLODGED, Flag.DISBAND)
    assert result.outcomes["ITALY"][Unit.parse("A VEN")].flags == (Flag.DISLODGED, Flag.DISBAND)
    units["FRANCE"].remove("A PIE")
    result = game("S1901M", units).resolve(read_orders(orders)).result
    assert list(result.position.dislodged) == [Unit.parse("A VEN")]
    assert result.outcomes["ITALY"][Unit.parse("A VEN")].flags == (Flag.DISLODGED,)


def test_centres_change_hands_after_the_retreats_of_autumn_and_not_before():
    """1971 XIII.1."""
    units, centres = {"FRANCE": ["A BEL"]}, {"ENGLAND": ["BEL", "LON"]}
    for phase, owner in (("S1901M", "ENGLAND"), ("F1901M", "ENGLAND"), ("F1901R", "FRANCE")):
        assert game(phase, units, centres).resolve({}).game.position.owners["BEL"] == owner


def test_a_retreat_takes_the_centre_that_it_ends_on():
    """1971 XIII.1: after retreats."""
    routed = game("F1901R", {}, {"FRANCE": ["PAR"]}, {"GERMANY": {"A BUR": ["PAR", "GAS"]}})
    after = routed.resolve(read_orders({"GERMANY": ["A BUR R PAR"]})).game
    assert after.position.owners == {"PAR": "GERMANY"}


@pytest.mark.parametrize(
    ("units", "centres", "awaited"),
    [
        (["A PAR"], ["PAR"], set()),
        (["A PAR"], ["PAR", "MAR"], {"FRANCE"}),
        (["A PAR", "A MAR"], ["PAR"], {"FRANCE"}),
        (["A PAR", "A MAR", "F BRE"], ["PAR", "MAR", "BRE", "SPA"], set()),
        ([], [], set()),
    ],
)
def test_a_winter_awaits_powers_that_must_remove_or_can_build(units, centres, awaited):
    """1971 XIII.2; a power without a vacant home centre is not asked for builds."""
    assert game("W1901A", {"FRANCE": units}, {"FRANCE": centres}).awaited == awaited


def test_a_winter_that_awaits_nobody_is_passed():
    centres = {"FRANCE": ["PAR"]}
    after, _, passed = game("F1901M", {"FRANCE": ["A PAR"]}, centres).play({})
    assert (str(after.phase), names(passed)) == ("S1902M", ["F1901R", "W1901A"])


def test_outcomes_of_a_passed_phase_are_kept_with_it():
    """1971 XI.2: a unit set up without a retreat is disbanded."""
    stranded = game("S1901R", {"FRANCE": ["A PAR"]}, {}, {"ITALY": {"A VEN": []}})
    after, passed = stranded.passed()
    assert (str(after.phase), names(passed)) == ("F1901M", ["S1901R"])
    assert passed[0].outcomes["ITALY"][Unit.parse("A VEN")].flags == (Flag.DISBAND,)


def test_a_game_that_awaits_somebody_passes_nothing():
    start = Game.start()
    assert start.passed() == (start, ())


@pytest.mark.parametrize("phase", ["S1901M", "F1901R", "W1901A"])
def test_on_a_board_that_nobody_can_act_on_passing_ends_after_a_year(phase):
    empty = game(phase)
    after, passed = empty.passed()
    assert len(passed) == 5
    assert (after.phase.season, after.phase.year, after.phase.kind) == (
        empty.phase.season,
        1902,
        empty.phase.kind,
    )
    assert after.awaited == frozenset()


def test_on_an_empty_board_a_power_that_can_build_is_awaited():
    after, _ = game("S1901M", {}, {"FRANCE": ["PAR"]}).passed()
    assert (str(after.phase), after.awaited) == ("W1901A", {Power("FRANCE")})


@pytest.mark.parametrize("number", range(20))
def test_after_playing_somebody_is_awaited_and_nobody_was_in_between(number):
    request = random_phase(f"game:{number}")
    start = game("S1901M", request["units"])
    after, result, passed = start.play(read_orders(request["orders"]))
    assert after.awaited != frozenset()
    step = start.resolve(read_orders(request["orders"]))
    assert step.result == result
    walked = step.game
    for phase, _ in passed:
        assert (walked.phase, walked.awaited) == (phase, frozenset())
        walked = walked.resolve({}).game
    assert walked == after


@pytest.mark.parametrize("phase", ["S1901M", "S1901R", "W1901A"])
def test_orders_of_a_power_that_is_not_on_the_board_are_refused(phase):
    """A misspelt name must not silently lose all orders of a power."""
    with pytest.raises(OrderError, match="'France' is not a power"):
        game(phase, {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]}).play(read_orders({"France": ["A PAR - BUR"]}))


@pytest.mark.parametrize("given", [None, "A PAR - BUR", {"A PAR - BUR"}, iter(["A PAR - BUR"]), [5]])
def test_orders_that_are_no_list_of_texts_are_refused(given):
    with pytest.raises(OrderError) as refusal:
        read_orders({"FRANCE": given})
    assert refusal.value.field == "orders.FRANCE"
