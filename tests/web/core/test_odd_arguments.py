"""Numbers that no row has, and texts that no column takes, never cause an error 500, on any database."""

from urllib.parse import quote

import pytest

from competition.tournament.values import RoundPlan, System, TournamentPlan
from services.accounts import accounts
from services.ladders import ladders, membership
from services.terms import Terms
from services.tournaments import making
from tests.fixtures_site import NOON, Visitor
from tests.web.api.asking import Program, key_of

NUMBERS = ("9" * 23, str(2**31), str(2**63), "-1", "0")
CONFLICT, NOT_FOUND = 409, 404


@pytest.fixture
def anna(any_site):
    return Visitor(any_site).registered("anna")


@pytest.fixture
def made(any_database, anna):
    """Make a ladder and a tournament with Anna; return their tokens."""
    with any_database.writing() as session:
        number = accounts.named(session, "anna").id
        ladder = ladders.make(session, "Ladder", Terms(), None, NOON).token
        membership.join(session, ladder, number, NOON)
        plan = TournamentPlan(System.SWISS, (RoundPlan(),))
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


def test_numbers_of_hundreds_of_digits_are_refused_as_what_was_typed(anna, made):
    ladder, _ = made
    answer = anna.post(f"/ladders/{ladder}/away", days="9" * 400)
    assert answer.status_code == 422
    assert "from 1 to" in answer.text


@pytest.mark.parametrize("digits", [23, 400, 5000])
def test_the_api_refuses_numbers_of_hundreds_of_digits_too(any_site, anna, any_database, digits):
    program = Program(any_site, key_of(any_database, "anna"))
    for body in ('{"kind": %s}', '{"accept_within": %s}', '{"clock": {"banks": %s}}'):
        answer = program.client.post(
            "/api/v1/challenges",
            data=body % ("9" * digits),
            content_type="application/json",
            headers=program.headers,
        )
        assert answer.status_code in {400, 422}
        assert answer.mimetype == "application/problem+json"
    for path in ("/duels?limit=", "/duels?before=", "/changes?after="):
        assert program.get(f"{path}{'9' * digits}").status_code < 500
