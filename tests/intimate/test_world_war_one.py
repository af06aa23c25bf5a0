"""The duel of two sides: England, France, Russia against Austria, Germany, Turkey (§9; 1971 XIV.2)."""

from random import Random

import pytest

from adjudicator import Cause, Location, Move, PhaseKind, Unit
from intimate.beforehand import phases_ahead
from intimate.codec import read_duel, write_duel
from intimate.desk import Desk
from intimate.draws import NO_DRAWS, Draws, digest
from intimate.duel import begin
from intimate.errors import DuelError, OrderRefused
from intimate.events import Event, EventKind, happen
from intimate.options import choices_of
from intimate.play import awaits, make_draws, play
from intimate.players import Player
from intimate.record import load
from intimate.replay import chapters_of
from intimate.saved_game import saved_game_of
from intimate.sealing import faults
from intimate.stalemate import can_be_claimed, in_the_way
from intimate.start import start_with_homes
from intimate.variants import PRESETS
from intimate.view import View
from tests.builders import CENTRES, UNITS, chapter, duel_after, duel_at, ending, last, moves, record, result
from tests.intimate.lottery import Lottery, plain_chapter, played

PRESET = "world-war-one"
WAR = begin(PRESETS[PRESET])
ITALIAN = ("APU", "NAP", "PIE", "ROM", "TUS", "VEN")
SIDES = {"first": ["ENGLAND", "FRANCE", "RUSSIA"], "second": ["AUSTRIA", "GERMANY", "TURKEY"]}
COMMANDERS = {power: player for player, powers in SIDES.items() for power in powers}


def war(*chapters, **more):
    """Return a record of the preset."""
    return record(*chapters, preset=PRESET, **more)


def begun(phase, units=UNITS, centres=CENTRES):
    """Return a start at which nobody commands Italy."""
    return {"phase": phase, "units": units, "centers": centres, "control": COMMANDERS}


def at(phase, units=UNITS, centres=CENTRES):
    """Return the duel that begins at a position."""
    return duel_at(begun(phase, units, centres), preset=PRESET)


def outcome(plain, power, unit):
    """Return the flags of a unit in the last chapter."""
    return last(plain)["outcomes"][power][unit]


COIN = {"lots": {"coin": "second"}}
FIRST_YEAR = (
    moves("S1914M", second={"TURKEY": ["A CON - BUL"]}),
    {**moves("F1914M"), **COIN},
    moves("W1914A", second={"TURKEY": ["A CON B"]}),
)


def test_it_begins_with_the_moves_of_spring_1914():
    assert str(WAR.phase) == "S1914M"
    assert awaits(WAR) == frozenset(Player)


def test_each_side_commands_three_powers_and_italy_is_nobodys():
    assert {player.value: list(WAR.commands(player)) for player in Player} == SIDES
    assert WAR.commander("ITALY") is None


def test_there_are_neither_homes_nor_credits_nor_auctions():
    line = last(war(*FIRST_YEAR))
    assert (line["homes"], line["credits"]) == ({}, {})
    phases = [str(each.phase) for each in chapters_of(load(war(*FIRST_YEAR)))]
    assert [*phases, line["next"]] == ["S1914M", "F1914M", "W1914A", "S1915M"]


def test_the_line_names_the_commander_of_every_power():
    control = last(war(chapter("S1914M")))["control"]
    assert control == {**COMMANDERS, "ITALY": None}


@pytest.mark.parametrize("goal", ["PIE", "VEN"])
def test_an_order_to_move_into_a_closed_province_is_void(goal):
    unit, origin = ("A MAR", "FRANCE") if goal == "PIE" else ("F TRI", "AUSTRIA")
    player = "first" if origin == "FRANCE" else "second"
    plain = war(moves("S1914M", **{player: {origin: [f"{unit} - {goal}"]}}))
    assert outcome(plain, origin, unit) == ["void"]
    assert unit in last(plain)["units"][origin]


def test_the_reason_says_that_the_province_is_closed():
    plain = war(moves("S1914M", first={"FRANCE": ["A MAR - PIE"]}))
    assert "PIE" in last(plain)["reasons"]["FRANCE"]["A MAR"]
    (fought,) = chapters_of(load(plain))
    assert fought.outcomes["FRANCE"][Unit.parse("A MAR")].reason.cause is Cause.CLOSED


def test_a_unit_whose_move_is_closed_holds_and_can_be_supported_as_such():
    units = {"FRANCE": ["A MAR", "A GAS"], "GERMANY": ["A BUR", "F SPA/SC"], "ITALY": ["A ROM"]}
    attack = {"GERMANY": ["A BUR - MAR", "F SPA/SC S A BUR - MAR"]}
    for support, flags in ((["A GAS S A MAR"], ["bounce"]), ([], [])):
        plain = war(
            moves("S1914M", {"FRANCE": ["A MAR - PIE", *support]}, attack), begin=begun("S1914M", units)
        )
        assert outcome(plain, "GERMANY", "A BUR") == flags


def test_nothing_that_leads_into_a_closed_province_is_offered():
    units = {"FRANCE": ["A MAR", "F LYO"], "AUSTRIA": ["A TYR", "F ADR"], "ITALY": ["A ROM"]}
    duel = at("S1914M", units)
    for player in Player:
        offered = [str(order) for choice in choices_of(duel, player).units for order in choice.orders]
        assert offered
        assert not [order for order in offered if " - " in order and order.split(" - ")[-1][:3] in ITALIAN]


def test_the_desk_refuses_a_move_into_a_closed_province_and_says_why():
    desk = Desk(WAR, Player.FIRST)
    with pytest.raises(OrderRefused) as refused:
        desk.accept(Move(Unit.parse("A MAR"), Location("PIE")))
    assert refused.value.reason.cause is Cause.CLOSED


def test_no_unit_retreats_into_a_closed_province():
    units = {"FRANCE": ["A MAR"], "GERMANY": ["A BUR", "A GAS", "F SPA/SC"], "ITALY": ["A VEN"]}
    attack = moves("S1914M", second={"GERMANY": ["A GAS - MAR", "A BUR S A GAS - MAR"]})
    plain = war(attack, begin=begun("S1914M", units))
    assert outcome(plain, "FRANCE", "A MAR") == ["dislodged", "disband"]
    assert last(plain)["next"] == "F1914M"


def test_italian_units_hold_and_may_be_supported():
    """1971 XIV.2: they defend themselves; others may support them, they support nobody."""
    units = {"ITALY": ["A VEN", "A ROM"], "FRANCE": ["A TYR"], "AUSTRIA": ["F TRI"]}
    duel = at("S1914M", units)
    offered = [str(order) for choice in choices_of(duel, Player.SECOND).units for order in choice.orders]
    assert "F TRI S A VEN" in offered


def test_a_dislodged_italian_unit_leaves_at_once():
    """1971 XIV.2; Italian units can be dislodged only outside their own provinces, while these are closed."""
    units = {"ITALY": ["A TYR"], "GERMANY": ["A MUN", "A BOH"], "FRANCE": ["A PAR"]}
    attack = moves("S1914M", second={"GERMANY": ["A MUN - TYR", "A BOH S A MUN - TYR"]})
    plain = war(attack, begin=begun("S1914M", units))
    assert last(plain)["next"] == "F1914M"
    assert "ITALY" not in last(plain)["units"]


def test_the_autumn_of_1914_needs_a_coin():
    with pytest.raises(DuelError, match="coin"):
        last(war(chapter("S1914M"), chapter("F1914M")))


def test_the_coin_belongs_to_the_last_chapter_of_autumn():
    units = {"FRANCE": ["A MAR"], "GERMANY": ["A GAS", "F SPA/SC"], "ITALY": ["A VEN"]}
    autumn = begun("F1914M", units)
    attack = moves("F1914M", second={"GERMANY": ["A GAS - MAR", "F SPA/SC S A GAS - MAR"]})
    fought = duel_after(war(attack, begin=autumn))
    assert str(fought.phase) == "F1914R"
    with pytest.raises(DuelError, match="coin"):
        duel_after(war(attack, moves("F1914R"), begin=autumn))
    after = duel_after(war(attack, {**moves("F1914R"), **COIN}, begin=autumn))
    assert after.coin is Player.SECOND


def test_a_coin_is_drawn_where_one_is_needed_and_nowhere_else():
    """§9"""
    spring = play(WAR, {})
    assert make_draws(WAR, {}, "secret") == NO_DRAWS
    drawn = make_draws(spring.after, {}, "secret")
    assert drawn == Draws(coin=drawn.coin)
    assert drawn.coin in Player
    autumn = play(spring.after, {}, drawn)
    assert make_draws(autumn.after, {}, "secret") == NO_DRAWS
    assert {make_draws(spring.after, {}, f"{n}").coin for n in range(20)} == set(Player)


def test_italy_joins_the_winner_of_the_coin_in_spring_1915():
    winter = duel_after(war(*FIRST_YEAR[:2]))
    assert (str(winter.phase), winter.commander("ITALY")) == ("W1914A", None)
    spring = duel_after(war(*FIRST_YEAR))
    assert (str(spring.phase), spring.commander("ITALY")) == ("S1915M", Player.SECOND)


def test_its_provinces_are_open_from_then_on():
    plain = war(*FIRST_YEAR, moves("S1915M", {"FRANCE": ["A MAR - PIE"]}, {"ITALY": ["A VEN - TYR"]}))
    assert outcome(plain, "FRANCE", "A MAR") == []
    assert "A TYR" in last(plain)["units"]["ITALY"]


def test_sides_command_their_powers_for_good():
    spring = duel_after(war(*FIRST_YEAR))
    assert spring.commands(Player.FIRST) == ("ENGLAND", "FRANCE", "RUSSIA")
    assert spring.commands(Player.SECOND) == ("AUSTRIA", "GERMANY", "ITALY", "TURKEY")
    assert spring.service == {}


def test_every_power_may_waive_and_builds_not_ordered_are_not_made():
    winter = duel_after(war(*FIRST_YEAR[:2]))
    (choice,) = choices_of(winter, Player.SECOND).winters
    assert (choice.power, choice.number, choice.by_default) == ("TURKEY", 1, ())
    assert "WAIVE" in map(str, choice.orders)
    plain = war(*FIRST_YEAR[:2], moves("W1914A"))
    assert len(last(plain)["units"]["TURKEY"]) == 3


def short_of_one(number):
    """Return a winter in which England has one unit less than a number, and may build it in London."""
    west = ["EDI", "LVP", "YOR", "WAL", "CLY", "BRE", "PAR", "MAR", "BUR", "GAS", "PIC", "BEL", "HOL"]
    provinces = [*west, "MOS", "WAR", "STP", "SEV", "LVN", "UKR", "FIN", "NWY", "SWE", "DEN"]
    taken = [*CENTRES["FRANCE"], *CENTRES["RUSSIA"], *CENTRES["GERMANY"], *CENTRES["ITALY"]]
    owned = [*CENTRES["ENGLAND"], *taken, "NWY", "SWE", "DEN", "BEL", "HOL", "SPA", "POR", "TUN", "GRE"]
    units = {"ENGLAND": [f"A {each}" for each in provinces[: number - 1]], "AUSTRIA": UNITS["AUSTRIA"]}
    return begun("W1916A", units, {"ENGLAND": owned[:number], "AUSTRIA": CENTRES["AUSTRIA"]})


def test_a_side_with_24_units_after_winter_has_won():
    plain = war(moves("W1916A", {"ENGLAND": ["A LON B"]}), begin=short_of_one(24))
    assert ending(plain) == ("first", "centres")
    assert result(plain)["counts"]["first"] == 24


def test_23_units_do_not_win():
    assert ending(war(moves("W1916A", {"ENGLAND": ["A LON B"]}), begin=short_of_one(23))) is None


def test_standing_on_a_home_centre_wins_nothing():
    units = {"FRANCE": ["A MUN"], "GERMANY": ["A PAR", "A BER"], "ITALY": ["A ROM"]}
    assert ending(war(chapter("S1914M"), begin=begun("S1914M", units))) is None


def test_a_side_without_centre_and_unit_has_lost():
    """§7, for a whole side."""
    units = {"FRANCE": ["A MUN"], "GERMANY": [], "ITALY": ["A ROM"]}
    centres = {"FRANCE": ["PAR", "MUN"]}
    plain = war(chapter("S1916M"), begin=begun("S1916M", units, centres))
    assert ending(plain) == ("first", "home_eliminated")


def test_no_stalemate_can_be_claimed_before_italy_has_joined():
    """§8: while a power without a player is on the board."""
    assert not can_be_claimed(WAR)
    assert [remnant.power for remnant in in_the_way(WAR)] == ["ITALY"]
    spring = duel_after(war(*FIRST_YEAR))
    assert can_be_claimed(spring)
    claimed = happen(spring, Event(EventKind.STALEMATE_CLAIMED, Player.FIRST))
    agreed = happen(claimed, Event(EventKind.STALEMATE_AGREED, Player.SECOND))
    assert agreed.result.winner is Player.SECOND
    assert agreed.result.counts == {Player.FIRST: 10, Player.SECOND: 13}


def test_centres_are_those_of_the_whole_side():
    assert [WAR.centres(player) for player in Player] == [10, 9]


def test_a_view_has_no_home_power():
    view = View(WAR, Player.FIRST)
    assert view.home is None
    assert len(view.units) == 10


def test_auctions_take_no_entries_in_advance():
    assert {phase.kind for phase in phases_ahead(WAR, Player.FIRST)} == {PhaseKind.RETREATS}
    autumn = play(WAR, {}).after
    ahead = phases_ahead(autumn, Player.FIRST)
    assert [str(phase) for phase in ahead] == ["F1914R", "W1914A"]


@pytest.mark.parametrize("phase", ["S1914B", "HOMES"])
def test_a_start_in_a_phase_that_the_game_lacks_is_refused(phase):
    with pytest.raises(DuelError, match=r"start\.phase"):
        at(phase)


def test_home_powers_cannot_be_agreed_on():
    with pytest.raises(DuelError, match=r"start\.homes"):
        start_with_homes(PRESETS[PRESET], {Player.FIRST: "FRANCE", Player.SECOND: "ITALY"})


def test_a_year_limit_may_count_the_units_of_sides():
    """Source 000, III and XIV.2: all powers of a side together."""
    unbuilt = (*FIRST_YEAR[:-1], moves("W1914A"))
    assert ending(war(*unbuilt, year_limit=1914)) == (None, "year_limit")
    plain = war(*unbuilt, year_limit=1914, limit_counts="units")
    assert ending(plain) == ("first", "year_limit")
    assert result(plain)["counts"] == {"first": 10, "second": 9}


def test_a_year_limit_counts_the_centres_of_sides():
    """§8"""
    plain = war(*FIRST_YEAR, year_limit=1914)
    assert ending(plain) == (None, "year_limit")
    assert result(plain)["counts"] == {"first": 10, "second": 10}


@pytest.mark.parametrize("seed", range(6))
def test_a_random_war_survives_its_record_and_storage(seed):
    """As for every duel: the record replays, the duel can be stored, the game exported."""
    lottery = Lottery(Random(f"war {seed}"), 0.1, 1.0)  # noqa: S311 (repeatable randomness)
    steps = played(WAR, lottery, 14)
    plain = war(*(plain_chapter(each) for _, each in steps))
    replayed = list(chapters_of(load(plain)))
    assert [each.after for each in replayed] == [each.after for _, each in steps]
    for each in replayed:
        assert read_duel(write_duel(each.after), each.after.rules) == each.after
        units = each.after.position.units
        if each.after.phase and each.after.phase.year == 1914:
            entered = [unit for unit, power in units.items() if unit.province in ITALIAN and power != "ITALY"]
            assert not entered
    assert saved_game_of(load(plain))["phases"]


def test_a_coin_that_does_not_follow_from_the_sealed_secret_is_reported():
    """Formats, seals: the coin comes from the secret sealed before the duel began."""
    secret = "of the coin"
    given = make_draws(play(WAR, {}).after, {}, secret).coin
    sealed = {"lots_seal": digest(secret), "lots_secret": secret}
    spring = moves("S1914M")

    def told(coin):
        return list(faults({**war(spring, {**moves("F1914M"), "lots": {"coin": coin.value}}), **sealed}))

    assert told(given) == []
    assert told(given.opponent) == [("F1914M", "lots", "wrong")]
