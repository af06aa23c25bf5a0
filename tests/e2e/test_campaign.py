"""The campaign of the browser tests comes out as written, by the rules alone."""

from itertools import pairwise

import pytest

from adjudicator.notation import Here, read_lines
from intimate.codec import read_stored_entry
from intimate.desk import Desk, check_strictly
from intimate.players import Player
from intimate.record import load
from intimate.replay import chapters_of
from tests.builders import lines, result
from tests.e2e.campaign import campaign, entered, phases, plain_record, players

pytestmark = pytest.mark.e2e
LANGUAGES = {"first": "en", "second": "fr"}


def record_line(phase):
    return next(line for line in lines(plain_record()) if line.get("phase") == phase)


def before_each_phase():
    loaded = load(plain_record())
    return zip(campaign(), [loaded.start, *(chapter.after for chapter in chapters_of(loaded))], strict=False)


def test_the_first_player_wins_in_the_third_year_on_a_home_centre():
    ended = {
        "winner": "first",
        "reason": "home_centre",
        "phase": "F1903R",
        "counts": {"first": 1, "second": 0},
    }
    assert result(plain_record()) == ended


def test_every_phase_follows_from_the_one_before():
    played = lines(plain_record())[:-1]
    assert [line["next"] for line in played] == [*phases()[1:], None]
    assert all(before["next"] == after["phase"] for before, after in pairwise(played))


def test_every_entry_can_be_stored():
    for phase, duel in before_each_phase():
        for player in players(phase):
            check_strictly(duel, Player(player), read_stored_entry(entered(phase, player)))


def test_typed_orders_mean_what_is_stored():
    for phase, duel in before_each_phase():
        for player in players(phase):
            if "typed" in phase[player]:
                desk = Desk(duel, Player(player))
                typed = read_lines(
                    phase[player]["typed"], LANGUAGES[player], None, Here(duel.kind, desk.unit_at, desk.can)
                )
                given = [desk.accept(line.order, line.power) for line in typed]
                stored = [order for orders in entered(phase, player)["orders"].values() for order in orders]
                assert sorted(str(order) for _, order in given) == sorted(stored)


def test_the_campaign_has_all_that_a_duel_can_bring():
    assert record_line("S1901B")["control"]["GERMANY"] is None
    assert record_line("S1902B")["auction"]["overbid"] == ["second"]
    assert record_line("F1901M")["dislodged"] == {"FRANCE": {"A PIE": ["MAR"]}}
    assert record_line("F1902M")["outcomes"]["GERMANY"] == {"A MUN": ["dislodged", "disband"]}
    assert record_line("W1901A")["outcomes"]["RUSSIA"] == {"A MOS": ["default"], "A SEV": ["default"]}
    assert record_line("W1901A")["outcomes"]["ENGLAND"] == {"F EDI": ["default"]}
    assert record_line("W1902A")["outcomes"]["FRANCE"] == {"WAIVE": []}
