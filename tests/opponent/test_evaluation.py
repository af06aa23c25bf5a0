"""The value of a position: consistent counts, symmetry, and the ends in the rules (section 7)."""

import json
from dataclasses import replace
from math import isfinite

import numpy as np
import pytest

from adjudicator import Kind, Location, Unit
from intimate.players import Player
from opponent.evaluation import FILE, Evaluation, Weights, credit_worth
from opponent.sides import NOBODY, OTHER, OWN, OpposingSides
from tests.builders import duel_at, start
from tests.opponent.drawn import duels
from tests.quality.project import ROOT

WEIGHTS = Weights()


def evaluation(duel, player=Player.FIRST, weights=WEIGHTS):
    return Evaluation(OpposingSides.of(duel, player), weights)


def share(duel, player=Player.FIRST):
    """Return a player's expected share of a position."""
    found = evaluation(duel, player)
    return float(found.shares(found.counts_of([dict(duel.position.units)]))[0])


def test_counts_are_those_of_the_empty_board_and_of_each_unit():
    for duel in duels(20):
        found, units = evaluation(duel), duel.position.units
        alone = [found.columns[power][:, found.stand(unit)] for unit, power in units.items()]
        whole, none = found.counts_of([dict(units), {}]).T
        assert np.allclose(none, found.base)
        assert np.allclose(whole, found.base + sum(alone, np.zeros(found.size)), atol=1e-3)
        of_powers = [found.counted(power) for power in set(units.values())]
        assert np.allclose(whole, found.base + sum(of_powers, np.zeros(found.size)), atol=1e-3)


def test_both_players_think_alike_of_a_position():
    """Their shares add up to one."""
    for duel in duels(40):
        assert share(duel, Player.FIRST) + share(duel, Player.SECOND) == pytest.approx(1, abs=1e-4)


def test_centres_and_units_of_home_powers_are_counted_as_they_will_be():
    """A unit takes the centre on which it stands in autumn, not in spring."""
    begun = start("F1902M", units={"AUSTRIA": ["A SER", "F GRE"], "FRANCE": ["A VIE"], "ITALY": ["A PAR"]})
    for phase, centres in (("F1902M", (3 + 2 - 1, 3 + 1 - 1)), ("S1902M", (3, 3))):
        duel = duel_at({**begun, "phase": phase})
        counts = evaluation(duel).counts_of([dict(duel.position.units)])[:, 0]
        assert tuple(counts[Evaluation.centres]) == centres
        assert tuple(counts[Evaluation.units]) == (2, 1)


def test_more_units_centres_credits_and_nearness_are_worth_more():
    """More units, centres and credits, and being nearer to the enemy's home, all else equal."""
    plain = start("S1902M", units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"]})
    usual = share(duel_at(plain))
    assert usual == pytest.approx(0.5, abs=0.1)
    better = [
        {"units": {"AUSTRIA": ["A VIE", "A BUD"], "FRANCE": ["A PAR"]}},
        {"centers": {"AUSTRIA": ["VIE", "BUD", "TRI", "SER"], "FRANCE": ["PAR", "BRE", "MAR"]}},
        {"credits": {"first": 40, "second": 20}},
        {"units": {"AUSTRIA": ["A MUN"], "FRANCE": ["A PAR"]}},
        {
            "units": {"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"], "ITALY": ["A BUR"]},
            "control": {"ITALY": "first"},
        },
    ]
    assert [share(duel_at({**plain, **change})) > usual for change in better] == [True] * len(better)


def ends(phase="F1902M", first=(), second=(), homes=("AUSTRIA", "RUSSIA"), credits=(5, 5), **settings):  # noqa: A002
    """Return the first player's share with units of both home powers at these places."""
    units = {home: [f"A {place}" for place in on] for home, on in zip(homes, (first, second), strict=True)}
    duel = duel_at(
        start(
            phase,
            homes=dict(zip(("first", "second"), homes, strict=True)),
            credits=dict(zip(("first", "second"), credits, strict=True)),
            units=units,
        ),
        **settings,
    )
    return share(duel)


@pytest.mark.parametrize("phase", ["S1902M", "F1902M"])
def test_a_unit_of_the_home_power_on_an_enemy_home_centre_decides(phase):
    assert ends(phase, first=["WAR"], second=["MOS"]) == 1
    assert ends(phase, first=["SER"], second=["VIE"]) == 0


def test_more_home_centres_decide_and_four_russian_ones_count_as_three():
    assert ends(first=["WAR", "MOS"], second=["VIE"]) == 1
    assert ends(first=["WAR", "MOS"], second=["VIE", "BUD"], credits=(5, 6)) == 0
    assert ends(first=["WAR", "MOS", "STP", "SEV"], second=["VIE", "BUD", "TRI"], credits=(4, 9)) == 0


def test_with_equal_home_centres_the_larger_reserve_decides_in_autumn_with_its_income():
    assert ends("S1902M", first=["WAR"], second=["VIE"], credits=(6, 5)) == 1
    assert ends("S1902M", first=["WAR"], second=["VIE"], credits=(5, 5)) == 0.5
    # Russia takes Vienna and loses Warsaw: four centres against three.
    assert ends(first=["WAR"], second=["VIE"], credits=(5, 5)) == 0
    assert ends(first=["WAR"], second=["VIE"], credits=(7, 5)) == 1
    assert ends(first=["WAR"], second=["VIE"], credits=(7, 5), income={"per_centre": 3}) == 0
    assert ends(first=["WAR"], second=["VIE"], credits=(6, 5), income={"fixed": 5}) == 1
    assert ends(first=["WAR"], second=["VIE"], credits=(7, 5), carry_over=False) == 0


def test_where_victory_is_not_tested_standing_there_decides_nothing_yet():
    autumn = ends("S1902M", first=["WAR"], second=["UKR"], victory_season="autumn")
    assert 0.5 < autumn < 1
    assert ends("F1902M", first=["WAR"], second=["UKR"], victory_season="autumn") == 1
    begun = duel_at(start("F1902M", units={"AUSTRIA": ["A PAR"], "FRANCE": ["A RUH"]}))
    assert share(begun) == 1
    assert 0.5 < share(replace(begun, waits_until=1903)) < 1


def test_a_home_power_without_centre_and_unit_has_lost_unless_it_plays_on():
    gone = start("S1902M", units={"AUSTRIA": ["A VIE"]}, centers={"AUSTRIA": ["VIE"], "ITALY": ["PAR"]})
    assert share(duel_at(gone)) == 1
    assert share(duel_at(gone), Player.SECOND) == 0
    assert share(duel_at(gone, home_eliminated="plays_on")) < 1
    assert share(duel_at({**gone, "units": {"ITALY": ["A PAR"]}, "centers": {"ITALY": ["PAR"]}})) == 0.5
    assert share(duel_at({**gone, "centers": {"AUSTRIA": ["VIE"], "FRANCE": ["PAR"]}})) < 1


def test_enough_centres_decide_in_autumn_where_they_are_what_wins():
    """§7: the larger of two; a unit on an enemy home centre is nothing but that centre then."""
    units = {"AUSTRIA": ["A SER"], "FRANCE": ["A BRE"]}
    assert share(duel_at(start("F1902M", units=units), victory={"centres": 4})) == 1
    assert 0.5 < share(duel_at(start("F1902M", units=units), victory={"centres": 5})) < 1
    assert 0.5 < share(duel_at(start("S1902M", units=units), victory={"centres": 4})) < 1
    assert (
        share(duel_at(start("F1902M", units={**units, "FRANCE": ["A BEL"]}), victory={"centres": 4})) == 0.5
    )
    invaded = start("F1902M", units={"AUSTRIA": ["A PAR"], "FRANCE": ["A SPA", "A POR", "A BEL"]})
    assert share(duel_at(invaded, victory={"centres": 5})) == 0


def test_the_last_year_makes_centres_count_for_more():
    ahead = start("F1905M", centers={"AUSTRIA": ["VIE", "BUD", "TRI", "SER"], "FRANCE": ["PAR", "MAR"]})
    assert share(duel_at(ahead, year_limit=1905)) > share(duel_at(ahead)) > 0.5


def test_the_last_year_makes_units_count_for_more_where_they_decide():
    """Source 000, III"""
    ahead = start("F1905M", units={"AUSTRIA": ["A VIE", "A BUD", "A TRI"], "FRANCE": ["A PAR"]})
    decided = share(duel_at(ahead, year_limit=1905, limit_counts="units"))
    assert decided > share(duel_at(ahead, limit_counts="units")) > 0.5
    assert decided > share(duel_at(ahead, year_limit=1905))


def test_a_mercenary_nobody_commands_helps_nobody_but_stands_in_the_way():
    duel = duel_at(start("S1902M", units={"AUSTRIA": ["A TYR"], "ITALY": ["A MUN"], "FRANCE": ["A PAR"]}))
    found = evaluation(duel)
    assert found.sides.commander["ITALY"] == NOBODY
    unit = found.stand(Unit(Kind.ARMY, Location("MAR")))
    column = found.columns["ITALY"][:, unit]
    assert column[found.rows[OWN].guards].sum() == 1
    assert column[found.rows[OTHER].guards].sum() == 0
    assert not column[found.rows[OWN].helpers].any()


def test_further_credits_are_worth_less_and_none_nothing():
    amounts = credit_worth(WEIGHTS, np.array([0, 1, 2, 20, 21, 10**6, 10**6 + 1]))
    assert amounts[0] == 0
    assert (np.diff(amounts) >= 0).all()
    assert amounts[1] - amounts[0] > amounts[4] - amounts[3] > amounts[6] - amounts[5]


def test_the_file_names_every_weight_and_nothing_else():
    written = json.loads((ROOT / "opponent" / FILE).read_text("utf-8"))
    assert list(written) == Weights.names()
    assert Weights.load().as_mapping() == written
    assert all(isfinite(value) for value in written.values())


def test_reserves_and_the_whole_sum_count_for_something():
    """`thrift` divides credits, and without `temper` only threats would count."""
    made = Weights.load()
    assert made.thrift > 0
    assert made.temper > 0
    assert 0 <= made.habit <= 1
    assert made.daring >= 0


def test_weights_are_altered_by_name():
    altered = Weights().altered({"ward": 0.7})
    assert altered.ward == 0.7
    assert altered.altered({"ward": Weights().ward}) == Weights()
    with pytest.raises(TypeError):
        Weights().altered({"warden": 1.0})
