"""A rematch through the pages: offered after a duel, to its two players only."""

import pytest
from sqlalchemy import select

from models import Challenge
from services.challenges import challenges
from services.challenges.challenges import MOST_WAITING
from services.terms import Terms
from tests.builders import lonely
from tests.fixtures_duels import FIRST
from tests.fixtures_site import NOON
from tests.web.reading import text

PLAYED_OUT = lonely("S1902M")


@pytest.fixture
def over(pages):
    """Return a duel that Anna has conceded."""
    duel = pages(PLAYED_OUT)
    assert duel.post("anna", "acts/conceded", sure="yes").status_code == 303
    return duel


def waiting(duel):
    """List (challenger, opponent, agreed homes) of the open challenges."""
    query = select(Challenge).where(Challenge.state == "waiting").order_by(Challenge.id)
    with duel.contest.database.reading() as session:
        return [(each.challenger_id, each.opponent_id, each.homes) for each in session.scalars(query)]


def test_a_rematch_challenges_the_opponent_and_leads_to_the_challenge(over):
    anna, boris = over.contest.users.values()
    answer = over.post("anna", "rematch")
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/challenges/")
    assert waiting(over) == [(anna, boris, {})]


def test_the_second_to_ask_is_led_to_the_offer_of_the_first(over):
    offered = over.post("anna", "rematch").headers["Location"]
    assert over.post("boris", "rematch").headers["Location"] == offered
    assert len(waiting(over)) == 1


def test_an_offer_is_answered_where_the_duel_ended(over):
    offered = over.post("anna", "rematch").headers["Location"]
    assert "You have offered a rematch: boris has not answered yet." in text(over.get("anna"))
    assert f'action="{offered}/accept"' in over.get("boris").text
    for reader in ("anna", "visitor"):
        assert offered + "/accept" not in over.get(reader).text


@pytest.mark.parametrize("reader", ["anna", "boris"])
def test_both_players_are_asked_at_the_end_and_nobody_else_is(over, reader):
    assert f'action="{over.path}/rematch"' in over.get(reader).text
    assert f'action="{over.path}/rematch"' not in over.get("visitor").text


def test_a_duel_that_goes_on_has_no_rematch(pages):
    duel = pages(PLAYED_OUT)
    assert f'action="{duel.path}/rematch"' not in duel.get("anna").text
    answer = duel.post("anna", "rematch")
    assert (answer.status_code, answer.headers["Location"]) == (303, duel.path)
    assert "This duel is not over yet." in text(duel.get("anna"))
    assert waiting(duel) == []


def test_a_spectator_cannot_ask_for_a_rematch(over, member):
    over.readers["clara"] = member("clara")
    assert over.post("clara", "rematch").status_code == 403
    assert over.post("visitor", "rematch").status_code == 401
    assert waiting(over) == []


def test_a_rematch_beyond_the_challenge_limit_is_refused_with_a_message(over):
    anna = over.contest.users[FIRST]
    with over.contest.database.writing() as session:
        for _ in range(MOST_WAITING):
            challenges.create(session, anna, "open", None, Terms(), NOON)
    assert over.post("anna", "rematch").headers["Location"] == over.path
    assert f"You have {MOST_WAITING} challenges waiting" in text(over.get("anna"))
    assert len(waiting(over)) == MOST_WAITING
