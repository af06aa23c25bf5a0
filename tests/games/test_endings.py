"""How games end, and the final ranking (000 II and III, 002 §1, 004 V to VII)."""

from dataclasses import replace

import pytest

from adjudicator import Phase
from games import (
    Counted,
    EndReason,
    EventKind,
    GameError,
    GameEvent,
    GameFault,
    Variant,
    happen,
    play,
    standings,
)
from games.events import moment_of
from games.votes import VoteOutcome
from tests.games.tables import at, go, table

ALL = sorted(table(7).position.board.centres)


def autumn(french, german=("BER",), year=1902, **changed):
    """Return an autumn in which France takes Munich."""
    return at(
        table(7, **changed),
        f"F{year}M",
        {"FRANCE": ["A BUR"], "GERMANY": ["A BER", "A KIE", "A HOL"]},
        {"FRANCE": list(french), "GERMANY": list(german)},
    )


WEST = [code for code in ALL if code not in ("MUN", "BER", "KIE", "HOL")]


def refused(game, event):
    with pytest.raises(GameError) as error:
        happen(game, event)
    return error.value


def test_eighteen_centres_win_at_once():
    """000 II: as soon as a great power controls 18 centres; 002 §1: 18 of 34."""
    after = go(autumn(WEST[:17]), FRANCE="A Bur - Mun")
    assert (after.ending.reason, after.ending.winners) == (EndReason.CENTRES, (3,))
    assert go(autumn(WEST[:16]), FRANCE="A Bur - Mun").ending is None


def test_a_spring_decides_nothing():
    """001: to control a centre, hold it after an autumn."""
    spring = replace(autumn(WEST[:17]), phase=Phase.parse("S1902M"))
    assert go(spring, FRANCE="A Bur - Mun").ending is None


def test_ten_centres_win_if_that_was_agreed():
    """002 §1: the first to control 10 arsenals is declared the winner."""
    after = go(autumn(WEST[:9], goal=10), FRANCE="A Bur - Mun")
    assert after.ending.winners == (3,)


def test_of_two_who_reach_the_goal_the_one_with_more_has_won():
    """002 §1 does not say; our own choice."""
    both = autumn(WEST[:11], [*WEST[11:19], "BER"], goal=10)
    after = go(both, FRANCE="A Bur - Mun")
    assert [one.centres for one in standings(after)][:2] == [12, 11]
    assert after.ending.winners == (3,)
    level = autumn(WEST[:10], [*WEST[10:18], "BER"], goal=10)
    assert go(level, FRANCE="A Bur - Mun").ending.winners == (3, 4)


def test_after_the_last_year_most_centres_win():
    """004 V: games end after the retreats of autumn at the latest; 002 §1: most centres win."""
    after = go(autumn(["PAR", "MAR", "BRE"], last_year=1902), FRANCE="A Bur - Mun")
    assert (after.ending.reason, str(after.ending.phase)) == (EndReason.LAST_YEAR, "F1902R")
    assert after.ending.winners == (3,)
    assert [(one.centres, one.place) for one in standings(after)][:2] == [(4, 1), (3, 2)]


def test_in_the_edition_of_1971_most_units_on_the_board_win():
    """000 III: the player with the greatest number of pieces on the board, after its adjustments."""
    game = at(
        table(7, edition="1971", last_year=1902),
        "W1902A",
        {"FRANCE": ["A BUR", "A GAS"], "GERMANY": ["A BER"]},
        {"FRANCE": ["PAR", "MAR"], "GERMANY": ["BER", "MUN", "KIE", "HOL"]},
    )
    assert game.terms.counted is Counted.UNITS
    after = go(game, GERMANY="A Mun")
    assert after.ending.reason is EndReason.LAST_YEAR
    assert after.ending.winners == (3, 4)
    assert go(game, GERMANY="A Mun, A Kie").ending.winners == (4,)


def test_the_leaders_share_the_first_place():
    """004 VII: a first place may be shared."""
    game = at(
        table(7, last_year=1902),
        "F1902M",
        {"FRANCE": ["A BUR"], "GERMANY": ["A BER"]},
        {"FRANCE": ["PAR"], "GERMANY": ["BER"]},
    )
    after = go(game)
    assert after.ending.winners == (3, 4)
    assert [one.place for one in standings(after)][:3] == [1, 1, 3]


def test_all_who_have_pieces_may_share_the_victory():
    """000 II: by mutual consent; all who still have pieces share it equally."""
    game = autumn(["PAR"])
    error = refused(game, GameEvent(EventKind.SHARED, players=(3,)))
    assert (error.fault, error.values["names"]) == (GameFault.NOT_ALL, ["Dan"])
    after = happen(game, GameEvent(EventKind.SHARED, players=(3, 4))).after
    assert (after.ending.reason, after.ending.winners) == (EndReason.CONSENT, (3, 4))


def test_after_the_hours_agreed_most_centres_win():
    """002 §1: a limit of time, for example three hours."""
    game = autumn(["PAR", "MAR"], minutes=180)
    assert refused(game, GameEvent(EventKind.TIME_UP, minutes=179)).fault is GameFault.TOO_EARLY
    after = happen(game, GameEvent(EventKind.TIME_UP, minutes=180)).after
    assert (after.ending.reason, after.ending.winners) == (EndReason.TIME, (3,))
    assert refused(autumn(["PAR"]), GameEvent(EventKind.TIME_UP, minutes=500)).fault is GameFault.NO_TIME


def test_the_organiser_may_shorten_a_game_that_is_late():
    """004 VI: by a year or two."""
    game = autumn(["PAR"], last_year=1907)
    after = happen(game, GameEvent(EventKind.SHORTENED, year=1905)).after
    assert after.terms.last_year == 1905
    for year in (None, 1901, 1907, 1908):
        said = refused(game, GameEvent(EventKind.SHORTENED, year=year))
        assert (said.fault, said.values) == (GameFault.NUMBER, {"least": 1902, "most": 1906})
    assert (
        go(happen(game, GameEvent(EventKind.SHORTENED, year=1902)).after).ending.reason is EndReason.LAST_YEAR
    )


def test_a_last_year_may_be_agreed_on_late_but_not_in_the_past():
    """004 VI, 002 §1."""
    game = autumn(["PAR"])
    assert happen(game, GameEvent(EventKind.SHORTENED, year=1907)).after.terms.last_year == 1907
    assert refused(game, GameEvent(EventKind.SHORTENED, year=1901)).values == {"least": 1902, "most": 2000}


def test_a_game_in_its_last_year_cannot_be_shortened():
    game = autumn(["PAR"], last_year=1902)
    assert refused(game, GameEvent(EventKind.SHORTENED, year=1902)).fault is GameFault.LAST_YEAR


def test_the_organiser_may_stop_a_game():
    """004 IV: in cases of force majeure the organiser decides."""
    assert happen(autumn(["PAR"]), GameEvent(EventKind.STOPPED)).after.ending.reason is EndReason.STOPPED


def test_a_vote_event_without_its_outcome_is_refused():
    game = at(table(7), "F1902M", {"FRANCE": ["A BUR"]}, {"FRANCE": ["PAR"]})
    error = refused(game, GameEvent(EventKind.VOTE, 3))
    assert (error.fault, error.values) == (GameFault.VOTE, {"vote": "no_outcome"})


def test_nothing_happens_after_the_end():
    over = happen(autumn(["PAR"]), GameEvent(EventKind.STOPPED)).after
    assert refused(over, GameEvent(EventKind.LEFT, 1)).fault is GameFault.OVER
    with pytest.raises(GameError) as error:
        play(over, {})
    assert error.value.fault is GameFault.OVER


def test_a_player_of_two_powers_is_ranked_by_the_better_one():
    """004 II: ranking and scores are those of the better of the two countries."""
    game = at(
        table(4),
        "S1902M",
        {"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"], "ENGLAND": ["F LON"]},
        {"AUSTRIA": ["VIE"], "FRANCE": ["PAR", "MAR", "BRE"], "ENGLAND": ["LON", "EDI"]},
    )
    first, second, *_ = standings(game)
    assert (first.power, first.centres, second.power) == ("FRANCE", 3, "ENGLAND")


@pytest.mark.parametrize(
    ("units", "centers", "out"),
    [
        ({}, [], True),
        ({"FRANCE": ["A BUR"]}, [], True),
        ({}, ["BEL"], True),
        ({}, ["BEL", "PAR"], False),
        ({"FRANCE": ["A BUR"]}, ["BEL"], False),
    ],
)
def test_a_power_is_eliminated_without_centres_or_without_units_and_home_centres(units, centers, out):
    """004 VII: with 0 centres, or without a unit and only with centres that are not home centres."""
    game = at(table(7), "S1903M", {**units, "GERMANY": ["A BER"]}, {"FRANCE": centers, "GERMANY": ["BER"]})
    assert next(one for one in standings(game) if one.player == 3).eliminated is out


# The vote of 004 V.


def after_spring(**changed):
    return at(
        table(7, **changed),
        "F1903M",
        {"FRANCE": ["A BUR", "A MUN"], "GERMANY": ["A KIE", "A BER"]},
        {"FRANCE": ["PAR"], "GERMANY": ["BER", "KIE", "MUN"]},
    )


def vote(player, outcome, **named):
    return GameEvent(EventKind.VOTE, player, outcome=VoteOutcome(outcome), **named)


def test_an_end_agreed_in_spring_comes_after_an_autumn_in_disorder():
    """004 V: the orders of autumn are those of civil disorder; centres may change hands."""
    happened = happen(after_spring(), vote(3, "agreed"))
    after = happened.after
    assert (after.ending.reason, [str(one.phase) for one in happened.passed]) == (
        EndReason.VOTE,
        ["F1903M", "F1903R"],
    )
    assert after.position.owners["MUN"] == "FRANCE"


def test_an_automatic_turkey_orders_nothing_in_that_autumn():
    """004 V: for all nations."""
    game = at(
        table(6, Variant.SURVIVOR_TURKEY),
        "F1903M",
        {"TURKEY": ["A BUL", "F CON"], "FRANCE": ["A PAR"]},
        {"FRANCE": ["PAR"]},
    )
    assert happen(game, vote(3, "agreed")).passed[0].given == {}


def test_an_end_agreed_in_autumn_or_winter_comes_at_once():
    """004 V: the game ends immediately."""
    winter = at(table(7), "W1903A", {"FRANCE": ["A BUR"]}, {"FRANCE": ["PAR", "MAR"]})
    assert happen(winter, vote(3, "agreed")).after.ending.reason is EndReason.VOTE
    spring = at(table(7), "S1904M", {"FRANCE": ["A BUR"]}, {"FRANCE": ["PAR"]})
    assert happen(spring, vote(3, "agreed")).after.ending.reason is EndReason.VOTE


@pytest.mark.parametrize("outcome", ["vetoed", "voted_down"])
def test_without_unanimity_the_game_goes_on(outcome):
    """004 V."""
    named = {"vetoed_by": 4} if outcome == "vetoed" else {}
    after = happen(after_spring(), vote(3, outcome, **named)).after
    assert (after.ending, str(after.phase)) == (None, "F1903M")


def test_a_player_without_a_centre_neither_asks_nor_objects():
    """004 V: to ask takes a free centre; to object a home centre, or a centre and a unit."""
    game = after_spring()
    assert refused(game, vote(1, "agreed")).values["vote"] == "no_centre"
    assert refused(game, vote(3, "vetoed", vetoed_by=1)).values["vote"] == "no_veto"


def test_a_player_who_asked_in_autumn_or_winter_does_not_ask_in_the_spring_after():
    """004 V, restrictions: not again after the retreats of the next spring."""
    spring = at(
        table(7),
        "S1904M",
        {"FRANCE": ["A BUR"], "GERMANY": ["A BER"]},
        {"FRANCE": ["PAR"], "GERMANY": ["BER"]},
    )
    after = go(happen(spring, vote(3, "voted_down")).after)
    assert moment_of(after) == (1904, "spring")
    assert refused(after, vote(3, "agreed")).values["vote"] == "asked_in_winter"
    assert happen(after, vote(4, "agreed")).after.ending is not None


def test_after_a_vote_in_autumn_nobody_asks_after_the_adjustments():
    """004 V, restrictions; a request that was vetoed was no vote."""
    winter = at(
        table(7),
        "W1903A",
        {"FRANCE": ["A BUR"], "GERMANY": ["A BER"]},
        {"FRANCE": ["PAR", "MAR"], "GERMANY": ["BER"]},
    )
    voted = go(happen(winter, vote(3, "voted_down")).after)
    assert refused(voted, vote(4, "agreed")).values["vote"] == "voted_in_autumn"
    vetoed = go(happen(winter, vote(3, "vetoed", vetoed_by=4)).after)
    assert happen(vetoed, vote(4, "agreed")).after.ending is not None


def test_nobody_asks_twice_at_one_moment():
    """004 V: the game goes on; our own choice."""
    game = happen(after_spring(), vote(3, "vetoed", vetoed_by=4)).after
    assert refused(game, vote(3, "agreed")).values["vote"] == "asked_already"


def test_nobody_asks_at_the_opening_or_while_retreats_are_due():
    """004 V: after the retreats of spring, those of autumn, or the adjustments."""
    assert refused(table(7), vote(3, "agreed")).fault is GameFault.NOT_NOW
    retreats = at(
        table(7), "S1902R", {"GERMANY": ["A BUR"]}, {"FRANCE": ["PAR"]}, {"FRANCE": {"A BUR": ["GAS", "PAR"]}}
    )
    assert refused(retreats, vote(3, "agreed")).fault is GameFault.NOT_NOW
