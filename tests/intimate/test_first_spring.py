"""When a duel starts to count: after the first auction and Spring 1901."""

import pytest

from tests.builders import (
    CENTRES,
    RANKS,
    UNITS,
    chapter,
    duel_after,
    duel_at,
    event,
    moves,
    record,
    sheets,
    start,
)

HOMES = chapter("HOMES", {player: {"homes": listed} for player, listed in RANKS.items()})
OPENED = [HOMES, sheets("S1901B")]
CONCEDED = event("conceded", "first")


def test_a_duel_is_not_past_the_first_spring_before_playing_it():
    for chapters in ([], [HOMES], OPENED):
        assert not duel_after(record(*chapters)).is_past_first_spring


def test_a_duel_is_past_the_first_spring_after_its_moves():
    assert duel_after(record(*OPENED, moves("S1901M"))).is_past_first_spring


def test_retreats_of_the_first_spring_belong_to_it():
    routed = start("S1901R", dislodged={"AUSTRIA": {"A VEN": ["PIE"]}})
    assert not duel_at(routed).is_past_first_spring
    assert duel_after(record(moves("S1901R"), begin=routed)).is_past_first_spring


@pytest.mark.parametrize(
    ("chapters", "is_past"),
    [([CONCEDED], False), ([*OPENED, CONCEDED], False), ([*OPENED, moves("S1901M"), CONCEDED], True)],
)
def test_a_concession_does_not_change_whether_the_first_spring_is_past(chapters, is_past):
    assert duel_after(record(*chapters)).is_past_first_spring == is_past


def test_a_duel_decided_in_the_first_spring_is_past_it():
    begin = start("S1901M", homes={"first": "ITALY", "second": "AUSTRIA"})
    taken = {"ITALY": ["A VEN - TRI", "A ROM - VEN"]}
    begin["units"] = {**UNITS, "AUSTRIA": ["A BUD"]}
    ended = duel_after(record(moves("S1901M", taken), begin=begin))
    assert ended.result is not None
    assert ended.is_past_first_spring


def test_a_duel_decided_in_the_first_auction_is_not_past_the_first_spring():
    first, second = dict.fromkeys(("ENGLAND", "TURKEY"), 20), dict.fromkeys(("GERMANY", "ITALY"), 20)
    ended = duel_after(record(HOMES, sheets("S1901B", first, second), both_overbid="draw"))
    assert ended.result is not None
    assert not ended.is_past_first_spring


def test_later_years_are_past_it_in_every_phase():
    for phase in ("S1902B", "S1902M", "F1901M", "F1901R", "W1901A"):
        assert duel_at(start(phase, centers=CENTRES)).is_past_first_spring
