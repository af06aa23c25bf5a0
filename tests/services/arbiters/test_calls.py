"""Calls to the arbiter: who may call, who may answer, and who is notified."""

from functools import partial

import pytest
from sqlalchemy import select

from intimate.errors import EventError
from models import Channel, Message, User
from models.notifications import KINDS
from services.arbiters import calls
from services.arbiters.refusals import ArbiterRefusal, ArbiterRefused
from services.duels.access import find_duel
from services.duels.authority import appoint, may_rule
from services.duels.refusals import DuelRefusal
from services.refused import NotFound
from tests.fixtures_duels import FIRST, LATER, SECOND
from tests.refusing import refuses
from tests.services.rivals import at_once


def call(contest, user, words="Help, please."):
    with contest.database.writing() as session:
        return calls.call_arbiter(session, contest.token, user, words, LATER).id


def answer(contest, number, user, words="I looked."):
    with contest.database.writing() as session:
        calls.answer_call(session, number, user, words, LATER)


@pytest.fixture
def arbiter(people, any_database):
    with any_database.writing() as session:
        return appoint(session, "clara", LATER).id


def test_a_player_may_call_again_only_after_the_first_call_is_answered(contest, arbiter):
    first, second = (contest.users[player] for player in (FIRST, SECOND))
    number = call(contest, first)
    with refuses(ArbiterRefusal.CALLED_ALREADY):
        call(contest, first)
    call(contest, second)
    answer(contest, number, arbiter)
    with refuses(ArbiterRefusal.ANSWERED):
        answer(contest, number, arbiter)
    call(contest, first)


def test_of_two_calls_at_once_one_is_stored(contest):
    answers = at_once(*[partial(quietly, contest) for _ in range(2)])
    assert sorted(answers) == ["called", "called already"]


def quietly(contest):
    try:
        call(contest, contest.users[FIRST])
    except ArbiterRefused:
        return "called already"
    return "called"


@pytest.mark.parametrize(
    ("words", "code"), [(" ", ArbiterRefusal.NO_TEXT), ("a" * 2001, ArbiterRefusal.LONG_TEXT)]
)
def test_a_call_has_words_and_not_too_many(contest, words, code):
    with refuses(code):
        call(contest, contest.users[FIRST], words)


def test_others_do_not_call_and_nobody_does_after_the_end(contest, people):
    with refuses(DuelRefusal.NOT_A_PLAYER):
        call(contest, people["clara"])
    contest.happen(FIRST, "conceded")
    with pytest.raises(EventError):
        call(contest, contest.users[FIRST])


def test_nobody_answers_a_call_to_a_duel_that_they_play_or_without_being_an_arbiter(contest, people):
    number = call(contest, contest.users[FIRST])
    with contest.database.writing() as session:
        appoint(session, "boris", LATER)
    for name in ("anna", "boris", "clara"):
        with pytest.raises(NotFound):
            answer(contest, number, people[name])
    with contest.database.reading() as session:
        assert calls.list_open_calls(session, people["boris"]) == []


def test_a_private_duel_is_seen_by_its_arbiters_while_they_are_called(begun, arbiter):
    contest = begun(public=False)

    def look():
        with contest.database.reading() as session:
            viewed = find_duel(session, contest.token, arbiter)
            return viewed.player, viewed.own

    with pytest.raises(NotFound):
        look()
    number = call(contest, contest.users[FIRST])
    assert look() == (None, None)
    answer(contest, number, arbiter)
    with pytest.raises(NotFound):
        look()


def test_an_account_that_is_closed_rules_on_nothing(contest, arbiter):
    call(contest, contest.users[FIRST])
    with contest.database.writing() as session:
        assert may_rule(session, contest.stored(), arbiter)
        session.get(User, arbiter).closed_at = LATER
        session.flush()
        assert not may_rule(session, contest.stored(), arbiter)


def test_calls_are_listed_page_by_page_the_oldest_first(begun, arbiter, monkeypatch):
    monkeypatch.setattr(calls, "PAGE", 1)
    calls._calls_query.cache_clear()
    contests = [begun() for _ in range(3)]
    numbers = [call(contest, contest.users[FIRST]) for contest in contests]
    with contests[0].database.reading() as session:
        pages = [calls.list_open_calls(session, arbiter, after) for after in (0, numbers[0], numbers[2])]
    calls._calls_query.cache_clear()
    assert [[found.id for found in page] for page in pages] == [numbers[:2], numbers[1:], []]


def test_arbiters_are_notified_of_a_call_and_the_player_of_the_answer(contest, people, arbiter):
    with contest.database.writing() as session:
        for user in people.values():
            session.add(
                Channel(user_id=user, kind="webhook", address={}, kinds=list(KINDS), created_at=LATER)
            )
    number = call(contest, contest.users[SECOND])
    answer(contest, number, arbiter)
    with contest.database.reading() as session:
        told = session.scalars(select(Message).order_by(Message.id)).all()
    assert [(message.user_id, message.facts["event"]) for message in told] == [
        (people["clara"], "called"),
        (people["boris"], "answered"),
    ]
