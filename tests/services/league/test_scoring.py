"""Figures of the league: what a finished duel adds, and which duels do not count."""

from datetime import timedelta

import pytest

from intimate.players import Player
from models import BidTally, PlayerFigures
from opponent.levels import Level
from services.archive import tallies
from services.league import scoring, standings
from services.league.standings import LeagueResults
from services.practice.answering import answer_next_duel, answer_next_league_duel, waiting, waiting_in_league


def against_level(league):
    """Begin two duels of a bot against Recruit; return both accounts and the tokens."""
    alpha = league.bot("alpha", 0)
    tokens = league.ask(alpha, 2)
    return alpha, league.duels()[0].row.second_id, tokens


def test_a_level_answers_its_duels_of_the_league_and_they_are_no_practice(league):
    alpha, _, (token, _) = against_level(league)
    assert waiting(league.database) == []
    assert len(waiting_in_league(league.database)) == 2
    assert not answer_next_duel(league.context)
    while answer_next_league_duel(league.context):
        pass
    league.enter_nothing(token, alpha)
    phases = [str(each.duel.phase) for each in league.duels()]
    assert phases == ["S1901M", "S1901B"]


def test_an_ended_duel_counts_for_both_and_a_draw_is_half_a_win(league):
    alpha, recruit, (token, _) = against_level(league)
    league.concede(token, alpha)
    assert league.score(alpha, recruit) == (1, 0, 1, 0)
    assert league.score(recruit, alpha) == (1, 1, 0, 0)
    found = league.standings()
    assert found["alpha"].results == LeagueResults(0, 1, 0)
    assert found[Level.RECRUIT].results == LeagueResults(1, 0, 0)
    assert LeagueResults(1, 1, 2).score.value == 0.5
    assert LeagueResults(210, 210, 0).score.bounds == pytest.approx((0.4524, 0.5476), abs=1e-4)


def test_a_figure_is_published_from_420_duels_on():
    assert not LeagueResults(419, 0, 0).is_published
    assert LeagueResults(400, 10, 10).is_published


def test_absence_loses_but_that_of_a_level_or_of_both_counts_for_nobody(league):
    alpha, beta = league.bot("alpha", 0), league.bot("beta", 2)
    league.ask(alpha, 2)
    league.miss_phases(2, present=beta)
    assert league.score(alpha, beta) == (1, 0, 2, 0)
    assert league.entrant(alpha).absences == 2
    assert league.entrant(beta).absences == 0
    league.ask(alpha, 2)
    recruit = league.duels()[-1].row.second_id
    league.miss_phases(2, present=alpha)
    assert league.entrant(alpha).absences == 0
    league.ask(alpha, 2)
    league.miss_phases(2)
    assert league.entrant(alpha).absences == 2
    assert all(each.row.ended_at for each in league.duels())
    assert league.score(alpha, recruit) == (1, 0, 0, 0)
    assert league.score(alpha, beta)[1:] == (0, 2, 0)


def test_refused_entries_are_shown_once_the_duel_has_ended(league):
    alpha, _, (token, _) = against_level(league)
    number = league.duels()[0].duel.id
    with league.database.writing() as session:
        assert scoring.is_of_league(session, number)
        for _ in range(3):
            scoring.count_refused(session, number, Player.FIRST)
    league.enter_nothing(token, alpha)
    assert league.standings()["alpha"].illegal is None
    while answer_next_league_duel(league.context):
        pass
    league.concede(token, alpha)
    illegal = league.standings()["alpha"].illegal
    assert (illegal.part, illegal.whole) == (3, 4)
    with league.database.writing() as session:
        assert not scoring.is_of_league(session, number)
        scoring.count_refused(session, number, Player.FIRST)
    assert league.standings()["alpha"].illegal == illegal


def test_answer_times_start_with_each_phase_and_the_median_is_given_as_a_bound(league):
    alpha, _, (token, _) = against_level(league)
    for seconds in (3, 100, 3):
        while answer_next_league_duel(league.context):
            pass
        league.now += timedelta(seconds=seconds)
        league.enter_nothing(token, alpha)
    league.concede(token, alpha)
    times = league.entrant(alpha).times
    assert sum(times) == 3
    assert (times[2], times[7]) == (2, 1)
    assert league.standings()["alpha"].median_seconds == 4


def test_the_table_lists_published_scores_first_and_keeps_bots_that_left_after_playing(league, monkeypatch):
    monkeypatch.setattr(standings, "PUBLISHED_FROM", 1)
    alpha, _, gamma = (league.bot(name, 2) for name in ("alpha", "beta", "gamma"))
    for token in league.ask(alpha, 2):
        league.concede(token, alpha)
    league.leave(alpha)
    league.leave(gamma)
    found = league.standings()
    assert list(found) == ["beta", "alpha"]
    assert found["alpha"].has_left
    assert not found["beta"].has_left
    assert found["beta"].against[alpha] == LeagueResults(2, 0, 0)


def test_duels_of_the_league_leave_the_figures_of_the_archive_as_they_were(league):
    alpha, _, tokens = against_level(league)
    for token in tokens:
        league.concede(token, alpha)
    with league.database.reading() as session:
        assert session.query(PlayerFigures).all() == []
        assert session.query(BidTally).all() == []
    assert tallies.check(league.database) == []
