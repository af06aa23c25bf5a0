"""The calendar of an account: its coming turns, and the secret in its address."""

from datetime import timedelta

import pytest

from services.feeds import (
    AwaitedTurn,
    find_owner,
    list_turns,
    make_calendar,
    remove_calendar,
)
from services.refused import NotFound
from services.terms import DAY, HOUR, Clock
from tests.builders import start
from tests.fixtures_duels import DAILY, DEADLINE, FIRST, LATER, NOON, SECOND

BANKS = Clock(HOUR, HOUR, HOUR, bank=DAY, cap=2 * DAY)


@pytest.fixture
def turns(any_database, people):
    """Return a function that lists an account's turns."""

    def turns(name):
        with any_database.reading() as session:
            return list_turns(session, people[name])

    return turns


def test_a_turn_says_against_whom_in_which_phase_and_until_when(begun, turns):
    duel = begun(start("S1902M"))
    assert turns("anna") == [AwaitedTurn(duel.token, duel.stored().phase, "boris", DEADLINE, NOON)]
    assert turns("boris") == [AwaitedTurn(duel.token, duel.stored().phase, "anna", DEADLINE, NOON)]
    assert turns("clara") == []


def test_handing_in_ends_the_own_turn_and_leaves_the_opponent_s_unchanged(begun, turns):
    duel = begun(start("S1902M"))
    before = turns("boris")
    duel.hand_in(FIRST)
    assert turns("anna") == []
    assert turns("boris") == before
    duel.take_back(FIRST)
    assert len(turns("anna")) == 1
    assert turns("boris") == before


def test_a_turn_of_the_next_phase_begins_when_the_phase_before_it_was_resolved(begun, turns):
    duel = begun(start("S1902M"))
    duel.happen(FIRST, "draw_offered", NOON + timedelta(hours=1))
    assert turns("anna")[0].began_at == NOON
    duel.resolve(None, None, LATER)
    assert [(str(turn.phase), turn.began_at) for turn in turns("anna")] == [("F1902M", LATER)]


def test_the_nearest_deadline_comes_first_and_a_duel_that_is_over_has_none(begun, turns):
    late, soon = begun(start("S1902M")), begun(start("S1902M"), clock=Clock(HOUR, HOUR, HOUR))
    over = begun(start("S1902M"), clock=DAILY)
    over.happen(SECOND, "conceded")
    assert [turn.token for turn in turns("anna")] == [soon.token, late.token]


def test_with_banks_a_turn_has_its_own_deadline_independent_of_the_opponent(begun, turns):
    duel = begun(start("S1902M"), clock=BANKS)
    before = turns("anna")
    duel.hand_in(SECOND)
    assert turns("anna") == before
    duel.take_back(SECOND, LATER + timedelta(hours=2))
    assert turns("anna") == before
    assert turns("boris")[0].due_at == before[0].due_at + timedelta(hours=2)


def test_a_calendar_is_found_by_its_last_secret_only(any_database, people):
    secrets = []
    for _ in range(2):
        with any_database.writing() as session:
            secrets.append(make_calendar(session, people["anna"]))
    with any_database.reading() as session:
        assert find_owner(session, secrets[1]).id == people["anna"]
        with pytest.raises(NotFound):
            find_owner(session, secrets[0])
    with any_database.writing() as session:
        remove_calendar(session, people["anna"])
    with any_database.reading() as session, pytest.raises(NotFound):
        find_owner(session, secrets[1])


@pytest.mark.parametrize("secret", ["", "0" * 32, "a\0b", "%", "x" * 10_000, "None", "é" * 32])
def test_an_invalid_secret_finds_no_calendar(any_database, people, secret):
    with any_database.reading() as session, pytest.raises(NotFound):
        find_owner(session, secret)


def test_two_calendars_have_two_secrets(any_database, people):
    with any_database.writing() as session:
        secrets = {make_calendar(session, people[name]) for name in ("anna", "boris")}
    assert len(secrets) == 2
    assert {len(secret) for secret in secrets} == {32}
