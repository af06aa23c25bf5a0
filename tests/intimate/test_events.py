"""Ending a duel early by agreement (rules of the duel, 8.6; source 004, V)."""

import json

import pytest

from intimate.codec import read_duel, write_duel
from intimate.duel import Ending
from intimate.errors import EventError
from intimate.events import Event, EventKind, as_recorded, happen
from intimate.players import Player
from intimate.record import FORMAT, SECOND_FORMAT, SECOND_FORMAT_EVENTS, format_of, load
from intimate.view import View
from tests.builders import (
    CENTRES,
    UNITS,
    duel_after,
    duel_at,
    event,
    last,
    lonely,
    moves,
    record,
    result,
    sheets,
    start,
)

ASKED = event("end_asked", "first")
AGREED = event("end_agreed", "second")
VETOED = event("end_vetoed", "second")
VOTED_DOWN = event("end_voted_down")
SPRING = lonely("F1903M")
WINTER = lonely("W1903A", units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR", "A MAR", "F BRE"]})
BUILT = moves("W1903A", {"AUSTRIA": ["A BUD B", "F TRI B"]})
MOVED = moves("F1903M", {"AUSTRIA": ["A VIE H"]})
QUIET_YEAR = [moves("S1904M", {"AUSTRIA": ["A VIE H"]})]
EVENTS = [EventKind.END_ASKED, EventKind.END_VETOED, EventKind.END_VOTED_DOWN, EventKind.END_AGREED]


def game(*chapters, begin=SPRING):
    return record(*chapters, begin=begin, early_end="vote")


def code(plain, kind=EventKind.END_ASKED, player=Player.FIRST):
    with pytest.raises(EventError) as refused:
        happen(duel_after(plain), Event(kind, player))
    return refused.value.code


def test_without_the_setting_nobody_may_ask_for_an_end():
    assert code(record(begin=SPRING)) == "no_early_end"


@pytest.mark.parametrize(
    ("begin", "moment"),
    [
        (SPRING, (1903, "spring")),
        (WINTER, (1903, "autumn")),
        (start("S1904B"), (1903, "winter")),
        (lonely("S1904M"), (1903, "winter")),
    ],
)
def test_an_end_is_asked_for_after_the_retreats_and_after_the_adjustments(begin, moment):
    (asked,) = duel_after(game(ASKED, begin=begin)).ends_asked
    assert (asked.year, asked.moment) == moment


@pytest.mark.parametrize(
    "begin",
    [
        start("S1901B"),
        lonely("S1901M"),
        start("S1904M"),
        lonely("S1903R", dislodged={"AUSTRIA": {"A VEN": ["PIE"]}}),
        lonely("F1903R", dislodged={"AUSTRIA": {"A VEN": ["PIE"]}}),
    ],
)
def test_it_is_asked_for_at_no_other_time(begin):
    # With mercenaries an auction follows the adjustments, and by S1904M it is too late.
    assert code(game(begin=begin)) == "not_the_moment"


def test_it_cannot_be_asked_for_before_homes_are_known():
    assert code(record(early_end="vote")) == "not_the_moment"


def test_a_player_without_a_centre_may_not_ask_for_an_end():
    begin = lonely("F1903M", units={"FRANCE": ["A VIE"], "AUSTRIA": ["A BOH"]}, centers={"AUSTRIA": ["VIE"]})
    assert code(game(begin=begin)) == "no_centre"


def test_the_other_one_may_object_in_public_and_the_duel_goes_on():
    duel = duel_after(game(ASKED, VETOED))
    assert (duel.end_asked, str(duel.phase), duel.result) == (None, "F1903M", None)


def test_a_player_with_only_a_foreign_centre_votes_without_a_veto():
    begin = lonely("F1903M", units={"AUSTRIA": UNITS["AUSTRIA"]}, centers={"FRANCE": ["BEL"]})
    asked = game(ASKED, begin=begin)
    assert code(asked, EventKind.END_VETOED, Player.SECOND) == "no_veto"
    assert duel_after(game(ASKED, VOTED_DOWN, begin=begin)).end_asked is None


def test_the_record_does_not_say_who_voted_against_it():
    duel = duel_after(game(ASKED))
    given = Event(EventKind.END_VOTED_DOWN, Player.SECOND)
    assert as_recorded(given) == Event(EventKind.END_VOTED_DOWN)
    assert happen(duel, as_recorded(given)) == happen(duel, given)
    assert as_recorded(Event(EventKind.END_VETOED, Player.SECOND)).player is Player.SECOND
    assert "player" not in last(game(ASKED, VOTED_DOWN))


@pytest.mark.parametrize("kind", EVENTS[1:])
def test_only_the_other_one_answers_and_only_once(kind):
    # "votes counted twice": a second ballot is refused.
    assert code(game(), kind, Player.SECOND) == "no_request"
    assert code(game(ASKED), kind, Player.FIRST) == "no_request"
    assert code(game(ASKED, VOTED_DOWN), kind, Player.SECOND) == "no_request"
    assert code(game(ASKED, VETOED), kind, Player.SECOND) == "no_request"


def test_after_autumn_and_after_winter_the_end_comes_at_once():
    for begin in (WINTER, lonely("S1904M")):
        ended = game(ASKED, AGREED, begin=begin)
        assert result(ended) == {
            "winner": None,
            "reason": "ended_early",
            "phase": begin["phase"],
            "counts": {"first": 3, "second": 3},
        }


def test_the_home_power_with_more_centres_wins():
    more = {**CENTRES, "FRANCE": [*CENTRES["FRANCE"], "BEL"]}
    for begin, winner in ((lonely("W1903A", units=WINTER["units"], centers=more), "second"), (WINTER, None)):
        assert result(game(ASKED, AGREED, begin=begin))["winner"] == winner


def test_after_spring_all_units_hold_in_autumn_and_centres_change_owner():
    units = {"AUSTRIA": [*UNITS["AUSTRIA"], "A MUN"], "FRANCE": ["A BEL", "A PIC"], "GERMANY": ["A BER"]}
    begin = lonely("F1903M", units=units, centers={"AUSTRIA": CENTRES["AUSTRIA"], "GERMANY": ["MUN", "BEL"]})
    begin["centers"]["FRANCE"] = ["PAR"]
    line = last(game(ASKED, AGREED, begin=begin))
    assert line["units"] == {power: sorted(placed) for power, placed in units.items()}
    assert line["centers"]["AUSTRIA"] == ["BUD", "MUN", "TRI", "VIE"]
    assert line["centers"]["FRANCE"] == ["BEL", "PAR"]
    assert line["centers"]["GERMANY"] == ["BER"]
    assert result(game(ASKED, AGREED, begin=begin)) == {
        "winner": "first",
        "reason": "ended_early",
        "phase": "F1903M",
        "counts": {"first": 4, "second": 2},
    }


def test_the_tests_of_that_autumn_come_first():
    # 8.6: as at the last year, after all other tests; here victory is tested in autumn only.
    units = {"AUSTRIA": ["A PAR"], "FRANCE": ["A BUR"]}
    begin = lonely("F1903M", units=units)
    plain = record(ASKED, AGREED, begin=begin, early_end="vote", victory_season="autumn")
    assert (result(plain)["winner"], result(plain)["reason"]) == ("first", "home_centre")


def test_an_end_needs_no_vote_if_the_other_player_owns_nothing():
    begin = lonely("W1903A", centers={"AUSTRIA": ["VIE"]}, units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"]})
    assert result(game(ASKED, begin=begin))["winner"] == "first"


def test_a_request_without_an_answer_lapses_when_the_phase_is_resolved():
    duel = duel_after(game(ASKED, MOVED))
    assert duel.end_asked is None
    assert code(game(ASKED, MOVED), EventKind.END_AGREED, Player.SECOND) == "no_request"


def test_nobody_may_ask_twice_at_one_moment_or_while_a_request_is_open():
    assert code(game(ASKED)) == "asked_already"
    assert code(game(ASKED, VETOED)) == "asked_already"
    assert code(game(ASKED), player=Player.SECOND) == "asked_already"
    assert duel_after(game(ASKED, VETOED, event("end_asked", "second"))).end_asked is Player.SECOND


def test_a_player_who_asked_after_autumn_or_winter_may_not_ask_after_the_next_spring():
    # V, the first restriction, whether or not it was vetoed.
    for begin in (WINTER, lonely("S1904M")):
        until_spring = [BUILT, *QUIET_YEAR] if begin is WINTER else QUIET_YEAR
        plain = game(ASKED, VETOED, *until_spring, begin=begin)
        assert str(duel_after(plain).phase) == "F1904M"
        assert code(plain) == "asked_in_winter"
        assert duel_after(game(*plain["chapters"], event("end_asked", "second"), begin=begin)).end_asked


def test_after_a_vote_in_autumn_nobody_asks_after_that_winter():
    # V, the second restriction; after a veto there was no vote.
    for player in Player:
        assert code(game(ASKED, VOTED_DOWN, BUILT, begin=WINTER), player=player) == "voted_in_autumn"
        again = game(ASKED, VETOED, BUILT, event("end_asked", player.value), begin=WINTER)
        assert duel_after(again).end_asked is player


def test_in_the_spring_after_that_the_next_year_all_may_ask_again():
    year = [*QUIET_YEAR, moves("F1904M", {"AUSTRIA": ["A VIE H"]}), moves("S1905M", {"AUSTRIA": ["A VIE H"]})]
    plain = game(ASKED, VOTED_DOWN, BUILT, *year, ASKED, begin=WINTER)
    duel = duel_after(plain)
    assert duel.end_asked is Player.FIRST
    # Limits that affect nobody any more are forgotten.
    assert [asked.year for asked in duel.ends_asked] == [1905]


def test_a_request_for_an_end_is_stored_and_absent_from_duels_without_one():
    duel = duel_after(game(ASKED))
    assert read_duel(json.loads(json.dumps(write_duel(duel))), duel.rules) == duel
    assert not {"end_asked", "ends_asked"} & set(write_duel(duel_at(SPRING)))


@pytest.mark.parametrize("kind", EVENTS)
def test_the_view_offers_what_can_be_done(kind):
    asked = kind is EventKind.END_ASKED
    first, second = (View(duel_after(game()), player) for player in Player)
    assert (first.can(kind), second.can(kind)) == (asked, asked)
    first, second = (View(duel_after(game(ASKED)), player) for player in Player)
    assert (first.can(kind), second.can(kind)) == (False, not asked)


def test_a_record_that_has_such_an_event_is_of_the_second_format():
    assert {kind.value for kind in EVENTS} <= SECOND_FORMAT_EVENTS
    assert format_of([event("draw_offered", "first"), event("conceded", "first")]) == FORMAT
    assert format_of([event("draw_offered", "first"), event("end_asked", "second")]) == SECOND_FORMAT
    plain = game(ASKED, AGREED)
    assert load({**plain, "format": SECOND_FORMAT}).plain["format"] == SECOND_FORMAT
    assert result({**plain, "format": SECOND_FORMAT})["reason"] == Ending.ENDED_EARLY


def test_an_end_cannot_be_asked_for_in_the_spring_after_an_auction():
    begin = start("S1904B")
    plain = game(sheets("S1904B", {"ITALY": 1}, {}), begin=begin)
    assert str(duel_after(plain).phase) == "S1904M"
    assert code(plain) == "not_the_moment"
