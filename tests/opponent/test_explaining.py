"""The purposes of orders and bids, from the position and from what would be lost without them."""

import pytest

from intimate.codec import read_stored_entry
from intimate.duel import begin
from intimate.play import awaits
from intimate.players import Player
from intimate.variants import PRESETS
from intimate.view import View
from opponent.choosing import choose
from opponent.explaining import MOST, MotiveKind, explain
from opponent.levels import Level
from tests.builders import duel_at, start
from tests.opponent.drawn import AUCTION, MOVEMENT, RETREATS, WINTER, duels, lots

AGAINST_ITALY = {"homes": {"first": "AUSTRIA", "second": "ITALY"}}


def motives(plain, phase="S1901M", **changes):
    """Explain an entry of the first player's; return (kind, unit, place) of each motive."""
    view = View(duel_at(start(phase, **changes)), Player.FIRST)
    found = explain(view, read_stored_entry(plain), lots(1))
    return [(str(each.kind), each.unit and str(each.unit), each.place) for each in found]


def test_a_unit_that_enters_a_home_centre_of_the_enemy_says_so_first():
    orders = {"AUSTRIA": ["A VIE - BUD", "F TRI - VEN", "A BUD - SER"]}
    assert motives({"orders": orders}, **AGAINST_ITALY)[0] == ("enters", "F TRI", "VEN")


@pytest.mark.parametrize("orders", [["A VIE - TRI"], ["F TRI H"], []])
def test_a_home_centre_that_a_unit_of_the_enemy_could_enter_is_guarded(orders):
    """By a unit that goes there, holds there by order, or stays there without one."""
    leaves = ["F TRI - ALB"] if orders == ["A VIE - TRI"] else []
    guards = ("guards", "A VIE" if leaves else "F TRI", "TRI")
    assert guards in motives({"orders": {"AUSTRIA": [*orders, *leaves]}}, **AGAINST_ITALY)


def test_a_unit_of_a_mercenary_only_escorts_to_the_home_of_the_enemy():
    """§7: only a unit of the home power wins a home centre."""
    control = {"FRANCE": "first"}
    orders = {"AUSTRIA": ["F TRI H"], "FRANCE": ["A MAR - PIE"]}
    found = motives({"orders": orders}, control=control, **AGAINST_ITALY)
    assert ("escorts", "A MAR", "VEN") in found
    assert not {kind for kind, *_ in found} & {"enters", "nears"}


OWN_IN_THE_WAY = {
    "control": {"FRANCE": "first"},
    "units": {
        "AUSTRIA": ["A TYR", "A VIE", "F TRI"],
        "FRANCE": ["A PIE"],
        "ITALY": ["A ROM"],
        "GERMANY": ["A MUN"],
    },
}


@pytest.mark.parametrize(
    ("orders", "kind", "unit", "place"),
    [
        (["A TYR - PIE", "A VIE - TYR"], "fails", "A TYR", "PIE"),
        (["A TYR - VIE", "A VIE H"], "fails", "A TYR", "VIE"),
        (["A TYR - MUN"], "fails", "A TYR", "MUN"),
    ],
)
def test_a_hint_says_of_a_move_that_surely_fails_that_it_does(orders, kind, unit, place):
    """Against an own mercenary, against an own unit, and alone against one in anarchy."""
    found = motives({"orders": {"AUSTRIA": orders}}, **OWN_IN_THE_WAY, **AGAINST_ITALY)
    assert (kind, unit, place) in found


def test_a_hint_says_that_a_move_dislodges_an_own_mercenary():
    """§5: units spare their own power, not their own player."""
    units = {**OWN_IN_THE_WAY["units"], "AUSTRIA": ["A TYR", "A VEN"]}
    orders = {"AUSTRIA": ["A TYR - PIE", "A VEN S A TYR - PIE"]}
    found = motives({"orders": orders}, **{**OWN_IN_THE_WAY, "units": units}, **AGAINST_ITALY)
    assert ("dislodges_own", "A TYR", "PIE") in found
    leaving = {**orders, "FRANCE": ["A PIE - MAR"]}
    found = motives({"orders": leaving}, **{**OWN_IN_THE_WAY, "units": units}, **AGAINST_ITALY)
    assert not {kind for kind, *_ in found} & {"dislodges_own", "fails"}


def test_a_support_names_the_enemies_that_could_resist_the_supported_unit():
    view = View(
        duel_at(
            start(
                "S1902M",
                homes={"first": "FRANCE", "second": "GERMANY"},
                units={"FRANCE": ["A MAR", "A PAR"], "GERMANY": ["A MUN", "F KIE"]},
            )
        ),
        Player.FIRST,
    )
    entry = read_stored_entry({"orders": {"FRANCE": ["A MAR - BUR", "A PAR S A MAR - BUR"]}})
    [helps] = [each for each in explain(view, entry, lots(1)) if each.kind is MotiveKind.HELPS]
    assert (str(helps.unit), str(helps.served), str(helps.by), helps.place) == (
        "A PAR",
        "A MAR",
        "A MUN",
        "BUR",
    )


def test_a_supply_centre_counts_where_it_is_gained_by_an_own_power_or_lost_by_the_enemys():
    control = {"FRANCE": "first"}
    orders = {"AUSTRIA": ["A BUD - SER"], "FRANCE": ["A MAR - SPA"]}
    found = motives({"orders": orders}, control=control, **AGAINST_ITALY)
    assert ("takes", "A BUD", "SER") in found
    assert not [each for each in found if each[1] == "A MAR"]


def test_bids_are_explained_by_how_close_a_mercenary_stands_to_either_home_the_dearest_first():
    bids = {"GERMANY": 3, "FRANCE": 4, "RUSSIA": 2, "ENGLAND": 1, "TURKEY": 0}
    assert motives({"bids": bids}, "S1901B", **AGAINST_ITALY) == [
        ("close_to_enemy", "A MAR", "VEN"),
        ("close_to_enemy", "A MUN", "VEN"),
        ("close_to_own", "A WAR", "BUD"),
        ("many", None, None),
    ]


def test_the_removed_unit_is_said_to_stand_farthest_away_only_if_it_does():
    begin = {
        "units": {"AUSTRIA": ["A VIE", "F LVP"], "ITALY": ["A ROM"]},
        "centers": {"AUSTRIA": ["VIE"], "ITALY": ["ROM", "NAP"]},
        **AGAINST_ITALY,
    }
    far, near = ({"orders": {"AUSTRIA": [f"{unit} D"]}} for unit in ("F LVP", "A VIE"))
    assert motives(far, "W1903A", **begin) == [("farthest", "F LVP", None)]
    assert motives(near, "W1903A", **begin) == []


def test_a_player_who_is_not_awaited_gets_no_explanation():
    alone = duel_at(start("S1902M", units={"AUSTRIA": ["A VIE"]}))
    with pytest.raises(ValueError, match="does not await"):
        explain(View(alone, Player.SECOND), read_stored_entry({"orders": {}}), lots(1))


def test_world_war_one_has_no_home_centres_to_guard_or_enter():
    """§9: the number of centres wins it."""
    view = View(begin(PRESETS["world-war-one"]), Player.FIRST)
    orders = {"FRANCE": ["A MAR - SPA", "A PAR - BUR"], "ENGLAND": ["F LON - NTH"]}
    found = explain(view, read_stored_entry({"orders": orders}), lots(1))
    assert [(each.kind, each.place) for each in found] == [(MotiveKind.TAKES, "SPA")]


@pytest.mark.parametrize(("kind", "count"), [(AUCTION, 4), (MOVEMENT, 10), (RETREATS, 6), (WINTER, 6)])
def test_every_chosen_entry_has_a_reproducible_explanation(kind, count):
    for duel in duels(count, kind):
        for player in sorted(awaits(duel)):
            view = View(duel, player)
            entry = choose(view, Level.CAPTAIN, lots(3), 1).entry
            found = explain(view, entry, lots(4))
            assert found == explain(view, entry, lots(4))
            assert len(found) <= MOST
            standing = {*duel.position.units, *duel.position.dislodged}
            built = {order.unit for order in getattr(entry, "all", ())}
            for each in found:
                assert {each.by, each.served} - {None} <= standing
                assert each.unit is None or each.unit in standing | built
