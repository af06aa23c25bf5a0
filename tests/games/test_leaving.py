"""Players who leave, return, or are replaced (000 XIV.3, 002 §5, 004 IV and VII)."""

import pytest

from games import EventKind, GameError, GameEvent, GameFault, Stint, happen, play
from tests.games.tables import at, go, only, sheets, table, units


def left(game, number):
    return happen(game, GameEvent(EventKind.LEFT, number)).after


def refused(game, event):
    with pytest.raises(GameError) as error:
        happen(game, event)
    return error.value.fault


def test_the_units_of_a_player_who_leaves_stay_and_defend_themselves():
    """002 §5: they stay in place and defend themselves normally; they support nobody."""
    game = left(table(7), 3)
    assert "FRANCE" not in game.awaited
    with pytest.raises(GameError) as error:
        play(game, {**sheets(game), "FRANCE": sheets(table(7))["FRANCE"]})
    assert error.value.fault is GameFault.NOT_YOURS
    assert units(go(game), "FRANCE") == ["A MAR", "A PAR", "F BRE"]


def test_a_player_who_left_may_come_back_while_they_have_units():
    """000 XIV.3: if they return and units are left."""
    game = left(table(7), 3)
    back = happen(game, GameEvent(EventKind.RETURNED, 3)).after
    assert "FRANCE" in back.awaited
    gone = left(at(table(7), "S1905M", {"GERMANY": ["A BER"]}, {"FRANCE": ["PAR"]}), 3)
    assert refused(gone, GameEvent(EventKind.RETURNED, 3)) is GameFault.NO_UNITS


def test_a_present_player_cannot_return_and_an_absent_one_cannot_leave():
    game = table(7)
    assert refused(game, GameEvent(EventKind.RETURNED, 3)) is GameFault.PRESENT
    assert refused(left(game, 3), GameEvent(EventKind.LEFT, 3)) is GameFault.AWAY
    assert refused(game, GameEvent(EventKind.LEFT, 8)) is GameFault.NO_PLAYER


def test_a_newcomer_replaces_a_player_and_the_season_is_noted():
    """000 XIV.3: better replaced by somebody who has not played; 004 VII counts the seasons."""
    game = go(left(table(7), 3))
    after = happen(game, GameEvent(EventKind.REPLACED, 3, name="Hugo")).after
    seat = after.seats[2]
    assert (seat.name, seat.present, seat.since, seat.before) == ("Hugo", True, 1, (Stint("Chloé", 1),))
    assert "A BUR" in units(play(after, only(after, FRANCE="A Par - Bur")).after, "FRANCE")


def test_a_player_who_is_still_in_the_game_replaces_nobody():
    """000 XIV.3: somebody who has not taken part, or failing that one who is eliminated."""
    game = at(table(7), "S1903M", {"FRANCE": ["A PAR"], "GERMANY": ["A BER"]})
    assert refused(game, GameEvent(EventKind.REPLACED, 3, name="Dan")) is GameFault.PLAYS_ALREADY
    assert happen(game, GameEvent(EventKind.REPLACED, 3, name="Anna")).after.seats[2].name == "Anna"


def test_when_the_last_awaited_leaves_the_game_goes_on():
    """000 XIV.3: nobody waits for a power in civil disorder; its removals are made by the list."""
    game = at(table(7), "W1902A", {"FRANCE": ["A PAR", "A BUR"]}, {"FRANCE": ["PAR"]})
    after = left(game, 3)
    assert (str(after.phase), units(after, "FRANCE")) == ("S1903M", ["A PAR"])


def test_a_game_that_all_have_left_waits():
    game = table(2)
    assert str(left(left(game, 1), 2).phase) == "S1901M"


def test_a_latecomer_takes_only_a_power_that_nobody_has():
    """004 II."""
    game = table(6)
    assert refused(game, GameEvent(EventKind.JOINED, name="Gil", power="FRANCE")) is GameFault.TWICE
    assert refused(game, GameEvent(EventKind.JOINED, name="Gil", power="SPAIN")) is GameFault.UNKNOWN_POWER
    assert refused(game, GameEvent(EventKind.JOINED, name="Anna", power="ITALY")) is GameFault.PLAYS_ALREADY
    assert "ITALY" in happen(game, GameEvent(EventKind.JOINED, name="Gil", power="ITALY")).after.awaited
