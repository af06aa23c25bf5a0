"""A weekend by the regulation of Anjou (source 004), played by 13 people and worked out by hand.

The table in the annex gives the points of each game: own centres before the most of another player.
"""

from fractions import Fraction

import pytest

from adjudicator import Power, standard
from competition.tournament.values import RoundPlan, System, TournamentPlan
from games import EndReason, EventKind, VoteOutcome
from services.tournaments import rulings
from services.tournaments.games import points_of_replaced, result_of
from services.tournaments.ordinary import GameResult, PowerResult, enter_results
from services.tournaments.prizes import awards, describe
from services.tournaments.rulings import Measure
from tests.fixtures_duels import NOON
from tests.services.tournaments.conftest import ARBITER, EIGHT, ORGANISER
from tests.services.tournaments.test_games import happen, opened, play, table_at
from tests.services.tournaments.test_prizes import PLEASANT, TRAITOR, number_of, voted
from tests.services.tournaments.test_seating import came, drawn, seated

POWERS = standard().powers
WEEKEND = TournamentPlan(
    System.ORDINARY,
    tuple(
        RoundPlan(duels=False, last_year=1900 + years, coefficient=Fraction(years, 9)) for years in (7, 8, 9)
    ),
    prizes=(TRAITOR, PLEASANT),
)
"""Rounds of seven, eight and nine years, at 7/9, 8/9 and 1 (VII)."""
BY_NAME = ("Ida", "Jean", "Kim", "Léo")
"""Eight members, the organiser, and four who have no account."""


def at_table(*names):
    """Seat players in the order of the powers; an empty name leaves the power out."""
    return {power: name for power, name in zip(POWERS, names, strict=True) if name}


AFTERNOON = {
    1: at_table("anna", "boris", "clara", "david", "emma", "felix", "olga"),
    2: at_table("greta", "hugo", "Ida", "Jean", "Kim", "Léo", "olga"),
}
EVENING = {
    1: at_table("Ida", "anna", "boris", "hugo", "clara", "greta", ""),
    2: at_table("david", "emma", "felix", "Léo", "Jean", "olga", ""),
}
SUNDAY = {1: at_table("emma", "felix", "anna", "boris", "david", "clara", "greta")}


def enter(played, number, board, seats, centres, *, alone=None, **more):
    """Enter the centres of a table in the order of its powers.

    alone: those of a Turkey that played by itself. more: further facts about players, by name.
    """
    powers = {
        power: PowerResult(name, won, **more.get(name, {}))
        for (power, name), won in zip(seats.items(), centres, strict=True)
    }
    with played.database.writing() as session:
        result = GameResult(number, board, powers, alone)
        enter_results(session, played.token, played.ids[ARBITER], result, "", NOON)


def afternoon(played):
    """With 13 the organiser plays at both tables (II)."""
    found = drawn(played, came(played, *BY_NAME, olga="helps")).drawn
    assert (found.twice, [len(table) for table in found.tables.values()]) == (ORGANISER, [7, 7])
    seated(played, AFTERNOON, twice=ORGANISER)
    enter(played, 1, 1, AFTERNOON[1], (10, 7, 6, 5, 3, 0, 3), anna={"farthest": 3})
    enter(played, 1, 2, AFTERNOON[2], (9, 7, 6, 4, 2, 1, 5))
    for by in ("anna", "clara"):
        voted(played, by, "boris")


def evening(played):
    """Twelve have come: two tables of Survivor Turkey (II).

    Kim comes after three seasons and takes Turkey at table 2, so that both tables count in full (VII). Ida is
    eliminated at table 1, and replaces felix, who is not well, for the last four seasons of table 2.
    """
    played.next()
    found = drawn(played, came(played, Kim="away")).drawn
    assert [len(table) for table in found.tables.values()] == [6, 6]
    assert {"anna", "greta"} <= set(found.tables[1].values())  # the best of the afternoon meet (III)
    seated(played, EVENING, number=2)
    travels = {"anna": {"farthest": 2}, "greta": {"farthest": 6}}
    enter(played, 2, 1, EVENING[1], (0, 8, 7, 5, 2, 8), alone=4, **travels)
    late = {**EVENING[2], POWERS[2]: "Ida", POWERS[6]: "Kim"}
    more = {
        "david": {"farthest": 5},
        "Ida": {"replaced": "felix", "relief": 4},
        "Kim": {"missed": 3},
    }
    enter(played, 2, 2, late, (11, 6, 6, 3, 4, 2, 2), **more)
    voted(played, "emma", "david", number=2, board=2)
    for by in ("Jean", "Léo"):
        voted(played, by, "david", number=2, board=2, account=ORGANISER)
    emma = number_of(played, "emma")
    played.do(rulings.sanction, played.ids[ARBITER], Measure(emma, Fraction(1, 2), 2, "Sheets came late."))


def sunday(played):
    """Nine have come: the organiser steps back, and then hugo, who volunteers (II).

    The site runs their game. boris has to leave after the first season, and Kim replaces him; all
    vote to end the game after the first autumn (V), which leaves the coefficient as it is.
    """
    played.next()
    away = dict.fromkeys(("Ida", "Jean", "Kim", "Léo"), "away")
    found = drawn(played, came(played, olga="helps", hugo="volunteers", **away))
    assert (found.resting, len(found.drawn.tables[1])) == ([ORGANISER, "hugo"], 7)
    seated(played, SUNDAY, number=3, rested=found.drawn.rested)
    (token,) = opened(played)
    spring = {
        "FRANCE": "F Bre - MAO, A Mar - Spa, A Par - Bur",
        "GERMANY": "F Kie - Den",
        "RUSSIA": "F Sev - Rum",
        "TURKEY": "A Con - Bul",
    }
    play(played, token, 1, **spring)
    happen(played, token, EventKind.REPLACED, player=POWERS.index("GERMANY") + 1, name="Kim")
    play(played, token, 1, FRANCE="F MAO - Por, A Bur - Bel")
    asks = POWERS.index("FRANCE") + 1
    happen(played, token, EventKind.VOTE, player=asks, outcome=VoteOutcome.AGREED)
    table = table_at(played, number=3)
    assert table.game.ending.reason is EndReason.VOTE
    found = result_of(played.sheet(), 3, 1, table)
    assert [entered.centres for entered in found.powers.values()] == [6, 5, 4, 4, 3, 3, 3]
    (one,) = points_of_replaced(played.sheet(), found)
    assert (one.power, one.before, one.after, one.relief, one.helps) == ("GERMANY", "boris", "Kim", 1, True)
    with played.database.writing() as session:
        enter_results(session, played.token, played.ids[ARBITER], found, "", NOON)
    for by in ("clara", "greta"):
        voted(played, by, "anna", number=3)


@pytest.fixture
def weekend(cup):
    """The tournament, played to its end."""
    played = cup(*EIGHT, plan=WEEKEND)
    played.name_arbiter()
    played.join(ORGANISER)
    played.start()
    afternoon(played)
    evening(played)
    sunday(played)
    for name, newcomer, journey in (("clara", True, 35), ("felix", True, None), ("Jean", False, 420)):
        with played.database.writing() as session:
            about = (played.token, played.ids[ARBITER], number_of(played, name), NOON)
            describe(session, *about, newcomer=newcomer, journey=journey)
    played.finish()
    return played


RANKING = {
    # 10 before 7: 54.143 x 7/9 = 42.1112. 8 and 8: 39.674 x 8/9 = 35.2658, half of it. 6 before 5: 50.143.
    "anna": 109.887,
    # 9 before 7: 52.143 x 7/9 = 40.5557. 39.674 x 8/9 = 35.2658. 4 before 6: 21.986, half of it.
    "greta": 86.814,
    # 5 before 10: 18.824 x 7/9 = 14.6409, half of it. 11 before 6: 58.429 x 8/9 = 51.9369. 19.615.
    "david": 78.872,
    # 6 before 10: 20.208 x 7/9 = 15.7173. 2 before 8: 15.761 x 8/9 = 14.0098, half of it. 5 before 6: 23.864.
    "clara": 46.586,
    # 7 before 9: 22.875 x 7/9 = 17.7917. 5 before 8: 20.800 x 8/9 = 18.4889. Stood down when asked: x 12/10.
    "hugo": 43.537,
    # 2 before 9: 15.168 x 7/9 = 11.7973. 2 before 11, three seasons late: 14.377 x 8/9 x 11/14 = 10.0411,
    # half of it. 4 before 6 in place of boris: 21.986. Without that game 21.8384 x 11/10 = 24.022: it helps.
    "Kim": 38.804,
    # 7 before 10: 21.492 x 7/9 = 16.7160. 7 before 8: 24.061 x 8/9 = 21.3876. 0 on Sunday, half of it.
    "boris": 38.104,
    # 3 before 10: 16.057 x 7/9 = 12.4888. 6 before 11: 19.318 x 8/9 x 1/2 = 8.5858, half of it. 19.615.
    "emma": 36.397,
    # 4 before 9: 18.231 x 7/9 = 14.1797. 4 before 11: 16.848 x 8/9 = 14.9760. Two rounds: x 11/10.
    "Jean": 32.071,
    # 0, half of it. 6 before 11, Ida's last four seasons: 19.318 x 8/9 x 10/14 = 12.2654. 3 before 6: 19.615.
    "felix": 31.880,
    # At two tables 3 before 10 and 5 before 9: the lower one, 16.057 x 7/9 = 12.4888. 2 before 11:
    # 14.377 x 8/9 = 12.7796. Who organises has x 11/10, also after stepping back.
    "olga": 27.795,
    # 1 before 9: 13.686 x 7/9 = 10.6447. 3 before 11: 15.662 x 8/9 = 13.9218. x 11/10.
    "Léo": 27.023,
    # 6 before 9: 21.294 x 7/9 = 16.5620. Eliminated: 0, and felix's game does not help. x 11/10.
    "Ida": 18.218,
}


def test_the_weekend_of_thirteen_ends_as_it_was_worked_out_by_hand(weekend):
    found = weekend.ranking()
    assert [name for _, name, _ in found] == list(RANKING)
    assert [place for place, _, _ in found] == list(range(1, 14))
    assert {name: round(float(score), 3) for _, name, score in found} == pytest.approx(RANKING, abs=0.0011)


def test_the_prizes_of_the_weekend_are_those_that_were_worked_out_by_hand(weekend):
    """VII. Spaces: greta 6 x 8/9 = 5.333; anna 3 x 7/9 + 2 x 8/9 + half of 1 = 4.611; david 5 x 8/9 = 4.444.

    Votes: david 3 x 8/9 = 2.667, anna 2, boris 2 x 7/9 = 1.556. The Turkey that played by itself had 4
    centres before 8, 19.121, and the best Turk 21.986.
    """
    names = {number: entrant.name for number, entrant in weekend.sheet().entrants.items()}
    with weekend.database.reading() as session:
        found = awards(session, weekend.sheet())
    best = {
        power: ([names[one] for one in each.winners], each.figure) for power, each in found.powers.items()
    }
    assert best == {
        Power("AUSTRIA"): (["david"], Fraction("58.429")),
        Power("ENGLAND"): (["anna"], Fraction("39.674")),
        Power("FRANCE"): (["anna"], Fraction("50.143")),
        Power("GERMANY"): (["Kim"], Fraction("21.986")),
        Power("ITALY"): (["david"], Fraction("19.615")),
        Power("RUSSIA"): (["greta"], Fraction("39.674")),
        Power("TURKEY"): (["greta"], Fraction("21.986")),
    }
    (greta,) = found.traveller.winners
    assert (names[greta], found.traveller.figure) == ("greta", Fraction(16, 3))
    assert list(found.voted) == [TRAITOR]
    (david,) = found.voted[TRAITOR].winners
    assert (names[david], found.voted[TRAITOR].figure) == ("david", Fraction(8, 3))
    assert [names[one] for one in found.newcomer.winners] == ["clara"]
    assert ([names[one] for one in found.journey.winners], found.journey.figure) == (["Jean"], 420)
