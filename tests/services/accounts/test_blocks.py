"""Blocks: two accounts begin no duel if one blocks the other."""

import pytest

from models import User
from services.accounts import blocks
from services.accounts.refusals import AccountRefusal
from services.challenges import challenges, lists
from services.challenges.challenges import block_player
from services.challenges.lists import Filters
from services.challenges.refusals import ChallengeRefusal
from services.terms import Terms
from tests.fixtures_duels import NOON
from tests.refusing import refuses


@pytest.fixture
def block(any_database, people):
    """Return a function by which one account blocks another."""

    def put(who, whom):
        with any_database.writing() as session:
            block_player(session, people[who], people[whom], NOON)

    return put


@pytest.fixture
def challenge(any_database, people):
    """Return a function that makes a challenge."""

    def make(who, whom=None):
        with any_database.writing() as session:
            opponent = whom and session.get_one(User, people[whom])
            kind = "named" if whom else "open"
            return challenges.create(session, people[who], kind, opponent, Terms(), NOON).token

    return make


def test_a_blocked_player_cannot_challenge_by_name_or_accept_offers(any_database, people, block, challenge):
    block("anna", "boris")
    token = challenge("anna")
    with refuses(ChallengeRefusal.BLOCKED):
        challenge("boris", "anna")
    with any_database.writing() as session, refuses(ChallengeRefusal.BLOCKED):
        challenges.accept(session, token, people["boris"], NOON)


def test_a_player_who_blocked_the_other_gets_that_reason(any_database, people, block, challenge):
    block("anna", "boris")
    token = challenge("boris")
    with refuses(ChallengeRefusal.HAS_BLOCKED):
        challenge("anna", "boris")
    with any_database.writing() as session, refuses(ChallengeRefusal.HAS_BLOCKED):
        challenges.accept(session, token, people["anna"], NOON)


def test_open_challenges_of_blocked_players_are_not_listed_and_others_are(
    any_database, people, block, challenge
):
    block("anna", "boris")
    tokens = {name: challenge(name) for name in people}

    def listed(name, **filters):
        with any_database.reading() as session:
            found = lists.open_to(session, people[name], Filters(**filters))
            return {each.token for each in found}

    assert listed("anna") == {tokens["clara"]}
    assert listed("boris") == {tokens["anna"], tokens["clara"]}
    assert listed("boris", acceptable=True) == {tokens["clara"]}


def test_blocking_settles_waiting_challenges_like_any_answer(any_database, people, block, challenge):
    theirs, mine = challenge("boris", "anna"), challenge("anna", "boris")
    block("anna", "boris")
    with any_database.reading() as session:
        states = {each.token: each.state for each in challenges.unseen_endings(session, people["boris"])}
    assert states == {theirs: "declined", mine: "withdrawn"}


def test_a_block_is_taken_back(any_database, people, block, challenge):
    block("anna", "boris")
    block("anna", "boris")
    with any_database.writing() as session:
        assert blocks.blocked_names(session, people["anna"]) == ["boris"]
        blocks.remove_block(session, people["anna"], people["boris"])
        assert blocks.blocked_names(session, people["anna"]) == []
    assert challenge("boris", "anna")


def test_nobody_can_block_themselves_or_too_many_players(any_database, people, block, monkeypatch):
    with refuses(AccountRefusal.BLOCKS_THEMSELVES):
        block("anna", "anna")
    monkeypatch.setattr(blocks, "MOST_BLOCKED", 1)
    block("anna", "boris")
    with refuses(AccountRefusal.TOO_MANY_BLOCKED):
        block("anna", "clara")
