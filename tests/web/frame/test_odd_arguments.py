"""Numbers that no row has, and texts that no column takes, are answered: never our fault, on any database."""

from urllib.parse import quote

import pytest

from competition.tournament.values import Plan, RoundPlan, System
from services.accounts import accounts
from services.challenges.terms import Terms
from services.ladders import joining, ladders
from services.tournaments import making
from tests.fixtures_site import NOON, Visitor

NUMBERS = ("9" * 23, str(2**31), str(2**63), "-1", "0")
CONFLICT, NOT_FOUND = 409, 404


@pytest.fixture
def anna(any_site):
    return Visitor(any_site).registered("anna")


@pytest.fixture
def made(any_database, anna):
    """Make a ladder on which Anna stands and a tournament of hers; return their tokens."""
    with any_database.writing() as session:
        number = accounts.named(session, "anna").id
        ladder = ladders.make(session, "Ladder", Terms(), None, NOON).token
        joining.join(session, ladder, number, NOON)
        plan = Plan(System.SWISS, (RoundPlan(),))
        return ladder, making.make(session, number, making.Proposal("Cup", "", Terms(), plan), NOON).token


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_that_no_row_has_is_no_fault_of_ours(anna, made, number):
    ladder, cup = made
    assert anna.get(f"/tournaments/{cup}/log?before={number}").status_code < CONFLICT
    assert anna.get(f"/tournaments/?before={number}").status_code < CONFLICT
    assert anna.post(f"/ladders/{ladder}/challenge", rung_of=number).status_code in {400, CONFLICT}
    for act in ("accept", "refuse", "withdraw"):
        answer = anna.post(f"/ladders/{ladder}/challenges/{number}/{act}")
        assert answer.status_code in {405, NOT_FOUND, CONFLICT}


@pytest.mark.parametrize("text", ["nothing", "a\0b"])
def test_a_token_that_nothing_has_is_no_fault_of_ours(anna, text):
    assert anna.get(f"/?before={quote(text)}").status_code == NOT_FOUND
    assert anna.post(f"/challenges/{quote(text)}/seen").status_code == 303
