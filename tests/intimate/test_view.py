"""The duel as one player or a spectator may see it."""

from dataclasses import fields

import pytest

from adjudicator import PhaseKind
from intimate.duel import Duel, Ending, begin
from intimate.events import Event, EventKind, happen
from intimate.options import Choices
from intimate.players import Player
from intimate.rules import Overbid
from intimate.view import View
from tests.builders import CENTRES, UNITS, duel_at, lonely, rules_with, start
from tests.intimate.winters import winter

FIRST, SECOND = Player


def test_a_duel_holds_nothing_that_is_sealed():
    """Entries are stored elsewhere, so that no view can show them."""
    assert {field.name for field in fields(Duel)}.isdisjoint({"entries", "bids", "orders", "sheets", "lots"})


def test_before_homes_are_known_both_are_awaited_and_nothing_else_is_there():
    view = View(begin(rules_with()), FIRST)
    assert (str(view.duel.phase), view.duel.kind) == ("HOMES", PhaseKind.HOMES)
    assert (view.awaited, view.is_awaited, view.choices) == ({FIRST, SECOND}, True, Choices())
    duel = view.duel
    assert (duel.homes, duel.credits, duel.mercenaries, duel.for_hire) == ({}, {}, (), ())


def test_a_spectator_sees_the_position_and_is_asked_nothing():
    view = View(duel_at(start("S1902M", control={"ITALY": "second"})), None)
    assert list(map(str, view.duel.position.units_of("ITALY"))) == sorted(UNITS["ITALY"])
    assert list(view.duel.position.centres_of("ITALY")) == sorted(CENTRES["ITALY"])
    assert view.duel.commander("ITALY") is SECOND
    assert view.duel.credits == {FIRST: 20, SECOND: 20}
    assert not view.is_awaited
    assert view.choices == Choices()
    assert (view.cost_of_inheriting({"ITALY": 3}), view.discount("ITALY")) == (0, 0)
    assert not any(map(view.can, EventKind))


def test_a_player_chooses_for_what_they_command_only():
    duel = duel_at(start("S1902M", control={"ITALY": "first"}))
    assert View(duel, FIRST).choices.powers == ["AUSTRIA", "ITALY"]
    assert View(duel, SECOND).choices.powers == ["FRANCE"]


def test_the_dislodged_and_the_winter_are_shown():
    routed = {"AUSTRIA": {"A SER": ["GRE"]}}
    view = View(duel_at(start("S1902R", dislodged=routed)), FIRST)
    assert [str(unit) for unit in view.duel.position.dislodged] == ["A SER"]
    assert view.choices.powers == ["AUSTRIA"]
    assert [choice.power for choice in View(duel_at(winter()), FIRST).choices.winters] == [
        "AUSTRIA",
        "ITALY",
    ]


def test_halves_are_rounded_up_power_by_power():
    """§4.4"""
    view = View(duel_at(start("S1902B")), FIRST)
    assert view.cost_of_inheriting({"ITALY": 5, "RUSSIA": 3, "TURKEY": 4}) == 3 + 2 + 2


def test_whether_overbids_are_refused_is_known_from_the_rules():
    assert View(duel_at(start("S1902B"), "beginner"), FIRST).duel.rules.overbid is Overbid.FORBIDDEN
    assert View(duel_at(start("S1902B")), FIRST).duel.rules.overbid is Overbid.ALLOWED


def test_only_mercenaries_with_a_centre_are_for_hire():
    """§4"""
    duel = duel_at(start("S1902B", centers={"ITALY": ["ROM"]}, units={"TURKEY": ["A CON"]}))
    assert (duel.for_hire, duel.mercenaries) == (("ITALY",), ("ITALY", "TURKEY"))


@pytest.mark.parametrize(
    ("kind", "alone", "with_mercenaries"),
    [
        (EventKind.CONCEDED, True, True),
        (EventKind.DRAW_OFFERED, True, True),
        (EventKind.DRAW_AGREED, False, False),
        (EventKind.STALEMATE_CLAIMED, True, False),
        (EventKind.STALEMATE_AGREED, False, False),
        (EventKind.STALEMATE_GRANTED, False, False),
    ],
)
def test_a_player_can_do_what_the_rules_allow_now(kind, alone, with_mercenaries):
    """§8"""
    assert View(duel_at(lonely("S1902M")), FIRST).can(kind) is alone
    assert View(duel_at(start("S1902M")), FIRST).can(kind) is with_mercenaries


def test_a_standing_offer_or_claim_can_only_be_accepted_by_the_other_player():
    offered = happen(duel_at(lonely("S1902M")), Event(EventKind.DRAW_OFFERED, FIRST))
    duel = happen(offered, Event(EventKind.STALEMATE_CLAIMED, FIRST))
    for kind in (EventKind.DRAW_OFFERED, EventKind.STALEMATE_CLAIMED):
        assert not View(duel, FIRST).can(kind)
        assert View(duel, SECOND).can(kind)
    for kind in (EventKind.DRAW_AGREED, EventKind.STALEMATE_AGREED):
        assert not View(duel, FIRST).can(kind)
        assert View(duel, SECOND).can(kind)


def test_after_the_end_the_view_has_the_result_and_nothing_to_do():
    view = View(duel_at(lonely("S1902M")).ended(FIRST, Ending.CONCEDED), SECOND)
    assert (view.duel.phase, view.duel.kind, view.awaited) == (None, None, frozenset())
    assert view.choices == Choices()
    assert (view.duel.result.winner, view.duel.result.reason) == (FIRST, Ending.CONCEDED)
    assert not any(map(view.can, EventKind))
