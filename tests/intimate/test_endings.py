"""Draws, concessions and the year limit (rules of the duel, section 8)."""

import pytest

from intimate.codec import read_event
from intimate.duel import Ending
from intimate.entries import HomesList, Orders, Sheet, check
from intimate.errors import DuelError, EntryError, EventError
from intimate.events import BY_PLAYERS, SECRET, Event, EventKind, happen, possible
from intimate.play import awaits, play
from intimate.players import Player
from tests.builders import (
    RANKS,
    chapter,
    duel_after,
    ending,
    event,
    last,
    lines,
    lonely,
    moves,
    record,
    result,
    sheets,
    start,
)

OFFER = event("draw_offered", "first")
AGREED = event("draw_agreed", "second")
CONCEDED = event("conceded", "first")
HOMES = chapter("HOMES", {player: {"homes": listed} for player, listed in RANKS.items()})


def at_each_phase():
    """Return records at each kind of phase, with the name of the phase."""
    winter = lonely("W1903A", units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"]})
    routed = lonely("S1903R", dislodged={"AUSTRIA": {"A VEN": ["PIE"]}})
    return {
        "HOMES": record(),
        "S1901B": record(HOMES),
        "S1902M": record(begin=start("S1902M")),
        "S1903R": record(begin=routed),
        "W1903A": record(begin=winter),
    }


@pytest.mark.parametrize("phase", at_each_phase())
def test_a_concession_is_possible_at_any_time(phase):
    """§8, §11: the other player wins."""
    plain = at_each_phase()[phase]
    plain["chapters"].append(CONCEDED)
    assert ending(plain) == ("second", "conceded")
    assert result(plain)["phase"] == phase


@pytest.mark.parametrize("phase", at_each_phase())
def test_a_draw_is_possible_at_any_time(phase):
    """§8, §11"""
    plain = at_each_phase()[phase]
    plain["chapters"] += [OFFER, AGREED]
    assert ending(plain) == (None, "draw")
    assert result(plain)["phase"] == phase


def test_before_homes_are_known_nothing_is_counted():
    """Formats §2"""
    line, final = lines(record(CONCEDED))
    assert (line["homes"], line["credits"], line["control"]) == ({}, {}, {})
    assert final["result"]["counts"] == {"first": 0, "second": 0}


def test_a_concession_counts_centres():
    """Formats §2"""
    plain = record(CONCEDED, begin=start("S1902M"))
    assert result(plain)["counts"] == {"first": 3, "second": 3}


def test_an_offer_ends_nothing():
    """§8"""
    assert ending(record(OFFER, begin=start("S1902M"))) is None


def test_crossing_offers_do_not_agree_by_themselves():
    """§8."""
    crossing = [OFFER, event("draw_offered", "second")]
    assert ending(record(*crossing, begin=start("S1902M"))) is None
    assert ending(record(*crossing, event("draw_agreed", "first"), begin=start("S1902M"))) == (None, "draw")


@pytest.mark.parametrize(
    "chapters",
    [[AGREED], [OFFER, event("draw_agreed", "first")]],
    ids=["an agreement to nothing", "an agreement to one's own offer"],
)
def test_there_must_be_an_offer_of_the_other_to_agree_to(chapters):
    """§8, formats §2."""
    with pytest.raises(ValueError, match=r"draw_agreed.*no offer"):
        lines(record(*chapters, begin=start("S1902M")))


def test_an_offer_stands_until_the_next_phase_has_resolved():
    """§8"""
    with pytest.raises(ValueError, match="no offer"):
        lines(record(OFFER, moves("S1902M"), AGREED, begin=start("S1902M")))


def test_an_offer_outlives_other_events():
    """§8"""
    between = event("draw_offered", "second")
    assert ending(record(OFFER, between, OFFER, AGREED, begin=start("S1902M"))) == (None, "draw")


def test_an_offer_can_be_made_again():
    """§8"""
    assert ending(record(OFFER, moves("S1902M"), OFFER, AGREED, begin=start("S1902M"))) == (None, "draw")


@pytest.mark.parametrize(("taken_back", "player"), [("draw_withdrawn", "first"), ("draw_declined", "second")])
def test_an_offer_that_is_withdrawn_or_declined_cannot_be_agreed_to_and_can_be_made_again(taken_back, player):
    """§8.4"""
    over = [OFFER, event(taken_back, player)]
    assert duel_after(record(*over)).draw_offers == set()
    with pytest.raises(ValueError, match="there is no offer of a draw to agree to"):
        lines(record(*over, event("draw_agreed", "second")))
    assert ending(record(*over, OFFER, event("draw_agreed", "second"))) == (None, "draw")


def test_of_crossing_offers_one_can_be_withdrawn_and_the_other_stands():
    """§8.4"""
    crossing = [OFFER, event("draw_offered", "second"), event("draw_withdrawn", "first")]
    assert duel_after(record(*crossing)).draw_offers == {Player.SECOND}


@pytest.mark.parametrize(
    ("kind", "player"),
    [("draw_withdrawn", "second"), ("draw_declined", "first"), ("stalemate_withdrawn", "second")],
)
def test_an_offer_that_does_not_stand_cannot_be_withdrawn_or_declined(kind, player):
    """§8, formats §2"""
    with pytest.raises(ValueError, match=r"there is no (offer|claim) of"):
        lines(record(OFFER, event(kind, player)))


def test_an_events_line_names_it_and_its_player():
    """Formats §2: in place of the phase."""
    line = last(record(OFFER, begin=start("S1902M")))
    assert (line["event"], line["player"]) == ("draw_offered", "first")
    assert "phase" not in line
    assert line["next"] == "S1902M"


@pytest.mark.parametrize("kind", EventKind)
def test_nothing_happens_after_the_end(kind):
    """§8, formats §2"""
    duel = duel_after(record(CONCEDED, begin=start("S1902M")))
    assert awaits(duel) == frozenset()
    for player in (Player.SECOND, None):
        assert not possible(duel, Event(kind, player))
        with pytest.raises(EventError) as refused:
            happen(duel, Event(kind, player))
        assert refused.value.code == "ended"


def test_no_entry_is_taken_after_the_end():
    """Formats §2"""
    duel = duel_after(record(CONCEDED, begin=start("S1902M")))
    for entry in (HomesList(()), Sheet(), Orders()):
        with pytest.raises(EntryError, match="over"):
            check(duel, Player.FIRST, entry)
        with pytest.raises(EntryError, match="over"):
            play(duel, {Player.FIRST: entry})
    with pytest.raises(EntryError, match="over"):
        play(duel, {})


@pytest.mark.parametrize(
    ("away", "winner"), [(Player.FIRST, Player.SECOND), (Player.SECOND, Player.FIRST), (None, None)]
)
def test_an_absent_player_loses_and_two_absent_players_draw(away, winner):
    """Formats §2: the clock causes the event, of the absent player."""
    duel = happen(duel_after(record(begin=start("S1902M"))), Event(EventKind.ABSENT, away))
    assert (duel.phase, duel.result.winner, duel.result.reason) == (None, winner, Ending.ABSENT)


@pytest.mark.parametrize("kind", sorted(set(BY_PLAYERS) - SECRET))
def test_an_event_of_players_needs_one(kind):
    """Formats §2"""
    duel = duel_after(record(begin=start("S1902M")))
    with pytest.raises(EventError) as refused:
        happen(duel, Event(kind))
    assert (refused.value.code, refused.value.field) == ("no_player", "player")


@pytest.mark.parametrize(
    ("kind", "player", "field"),
    [
        ("surrendered", "first", "event"),
        (None, "first", "event"),
        (["conceded"], "first", "event"),
        ("conceded", "third", "player"),
        ("conceded", ["first"], "player"),
        ("conceded", "", "player"),
    ],
)
def test_an_event_needs_a_known_kind_and_if_any_a_known_player(kind, player, field):
    """Formats §2"""
    with pytest.raises(DuelError) as refused:
        read_event(kind, player)
    assert refused.value.field == field


def limited(first, second, phase="F1904M"):
    """Return a start of two powers with a number of centres and as many units each."""
    centres = {"AUSTRIA": ["VIE", "BUD", "TRI", "GRE"][:first], "FRANCE": ["PAR", "BRE", "MAR"][:second]}
    units = {power: [f"A {centre}" for centre in owned] for power, owned in centres.items()}
    return lonely(phase, centers=centres, units=units)


@pytest.mark.parametrize(("owned", "winner"), [((3, 2), "first"), ((1, 2), "second"), ((2, 2), None)])
def test_the_year_limit_gives_the_duel_to_more_centres(owned, winner):
    """§8, `year_limit`: after a passed winter."""
    plain = record(moves("F1904M"), begin=limited(*owned), year_limit=1904)
    assert ending(plain) == (winner, "year_limit")
    assert result(plain)["counts"] == {"first": owned[0], "second": owned[1]}
    assert result(plain)["phase"] == "F1904M"


@pytest.mark.parametrize(("units", "winner"), [((1, 2), "second"), ((3, 2), "first"), ((2, 2), None)])
def test_after_the_last_year_more_units_win_where_they_count(units, winner):
    """Source 000, III; §8.5, `limit_counts`: the player with the most pieces on the board wins."""
    begin = limited(3, 3)
    for power, kept in zip(("AUSTRIA", "FRANCE"), units, strict=True):
        begin["units"][power] = begin["units"][power][:kept]
    chapters = [moves("F1904M"), *([moves("W1904A")] if min(units) < 3 else [])]
    plain = record(*chapters, begin=begin, year_limit=1904, limit_counts="units")
    assert ending(plain) == (winner, "year_limit")
    assert result(plain)["counts"] == {"first": units[0], "second": units[1]}
    assert ending({**plain, "settings": {"year_limit": 1904}}) == (None, "year_limit")


@pytest.mark.parametrize(
    ("counts", "winner", "numbers"), [("centres", "first", (3, 2)), ("units", "second", (1, 2))]
)
def test_when_the_agreed_hours_are_over_the_duel_ends_as_it_stands(counts, winner, numbers):
    """Source 002, 1; §8.9: more centres win, or more units; the current phase is not resolved."""
    begin = {**limited(3, 2, "S1904M"), "units": {"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR", "A BRE"]}}
    plain = record(moves("S1904M"), event("time_up"), begin=begin, limit_counts=counts)
    assert result(plain) == {
        "winner": winner,
        "reason": "time_up",
        "phase": "F1904M",
        "counts": dict(zip(("first", "second"), numbers, strict=True)),
    }


def test_a_dislodged_unit_is_not_on_the_board_when_the_hours_are_over():
    """§8.9"""
    begin = lonely(
        "S1904R", units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"]}, dislodged={"FRANCE": {"A TYR": ["MUN"]}}
    )
    ended = result(record(event("time_up"), begin=begin, limit_counts="units"))
    assert (ended["winner"], ended["counts"]) == (None, {"first": 1, "second": 1})


def test_the_time_up_event_has_no_player():
    """Formats §2"""
    with pytest.raises(ValueError, match="time_up: player"):
        lines(record(event("time_up", "first"), begin=limited(3, 2)))


def test_the_year_limit_is_tested_after_a_winter_that_was_played():
    """§8."""
    begin = limited(3, 2)
    begin["units"]["AUSTRIA"] = ["A VIE"]
    played = [moves("F1904M"), moves("W1904A", {"AUSTRIA": ["A BUD B"]})]
    assert ending(record(played[0], begin=begin, year_limit=1904)) is None
    plain = record(*played, begin=begin, year_limit=1904)
    assert ending(plain) == ("first", "year_limit")
    assert last(plain)["units"]["AUSTRIA"] == ["A BUD", "A VIE"]


def test_before_the_year_of_the_limit_nothing_ends():
    """§8"""
    assert ending(record(moves("F1904M"), begin=limited(3, 2), year_limit=1905)) is None


def test_no_limit_is_the_default():
    """§10"""
    assert ending(record(moves("F1950M"), begin=limited(3, 2, "F1950M"))) is None


def test_a_start_after_the_limit_ends_with_its_winter():
    """§8"""
    plain = record(moves("F1906M"), begin=limited(3, 2, "F1906M"), year_limit=1904)
    assert ending(plain) == ("first", "year_limit")


def test_elimination_in_that_winter_comes_before_the_limit():
    """§8: after all other tests."""
    begin = lonely("W1904A", units={"AUSTRIA": ["A GAL"], "FRANCE": ["A PAR"]}, centers={"FRANCE": ["PAR"]})
    plain = record(moves("W1904A"), begin=begin, year_limit=1904)
    assert ending(plain) == ("second", "home_eliminated")


def test_victory_in_that_autumn_comes_before_the_limit():
    """§8"""
    begin = limited(3, 1)
    begin["units"]["FRANCE"] = ["A PAR"]
    begin["units"]["AUSTRIA"] = ["A MAR"]
    assert ending(record(moves("F1904M"), begin=begin, year_limit=1904)) == ("first", "home_centre")


def test_command_has_ended_when_the_limit_ends_the_duel():
    """§6: command ends with winter."""
    begin = start("F1904M", control={"ITALY": "first"})
    plain = record(moves("F1904M"), begin=begin, year_limit=1904)
    assert ending(plain)[1] == "year_limit"
    assert set(last(plain)["control"].values()) == {None}


def test_a_draw_in_an_auction_is_agreed_before_the_sheets_are_opened():
    """§8"""
    plain = record(HOMES, OFFER, AGREED)
    assert ending(plain) == (None, "draw")
    with pytest.raises(ValueError, match="S1901B"):
        lines(record(HOMES, OFFER, AGREED, sheets("S1901B")))
