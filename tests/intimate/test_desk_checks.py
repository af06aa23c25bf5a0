"""Orders are checked before they are stored: an impossible order of a person is refused, not void."""

import pytest

from intimate.desk import check_strictly
from intimate.duel import Ending, begin
from intimate.entries import HomesList, Orders, Sheet, check
from intimate.errors import EntryError
from intimate.play import play
from intimate.players import Player
from tests.builders import POWERS, duel_at, lonely, rules_with, start
from tests.intimate.entering import read_for
from tests.intimate.winters import winter

FIRST, SECOND = Player


def refusal(duel, plain, player=FIRST):
    """Return the code and the field of a refusal, None for an accepted entry."""
    try:
        check_strictly(duel, player, read_for(duel, plain))
    except EntryError as error:
        return error.code, error.field
    return None


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"homes": POWERS}, None),
        ({"homes": POWERS[:6]}, "not_a_permutation"),
        ({"homes": [*POWERS, "AUSTRIA"]}, "not_a_permutation"),
        ({"homes": [*POWERS[:6], POWERS[0]]}, "not_a_permutation"),
        ({"homes": [*POWERS[:6], None]}, "not_a_permutation"),
        ({"homes": [*POWERS[:6], ["TURKEY"]]}, "not_a_permutation"),
        ({"homes": "AUSTRIA"}, "not_a_permutation"),
        ({"homes": []}, "not_a_permutation"),
    ],
)
def test_a_list_names_each_of_the_seven_powers_once(entry, code):
    """§2"""
    assert refusal(begin(rules_with()), entry) == (code and (code, "homes"))


@pytest.mark.parametrize("powers", [(), tuple(POWERS[:6]), (*POWERS, "ITALY"), (*POWERS[:6], "SPAIN")])
def test_a_list_is_checked_though_it_is_no_json(powers):
    """§2."""
    with pytest.raises(EntryError) as refused:
        check_strictly(begin(rules_with()), FIRST, HomesList(powers))
    assert (refused.value.code, refused.value.field) == ("not_a_permutation", "homes")


KINDS = {
    HomesList: [lambda: begin(rules_with())],
    Sheet: [lambda: duel_at(start("S1902B"))],
    Orders: [lambda: duel_at(start("S1902M")), lambda: duel_at(winter())],
}
EMPTY = [HomesList(tuple(POWERS)), Sheet(), Orders()]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("check", [check, check_strictly])
def test_each_phase_takes_one_kind_of_entry_and_no_other(kind, check):
    """Formats §2; an entry has one kind, so that it can hold nothing else."""
    for duel in KINDS[kind]:
        for entry in EMPTY:
            if isinstance(entry, kind):
                check(duel(), FIRST, entry)
                continue
            with pytest.raises(EntryError) as refused:
                check(duel(), FIRST, entry)
            assert refused.value.code == "wrong_kind"


@pytest.mark.parametrize(
    ("bids", "refused"),
    [
        ({}, None),
        ({"ITALY": 0, "FRANCE": 0, "TURKEY": 0}, None),
        ({"ITALY": 5, "RUSSIA": 100}, None),
        ({"ITALY": -1}, ("bid_not_whole", "bids.ITALY")),
        ({"ITALY": 1.5}, ("bid_not_whole", "bids.ITALY")),
        ({"ITALY": True}, ("bid_not_whole", "bids.ITALY")),
        ({"ITALY": "3"}, ("bid_not_whole", "bids.ITALY")),
        ({"ITALY": None}, ("bid_not_whole", "bids.ITALY")),
        ({"ITALY": 10**30}, ("bid_not_whole", "bids.ITALY")),
        ({"ITALY": 3, "RUSSIA": -3}, ("bid_not_whole", "bids.RUSSIA")),
        ({"FRANCE": 1}, ("bid_for_home", "bids.FRANCE")),
        ({"AUSTRIA": 1}, ("bid_for_home", "bids.AUSTRIA")),
        ({"ATLANTIS": 1}, ("bid_for_unknown", "bids.ATLANTIS")),
        ({"TURKEY": 1}, ("bid_for_dead", "bids.TURKEY")),
        ([3], ("sheet_shape", "bids")),
    ],
)
def test_a_sheet_gives_whole_numbers_to_mercenaries_with_a_centre(bids, refused):
    """§4; Turkey has units and no centre, Russia a centre and no unit."""
    owned = {"AUSTRIA": ["VIE"], "FRANCE": ["PAR"], "ITALY": ["ROM"], "RUSSIA": ["MOS"]}
    duel = duel_at(start("S1902B", centers=owned, units={"TURKEY": ["A CON"], "ITALY": ["A ROM"]}))
    assert refusal(duel, {"bids": bids}) == refused


@pytest.mark.parametrize(
    ("orders", "refused"),
    [
        ({}, None),
        ({"AUSTRIA": []}, None),
        ({"AUSTRIA": ["A VIE - GAL", "A BUD S A VIE - GAL", "F TRI H"]}, None),
        ({"AUSTRIA": ["A VIE - PAR"]}, ("illegal_order", "orders.AUSTRIA")),
        ({"AUSTRIA": ["A vie - gal"]}, ("illegal_order", "orders.AUSTRIA")),
        ({"AUSTRIA": ["A VIE B"]}, ("illegal_order", "orders.AUSTRIA")),
        ({"AUSTRIA": ["A PAR H"]}, ("illegal_order", "orders.AUSTRIA")),
        ({"AUSTRIA": ["WAIVE"]}, ("illegal_order", "orders.AUSTRIA")),
        ({"AUSTRIA": [""]}, ("illegal_order", "orders.AUSTRIA")),
        ({"AUSTRIA": ["A VIE - GAL", "A BUD\x00"]}, ("illegal_order", "orders.AUSTRIA")),
        ({"FRANCE": ["A PAR H"]}, ("illegal_order", "orders.FRANCE")),
        ({"ITALY": ["A ROM H"]}, ("illegal_order", "orders.ITALY")),
        ({"ATLANTIS": ["A VIE H"]}, ("illegal_order", "orders.ATLANTIS")),
        ({"AUSTRIA": ["A VIE - GAL", "A VIE H"]}, ("ordered_twice", "orders.AUSTRIA")),
        ({"AUSTRIA": ["A VIE H", "A VIE H"]}, ("ordered_twice", "orders.AUSTRIA")),
        ({"AUSTRIA": "A VIE H"}, ("orders_shape", "orders.AUSTRIA")),
        ({"AUSTRIA": [7]}, ("orders_shape", "orders.AUSTRIA")),
        (["A VIE H"], ("orders_shape", "orders")),
    ],
)
def test_every_order_is_one_that_the_player_can_give_and_each_unit_has_one(orders, refused):
    assert refusal(duel_at(start("S1902M")), {"orders": orders}) == refused


def test_only_the_player_who_hired_a_power_orders_its_units():
    """§4: they command it for the year."""
    duel = duel_at(start("S1902M", control={"ITALY": "first"}))
    entry = {"orders": {"ITALY": ["A VEN - TYR"]}}
    assert refusal(duel, entry) is None
    assert refusal(duel, entry, SECOND) == ("illegal_order", "orders.ITALY")


@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ({"AUSTRIA": ["A VIE B", "F TRI B"]}, None),
        ({"AUSTRIA": ["WAIVE", "WAIVE"]}, None),
        ({"AUSTRIA": ["A VIE B", "WAIVE"], "ITALY": ["F NAP B", "A VEN B"]}, None),
        ({"AUSTRIA": ["A VIE B", "F TRI B", "WAIVE"]}, "too_many"),
        ({"AUSTRIA": ["WAIVE", "WAIVE", "WAIVE"]}, "too_many"),
        ({"AUSTRIA": ["A TRI B", "F TRI B"]}, "ordered_twice"),
        ({"AUSTRIA": ["A BUD B"]}, "illegal_order"),
        ({"AUSTRIA": ["A BUD D"]}, "illegal_order"),
        ({"AUSTRIA": ["F VIE B"]}, "illegal_order"),
        ({"ITALY": ["WAIVE"]}, "illegal_order"),
        ({"ITALY": ["A NAP B", "A VEN B", "A ROM B"]}, "illegal_order"),
    ],
)
def test_no_more_is_built_than_is_due_and_mercenaries_waive_nothing(orders, code):
    """§6: winter."""
    found = refusal(duel_at(winter()), {"orders": orders})
    assert (found and found[0]) == code


@pytest.mark.parametrize(
    ("orders", "code"),
    [(["A PAR D"], None), (["A PAR D", "F BRE D"], "too_many"), (["A PAR D", "A PAR D"], "ordered_twice")],
)
def test_no_more_is_removed_than_is_due(orders, code):
    found = refusal(duel_at(winter()), {"orders": {"FRANCE": orders}}, SECOND)
    assert (found and found[0]) == code


def test_a_mercenary_waives_where_the_setting_allows_it():
    """§10: `mercenary_waive` allowed."""
    duel = duel_at(winter(), mercenary_waive="allowed")
    assert refusal(duel, {"orders": {"ITALY": ["WAIVE"]}}) is None


def test_after_the_end_nothing_is_taken():
    ended = duel_at(lonely("S1902M")).ended(None, Ending.DRAW)
    for entry in EMPTY:
        with pytest.raises(EntryError) as refused:
            check_strictly(ended, FIRST, entry)
        assert (refused.value.code, refused.value.field) == ("ended", "phase")


@pytest.mark.parametrize(
    ("phase", "entry", "faults"),
    [
        (
            "S1902M",
            {"orders": {"AUSTRIA": ["A BUD H", "A VIE - LON", "A BUD - SER"], "FRANCE": ["A PAR H"]}},
            [
                ("orders.AUSTRIA", "illegal_order"),
                ("orders.AUSTRIA", "ordered_twice"),
                ("orders.FRANCE", "illegal_order"),
            ],
        ),
        (
            "S1902B",
            {"bids": {"AUSTRIA": 3, "ITALY": 1, "SPAIN": 1}},
            [("bids.AUSTRIA", "bid_for_home"), ("bids.SPAIN", "bid_for_unknown")],
        ),
    ],
)
def test_all_faults_of_orders_or_bids_are_reported_together(phase, entry, faults):
    """Formats §2; otherwise a player would fix one order and then hear of the next."""
    with pytest.raises(EntryError) as refused:
        check_strictly(duel_at(start(phase)), FIRST, read_for(duel_at(start(phase)), entry))
    found = (refused.value, *refused.value.others)
    assert [(fault.field, fault.code) for fault in found] == faults


@pytest.mark.parametrize(("phase", "entry"), [("S1902B", Sheet()), ("S1902M", Orders())])
def test_a_duel_has_two_players_and_no_third(phase, entry):
    """§1"""
    duel = duel_at(start(phase))
    with pytest.raises(EntryError) as refused:
        play(duel, {"third": entry})
    assert (refused.value.code, refused.value.field) == ("no_such_player", "entries")
