"""A stalemate that comes by years, to the letter of section 8 of the rules of the duel."""

import pytest

from intimate.events import Event, EventKind, happen
from intimate.play import play
from intimate.players import Player
from intimate.stalemate import countdown, in_the_way
from intimate.view import View
from tests.builders import duel_after, duel_at, ending, event, lines, moves, record, result, start
from tests.intimate.test_stalemate import AGREED, CLAIM, deadlock, years

FIRST, SECOND = Player
CLAIMED = Event(EventKind.STALEMATE_CLAIMED, FIRST)
TO_SERBIA = {"units": {"AUSTRIA": ["A VIE", "A BUD"], "FRANCE": ["A PAR"]}}


def test_a_retreat_into_a_centre_in_autumn_lapses_a_claim():
    """§8: after the autumn's ownership, which comes after retreats (§6)."""
    begin = deadlock(
        "F1910R",
        units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"]},
        dislodged={"AUSTRIA": {"A BUD": ["SER", "RUM"]}},
    )
    plain = record(CLAIM, moves("F1910R", {"AUSTRIA": ["A BUD R SER"]}), begin=begin)
    assert duel_after(plain).claims == set()
    assert duel_after(plain).quiet_autumns == 0


def test_a_centre_that_one_player_takes_of_the_other_lapses_the_claims_of_both():
    """§8: no matter who owned the centre."""
    begin = deadlock(
        "F1910M",
        units={"AUSTRIA": ["A TYR"], "FRANCE": ["A GAS", "A MUN"]},
        centers={"AUSTRIA": ["VIE", "MUN"], "FRANCE": ["PAR"]},
    )
    march = moves("F1910M")
    plain = record(CLAIM, event("stalemate_claimed", "second"), march, begin=begin)
    assert duel_after(plain).claims == set()
    with pytest.raises(ValueError, match="no claim"):
        lines(record(CLAIM, event("stalemate_claimed", "second"), march, AGREED, begin=begin))


def test_a_lapsed_claim_can_be_made_again_and_restarts_the_count_of_years():
    """§8"""
    march = moves("S1911M", {"AUSTRIA": ["A BUD - SER"]})
    chapters = [CLAIM, *years(1910, winters=False), march, moves("F1911M"), moves("W1911A"), CLAIM]
    plain = record(*chapters, begin=deadlock(**TO_SERBIA))
    assert ending(plain) is None
    assert (duel_after(plain).claims, duel_after(plain).quiet_autumns) == ({FIRST}, 0)


def test_the_autumn_in_which_the_last_mercenary_falls_counts():
    """§8: the test comes after the autumn's ownership, and then all are eliminated."""
    begin = deadlock(
        "F1910M",
        units={"AUSTRIA": ["A TYR", "A VEN"], "FRANCE": ["A PAR"], "ITALY": ["A PIE"]},
        centers={"AUSTRIA": ["VIE", "VEN"], "FRANCE": ["PAR"]},
    )
    march = moves("F1910M", {"AUSTRIA": ["A TYR - PIE", "A VEN S A TYR - PIE"]})
    plain = record(march, begin=begin)
    assert duel_after(plain).quiet_autumns == 1
    assert ending(record(march, CLAIM, begin=begin, stalemate_years=1)) == ("first", "stalemate")


def test_the_reserves_that_break_a_tie_after_an_autumn_hold_its_income():
    """§8, `stalemate_tie` credits; §11: income added after the tie-break."""
    terms = {"stalemate_tie": "credits", "carry_over": False, "stalemate_years": 1}
    begin = deadlock("F1910M", first=2, second=2, reserves=(9, 0))
    assert ending(record(CLAIM, AGREED, begin=begin, **terms)) == ("first", "stalemate")
    assert ending(record(CLAIM, moves("F1910M"), begin=begin, **terms)) == (None, "stalemate")


def test_victory_by_centres_in_the_same_autumn_comes_first():
    """§8, `victory` centres"""
    plain = record(
        CLAIM, moves("F1910M"), begin=deadlock("F1910M"), stalemate_years=1, victory={"centres": 2}
    )
    assert ending(plain) == ("first", "centres")


def test_the_last_year_comes_after_the_stalemate_of_its_autumn():
    """§8, `year_limit`: after all other tests."""
    begin = deadlock("F1910M")
    settings = {"year_limit": 1910, "stalemate_years": 1}
    assert ending(record(CLAIM, moves("F1910M"), begin=begin, **settings)) == ("first", "stalemate")
    unclaimed = record(moves("F1910M"), moves("W1910A"), begin=begin, **settings)
    assert ending(unclaimed) == ("first", "year_limit")


@pytest.mark.parametrize("number", [50, 10_000])
def test_with_unreachably_many_stalemate_years_a_player_must_agree(number):
    """§8, `stalemate_years` n"""
    begin = deadlock()
    claimed = [CLAIM, *years(1910, 1911, 1912)]
    assert ending(record(*claimed, begin=begin, stalemate_years=number)) is None
    assert ending(record(*claimed, AGREED, begin=begin, stalemate_years=number)) == ("first", "stalemate")


def test_without_stalemate_years_a_claim_is_granted_in_any_phase_but_not_too_early():
    """§8, `stalemate_years` 0"""
    for phase in ("S1910M", "F1910M"):
        plain = record(CLAIM, begin=deadlock(phase), stalemate_years=0)
        assert (ending(plain), result(plain)["phase"]) == (("first", "stalemate"), phase)
    with pytest.raises(ValueError, match="stalemate_claimed"):
        lines(record(CLAIM, begin=start("S1910M"), stalemate_years=0))


# The displayed count


@pytest.mark.parametrize(
    ("phase", "needed", "until"),
    [("S1910M", 2, 1911), ("F1910M", 2, 1911), ("F1910M", 1, 1910), ("S1910M", 3, 1912), ("S1910M", 0, None)],
)
def test_the_countdown_names_the_autumn_that_ends_the_duel(phase, needed, until):
    """§8: this year's autumn counts until its retreats are over."""
    found = countdown(duel_at(deadlock(phase), stalemate_years=needed))
    assert (found.quiet, found.needed, found.until, found.runs) == (0, needed, until, False)


def test_in_winter_the_autumn_of_the_year_is_over():
    """§8"""
    builds = deadlock("W1910A", units={"AUSTRIA": ["A TYR"], "FRANCE": ["A PAR"]})
    assert countdown(duel_at(builds)).until == 1912


@pytest.mark.parametrize("needed", [1, 2, 4])
@pytest.mark.parametrize(("first", "second", "tie"), [(2, 1, "draw"), (1, 3, "draw"), (2, 2, "credits")])
def test_the_countdown_predicts_the_end_and_the_winner(needed, first, second, tie):
    """§8"""
    begin = deadlock(first=first, second=second, reserves=(7, 5))
    duel = happen(duel_at(begin, stalemate_years=needed, stalemate_tie=tie), CLAIMED)
    said = countdown(duel)
    assert said.by_credits == (first == second)
    while duel.phase:
        assert countdown(duel).until == said.until
        assert countdown(duel).winner == said.winner
        duel = play(duel, {}).after
    assert (duel.result.phase.year, duel.result.winner) == (said.until, said.winner)
    assert countdown(duel) is None


def test_the_countdown_names_a_year_limit_that_comes_first():
    """§8, `year_limit`"""
    assert countdown(duel_at(deadlock(), year_limit=1910)).year_limit == 1910
    assert countdown(duel_at(deadlock(), year_limit=1911)).year_limit is None
    assert countdown(duel_at(deadlock(), year_limit=1910, stalemate_years=0)).year_limit is None


def test_while_a_mercenary_is_left_it_is_named_with_its_units_and_centres_and_nothing_counts():
    """§8: before that a claim is refused, with the reason."""
    begin = deadlock(
        "S1910R",
        units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"], "ITALY": ["F NAP"]},
        centers={"AUSTRIA": ["VIE"], "FRANCE": ["PAR"], "ITALY": ["ROM"], "TURKEY": ["CON"]},
        dislodged={"ITALY": {"A APU": ["VEN"]}},
        control={"ITALY": "first"},
    )
    view = View(duel_at(begin), None)
    assert view.countdown is None
    found = [(left.power, list(map(str, left.units)), list(left.centres)) for left in in_the_way(view.duel)]
    assert found == [("ITALY", ["F NAP", "A APU"], ["ROM"]), ("TURKEY", [], ["CON"])]
    assert list(view.in_the_way) == in_the_way(view.duel)
