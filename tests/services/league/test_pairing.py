"""Duels of the league begin in pairs with exchanged home powers, against the opponent a bot has met least."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest

from adjudicator import standard
from models import User
from opponent.levels import LEVELS
from services.accounts import accounts
from services.accounts.refusals import AccountRefusal
from services.duels.lists import public
from services.league import pairing
from services.league.refusals import LeagueRefusal
from services.moderation.acts import close_account
from tests.fixtures_site import NOON, on_sqlite
from tests.refusing import refuses


def contestants(league):
    with league.database.reading() as session:
        names = {user.id: user.level or user.name for user in session.query(User)}
    return [(names[each.row.first_id], names[each.row.second_id]) for each in league.duels()]


def test_both_duels_of_a_pairing_begin_together_with_the_home_powers_exchanged(league):
    league.bot("alpha", 2)
    assert league.sweep() == 2
    one, other = league.duels()
    assert (one.duel.home_first, one.duel.home_second) == (other.duel.home_second, other.duel.home_first)
    assert one.row.pairing == other.row.pairing
    assert (one.row.number, other.row.number) == (0, 1)
    for each in (one, other):
        stored = each.duel
        assert (stored.rated, stored.public, stored.level, stored.pace) == (False, True, None, "live")
        assert stored.rules.year_limit == pairing.YEAR_LIMIT
        assert str(stored.phase) == "S1901B"
        assert stored.times.opens_until is None  # nobody needs to arrive
    assert league.sweep() == 0


@on_sqlite
def test_a_bot_meets_everybody_equally_often_and_plays_all_pairings_from_both_sides(league):
    alpha, beta = league.bot("alpha", 2), league.bot("beta", 10)
    for _ in range(10):
        league.enter(alpha, 2)
        for token in league.ask(alpha, 2):
            league.concede(token, alpha)
    assert Counter(second for _, second in contestants(league)) == dict.fromkeys(("beta", *LEVELS), 4)
    league.leave(beta)
    for _ in range(21 * 4 - 8):
        for token in league.ask(alpha, 2):
            league.concede(token, alpha)
    recruit = [
        each.duel
        for each, (_, other) in zip(league.duels(), contestants(league), strict=True)
        if other == "recruit"
    ]
    homes = Counter((each.home_first, each.home_second) for each in recruit)
    pairs = set(combinations(standard().powers, 2))
    assert homes == dict.fromkeys(pairs | {(b, a) for a, b in pairs}, 1)


def test_two_bots_are_paired_only_while_both_have_room(league):
    league.bot("alpha", 2)
    league.bot("beta", 2)
    assert league.sweep() == 2
    assert set(contestants(league)) == {("alpha", "beta")}
    gamma = league.bot("gamma", 4)
    assert league.sweep() == 4
    assert set(contestants(league)[2:]) == {("gamma", "recruit"), ("gamma", "captain")}
    assert league.ask(gamma, 2)
    assert contestants(league)[-1] == ("gamma", "colonel")


def test_two_workers_begin_each_pairing_once(league):
    for name in ("alpha", "beta", "gamma"):
        league.bot(name, 4)
    with ThreadPoolExecutor(4) as threads:
        begun = sum(threads.map(lambda _: league.sweep(), range(8)))
    duels = league.duels()
    assert begun == len(duels)
    running = Counter(user for each in duels for user in (each.row.first_id, each.row.second_id))
    bots = {user for user in running if running[user] and user <= 3}
    assert all(running[user] == 4 for user in bots)
    assert set(Counter(each.row.pairing for each in duels).values()) == {2}
    numbers = Counter((each.row.first_id, each.row.second_id, each.row.number) for each in duels)
    assert set(numbers.values()) == {1}


def test_a_bot_asks_for_its_next_duels_at_once_within_its_limit(league):
    alpha = league.bot("alpha", 0)
    assert league.sweep() == 0
    assert len(set(league.ask(alpha, 42))) == 42
    with refuses(LeagueRefusal.NO_ROOM, most=42):
        league.ask(alpha, 2)
    beta = league.bot("beta", 0)
    assert len(league.ask(beta, 8, most_duels=5)) == 4
    with refuses(LeagueRefusal.NO_ROOM):
        league.ask(beta, 2, most_duels=5)


def test_duels_against_the_site_s_levels_are_limited(league, monkeypatch):
    monkeypatch.setattr(pairing, "MOST_AGAINST_LEVELS", 4)
    alpha, beta = league.bot("alpha", 0), league.bot("beta", 0)
    assert len(league.ask(alpha, 10)) == 4
    with refuses(LeagueRefusal.NOBODY_FREE):
        league.ask(beta, 2)


def test_only_bots_enter_and_only_those_in_the_league_get_duels(league):
    with league.database.writing() as session:
        person = accounts.register(session, "anna", "hash", "en", NOON).id
    with refuses(LeagueRefusal.FOR_BOTS):
        league.enter(person)
    alpha = league.bot("alpha")
    for act in (lambda: league.ask(alpha, 2), lambda: league.leave(alpha)):
        with refuses(LeagueRefusal.NOT_ENTERED):
            act()
    league.enter(alpha)
    with league.database.writing() as session, refuses(AccountRefusal.KIND_KNOWN):
        accounts.change_kind(session, alpha, "person", NOON)
    league.leave(alpha)
    assert league.sweep() == 0
    with refuses(LeagueRefusal.NOT_ENTERED):
        league.ask(alpha, 2)
    for at_once, cost in ((-1, ""), (11, ""), (2, "x" * 61)):
        with pytest.raises(ValueError, match="entrant"):
            league.enter(alpha, at_once, cost)


def test_a_closed_account_gets_no_duels(league):
    alpha = league.bot("alpha", 2)
    with league.database.writing() as session:
        close_account(session, None, alpha, "Enough.", NOON)
    assert league.sweep() == 0
    assert league.duels() == []


def test_running_league_duels_are_not_in_the_list_of_public_duels(league):
    league.bot("alpha", 4)
    league.sweep()
    with league.database.reading() as session:
        assert public(session, ended=False) == []


def test_after_three_absences_in_a_row_a_bot_is_paused_until_it_goes_on(league):
    alpha = league.bot("alpha", 2)
    for number in range(2):
        league.sweep()
        league.miss_phases(2)
        assert (league.entrant(alpha).paused_at is not None) == (number == 1)
    assert all(each.row.ended_at for each in league.duels())
    with refuses(LeagueRefusal.PAUSED):
        league.ask(alpha, 2)
    assert league.sweep() == 0
    league.enter(alpha)
    assert league.sweep() == 2
