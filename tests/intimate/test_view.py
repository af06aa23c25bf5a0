"""The duel as one player or a spectator may see it."""

from dataclasses import fields

import pytest

from intimate.duel import Duel, begin
from intimate.events import Event, happen
from intimate.players import Player
from intimate.view import View
from tests.builders import CENTRES, UNITS, duel_at, lonely, rules_with, start
from tests.intimate.winters import winter

FIRST, SECOND = Player


def test_a_duel_holds_nothing_that_is_sealed():
    """Entries come from elsewhere, so that no view can show them."""
    assert {field.name for field in fields(Duel)}.isdisjoint({"entries", "bids", "orders", "sheets", "lots"})


def test_before_homes_are_known_both_are_awaited_and_nothing_else_is_there():
    view = View(begin(rules_with()), FIRST)
    assert (view.phase, view.kind, view.awaited, view.is_awaited) == ("HOMES", "H", {FIRST, SECOND}, True)
    assert (view.homes, view.reserves, view.mercenaries, view.for_hire) == ({}, {}, (), ())


def test_a_spectator_sees_the_position_and_is_asked_nothing():
    view = View(duel_at(start("S1902M", control={"ITALY": "second"})), None)
    assert list(map(str, view.units("ITALY"))) == sorted(UNITS["ITALY"])
    assert list(view.centres("ITALY")) == sorted(CENTRES["ITALY"])
    assert view.commander("ITALY") is SECOND
    assert view.reserves == {FIRST: 20, SECOND: 20}
    assert not view.is_awaited
    assert view.movement_choices() == view.retreat_choices() == view.winter_choices() == []
    assert view.cost_of_inheriting({"ITALY": 3}) == 0
    assert not view.can("conceded")


def test_a_player_chooses_for_what_he_commands_only():
    duel = duel_at(start("S1902M", control={"ITALY": "first"}))
    assert View(duel, FIRST).orderable_powers == ["AUSTRIA", "ITALY"]
    assert View(duel, SECOND).orderable_powers == ["FRANCE"]


def test_the_dislodged_and_the_winter_are_shown():
    routed = {"AUSTRIA": {"A SER": ["GRE"]}}
    view = View(duel_at(start("S1902R", dislodged=routed)), FIRST)
    assert [str(unit) for unit in view.dislodged] == ["A SER"]
    assert view.orderable_powers == ["AUSTRIA"]
    assert [choice.power for choice in View(duel_at(winter()), FIRST).winter_choices()] == [
        "AUSTRIA",
        "ITALY",
    ]


def test_halves_are_rounded_up_power_by_power():
    """§4.4"""
    view = View(duel_at(start("S1902B")), FIRST)
    assert view.cost_of_inheriting({"ITALY": 5, "RUSSIA": 3, "TURKEY": 4}) == 3 + 2 + 2


def test_whether_overbids_are_refused_is_known_from_the_rules():
    assert View(duel_at(start("S1902B"), "beginner"), FIRST).refuses_overbids
    assert not View(duel_at(start("S1902B")), FIRST).refuses_overbids


def test_only_mercenaries_with_a_centre_are_for_hire():
    """§4"""
    view = View(duel_at(start("S1902B", centers={"ITALY": ["ROM"]}, units={"TURKEY": ["A CON"]})), FIRST)
    assert (view.for_hire, view.mercenaries) == (("ITALY",), ("ITALY", "TURKEY"))


@pytest.mark.parametrize(
    ("kind", "alone", "with_mercenaries"),
    [
        ("conceded", True, True),
        ("draw_offered", True, True),
        ("draw_agreed", False, False),
        ("stalemate_claimed", True, False),
        ("stalemate_agreed", False, False),
        ("stalemate_granted", False, False),
        ("nonsense", False, False),
    ],
)
def test_a_player_can_do_what_the_rules_allow_now(kind, alone, with_mercenaries):
    """§8"""
    assert View(duel_at(lonely("S1902M")), FIRST).can(kind) is alone
    assert View(duel_at(start("S1902M")), FIRST).can(kind) is with_mercenaries


def test_what_stands_already_is_not_offered_again_but_to_the_other_to_agree():
    duel = happen(
        happen(duel_at(lonely("S1902M")), Event("draw_offered", FIRST)), Event("stalemate_claimed", FIRST)
    )
    for kind in ("draw_offered", "stalemate_claimed"):
        assert not View(duel, FIRST).can(kind)
        assert View(duel, SECOND).can(kind)
    for kind in ("draw_agreed", "stalemate_agreed"):
        assert not View(duel, FIRST).can(kind)
        assert View(duel, SECOND).can(kind)


def test_after_the_end_the_view_has_the_result_and_nothing_to_do():
    view = View(duel_at(lonely("S1902M")).ended(FIRST, "conceded"), SECOND)
    assert (view.phase, view.kind, view.awaited) == (None, "", frozenset())
    assert view.result.winner is FIRST
    assert not view.can("conceded")
