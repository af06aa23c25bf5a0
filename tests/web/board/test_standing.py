"""A position as a table: each power's part in the duel, commander, units and centres."""

from dataclasses import replace

import pytest

from adjudicator import standard
from intimate.duel import begin
from intimate.players import Player
from services.terms import Terms
from tests.builders import CENTRES, UNITS, duel_at, start
from web.board.standing import PowerStanding, commanders, is_lawless, rows, standing_of

MOVES = start("S1902M", control={"RUSSIA": "second", "ITALY": "first"})


@pytest.fixture
def table(site):
    """Return a function that lays out a duel for a viewer of a language."""

    def lay_out(duel, language="en"):
        with site.test_request_context(headers={"Accept-Language": language}):
            return rows(duel)

    return lay_out


def test_home_powers_come_first_then_mercenaries_by_name(table):
    found = [(row.power, row.standing, row.player) for row in table(duel_at(MOVES))]
    homes = [("AUSTRIA", PowerStanding.HOME, Player.FIRST), ("FRANCE", PowerStanding.HOME, Player.SECOND)]
    assert found == [
        *homes,
        ("ENGLAND", PowerStanding.ANARCHY, None),
        ("GERMANY", PowerStanding.ANARCHY, None),
        ("ITALY", PowerStanding.HIRED, Player.FIRST),
        ("RUSSIA", PowerStanding.HIRED, Player.SECOND),
        ("TURKEY", PowerStanding.ANARCHY, None),
    ]
    french = [row.power for row in table(duel_at(MOVES), "fr")]
    assert french == ["AUSTRIA", "FRANCE", "GERMANY", "ENGLAND", "ITALY", "RUSSIA", "TURKEY"]


def test_the_home_of_the_first_player_comes_before_that_of_the_second(table):
    duel = duel_at(start("S1902M", homes={"first": "TURKEY", "second": "AUSTRIA"}))
    assert [row.power for row in table(duel)][:2] == ["TURKEY", "AUSTRIA"]


def test_units_and_centres_are_in_the_order_of_their_names_in_the_language_of_the_page(table):
    italy = {row.power: row for row in table(duel_at(MOVES), "fr")}["ITALY"]
    assert ([str(unit) for unit in italy.units], italy.centres) == (
        ["A ROM", "A VEN", "F NAP"],
        ["Naples", "Rome", "Venise"],
    )


def test_a_power_is_to_be_hired_before_the_auction_and_in_anarchy_after_it():
    before, after = duel_at(start("S1902B")), duel_at(start("S1902M"))
    assert [standing_of(duel, "ITALY") for duel in (before, after)] == [
        PowerStanding.FOR_HIRE,
        PowerStanding.ANARCHY,
    ]
    assert [is_lawless(duel, "ITALY") for duel in (before, after)] == [False, True]
    assert [is_lawless(duel, "AUSTRIA") for duel in (before, after)] == [False, False]


def test_before_home_powers_are_known_all_seven_stand_there_as_nobody_s(table):
    found = table(begin(Terms().rules()))
    assert [row.power for row in found] == list(standard().powers)
    assert {(row.standing, row.player) for row in found} == {(PowerStanding.UNOWNED, None)}
    assert {row.power: len(row.units) for row in found} == {
        power: len(units) for power, units in UNITS.items()
    }


def test_powers_that_are_gone_are_left_out_but_home_powers_stay(table):
    gone = {power: [] for power in ("TURKEY", "AUSTRIA")}
    duel = duel_at(start("S1902B", units={**UNITS, **gone}, centers={**CENTRES, **gone}))
    found = {row.power: row for row in table(duel)}
    assert set(found) == set(standard().powers) - {"TURKEY"}
    assert (found["AUSTRIA"].units, found["AUSTRIA"].centres) == ([], [])


def test_a_power_lives_as_long_as_one_of_its_units_is_only_dislodged(table):
    begin = start("S1902R", dislodged={"TURKEY": {"A SER": ["ALB"]}}, control={"TURKEY": "first"})
    alone = {power: listed for power, listed in UNITS.items() if power != "TURKEY"}
    centres = {power: listed for power, listed in CENTRES.items() if power != "TURKEY"}
    duel = duel_at({**begin, "units": alone, "centers": centres})
    turkey = {row.power: row for row in table(duel)}["TURKEY"]
    assert (turkey.units, turkey.centres, [str(unit) for unit in turkey.dislodged]) == ([], [], ["A SER"])


def test_every_commanded_power_has_its_player():
    assert commanders(duel_at(MOVES)) == {
        "AUSTRIA": Player.FIRST,
        "ITALY": Player.FIRST,
        "FRANCE": Player.SECOND,
        "RUSSIA": Player.SECOND,
    }
    assert commanders(replace(duel_at(MOVES), homes={}, control={})) == {}
