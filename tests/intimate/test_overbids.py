"""Overbids in all their cases and settings (rules of the duel, section 4, cases 2 to 5)."""

import pytest

from intimate.auction import cost_of_inheriting
from intimate.entries import Sheet
from intimate.play import play
from intimate.players import Player
from tests.builders import duel_at, ending, last, lines, record, sheets, start

CASES = {
    "4.2: a total of the whole reserve is no overbid": (
        {}, (20, 20), {"ITALY": 12, "RUSSIA": 8}, {},
        [], (20, 0), {"ITALY": "first", "RUSSIA": "first"},
    ),
    "4.2: one credit more is": (
        {}, (20, 20), {"ITALY": 13, "RUSSIA": 8}, {}, ["first"], (20, 0), {},
    ),
    "4.2: bids that win nothing count for nothing": (
        {}, (10, 20), {"ITALY": 10, "RUSSIA": 10}, {"ITALY": 11}, [], (10, 11),
        {"RUSSIA": "first", "ITALY": "second"},
    ),
    "4.2: tied bids count for nothing": (
        {}, (10, 20), {"ITALY": 10, "RUSSIA": 10}, {"ITALY": 10}, [], (10, 0), {"RUSSIA": "first"},
    ),
    "4.2: with payment everyone lost bids count": (
        {"payment": "everyone"}, (10, 20), {"ITALY": 10, "RUSSIA": 1}, {"ITALY": 11},
        ["first"], (10, 6), {"ITALY": "second"},
    ),
    "4.2: with payment everyone tied bids count": (
        {"payment": "everyone"}, (10, 20), {"ITALY": 10, "RUSSIA": 1}, {"ITALY": 10},
        ["first"], (10, 5), {"ITALY": "second"},
    ),
    "4.4: won, tied and lost bids are halved, power by power": (
        {}, (20, 20), {"ENGLAND": 10, "GERMANY": 8, "ITALY": 5},
        {"ENGLAND": 7, "GERMANY": 8, "RUSSIA": 5}, [], (15, 5),
        {"ENGLAND": "first", "ITALY": "first", "RUSSIA": "second"},
    ),
    "4.4: a won, a tied and a lost bid go to the heir": (
        {}, (14, 20), {"ENGLAND": 10, "GERMANY": 8, "ITALY": 5},
        {"ENGLAND": 7, "GERMANY": 8, "RUSSIA": 5}, ["first"], (14, 4 + 4 + 3),
        {"ENGLAND": "second", "GERMANY": "second", "RUSSIA": "second"},
    ),
    "4.4: halves are rounded up each, not in all": (
        {}, (20, 20), {"ITALY": 21}, {"ENGLAND": 1, "GERMANY": 1, "RUSSIA": 3, "TURKEY": 5},
        ["first"], (20, 1 + 1 + 2 + 3), dict.fromkeys(["ENGLAND", "GERMANY", "RUSSIA", "TURKEY"], "second"),
    ),
    "4.4: what the heir did not bid for is in anarchy": (
        {}, (20, 20), {"ITALY": 11, "RUSSIA": 11}, {}, ["first"], (20, 0), {},
    ),
    "4.4: the heir's own bids may exceed their reserve when their halves do not": (
        {}, (20, 10), {"ITALY": 21, "RUSSIA": 10}, {"ITALY": 20}, ["first"], (20, 10), {"ITALY": "second"},
    ),
    "4.4: an heir who cannot pay the halves is overbid too": (
        {}, (20, 10), {"ITALY": 30}, {"ITALY": 21}, ["first", "second"], (20, 10), {},
    ),
    "4.4: the second may be the overbidder": (
        {}, (20, 20), {"ITALY": 3}, {"ITALY": 21}, ["second"], (2, 20), {"ITALY": "first"},
    ),
    "4.5: both overbid are both ruined": (
        {}, (20, 3), {"ITALY": 21}, {"RUSSIA": 4}, ["first", "second"], (20, 3), {},
    ),
    "unaffordable capped: they pay all they have and keep the powers": (
        {"unaffordable": "capped"}, (20, 10), {"ITALY": 30}, {"ITALY": 21, "RUSSIA": 2},
        ["first"], (20, 10), {"ITALY": "second", "RUSSIA": "second"},
    ),
    "unaffordable capped: who can pay pays the halves": (
        {"unaffordable": "capped"}, (20, 20), {"ITALY": 30}, {"ITALY": 21},
        ["first"], (20, 11), {"ITALY": "second"},
    ),
    "unaffordable capped: two real overbids stay two": (
        {"unaffordable": "capped"}, (20, 10), {"ITALY": 30}, {"RUSSIA": 21},
        ["first", "second"], (20, 10), {},
    ),
    "contested_only: half price only where the overbidder bid too": (
        {"overbid_price": "contested_only"}, (20, 20), {"ITALY": 21, "RUSSIA": 4},
        {"ITALY": 7, "RUSSIA": 5, "TURKEY": 3}, ["first"], (20, 4 + 3 + 3),
        {"ITALY": "second", "RUSSIA": "second", "TURKEY": "second"},
    ),
    "contested_only: a bid of zero contests nothing": (
        {"overbid_price": "contested_only"}, (20, 20), {"ITALY": 21, "TURKEY": 0}, {"TURKEY": 3},
        ["first"], (20, 3), {"TURKEY": "second"},
    ),
    "contested_only: a bid of one contests": (
        {"overbid_price": "contested_only"}, (20, 20), {"ITALY": 21, "TURKEY": 1}, {"TURKEY": 3},
        ["first"], (20, 2), {"TURKEY": "second"},
    ),
    "contested_only: the full prices count when they cannot pay": (
        {"overbid_price": "contested_only"}, (20, 9), {"ITALY": 21}, {"ITALY": 8, "TURKEY": 6},
        ["first", "second"], (20, 9), {},
    ),
    "contested_only: capped": (
        {"overbid_price": "contested_only", "unaffordable": "capped"}, (20, 9), {"ITALY": 21},
        {"ITALY": 8, "TURKEY": 6}, ["first"], (20, 9), {"ITALY": "second", "TURKEY": "second"},
    ),
    "everyone: the heir pays halves only": (
        {"payment": "everyone"}, (20, 20), {"ITALY": 21}, {"ITALY": 7, "RUSSIA": 5},
        ["first"], (20, 4 + 3), {"ITALY": "second", "RUSSIA": "second"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_overbid(case):
    settings, reserves, first, second, overbid, paid, control = CASES[case]
    begin = start("S1902B", credits={"first": reserves[0], "second": reserves[1]})
    line = last(record(sheets("S1902B", first, second), begin=begin, **settings))
    assert line["auction"]["overbid"] == overbid
    assert line["auction"]["paid"] == {"first": paid[0], "second": paid[1]}
    assert line["credits"] == {"first": reserves[0] - paid[0], "second": reserves[1] - paid[1]}
    assert {power: player for power, player in line["control"].items() if player} == control


def test_totals_are_those_of_the_original_sheets():
    """§4.2, formats §2: though the overbid player wins nothing in the end."""
    plain = record(sheets("S1902B", {"ITALY": 21, "RUSSIA": 2}, {"RUSSIA": 5}), begin=start("S1902B"))
    assert last(plain)["auction"]["winning_totals"] == {"first": 21, "second": 5}


@pytest.mark.parametrize(
    ("value", "end"),
    [("both_ruined", None), ("both_lose", (None, "both_overbid")), ("draw", (None, "draw"))],
)
def test_both_overbid_ends_the_duel_if_the_setting_says_so(value, end):
    """§4.5, `both_overbid`"""
    plain = record(sheets("S1902B", {"ITALY": 21}, {"RUSSIA": 21}), begin=start("S1902B"), both_overbid=value)
    assert ending(plain) == end
    assert last(plain)["next"] == (None if end else "S1902M")
    assert last(plain)["credits"] == {"first": 0, "second": 0}


def test_the_heir_who_cannot_pay_ends_the_duel_with_both_lose():
    """§4.4: they are overbid too, as in case 5."""
    plain = record(
        sheets("S1902B", {"ITALY": 50}, {"ITALY": 41}), begin=start("S1902B"), both_overbid="both_lose"
    )
    assert ending(plain) == (None, "both_overbid")


def test_an_end_in_the_auction_counts_centres_and_names_its_phase():
    """Formats §2"""
    plain = record(
        sheets("S1902B", {"ITALY": 21}, {"RUSSIA": 21}), begin=start("S1902B"), both_overbid="draw"
    )
    assert lines(plain)[-1]["result"] == {
        "winner": None,
        "reason": "draw",
        "phase": "S1902B",
        "counts": {"first": 3, "second": 3},
    }


def test_anarchy_after_two_overbids_goes_on():
    """§4.5."""
    plain = record(sheets("S1902B", {"ITALY": 21}, {"RUSSIA": 21}), begin=start("S1902B"))
    assert set(last(plain)["control"].values()) == {None}


def test_the_cost_of_inheriting_is_the_sum_of_all_halves():
    """§4: the warning beside the total of the sheet."""
    duel = duel_at(start("S1902B"))
    assert cost_of_inheriting(duel, Player.FIRST, {"ITALY": 7, "RUSSIA": 5, "TURKEY": 1}) == 4 + 3 + 1


@pytest.mark.parametrize(
    ("settings", "reserves", "first", "second", "prices"),
    [
        ({}, (20, 20), {"ITALY": 8, "RUSSIA": 1}, {"ITALY": 7}, ({"ITALY": 8, "RUSSIA": 1}, {})),
        ({"payment": "everyone"}, (20, 20), {"ITALY": 8}, {"ITALY": 7}, ({"ITALY": 8}, {"ITALY": 7})),
        ({}, (20, 20), {"ITALY": 21}, {"ITALY": 7, "TURKEY": 2}, ({}, {"ITALY": 4, "TURKEY": 1})),
        ({"unaffordable": "capped"}, (20, 10), {"ITALY": 30}, {"ITALY": 21}, ({}, {"ITALY": 11})),
        ({}, (20, 10), {"ITALY": 30}, {"ITALY": 21}, ({}, {})),
        ({}, (20, 20), {"ITALY": 21}, {"RUSSIA": 21}, ({}, {})),
    ],
    ids=["winning bids", "everyone", "halves", "capped", "an heir who cannot pay", "both"],
)
def test_every_bid_that_is_paid_has_its_price(settings, reserves, first, second, prices):
    """§4.3 to §4.5: prices before the cap; an overbid player buys nothing."""
    begin = start("S1902B", credits={"first": reserves[0], "second": reserves[1]})
    entries = {Player.FIRST: Sheet(first), Player.SECOND: Sheet(second)}
    auction = play(duel_at(begin, **settings), entries).auction
    assert (auction.prices[Player.FIRST], auction.prices[Player.SECOND]) == prices
