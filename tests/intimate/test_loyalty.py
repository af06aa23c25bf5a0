"""Loyal mercenaries are cheaper (rules of the duel, section 4, setting `loyalty`)."""

import pytest

from tests.builders import last, moves, record, sheets, start


def year(number, first=None, second=None):
    """Return the chapters of a year without orders."""
    return [sheets(f"S{number}B", first, second), moves(f"S{number}M"), moves(f"F{number}M")]


def in_progress(phase="F1902M", reserves=(20, 20), **control):
    return start(phase, control=control, credits={"first": reserves[0], "second": reserves[1]})


def paid(*chapters, begin, loyalty=4, **settings):
    return last(record(*chapters, begin=begin, loyalty=loyalty, **settings))["auction"]["paid"]


def test_nothing_is_taken_off_by_default():
    """§10"""
    chapters = [moves("F1902M"), sheets("S1903B", {"ITALY": 5})]
    assert paid(*chapters, begin=in_progress(ITALY="first"), loyalty=0) == {"first": 5, "second": 0}


@pytest.mark.parametrize("phases", [("S1902M", "F1902M"), ("F1902M",)])
def test_the_year_in_progress_at_a_start_counts(phases):
    """§4"""
    chapters = [*map(moves, phases), sheets("S1903B", {"ITALY": 5})]
    assert paid(*chapters, begin=in_progress(phases[0], ITALY="first")) == {"first": 4, "second": 0}


def test_a_winter_in_progress_counts_as_its_year():
    """§4"""
    begin = in_progress("W1902A", ITALY="first")
    begin["units"] = {**begin["units"], "AUSTRIA": ["A VIE"]}
    assert paid(moves("W1902A"), sheets("S1903B", {"ITALY": 5}), begin=begin)["first"] == 4


def test_the_other_pays_the_whole_bid():
    """§4: only years of one's own command count."""
    chapters = [moves("F1902M"), sheets("S1903B", {}, {"ITALY": 5})]
    assert paid(*chapters, begin=in_progress(ITALY="first")) == {"first": 0, "second": 5}


def two_years(bids_of_1903, *last_bids, **settings):
    begin = in_progress(ITALY="first")
    chapters = [moves("F1902M"), *year(1903, *bids_of_1903), sheets("S1904B", *last_bids)]
    return paid(*chapters, begin=begin, **settings)


def test_each_year_in_a_row_counts():
    """§4"""
    assert two_years([{"ITALY": 1}, {}], {"ITALY": 5})["first"] == 3


def test_no_more_years_count_than_the_setting_says():
    """§4: min(n, years)"""
    assert two_years([{"ITALY": 1}, {}], {"ITALY": 5}, loyalty=1)["first"] == 4


def test_no_price_is_below_zero():
    """§4: max(0, bid − …)"""
    assert two_years([{"ITALY": 1}, {}], {"ITALY": 1})["first"] == 0


def test_a_year_of_anarchy_resets_it():
    """§4."""
    assert two_years([{}, {}], {"ITALY": 5})["first"] == 5


def test_a_year_of_anarchy_by_a_tie_resets_it():
    """§4, §5"""
    assert two_years([{"ITALY": 2}, {"ITALY": 2}], {"ITALY": 5})["first"] == 5


def test_a_year_of_the_others_command_resets_it():
    """§4"""
    assert two_years([{}, {"ITALY": 2}], {"ITALY": 5})["first"] == 5


def test_the_others_year_counts_for_them():
    """§4: one year only, the last."""
    assert two_years([{}, {"ITALY": 2}], {}, {"ITALY": 5})["second"] == 4


def test_a_power_taken_at_half_price_serves_as_any_other():
    """§4.4."""
    assert two_years([{"RUSSIA": 40}, {"ITALY": 2}], {}, {"ITALY": 5})["second"] == 4


def auctioned(reserves, first, second, loyalty=1, **settings):
    """Return the line of an auction after a year in which the second commanded Italy and Russia."""
    begin = in_progress("W1902A", reserves, ITALY="second", RUSSIA="second")
    begin["units"] = {**begin["units"], "AUSTRIA": [], "FRANCE": ["A PAR"]}
    chapters = [moves("W1902A"), sheets("S1903B", first, second)]
    return last(record(*chapters, begin=begin, loyalty=loyalty, **settings))["auction"]


def test_the_reduction_comes_before_the_halving():
    """§4: (6 − 1) halved is 3 rounded up, 3 − 1 would be 2."""
    auction = auctioned((20, 20), {"TURKEY": 21}, {"ITALY": 6})
    assert auction["paid"] == {"first": 20, "second": 3}


def test_the_reduction_is_taken_off_full_prices_too():
    """§4, `overbid_price` contested_only"""
    auction = auctioned((20, 20), {"TURKEY": 21}, {"ITALY": 6}, overbid_price="contested_only")
    assert auction["paid"] == {"first": 20, "second": 5}


def test_the_test_for_overbids_uses_bids():
    """§4: with the reduction they could pay."""
    auction = auctioned((20, 10), {}, {"ITALY": 11})
    assert auction["overbid"] == ["second"]
    assert auction["winning_totals"]["second"] == 11


def test_whether_halves_can_be_paid_uses_reductions():
    """§4: half of 21 would be 11, half of 20 is 10."""
    auction = auctioned((20, 10), {"ITALY": 30}, {"ITALY": 21})
    assert auction["overbid"] == ["first"]
    assert auction["paid"] == {"first": 20, "second": 10}


def test_lost_bids_that_are_paid_are_reduced():
    """§4, `payment` everyone"""
    auction = auctioned((20, 20), {"ITALY": 7, "RUSSIA": 4}, {"ITALY": 6, "RUSSIA": 4}, payment="everyone")
    assert auction["paid"] == {"first": 11, "second": 5 + 3}
    assert auction["winning_totals"] == {"first": 11, "second": 10}


def test_lost_bids_that_are_not_paid_cost_nothing():
    """§4.3"""
    assert auctioned((20, 20), {"ITALY": 7}, {"ITALY": 6})["paid"] == {"first": 7, "second": 0}
