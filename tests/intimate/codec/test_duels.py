"""A duel written as JSON, and read back."""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given

from adjudicator import DiplomacyError, PhaseKind
from intimate.codec import read_duel, write_duel
from intimate.duel import Duel, Ending, Service
from intimate.players import Player
from intimate.voting import EndRequest, Moment
from tests.builders import (
    duel_after,
    duel_at,
    event,
    lonely,
    moves,
    record,
    rules_with,
    sheets,
    start,
)
from tests.intimate.random_duels import DUELS


def again(duel):
    return read_duel(json.loads(json.dumps(write_duel(duel))), duel.rules)


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
    assert write_duel(again(duel)) == write_duel(duel)


@given(DUELS)
def test_every_random_duel_comes_back_as_it_was(drawn):
    for before, chapter in drawn.steps:
        assert again(before) == before
        assert again(chapter.after) == chapter.after


@pytest.mark.parametrize("reason", Ending)
@pytest.mark.parametrize("winner", [*Player, None])
def test_every_ending_comes_back(reason, winner):
    """Formats §2: winner, reason, phase and counts."""
    ended = duel_at(start("S1902M")).ended(winner, reason, {Player.FIRST: 2, Player.SECOND: 1})
    assert again(ended) == ended
    assert again(ended).result.reason is reason


def test_centres_lost_in_autumn_are_stored_only_if_there_are_any():
    """Some editions need them for removals by default in winter; 0.1.0 stored none."""
    duel = duel_at(start("W1901A"))
    assert "lost" not in write_duel(duel)
    losing = replace(duel, position=replace(duel.position, lost={"AUSTRIA": ("SER", "TRI")}))
    assert again(losing) == losing


def test_types_come_back_not_only_equal_texts():
    duel = again(duel_after(KINDS["commands"]))
    assert {type(player) for player in (*duel.homes, *duel.credits, *duel.control.values())} == {Player}
    assert type(duel.phase.kind) is PhaseKind


def test_nothing_of_a_duel_is_left_out():
    """Each field, when changed, comes back changed."""
    changed = replace(
        duel_at(lonely("S1903M", control={"ITALY": "second"})),
        service={"ITALY": Service(Player.SECOND, 3)},
        waits_until=1904,
        quiet_autumns=2,
        claims=frozenset(Player),
        draw_offers=frozenset({Player.SECOND}),
        end_asked=Player.SECOND,
        ends_asked=(EndRequest(Player.SECOND, 1902, Moment.WINTER, voted=False),),
        eventful_year=False,
        coin=Player.FIRST,
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
    assert read_duel(write_duel(duel), other).rules == other


def test_a_duel_is_written_alike_in_any_order_of_keys():
    first, second = ({"ITALY": "first", "TURKEY": "second"}, {"TURKEY": "second", "ITALY": "first"})
    written = [
        json.dumps(write_duel(duel_at(start("S1902M", control=control)))) for control in (first, second)
    ]
    assert written[0] == written[1]


@pytest.mark.parametrize("field", ["units", "phase", "centers"])
def test_an_invalid_stored_duel_is_refused(field):
    wrong = {"SPAIN": ["A MAD"]} if field != "phase" else "S1902Q"
    with pytest.raises(DiplomacyError):
        read_duel({**write_duel(duel_at(start("S1902M"))), field: wrong}, rules_with())
