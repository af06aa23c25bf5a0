"""Tables of a round as games of the site: opened with their players, finished with results (source 004)."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from adjudicator import Power, standard
from competition.tournament.values import RoundPlan, System, TournamentPlan
from games import EventKind, GameEvent, Variant
from services.privacy.deletion import delete_account
from services.tables import running, tables
from services.tables.refusals import TableRefused
from services.tables.running import Typed
from services.tournaments.games import OpenedAs, games_of, open_tables, points_of_replaced, result_of
from services.tournaments.ordinary import GameResult, PowerResult, enter_results
from services.tournaments.refusals import TournamentRefusal
from tests.fixtures_duels import NOON
from tests.refusing import refuses
from tests.services.tournaments.conftest import EIGHT, ORGANISER
from tests.services.tournaments.test_seating import TABLE, entered, seated

POWERS = standard().powers
AUSTRIA, FRANCE, TURKEY = Power("AUSTRIA"), Power("FRANCE"), Power("TURKEY")
SIX = {power: name for power, name in TABLE.items() if power != TURKEY}
GAMES = TournamentPlan(System.ORDINARY, (RoundPlan(duels=False, last_year=1901), RoundPlan(duels=False)))


def opened(played, *boards, by=ORGANISER, opened_as=None):
    with played.database.writing() as session:
        asked = opened_as or OpenedAs("anjou", tables.SeasonClock(16, 16, 18, 2))
        made = open_tables(session, played.token, played.ids[by], boards or (1,), asked, NOON)
        return [table.token for table in made]


def table_at(played, board=1, number=1):
    with played.database.reading() as session:
        found = games_of(session, played.tournament.id)[number, board]
        table = tables.find(session, found.token)
        session.expunge_all()
        return table


def happen(played, token, kind, **values):
    with played.database.writing() as session:
        table = tables.lock(session, token, played.ids[ORGANISER])
        running.let_happen(session, table, GameEvent(kind, **values), NOON)


def play(played, token, phases=1, **texts):
    """Play phases with the same sheets."""
    for _ in range(phases):
        with played.database.writing() as session:
            table = tables.lock(session, token, played.ids[ORGANISER])
            if table.game.ending:
                return
            typed = {
                power: Typed(texts.get(power, ""), handed_in=True, torn=False) for power in table.game.awaited
            }
            running.store_typed(session, table, typed, "en", NOON)
            running.reveal(session, table, NOON)


def result(played, board=1):
    return result_of(played.sheet(), 1, board, table_at(played, board))


def test_a_table_is_opened_with_its_players_and_powers_and_the_last_year_of_the_round(cup):
    """Source 004, I: the rounds have a last year each; VI: the clock of the afternoon."""
    played = cup(*EIGHT, plan=GAMES).start()
    seated(played)
    (token,) = opened(played)
    table = table_at(played)
    assert table.stored.token == token
    assert {power: seat.name for seat in table.game.seats for power in seat.powers} == TABLE
    assert (table.game.terms.edition, table.game.terms.last_year) == ("anjou", 1901)
    assert (table.clock.spring, table.clock.autumn) == (16, 18)
    assert table.stored.name == "Spring Cup · R1 · T1"
    with played.database.reading() as session:
        assert tables.round_of(session, table.stored) == (played.token, "Spring Cup", 1, 1, False)


def test_six_at_a_table_play_survivor_turkey(cup):
    """Source 004, II."""
    played = cup(*EIGHT, plan=GAMES).start()
    seated(played, {1: SIX})
    opened(played)
    assert table_at(played).game.terms.variant is Variant.SURVIVOR_TURKEY


def test_four_at_a_table_have_the_powers_that_were_set_for_them(cup):
    """Source 004, II: the better of a player's two countries counts."""
    played = cup(*EIGHT, plan=GAMES).start()
    pairs = dict(zip(POWERS, ("anna", "boris", "clara", "david", "boris", "clara", "david"), strict=True))
    seated(played, {1: pairs})
    (token,) = opened(played)
    play(played, token, 4)
    found = result(played).powers
    assert sorted(entered.name for entered in found.values()) == ["anna", "boris", "clara", "david"]
    assert found[Power("RUSSIA")] == PowerResult("clara", 4, farthest=0)


FIVE = {
    Power(power): name
    for power, name in zip(("AUSTRIA", "ENGLAND", "FRANCE", "RUSSIA", "TURKEY"), EIGHT, strict=False)
}
"""Five players as drawn: Germany and Italy are in civil disorder."""
PAIRS = dict(zip(POWERS, ("anna", "boris", "clara", "david", "boris", "clara", "david"), strict=True))


def opened_for(played, variant, seats):
    """Open the first table for a variant."""
    seated(played, {1: seats})
    (token,) = opened(played, opened_as=OpenedAs(variants={1: variant}))
    return token


def test_five_may_play_sandad_with_its_powers_and_its_solo(cup):
    """Source 004, II: Russia and Turkey are closed, and 14 of 27 centres win."""
    played = cup(*EIGHT, plan=GAMES).start()
    token = opened_for(played, Variant.SANDAD, FIVE)
    terms = table_at(played).game.terms
    assert (terms.variant, terms.goal, terms.last_year) == (Variant.SANDAD, 14, 1901)
    (table,) = played.sheet().tables
    names = {number: each.name for number, each in played.sheet().entrants.items()}
    seats = {power: names[player] for power, player in table.seats.items()}
    assert set(seats) == set(POWERS) - {"RUSSIA", "TURKEY"}
    assert {power: seats[power] for power in ("AUSTRIA", "ENGLAND", "FRANCE")} == dict(list(FIVE.items())[:3])
    assert {seats["GERMANY"], seats["ITALY"]} == {"david", "emma"}
    assert played.acts("seated")[-1].facts == {"before": FIVE, "after": seats}
    play(played, token, 5)
    found = result(played)
    assert (found.solo, len(found.powers)) == (14, 5)
    with played.database.writing() as session:
        enter_results(session, played.token, played.ids[ORGANISER], found, "", NOON)
    assert [row.solo for row in played.sheet().results] == [14] * 5


@pytest.mark.parametrize(("seats", "players"), [(PAIRS, 4), (FIVE, 5)])
def test_four_or_five_may_play_escalation_with_a_colour_each(cup, seats, players):
    """Source 004, II."""
    played = cup(*EIGHT, plan=GAMES).start()
    opened_for(played, Variant.ESCALATION, seats)
    game = table_at(played).game
    assert game.terms.variant is Variant.ESCALATION
    (table,) = played.sheet().tables
    assert [len(game.seats), len(table.seats)] == [players, players]


def test_a_variant_is_not_played_by_another_number(cup):
    played = cup(*EIGHT, plan=GAMES).start()
    with refuses(TournamentRefusal.CHANGED):
        opened_for(played, Variant.SANDAD, PAIRS)


def test_a_result_names_the_centres_that_win_if_the_round_has_another_number(cup):
    """The annex: 14 centres of Sandad are a solo, 100 points; a table of five counts 5/7, one round 11/10."""
    played = cup(*EIGHT, plan=GAMES).start()
    powers = {
        power: PowerResult(name, won)
        for (power, name), won in zip(FIVE.items(), (14, 9, 2, 1, 1), strict=True)
    }
    with played.database.writing() as session:
        won = GameResult(1, 1, powers, solo=14)
        enter_results(session, played.token, played.ids[ORGANISER], won, "", NOON)
    points = {name: score for _, name, score in played.ranking()}
    assert (points["anna"], points["boris"]) == (100 * Fraction(5, 7) * Fraction(11, 10), 0)
    sheet = played.sheet()
    assert sorted(sheet.game_scores(1).values()) == [0, 0, 0, 0, 100]


def test_a_finished_game_gives_the_result_of_its_table_to_confirm(cup):
    """Source 004, VII: centres and eliminations as the game ended."""
    played = cup(*EIGHT, plan=GAMES).start()
    seated(played)
    (token,) = opened(played)
    assert result(played) is None
    play(played, token, 1, FRANCE="A Mar - Spa")
    play(played, token, 4)
    found = result(played)
    assert (found.number, found.board) == (1, 1)
    assert found.powers[FRANCE] == PowerResult("clara", 4, farthest=0)
    assert found.powers[AUSTRIA] == PowerResult("anna", 3, farthest=0)
    with played.database.writing() as session:
        enter_results(session, played.token, played.ids[ORGANISER], found, "", NOON)
    assert {name for place, name, _ in played.ranking() if place == 1} == {"clara", "felix"}
    assert played.sheet().is_decided


def test_a_latecomer_who_takes_turkey_has_missed_seasons(cup):
    """Source 004, II: 13/14 for coming after the first season."""
    played = cup(*EIGHT, plan=GAMES).start()
    seated(played, {1: SIX})
    (token,) = opened(played)
    play(played, token)
    happen(played, token, EventKind.JOINED, name="hugo", power=TURKEY)
    play(played, token, 4)
    found = result(played)
    assert (found.powers[TURKEY].name, found.powers[TURKEY].missed) == ("hugo", 1)


def replaced_after(played, seasons, name="hugo"):
    """Play the first table, where Austria changes hands after some seasons; return its result."""
    seated(played)
    (token,) = opened(played)
    play(played, token, seasons)
    happen(played, token, EventKind.REPLACED, player=1, name=name)
    play(played, token, 5 - seasons)
    return result(played)


def test_a_result_names_a_replaced_player_and_the_seasons_since(cup):
    """Source 004, VII."""
    found = replaced_after(cup(*EIGHT, plan=GAMES).start(), 1)
    assert found.powers[AUSTRIA] == PowerResult("hugo", 3, farthest=0, replaced="anna", relief=1)


def test_the_second_player_has_the_points_if_they_help_in_the_ranking(cup):
    """Source 004, VII: hugo has nothing else; one round of 3 centres counts 110 percent, and anna has 0."""
    played = cup(*EIGHT, plan=GAMES).start()
    found = replaced_after(played, 1)
    (one,) = points_of_replaced(played.sheet(), found)
    assert (one.power, one.before, one.after, one.relief, one.helps) == (AUSTRIA, "anna", "hugo", 1, True)
    with played.database.writing() as session:
        enter_results(session, played.token, played.ids[ORGANISER], found, "", NOON)
    points = {name: score for _, name, score in played.ranking()}
    assert points["hugo"] == points["boris"]
    assert points["anna"] == 0


def test_points_that_do_not_help_the_second_player_go_back_less_a_fourteenth_a_season(cup):
    """Source 004, VII: hugo won another table of the round, and this one would lower his score."""
    played = cup(*EIGHT, plan=GAMES).start()
    entered(played, 2, ("hugo", "Ida", "Jean", "Kim"))
    found = replaced_after(played, 1)
    (one,) = points_of_replaced(played.sheet(), found)
    assert not one.helps
    with played.database.writing() as session:
        enter_results(session, played.token, played.ids[ORGANISER], found, "", NOON)
    points = {name: score for _, name, score in played.ranking()}
    assert points["anna"] == points["boris"] * Fraction(13, 14)
    assert points["hugo"] > points["boris"]


def test_an_unknown_person_may_have_replaced_a_player(cup):
    played = cup(*EIGHT[:7], plan=GAMES).start()
    found = replaced_after(played, 1, "Zoe")
    (one,) = points_of_replaced(played.sheet(), found)
    assert (one.after, one.helps) == ("Zoe", True)


def test_a_player_who_comes_back_was_not_replaced(cup):
    played = cup(*EIGHT, plan=GAMES).start()
    seated(played)
    (token,) = opened(played)
    play(played, token)
    happen(played, token, EventKind.REPLACED, player=1, name="hugo")
    happen(played, token, EventKind.REPLACED, player=1, name="anna")
    play(played, token, 4)
    assert result(played).powers[AUSTRIA] == PowerResult("anna", 3, farthest=0)


def test_a_player_who_relieves_one_at_two_tables_has_missed_seasons(cup):
    """Source 004, II and VII: a latecomer replaces an organiser who plays at two tables."""
    played = cup(*EIGHT, plan=GAMES).start()
    others = dict(zip(POWERS, ("anna", "hugo", "Ida", "Jean"), strict=False))
    seated(played, {1: TABLE, 2: others}, twice="anna")
    token, _ = opened(played, 1, 2)
    play(played, token)
    happen(played, token, EventKind.REPLACED, player=1, name="Kim")
    play(played, token, 4)
    assert result(played).powers[AUSTRIA] == PowerResult("Kim", 3, missed=1, farthest=0)


def test_a_table_is_opened_once_and_not_after_its_result(cup):
    played = cup(*EIGHT, plan=GAMES).start()
    seated(played, {1: TABLE, 2: dict(zip(POWERS, ("hugo", "Ida", "Jean", "Kim"), strict=False))})
    opened(played)
    entered(played, 2, ("hugo", "Ida", "Jean", "Kim"))
    with refuses(TournamentRefusal.CHANGED):
        opened(played, 1, 2)
    with refuses(TournamentRefusal.NOT_ORGANISER):
        opened(played, by="anna")


def test_an_opened_table_keeps_its_players_until_its_game_is_deleted(cup):
    played = cup(*EIGHT, plan=GAMES).start()
    seated(played)
    (token,) = opened(played)
    other = {1: {**TABLE, AUSTRIA: "hugo"}}
    with refuses(TournamentRefusal.SEATS) as error:
        seated(played, other)
    assert error.value.values["faults"] == {"table_1": "opened"}
    with played.database.writing() as session:
        tables.delete(session, tables.lock(session, token, played.ids[ORGANISER]))
    seated(played, other)
    opened(played)
    assert table_at(played).game.seats[0].name == "hugo"


def test_a_name_that_is_forgotten_is_forgotten_at_the_tables_too(cup):
    played = cup(*EIGHT, plan=GAMES).start()
    seated(played)
    (token,) = opened(played)
    play(played, token)
    happen(played, token, EventKind.REPLACED, player=2, name="anna-marie")
    with played.database.writing() as session:
        delete_account(session, played.ids["anna"], NOON + timedelta(hours=1))
    names = [seat.name for seat in table_at(played).game.seats]
    assert "anna" not in names
    assert names[1] == "anna-marie"
    play(played, token, 4)
    anonymous = next(each.name for each in played.sheet().entrants.values() if each.name.startswith("["))
    assert result(played).powers[AUSTRIA].name == anonymous


def test_the_limit_of_running_tables_holds_for_tournaments(cup, monkeypatch):
    monkeypatch.setattr(tables, "MOST_RUNNING", 0)
    played = cup(*EIGHT, plan=GAMES).start()
    seated(played)
    with pytest.raises(TableRefused):
        opened(played)


def test_the_centres_that_win_are_those_of_the_round(cup):
    rounds = tuple(replace(each, solo=14) for each in GAMES.rounds)
    played = cup(*EIGHT, plan=replace(GAMES, rounds=rounds)).start()
    seated(played)
    opened(played)
    assert table_at(played).game.terms.goal == 14
