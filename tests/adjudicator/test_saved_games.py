"""Writing games in the format of the package `diplomacy` (docs/formats.md, section 4)."""

from adjudicator import (
    Game,
    Phase,
    Position,
    Turn,
    at_saved_phase,
    edition,
    read_orders,
    read_position,
    saved_game,
)
from adjudicator.saved_games import hash_of
from tests.adjudicator.random_phases import random_phase

FLAGS = {"", "bounce", "no convoy", "cut", "void", "dislodged", "disband", "disrupted"}


def game(phase, units, centres=None, dislodged=None, name="standard"):
    return Game(Phase.parse(phase), read_position(units, centres, dislodged), edition(name))


def written(played, orders):
    """Return a written phase, and the one after it."""
    saved = saved_game("g", [Turn(played, read_orders(orders))], played.play(read_orders(orders)).game)
    return saved["phases"]


def test_a_new_game_is_one_phase_that_awaits_orders():
    saved = saved_game("g1", [], Game.start(), "just begun")
    assert (saved["id"], saved["map"], saved["rules"]) == ("g1", "standard", ["NO_PRESS", "POWER_CHOICE"])
    (phase,) = saved["phases"]
    assert (phase["name"], phase["results"], phase["messages"]) == ("S1901M", {}, [])
    assert phase["orders"] == dict.fromkeys(Position().board.powers)
    state = phase["state"]
    assert (state["name"], state["note"], state["game_id"]) == ("S1901M", "just begun", "g1")
    assert state["units"]["RUSSIA"] == ["A MOS", "A WAR", "F SEV", "F STP/SC"]
    assert state["influence"]["RUSSIA"] == ["MOS", "SEV", "STP", "WAR"]
    assert state["builds"]["RUSSIA"] == {"count": 0, "homes": []}


def test_every_unit_has_the_order_that_was_carried_out_and_its_flags():
    orders = {"FRANCE": ["A PAR - MUN", "A MAR - BUR"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]}
    units = {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A MUN", "A RUH"]}
    phase, following = written(game("S1901M", units), orders)
    assert phase["orders"]["FRANCE"] == ["A MAR - BUR", "A PAR H"]
    assert phase["orders"]["GERMANY"] == ["A MUN - BUR", "A RUH S A MUN - BUR"]
    assert phase["results"] == {"A MAR": ["bounce"], "A MUN": [], "A PAR": [], "A RUH": []}
    assert following["state"]["influence"]["GERMANY"] == ["BUR", "MUN", "RUH"]


def test_an_army_that_goes_by_sea_says_so():
    """DATC 6.G.6: here only the fleet's order shows the intent."""
    units = {"ENGLAND": ["F SKA", "A SWE"], "RUSSIA": ["A NWY"]}
    orders = {"ENGLAND": ["A SWE - NWY", "F SKA C A SWE - NWY"], "RUSSIA": ["A NWY - SWE"]}
    phase, _ = written(game("S1901M", units), orders)
    assert phase["orders"]["ENGLAND"] == ["A SWE - NWY VIA", "F SKA C A SWE - NWY"]
    assert phase["results"] == {"A NWY": [], "A SWE": [], "F SKA": []}


def test_an_army_without_its_convoy_is_written_as_holding_and_supported_to_hold():
    """A VIA without a convoy: that package lets the army walk."""
    units = {"ITALY": ["A ROM", "A TUS"], "FRANCE": ["F TYS"], "AUSTRIA": ["A APU", "A NAP"]}
    orders = {
        "ITALY": ["A ROM - NAP VIA", "A TUS S A ROM"],
        "AUSTRIA": ["A NAP - ROM", "A APU S A NAP - ROM"],
    }
    phase, following = written(game("S1901M", units), orders)
    assert phase["orders"]["ITALY"] == ["A ROM H", "A TUS H"]
    assert phase["orders"]["AUSTRIA"] == ["A APU S A NAP - ROM", "A NAP - ROM"]
    assert following["state"]["units"]["ITALY"] == ["A TUS", "*A ROM"]


def test_a_support_against_an_own_unit_for_an_army_by_sea_is_written_as_a_hold():
    """That package would count it."""
    units = {"FRANCE": ["A BRE"], "ENGLAND": ["A LON", "F ENG", "F WAL"]}
    orders = {"FRANCE": ["A BRE - LON"], "ENGLAND": ["F ENG C A BRE - LON", "F WAL S A BRE - LON"]}
    phase, _ = written(game("S1901M", units), orders)
    assert phase["orders"]["ENGLAND"] == ["A LON H", "F ENG C A BRE - LON", "F WAL H"]
    assert phase["orders"]["FRANCE"] == ["A BRE - LON VIA"]
    also = {**orders, "GERMANY": ["A YOR - LON"]}
    phase, _ = written(game("S1901M", {**units, "GERMANY": ["A YOR"]}), also)
    assert phase["orders"]["ENGLAND"][2] == "F WAL S A BRE - LON"


def test_the_dislodged_stand_beside_the_board_and_leave_or_retreat_by_order():
    units = {"GERMANY": ["A BUR"], "ITALY": ["A PIE"]}
    routed = {"FRANCE": {"A BUR": ["GAS", "PAR"], "A PIE": ["MAR"]}}
    played = game("S1902R", units, {"FRANCE": ["PAR"]}, routed)
    phase, following = written(played, {"FRANCE": ["A BUR R PAR", "A PIE R ROM"]})
    state = phase["state"]
    assert state["units"]["FRANCE"] == ["*A BUR", "*A PIE"]
    assert state["retreats"]["FRANCE"] == {"A BUR": ["GAS", "PAR"], "A PIE": ["MAR"]}
    assert phase["orders"]["FRANCE"] == ["A BUR R PAR", "A PIE D"]
    assert phase["results"] == {"A BUR": [], "A PIE": ["disband"]}
    assert following["state"]["units"]["FRANCE"] == ["A PAR"]


def test_a_winter_says_what_is_built_and_removed_even_by_default():
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A BER", "F HEL"]}
    played = game("W1901A", units, {"FRANCE": ["BRE", "MAR", "PAR"], "GERMANY": ["BER"]})
    phase, _ = written(played, {"FRANCE": ["F BRE B", "A MAR B", "A PAR B", "WAIVE"]})
    assert phase["state"]["builds"]["FRANCE"] == {"count": 2, "homes": ["BRE", "MAR"]}
    assert phase["state"]["builds"]["GERMANY"] == {"count": -1, "homes": []}
    assert phase["orders"]["FRANCE"] == ["A MAR B", "F BRE B"]
    assert phase["orders"]["GERMANY"] == ["F HEL D"]
    assert phase["results"] == {"A MAR": [""], "F BRE": [""], "F HEL": [""]}


def test_phases_that_ask_nobody_are_left_out():
    start = Game.start()
    spring = start.resolve({}).game
    assert [at_saved_phase(game) is game for game in (start, spring)] == [True, False]
    turns = [Turn(start, {}), Turn(spring, {})]
    phases = saved_game("g", turns, spring.resolve({}).game)["phases"]
    assert [phase["name"] for phase in phases] == ["S1901M", "F1901M"]


def test_another_edition_is_named_as_another_adjudication():
    saved = saved_game("g", [], Game.start(edition("1971")))
    assert saved["rules"][-1] == "DIFFERENT_ADJUDICATION"
    assert saved["phases"][0]["state"]["rules"] == saved["rules"]


def test_written_orders_lead_to_the_same_position_when_read_again():
    for seed in range(40):
        request = random_phase(seed)
        played = game("S1901M", request["units"])
        phase, following = written(played, request["orders"])
        again = played.play(read_orders(phase["orders"])).game
        assert {flag for flags in phase["results"].values() for flag in flags} <= FLAGS
        assert following["state"]["zobrist_hash"] == str(hash_of(again.position))
        assert phase["results"].keys() == set(map(str, played.position.units))


def test_the_hash_is_the_one_that_every_such_program_computes():
    assert hash_of(Position.initial()) == 1919110489198082658


def test_the_hash_tells_positions_apart():
    units = {"FRANCE": ["A PAR"]}
    found = {
        hash_of(read_position(units)),
        hash_of(read_position({"GERMANY": ["A PAR"]})),
        hash_of(read_position({"FRANCE": ["F BRE"]})),
        hash_of(read_position(units, {"FRANCE": ["PAR"]})),
        hash_of(read_position(units, {}, {"FRANCE": {"A BUR": ["GAS"]}})),
    }
    assert len(found) == 5
