"""Snapshots: a duel as plain data, and back."""

import json
from dataclasses import fields, replace

import pytest

from adjudicator import DiplomacyError
from intimate.duel import Duel, Service
from intimate.players import Player
from intimate.snapshot import restore, take
from tests.builders import duel_after, duel_at, event, lonely, moves, record, rules_with, sheets, start


def again(duel):
    return restore(json.loads(json.dumps(take(duel))), duel.rules)


KINDS = {
    "the choice of homes": record(),
    "an auction": record(begin=start("S1902B")),
    "commands": record(sheets("S1902B", {"ITALY": 3}, {"RUSSIA": 2}), begin=start("S1902B")),
    "loyal years": record(moves("F1902M"), begin=start("F1902M", control={"ITALY": "first"})),
    "dislodged units": record(begin=start("S1902R", dislodged={"AUSTRIA": {"A BOH": ["GAL", "SIL"]}})),
    "an offer": record(event("draw_offered", "second"), begin=start("S1902M")),
    "a claim": record(event("stalemate_claimed", "first"), begin=lonely("S1910M")),
    "quiet autumns": record(moves("F1910M"), begin=lonely("F1910M")),
    "a result": record(event("conceded", "first"), begin=start("S1902M")),
    "a draw": record(event("draw_offered", "first"), event("draw_agreed", "second")),
    "fleets on coasts": record(begin=lonely("S1902M", units={"FRANCE": ["F SPA/NC", "F BUL/EC"]})),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_duel_comes_back_as_it_was(kind):
    duel = duel_after(KINDS[kind])
    assert again(duel) == duel
    assert take(again(duel)) == take(duel)


def test_nothing_of_a_duel_is_left_out():
    """Each field that is changed comes back changed."""
    changed = replace(
        duel_at(lonely("S1903M", control={"ITALY": "second"})),
        service={"ITALY": Service(Player.SECOND, 3)},
        waits_until=1904,
        quiet_autumns=2,
        claims=frozenset(Player),
        draw_offers=frozenset({Player.SECOND}),
        stirred=False,
    )
    usual = Duel(changed.rules)
    untouched = {
        field.name for field in fields(Duel) if getattr(changed, field.name) == getattr(usual, field.name)
    }
    assert untouched == {"rules", "result"}
    assert again(changed) == changed


def test_the_rules_come_from_elsewhere():
    """They are the duel's terms, stored once."""
    duel = duel_at(start("S1902B"))
    other = rules_with(loyalty=4)
    assert restore(take(duel), other).rules == other


def test_a_snapshot_is_the_same_whatever_order_things_happened_in():
    first, second = ({"ITALY": "first", "TURKEY": "second"}, {"TURKEY": "second", "ITALY": "first"})
    taken = [json.dumps(take(duel_at(start("S1902M", control=control)))) for control in (first, second)]
    assert taken[0] == taken[1]


@pytest.mark.parametrize("field", ["units", "phase", "centers"])
def test_what_cannot_be_a_duel_is_no_snapshot(field):
    taken = {**take(duel_at(start("S1902M"))), field: {"SPAIN": ["A MAD"]} if field != "phase" else "S1902Q"}
    with pytest.raises(DiplomacyError):
        restore(taken, rules_with())
