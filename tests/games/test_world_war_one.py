"""World War One for two, by the rules of 1971 (000 XIV.2)."""

from dataclasses import replace

import pytest

from games import EndReason, EventKind, GameError, GameEvent, GameFault, GameStage, Variant, happen, play
from games.record import load, moves_of, write
from tests.games.tables import at, centres, go, sheets, table, units


def war(**changed):
    return table(2, Variant.WORLD_WAR_ONE, edition="1971", **changed)


def first_winter():
    """Return a game before its first adjustments: Germany has taken Belgium."""
    game = go(war(), GERMANY="A Mun - Ruh")
    return go(game, GERMANY="A Ruh - Bel")


def toss(game, number):
    return happen(game, GameEvent(EventKind.TOSSED, number)).after


def refused(act, *args):
    with pytest.raises(GameError) as error:
        act(*args)
    return error.value.fault


def test_it_begins_in_1914_between_two_sides_without_italy():
    game = war()
    assert str(game.phase) == "S1914M"
    assert [set(seat.powers) for seat in game.seats] == [
        {"ENGLAND", "FRANCE", "RUSSIA"},
        {"GERMANY", "AUSTRIA", "TURKEY"},
    ]
    assert units(game, "ITALY") == ["A ROM", "A VEN", "F NAP"]
    assert "ITALY" not in game.awaited


def test_nobody_enters_italy_while_it_is_neutral():
    game = war()
    chapter = play(game, sheets(game, FRANCE="A Mar - Pie", AUSTRIA="A Vie - Tyr\nF Tri - Ven"))
    assert (units(chapter.after, "FRANCE"), units(chapter.after, "AUSTRIA")) == (
        ["A MAR", "A PAR", "F BRE"],
        ["A BUD", "A TYR", "F TRI"],
    )
    offered = [str(one) for choice in game.choices("FRANCE").units for one in choice.orders]
    assert "A MAR - BUR" in offered
    assert not [one for one in offered if one.endswith("PIE")]


def test_nobody_retreats_into_italy_while_it_is_neutral():
    game = at_war("S1915M", {"FRANCE": ["A TYR"], "GERMANY": ["A MUN", "A BOH"]})
    after = go(game, GERMANY="A Mun - Tyr\nA Boh S A Mun - Tyr")
    (routed,) = after.position.dislodged.values()
    assert not {"PIE", "VEN"} & set(routed.retreats)


def at_war(phase, standing, owned=None):
    """Return the war at another position, where no record can begin."""
    other = at(table(2), phase, standing, owned)
    return replace(war(), phase=other.phase, position=other.position, seasons=2)


def test_a_coin_is_tossed_before_the_first_adjustments():
    game = first_winter()
    assert (str(game.phase), game.stage) == ("W1914A", GameStage.TOSSING)
    assert game.awaited == set()
    assert refused(play, game, {}) is GameFault.NOT_NOW
    after = toss(game, 2)
    assert after.awaited == {"GERMANY"}
    assert refused(toss, after, 1) is GameFault.NOT_NOW


def test_italy_joins_the_winner_in_the_spring_after_and_is_open():
    winter = toss(first_winter(), 2)
    assert "ITALY" not in winter.played
    spring = go(winter, GERMANY="Build A Ber")
    assert str(spring.phase) == "S1915M"
    assert spring.seat_of("ITALY") == 2
    assert "ITALY" in spring.awaited
    assert "A PIE" in units(go(spring, ITALY="A Ven - Tri", FRANCE="A Mar - Pie"), "FRANCE")


def test_spring_follows_the_toss_if_nobody_has_adjustments():
    game = go(go(war()))
    happened = happen(game, GameEvent(EventKind.TOSSED, 1))
    assert [str(one.phase) for one in happened.passed] == ["W1914A"]
    assert (str(happened.after.phase), happened.after.seat_of("ITALY")) == ("S1915M", 1)


def test_nobody_else_takes_italy():
    event = GameEvent(EventKind.JOINED, name="Hugo", power="ITALY")
    assert refused(happen, war(), event) is GameFault.NOT_NOW


def test_a_side_wins_with_24_units_on_the_board():
    """All of its powers together; centres do not win, however many one power has."""
    western = ["HOL", "BEL", "PAR", "BRE", "MAR", "SPA", "POR", "RUH", "BUR", "GAS", "PIC"]
    standing = {
        "GERMANY": [f"A {code}" for code in ("BER", "MUN", "KIE", "DEN", "SWE", "SIL", "BOH", *western)],
        "AUSTRIA": ["A VIE", "A BUD", "A TRI"],
        "TURKEY": ["A CON", "A SMY"],
        "RUSSIA": ["A SEV"],
    }
    conquered = ["LON", "LVP", "EDI", "NWY", "STP", "MOS"]
    owned = {
        "GERMANY": ["BER", "MUN", "KIE", "DEN", "SWE", *western[:7], *conquered],
        "AUSTRIA": ["VIE", "BUD", "TRI"],
        "TURKEY": ["CON", "SMY", "ANK"],
    }
    autumn = replace(at_war("F1915M", standing, owned), ally=2)
    winter = go(autumn)
    assert not winter.ending
    after = go(winter, TURKEY="Build A Ank")
    assert (after.ending.reason, after.ending.winners) == (EndReason.UNITS, (2,))


def test_it_is_replayed_from_its_record():
    first = war()
    moves, game = [], first
    for texts in ({"GERMANY": "A Mun - Ruh"}, {"GERMANY": "A Ruh - Bel"}):
        moves.append(play(game, sheets(game, **texts)))
        game = moves[-1].after
    moves.append(happen(game, GameEvent(EventKind.TOSSED, 2)))
    game = moves[-1].after
    moves.append(play(game, sheets(game, GERMANY="Build A Ber")))
    again = list(moves_of(load(write(first, moves))))
    assert again[-1].after == moves[-1].after
    assert centres(again[-1].after, "GERMANY") == ["BEL", "BER", "KIE", "MUN"]


def test_it_does_not_begin_in_the_middle():
    assert refused(at, war(), "S1916M", {"FRANCE": ["A PAR"]}) is GameFault.FROM_START
