"""The auction (rules of the duel, section 4), sheet by sheet."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import Passed, Phase, PhaseKind, Power
from intimate.auction import LeastBid, hold_auction, least_bid
from intimate.codec import read_entry
from intimate.entries import Sheet, check
from intimate.errors import EntryError
from intimate.play import awaits, pass_idle_phases, play
from intimate.players import Player
from tests.builders import CENTRES, UNITS, duel_at, last, lonely, moves, record, sheets, start
from tests.intimate.entering import check_plain


def auction(first, second, **settings):
    begin = start("S1902B")
    return last(record(sheets("S1902B", first, second), begin=begin, **settings))


def hired(line):
    return {power: player for power, player in line["control"].items() if player}


def test_the_higher_bid_wins_and_is_paid():
    """§4.1, §4.3"""
    line = auction({"ITALY": 8, "TURKEY": 3}, {"ITALY": 7, "RUSSIA": 1})
    assert hired(line) == {"ITALY": "first", "TURKEY": "first", "RUSSIA": "second"}
    assert line["auction"] == {
        "winning_totals": {"first": 11, "second": 1},
        "overbid": [],
        "paid": {"first": 11, "second": 1},
    }
    assert line["credits"] == {"first": 9, "second": 19}


@pytest.mark.parametrize("bid", [0, 4, 500])
def test_equal_bids_win_nothing_and_cost_nothing(bid):
    """§4.1: this includes 0–0; and an absurd bid that wins nothing is no overbid."""
    line = auction({"ITALY": bid}, {"ITALY": bid})
    assert hired(line) == {}
    assert line["credits"] == {"first": 20, "second": 20}
    assert line["auction"]["overbid"] == []


@pytest.mark.parametrize(
    ("first", "second"), [({}, {}), ({"ITALY": 0}, {}), (None, None), ({"FRANCE": 0}, None)]
)
def test_no_bid_and_zero_are_the_same(first, second):
    """§4: for any power, including home powers."""
    line = auction(first, second)
    assert hired(line) == {}
    assert line["auction"]["winning_totals"] == {"first": 0, "second": 0}


def test_a_bid_of_zero_for_a_power_that_does_not_exist_is_no_bid():
    """§4"""
    assert hired(auction({"SPAIN": 0}, {"ITALY": 1})) == {"ITALY": "second"}


def test_losing_bids_are_free():
    """§4.3"""
    line = auction({"ITALY": 8}, {"ITALY": 7, "RUSSIA": 2})
    assert line["credits"] == {"first": 12, "second": 18}


def test_everyone_pays_all_their_bids_when_the_setting_says_so():
    """§4.3, `payment` everyone: losing and tied bids are paid."""
    line = auction({"ITALY": 8, "RUSSIA": 3}, {"ITALY": 7, "RUSSIA": 3}, payment="everyone")
    assert hired(line) == {"ITALY": "first"}
    assert line["auction"]["paid"] == {"first": 11, "second": 10}
    assert line["auction"]["winning_totals"] == {"first": 11, "second": 10}


@pytest.mark.parametrize(
    ("bids", "code", "names"),
    [
        ({"ITALY": -1}, "bid_not_whole", "ITALY"),
        ({"ITALY": 1.5}, "bid_not_whole", "1.5"),
        ({"ITALY": 2.0}, "bid_not_whole", "2.0"),
        ({"ITALY": "3"}, "bid_not_whole", "ITALY"),
        ({"ITALY": True}, "bid_not_whole", "ITALY"),
        ({"ITALY": None}, "bid_not_whole", "ITALY"),
        ({"ITALY": [1]}, "bid_not_whole", "ITALY"),
        ({"ITALY": float("inf")}, "bid_not_whole", "inf"),
        ({"ITALY": float("nan")}, "bid_not_whole", "nan"),
        ({"AUSTRIA": 1}, "bid_for_home", "AUSTRIA"),
        ({"FRANCE": 1}, "bid_for_home", "FRANCE"),
        ({"SPAIN": 1}, "bid_for_unknown", "SPAIN"),
        ({"italy": 1}, "bid_for_unknown", "italy"),
        ([8], "sheet_shape", "bids"),
        ("ITALY", "sheet_shape", "bids"),
    ],
)
def test_a_sheet_that_breaks_the_rules_of_entry_is_refused(bids, code, names):
    """§4"""
    with pytest.raises(EntryError, match=names) as refused:
        check_plain(duel_at(start("S1902B")), Player.FIRST, {"bids": bids})
    assert refused.value.code == code


def test_a_mercenary_without_a_centre_cannot_be_hired():
    """§4: though it still has a unit."""
    gone = {**CENTRES, "ITALY": []}
    duel = duel_at(start("S1902B", centers=gone))
    with pytest.raises(EntryError, match="ITALY") as refused:
        check_plain(duel, Player.SECOND, {"bids": {"ITALY": 1}})
    assert refused.value.code == "bid_for_dead"


def test_a_mercenary_with_a_centre_and_no_unit_can_be_hired():
    """§4"""
    line = last(record(sheets("S1902B", {"ITALY": 1}), begin=start("S1902B", units={**UNITS, "ITALY": []})))
    assert line["control"]["ITALY"] == "first"


def test_zero_for_a_dead_mercenary_is_no_bid():
    """§4"""
    duel = duel_at(start("S1902B", centers={**CENTRES, "ITALY": []}))
    check_plain(duel, Player.FIRST, {"bids": {"ITALY": 0}})


def test_bids_of_zero_are_not_kept():
    """§4, §11"""
    assert read_entry({"bids": {"ITALY": 0, "RUSSIA": 2}}, PhaseKind.AUCTION) == Sheet({"RUSSIA": 2})


def test_the_auction_awaits_both_while_a_mercenary_owns_a_centre():
    """§6: even a player without credits."""
    assert awaits(duel_at(start("S1902B", credits={"first": 0, "second": 0}))) == set(Player)


def test_the_auction_is_skipped_when_no_mercenary_owns_a_centre():
    """§4: a mercenary with units but no centre cannot be hired."""
    begin = lonely("S1905B")
    begin["units"] = {**begin["units"], "TURKEY": ["A CON"]}
    duel = duel_at(begin)
    assert str(duel.phase) == "S1905M"
    assert duel.for_hire == ()


def test_an_auction_that_is_skipped_is_reported_as_passed():
    """§6, formats §2"""
    begin = lonely("W1904A", units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"]})
    line = last(record(moves("W1904A"), begin=begin))
    assert line["passed"] == [{"phase": "S1905B"}]
    assert line["next"] == "S1905M"


def test_nothing_happens_in_an_auction_that_is_skipped():
    """§6: it has no outcomes, and nobody pays."""
    duel = duel_at(lonely("S1905M"))
    before = replace(duel, phase=Phase.parse("S1905B"))
    after, passed = pass_idle_phases(before)
    assert passed == (Passed(Phase.parse("S1905B"), {}),)
    assert after == duel


def test_a_sheet_may_exceed_the_reserve():
    """§4, `overbid` allowed"""
    assert check_plain(duel_at(start("S1902B")), Player.FIRST, {"bids": {"ITALY": 21}}) is None


def test_a_forbidden_overbid_names_total_and_reserve():
    """§4, `overbid` forbidden: the total of the sheet counts, won or not."""
    duel = duel_at(start("S1902B"), overbid="forbidden")
    with pytest.raises(EntryError, match=r"21.*20") as refused:
        check_plain(duel, Player.FIRST, {"bids": {"ITALY": 11, "RUSSIA": 10}})
    assert refused.value.code == "sheet_over_reserve"
    assert refused.value.values == {"total": 21, "reserve": 20}


def test_a_sheet_of_the_whole_reserve_is_no_forbidden_overbid():
    """§4"""
    line = auction({"ITALY": 20}, {}, overbid="forbidden")
    assert line["credits"] == {"first": 0, "second": 20}


@pytest.mark.parametrize(("first", "second"), [(None, {"ITALY": 3}), ({}, {"ITALY": 3})])
def test_a_player_without_an_entry_bids_nothing(first, second):
    """§4, formats §2"""
    assert hired(auction(first, second)) == {"ITALY": "second"}


def test_an_auction_has_neither_outcomes_nor_moves():
    """Formats §2"""
    assert "outcomes" not in auction({}, {})


def test_a_player_may_command_several_powers():
    """§1"""
    line = auction({"ITALY": 1, "RUSSIA": 1, "TURKEY": 1, "GERMANY": 1, "ENGLAND": 1}, {})
    assert set(line["control"].values()) == {"first"}


def test_a_sheet_keeps_no_bids_of_zero_however_it_was_made():
    """§4: the heir gets only the powers they bid for, and 0 is no bid."""
    sheet = Sheet({"ITALY": 1, "ENGLAND": 0, "AUSTRIA": 0})
    assert sheet == Sheet({"ITALY": 1})
    duel = duel_at(start("S1901B", homes={"first": "AUSTRIA", "second": "TURKEY"}))
    after = play(duel, {Player.FIRST: Sheet({"ITALY": 10**6}), Player.SECOND: sheet}).after
    assert after.commands(Player.SECOND) == ("TURKEY", "ITALY")


FIRST, SECOND = Player
ITALY, RUSSIA, TURKEY = map(Power, ("ITALY", "RUSSIA", "TURKEY"))
BIDS = st.dictionaries(st.sampled_from((ITALY, RUSSIA, TURKEY)), st.integers(1, 14))
RULES = st.fixed_dictionaries(
    {},
    optional={
        "payment": st.just("everyone"),
        "overbid": st.just("forbidden"),
        "overbid_price": st.just("contested_only"),
        "unaffordable": st.just("capped"),
        "loyalty": st.just(3),
    },
)


def before(first=20, second=20, **settings):
    return duel_at(start("S1902B", credits={"first": first, "second": second}), **settings)


def both(first, second):
    return {FIRST: Sheet(first), SECOND: Sheet(second)}


def test_one_more_than_the_other_bid_wins_and_is_paid_with_what_else_was_won():
    """§4.1, §4.3: 8 for Italy and 5 for Russia leave 7 of 20."""
    sheets = both({ITALY: 3, RUSSIA: 5}, {ITALY: 7})
    assert least_bid(before(), sheets, FIRST, ITALY) == LeastBid(8, 7)
    assert least_bid(before(), sheets, FIRST, RUSSIA) == LeastBid(1, 19)
    assert least_bid(before(), sheets, FIRST, TURKEY) == LeastBid(1, 14)


def test_there_is_no_winning_bid_beyond_the_reserve():
    """§4.4"""
    sheets = both({RUSSIA: 15}, {ITALY: 7})
    assert least_bid(before(), sheets, FIRST, ITALY) is None


def test_against_an_overbid_player_the_least_bid_is_one_and_costs_half():
    """§4.4: the heir pays half of their own bids, rounded up."""
    sheets = both({}, {ITALY: 7, RUSSIA: 14})
    assert least_bid(before(), sheets, FIRST, TURKEY) == LeastBid(1, 19)
    assert least_bid(before(), sheets, FIRST, ITALY) == LeastBid(1, 19)


@pytest.mark.parametrize("player", Player)
@given(first=BIDS, second=BIDS, reserve=st.integers(0, 25), settings=RULES)
def test_the_least_winning_bid_is_the_one_found_by_trying_all(player, first, second, reserve, settings):
    duel, sheets = before(reserve, 20, **settings), both(first, second)
    for power in (ITALY, RUSSIA, TURKEY):
        found = None
        for bid in range(1, 17):
            changed = Sheet({**sheets[player].bids, power: bid})
            try:
                check(duel, player, changed)
            except EntryError:
                continue
            held = hold_auction(duel, {**sheets, player: changed})
            if held.control.get(power) is player:
                found = LeastBid(bid, duel.credits[player] - held.paid[player])
                break
        assert least_bid(duel, sheets, player, power) == found
