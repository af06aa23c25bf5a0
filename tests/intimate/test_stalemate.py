"""Stalemates (rules of the duel, section 8)."""

import pytest

from intimate.events import Event, EventKind, happen, possible
from intimate.players import Player
from intimate.stalemate import can_be_claimed
from tests.builders import (
    duel_after,
    duel_at,
    ending,
    event,
    last,
    lines,
    lonely,
    moves,
    record,
    result,
    start,
)

CLAIM = event("stalemate_claimed", "first")
AGREED = event("stalemate_agreed", "second")
GRANTED = event("stalemate_granted")


def deadlock(phase="S1910M", first=2, second=1, reserves=(5, 5), **changes):
    """Return a start of two powers that hold, with a number of centres each."""
    centers = {"AUSTRIA": ["VIE", "BUD", "TRI"][:first], "FRANCE": ["PAR", "BRE", "MAR"][:second]}
    reserve = {"first": reserves[0], "second": reserves[1]}
    units = {"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"]}
    return lonely(phase, **{"units": units, "centers": centers, "credits": reserve, **changes})


def years(*numbers, winters=True):
    """Return the chapters of whole years without orders."""
    names = ("S{}M", "F{}M", "W{}A") if winters else ("S{}M", "F{}M")
    return [moves(name.format(number)) for number in numbers for name in names]


@pytest.mark.parametrize(
    "changes",
    [
        {"units": {"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"], "ITALY": ["A ROM"]}},
        {"centers": {"AUSTRIA": ["VIE"], "FRANCE": ["PAR"], "ITALY": ["ROM"]}},
    ],
    ids=["a mercenary has a unit", "a mercenary owns a centre"],
)
def test_a_claim_is_too_early_while_a_mercenary_is_left(changes):
    """§8: refused, with the reason."""
    duel = duel_at(deadlock(**changes))
    assert not possible(duel, Event(EventKind.STALEMATE_CLAIMED, Player.FIRST))
    with pytest.raises(ValueError, match="once no mercenary has a centre or a unit"):
        happen(duel, Event(EventKind.STALEMATE_CLAIMED, Player.FIRST))


def test_a_dislodged_unit_of_a_mercenary_is_still_a_unit():
    """§8"""
    dislodged = {"ITALY": {"A ROM": ["TUS"]}}
    duel = duel_at(deadlock("S1910R", dislodged=dislodged, control={"ITALY": "first"}))
    assert not can_be_claimed(duel)


def test_a_claim_before_homes_are_known_is_too_early():
    """§8"""
    with pytest.raises(ValueError, match="stalemate_claimed"):
        lines(record(CLAIM))


@pytest.mark.parametrize(
    ("first", "second", "winner"), [(2, 1, "first"), (1, 3, "second"), (2, 2, None), (3, 2, "first")]
)
@pytest.mark.parametrize("granting", [AGREED, GRANTED], ids=["agreed", "granted"])
def test_the_player_with_more_centres_wins(first, second, winner, granting):
    """§8: equal is a draw; it does not matter who claimed it."""
    plain = record(CLAIM, granting, begin=deadlock(first=first, second=second))
    assert ending(plain) == (winner, "stalemate")
    assert result(plain)["counts"] == {"first": first, "second": second}


def test_the_phase_of_the_result_is_the_one_that_was_awaited():
    """Formats §2"""
    plain = record(CLAIM, AGREED, begin=deadlock())
    assert result(plain)["phase"] == "S1910M"
    assert last(plain)["next"] is None


@pytest.mark.parametrize(("reserves", "winner"), [((5, 4), "first"), ((4, 5), "second"), ((5, 5), None)])
def test_credits_break_a_tie_if_the_setting_says_so(reserves, winner):
    """§8, `stalemate_tie` credits"""
    plain = record(
        CLAIM, AGREED, begin=deadlock(first=2, second=2, reserves=reserves), stalemate_tie="credits"
    )
    assert ending(plain) == (winner, "stalemate")


@pytest.mark.parametrize("settings", [{}, {"stalemate_tie": "draw"}])
def test_credits_break_no_tie_unless_the_setting_says_so(settings):
    """§8: equal is a draw."""
    plain = record(CLAIM, AGREED, begin=deadlock(first=2, second=2, reserves=(9, 0)), **settings)
    assert ending(plain) == (None, "stalemate")


def test_credits_do_not_outweigh_centres():
    """§8, `stalemate_tie` credits"""
    plain = record(CLAIM, AGREED, begin=deadlock(reserves=(0, 9)), stalemate_tie="credits")
    assert ending(plain) == ("first", "stalemate")


def test_a_claim_alone_ends_nothing():
    """§8"""
    assert ending(record(CLAIM, begin=deadlock())) is None


@pytest.mark.parametrize(
    "chapters",
    [[AGREED], [GRANTED], [CLAIM, event("stalemate_agreed", "first")]],
    ids=["agreement to nothing", "grant of nothing", "agreement to one's own claim"],
)
def test_there_must_be_a_claim_of_the_other_to_agree_to(chapters):
    """§8, formats §2"""
    with pytest.raises(ValueError, match="no claim"):
        lines(record(*chapters, begin=deadlock()))


def test_a_claim_stands_while_phases_pass():
    """§8"""
    assert ending(record(CLAIM, moves("S1910M"), AGREED, begin=deadlock())) == ("first", "stalemate")


def test_two_quiet_autumns_grant_a_standing_claim():
    """§8: after the second autumn's ownership."""
    chapters = [CLAIM, *years(1910), moves("S1911M"), moves("F1911M")]
    assert ending(record(*chapters[:-1], begin=deadlock())) is None
    plain = record(*chapters, begin=deadlock())
    assert ending(plain) == ("first", "stalemate")
    assert result(plain)["phase"] == "F1911M"


def test_autumns_count_though_nobody_has_claimed():
    """§8: a late claim is granted at once."""
    plain = record(*years(1910, 1911), CLAIM, begin=deadlock())
    assert ending(plain) == ("first", "stalemate")
    assert result(plain)["phase"] == "S1912M"


def test_without_a_claim_autumns_end_nothing():
    """§8."""
    assert ending(record(*years(1910, 1911, 1912), begin=deadlock())) is None


def test_one_autumn_before_the_claim_and_one_after_are_two():
    """§8"""
    plain = record(*years(1910), CLAIM, *years(1911, winters=False), begin=deadlock())
    assert ending(plain) == ("first", "stalemate")


@pytest.mark.parametrize("number", [1, 3])
def test_the_number_of_autumns_is_a_setting(number):
    """§8, `stalemate_years`"""
    chapters = [CLAIM, *years(*range(1910, 1910 + number))][:-1]
    assert ending(record(*chapters[:-1], begin=deadlock(), stalemate_years=number)) is None
    assert ending(record(*chapters, begin=deadlock(), stalemate_years=number)) == ("first", "stalemate")


def test_no_autumns_at_all_grant_a_claim_when_it_is_made():
    """§8, `stalemate_years` 0."""
    assert ending(record(CLAIM, begin=deadlock(), stalemate_years=0)) == ("first", "stalemate")


TAKEN = {"units": {"AUSTRIA": ["A VIE", "A BUD"], "FRANCE": ["A PAR"]}}


def test_a_claim_lapses_when_a_centre_changes_owner():
    """§8: neutral centres too."""
    chapters = [CLAIM, moves("S1910M", {"AUSTRIA": ["A BUD - SER"]}), moves("F1910M"), moves("W1910A")]
    with pytest.raises(ValueError, match="no claim"):
        lines(record(*chapters, AGREED, begin=deadlock(**TAKEN)))


def test_a_claim_does_not_lapse_in_spring():
    """§8: centres change owners in autumn."""
    chapters = [CLAIM, moves("S1910M", {"AUSTRIA": ["A BUD - SER"]}), AGREED]
    assert ending(record(*chapters, begin=deadlock(**TAKEN))) == ("first", "stalemate")


def test_a_centre_that_changes_owner_restarts_the_count_of_years():
    """§8"""
    march = moves("S1911M", {"AUSTRIA": ["A BUD - SER"]})
    chapters = [*years(1910, winters=False), march, moves("F1911M"), moves("W1911A"), CLAIM]
    after = record(*chapters, *years(1912), begin=deadlock(**TAKEN))
    assert ending(after) is None
    assert duel_after(after).quiet_autumns == 1
    assert ending(record(*chapters, *years(1912, 1913)[:-1], begin=deadlock(**TAKEN))) == (
        "first",
        "stalemate",
    )


def test_autumns_with_a_mercenary_do_not_count():
    """§8: with all mercenaries eliminated."""
    begin = deadlock(units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"], "ITALY": ["A TUS"]})
    plain = record(*years(1910), CLAIM, *years(1911, winters=False), begin=begin)
    assert ending(plain) is None


def test_a_claim_can_be_made_in_any_phase():
    """§8"""
    assert ending(record(moves("S1910M"), moves("F1910M"), CLAIM, AGREED, begin=deadlock()))


def test_victory_in_the_same_autumn_comes_first():
    """§8: with its own reason, and the other player wins."""
    march = moves("F1910M", None, {"FRANCE": ["A BOH - VIE"]})
    begin = deadlock(
        "F1910M",
        units={"AUSTRIA": ["A TYR"], "FRANCE": ["A BOH"]},
        centers={"AUSTRIA": ["TRI"], "FRANCE": ["VIE"]},
    )
    plain = record(CLAIM, march, begin=begin, stalemate_years=1)
    assert ending(plain) == ("second", "home_centre")


def test_elimination_in_the_same_autumn_comes_first():
    """§8"""
    begin = deadlock("F1910M", units={"AUSTRIA": ["A VIE"]}, centers={"AUSTRIA": ["VIE"]})
    plain = record(CLAIM, moves("F1910M"), begin=begin, stalemate_years=1)
    assert ending(plain) == ("first", "home_eliminated")


def test_two_claims_still_need_an_agreement():
    """§8"""
    crossing = [CLAIM, event("stalemate_claimed", "second")]
    assert ending(record(*crossing, begin=deadlock())) is None
    assert ending(record(*crossing, AGREED, begin=deadlock())) == ("first", "stalemate")


def test_a_claim_that_is_withdrawn_is_not_granted_by_the_years_and_can_be_made_again():
    """§8.1"""
    withdrawn = [CLAIM, event("stalemate_withdrawn", "first"), *years(1910), moves("S1911M"), moves("F1911M")]
    assert ending(record(*withdrawn, begin=deadlock())) is None
    assert ending(record(*withdrawn, CLAIM, begin=deadlock())) == ("first", "stalemate")


def test_the_years_begin_at_a_start():
    """Formats §2"""
    plain = record(CLAIM, moves("F1910M"), begin=deadlock("F1910M"))
    assert ending(plain) is None
    assert duel_after(plain).quiet_autumns == 1


def test_a_claim_at_the_opening_is_refused_naming_the_event_and_the_player():
    """Formats §2"""
    with pytest.raises(ValueError, match=r"stalemate_claimed.*first"):
        lines(record(CLAIM, begin=start("S1901M")))
