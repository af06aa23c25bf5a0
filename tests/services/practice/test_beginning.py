"""A new practice duel: its terms, its limits, and the opponent's account."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from adjudicator import Power
from intimate.errors import DuelError
from intimate.variants import PRESETS
from models import StoredDuel, User
from opponent.levels import LEVELS, Level
from services.accounts import accounts
from services.accounts.names import checked_name
from services.accounts.refusals import AccountRefused
from services.duels.beginning import running_counts
from services.duels.lists import finished, running
from services.history.chapters import load_duel
from services.players import find_player
from services.practice import beginning
from services.practice.beginning import (
    MOST_OF_GUEST,
    MOST_OF_MEMBER,
    OF_BEGINNERS,
    PracticeWish,
    begin_practice,
    can_be_played_on,
    last_wish,
    play_on,
    practice_of,
)
from services.practice.refusals import PracticeRefusal
from services.refused import NotFound
from tests.fixtures_duels import DEADLINE, FIRST, LATER, NOON, SECOND
from tests.refusing import refuses
from tests.services.practice.conftest import FRANCE, Practice


def test_the_first_sheet_awaits_both_with_the_wanted_home_and_a_random_one(practice):
    stored = practice.stored()
    assert str(stored.phase) == "S1901B"
    assert stored.awaited == {FIRST, SECOND}
    assert stored.duel.homes == {FIRST: "FRANCE", SECOND: "TURKEY"}
    assert (stored.level, stored.public, stored.rated, stored.hinted) == (Level.CAPTAIN, False, False, 0)
    assert stored.clock.unlimited
    assert stored.deadline_at is None


def test_a_home_power_is_drawn_where_none_is_wanted(any_database, guest):
    stored = Practice(any_database, guest, PracticeWish()).stored()
    assert stored.duel.homes == {FIRST: "TURKEY", SECOND: "RUSSIA"}
    assert stored.level is Level.RECRUIT


def test_every_preset_can_be_practised(any_database, anna, context):
    for preset in PRESETS:
        practice = Practice(any_database, anna, PracticeWish(Level.RECRUIT, Power("ITALY"), preset))
        assert practice.stored().awaits_first
        assert practice.stored().preset == preset


@pytest.mark.parametrize(("who", "most"), [("guest", MOST_OF_GUEST), ("anna", MOST_OF_MEMBER)])
def test_practice_duels_at_once_are_limited(any_database, request, who, most):
    user_id = request.getfixturevalue(who)
    duels = [Practice(any_database, user_id) for _ in range(most)]
    with refuses(PracticeRefusal.TOO_MANY_RUNNING, most=most):
        Practice(any_database, user_id)
    duels[0].happen(FIRST, "conceded")
    Practice(any_database, user_id)


def test_practice_duels_a_day_are_limited(any_database, anna, monkeypatch):
    monkeypatch.setattr(beginning, "MOST_A_DAY", 2)
    for _ in range(2):
        Practice(any_database, anna).happen(FIRST, "conceded")
    with refuses(PracticeRefusal.TOO_MANY_TODAY):
        Practice(any_database, anna)
    with any_database.writing() as session:
        begin_practice(session, anna, FRANCE, DEADLINE + timedelta(seconds=1))


def test_a_deleted_account_cannot_begin_practice(any_database):
    with pytest.raises(NotFound), any_database.writing() as session:
        begin_practice(session, 10**6, FRANCE, NOON)


def test_the_last_practice_settings_are_proposed_again(any_database, anna):
    def last():
        with any_database.reading() as session:
            return last_wish(session, anna)

    assert last() == OF_BEGINNERS
    Practice(any_database, anna, PracticeWish(Level.COLONEL, Power("ITALY"), "beginner"))
    assert last() == PracticeWish(Level.COLONEL, None, "beginner")


def test_each_level_has_one_account_even_if_many_begin_at_once(any_database):
    def make(level):
        with any_database.writing() as session:
            return accounts.opponent_account(session, level, NOON).id

    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(make, [*LEVELS] * 3))
    assert len(set(made)) == len(LEVELS)
    with any_database.reading() as session:
        assert session.scalar(select(func.count()).select_from(User)) == len(LEVELS)


def test_nobody_finds_a_guest_or_the_opponent_by_name(practice):
    names = [user.name for user in practice.stored().players.values()]
    with practice.database.reading() as session:
        for name in names:
            assert accounts.named(session, name) is None
            with pytest.raises(NotFound):
                find_player(session, name, None)
            with pytest.raises(AccountRefused):
                checked_name(name)
            assert accounts.authenticate(session, accounts.named(session, name), "nobody's password") is None


def test_practice_is_in_a_list_of_its_own_and_counts_towards_no_limit(any_database, anna):
    going_on, over = Practice(any_database, anna), Practice(any_database, anna)
    over.happen(FIRST, "conceded")
    with any_database.reading() as session:
        practice = practice_of(session, anna)
        assert [each.duel.token for each in practice.running] == [going_on.token]
        assert [each.duel.token for each in practice.finished] == [over.token]
        assert not practice.finished[0].was_judged  # nothing was played in it
        assert practice.running[0].level is Level.CAPTAIN
        assert running(session, anna) == ([], [])
        assert not finished(session, anna)
        assert not running_counts(session, [anna])
        seen = find_player(session, "anna", anna)
        assert not seen.running
        assert not seen.finished
        assert not any((seen.figures.phases, seen.figures.lost))


def played_on(practice, user_id, number, player):
    """Begin practice from a duel's position after a number of chapters; return it."""
    with practice.database.writing() as session:
        origin = session.scalars(select(StoredDuel).where(StoredDuel.id == practice.id)).one()
        before = load_duel(session, origin, number)
        made = play_on(session, user_id, Level.RECRUIT, (origin, before, player), LATER)
        return before, made


@pytest.mark.parametrize("player", [FIRST, SECOND])
@pytest.mark.parametrize("until", ["S1901B", "F1901M", "S1902M"])
def test_practice_goes_on_where_a_duel_stood_and_the_player_keeps_their_side(practice, anna, player, until):
    practice.play_on(until)
    before, made = played_on(practice, anna, practice.stored().ordinal, player)
    assert made.duel.own(FIRST) == before.own(player)
    assert made.duel.position == before.position
    assert (str(made.phase), made.level, made.public, made.rated) == (until, Level.RECRUIT, False, False)
    assert made.duel.credits == {FIRST: before.credits[player], SECOND: before.credits[player.opponent]}
    assert {power: by is FIRST for power, by in made.duel.control.items()} == {
        power: by is player for power, by in before.control.items()
    }


def test_sides_do_not_change_places_and_an_end_is_no_position(any_database, anna, context):
    practice = Practice(any_database, anna, PracticeWish(Level.RECRUIT, None, "world-war-one"))
    assert [can_be_played_on(practice.stored().duel, player) for player in (FIRST, SECOND)] == [True, False]
    before, made = played_on(practice, anna, 0, FIRST)
    assert (made.duel.control, made.duel.position) == (before.control, before.position)
    with pytest.raises(DuelError):
        played_on(practice, anna, 0, SECOND)
    practice.happen(FIRST, "conceded")
    assert not can_be_played_on(practice.stored().duel, FIRST)
    assert not can_be_played_on(None, FIRST)
