"""The greedy player: legal orders anywhere, and what greedy means."""

from dataclasses import replace

import pytest

from adjudicator import OFFERED, Convoy, Kind, Move, standard
from intimate.desk import check_strictly
from intimate.entries import HIGHEST_BID
from intimate.players import Player
from intimate.settings import rules
from intimate.start import set_up
from intimate.view import View
from opponent.greed.outlook import MANNERS, Outlook
from opponent.greed.playing import greedy, usefulness
from tests.builders import POWERS, duel_at, start
from tests.opponent.drawn import STANDS, lots

SEAS = [unit for unit in STANDS if unit.province in standard().seas]
COASTS = sorted({port for ports in standard().ports.values() for port in ports})


def shores(random, edition):
    """Draw a random position of fleets at sea and armies beside them, most of them of one player."""
    fleets = [str(unit) for unit in random.sample(SEAS, 9)]
    armies = [f"A {place}" for place in random.sample(COASTS, 12)]
    coastal = [str(unit) for unit in STANDS if unit.kind is Kind.FLEET and "/" in str(unit)]
    taken = {army[2:5] for army in armies}
    fleets += [fleet for fleet in random.sample(coastal, 2) if fleet[2:5] not in taken][:1]
    powers = random.sample(POWERS, 4)
    units = {power: [] for power in powers}
    for unit in fleets + armies:
        units[random.choice([powers[0], powers[0], *powers])].append(unit)
    homes = {"first": powers[0], "second": powers[1]}
    begun = start(random.choice(["S1903M", "F1903M"]), homes=homes, control={powers[2]: "first"}, units=units)
    return set_up(rules("intimate", {}, edition), begun)


TRICKY = (242, 456, 1915, 2025)
"""Positions in which a fleet finds another task, or a support must name a coast."""


@pytest.mark.parametrize("edition", OFFERED)
def test_orders_are_legal_where_armies_could_cross_the_sea_and_fleets_have_coasts(edition):
    """Every convoyed army has a fleet ordered to convoy it."""
    crossings = 0
    for number in (*range(30), *TRICKY):
        duel = shores(lots(number), edition)
        entry = greedy(View(duel, Player.FIRST), lots(number), MANNERS[number % len(MANNERS)])
        check_strictly(duel, Player.FIRST, entry)
        convoys = {(order.army, order.to) for order in entry.all if isinstance(order, Convoy)}
        carried = {(order.unit, order.to) for order in entry.all if isinstance(order, Move) and order.via}
        assert convoys == carried
        crossings += len(carried)
    assert crossings > 5


def test_every_unit_of_the_player_is_ordered_once_and_no_other():
    for number in range(20):
        duel = shores(lots(number), "standard")
        view = View(duel, Player.FIRST)
        ordered = [order.unit for order in greedy(view, lots(number)).all]
        assert sorted(ordered) == sorted(unit for _, unit in view.units)


def test_a_way_into_an_enemy_home_centre_is_taken():
    duel = duel_at(start("F1902M", units={"AUSTRIA": ["A BUR"], "FRANCE": ["F LON"]}))
    chosen = {str(greedy(View(duel, Player.FIRST), lots(number)).all[0]) for number in range(10)}
    assert chosen <= {"A BUR - PAR", "A BUR - MAR"}


def test_bids_are_shared_out_by_use_and_never_exceed_the_reserve():
    units = {"AUSTRIA": ["F GRE"], "FRANCE": ["A TYR"], "ITALY": ["A VEN", "A APU"], "ENGLAND": ["F LVP"]}
    begun = duel_at(start("S1903B", units=units))
    duel = replace(begun, credits={Player.FIRST: 9, Player.SECOND: 3 * 10**6})
    for player in Player:
        outlook = Outlook(duel, player)
        useful = [usefulness(outlook, power) for power in ("ITALY", "ENGLAND", "TURKEY")]
        assert useful == sorted(useful, reverse=True)
        for number in range(10):
            sheet = greedy(View(duel, player), lots(number))
            check_strictly(duel, player, sheet)
            assert sheet.total <= duel.credits[player]
            assert sheet.bids["ITALY"] > sheet.bids.get("ENGLAND", 0)
            assert max(sheet.bids.values()) <= HIGHEST_BID


def test_a_spectator_gets_no_entry():
    with pytest.raises(ValueError, match="does not await"):
        greedy(View(duel_at(start("S1901M")), None), lots(1))
