"""A small tournament for its organiser and its players, from the form to the ranking."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from intimate.events import EventKind
from models import Pairing, StoredDuel, Tournament, User
from services.duels.access import lock_duel
from services.duels.events import store_event
from services.tournaments import entering
from services.tournaments.tournaments import find

pytestmark = pytest.mark.e2e


def concede_all(database, token, number):
    """Let the second player of each duel of a round concede; return the winners' names."""
    winners = []
    with database.writing() as session:
        of_it = (Pairing.tournament_id == find(session, token).id, Pairing.round == number)
        for pairing in session.scalars(select(Pairing).where(*of_it).order_by(Pairing.board)).all():
            duel = session.get_one(StoredDuel, pairing.duel_id)
            locked = lock_duel(session, duel.token, duel.second_id)
            store_event(locked, EventKind.CONCEDED, duel.phase, datetime.now(UTC))
            winners.append(pairing.first.name)
    return winners


def press(page, act, answer):
    """Press a button of the organiser's page, and confirm."""
    page.get_by_role("button", name=act).click()
    page.get_by_role("button", name=answer).click()


def made(page):
    """Fill in the form of a tournament; return its address."""
    page.goto("/tournaments/")
    page.get_by_role("link", name="New tournament").first.click()
    page.get_by_label("Name", exact=True).fill("Spring Cup")
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_text("Rules, sign-up, scores, rest days").click()
    page.get_by_label("Last years").fill("1907, 1908")
    page.get_by_label("Coefficients").fill("7/9, 8/9")
    page.get_by_role("button", name="Make the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spring Cup")
    return re.sub(r"^\w+://[^/]+", "", page.url)


@pytest.fixture
def readers(people):
    return people.member("olga"), people.member("anna")


def signed_up(people, database, readers):
    """Let Olga make a tournament, and Anna and three others sign up; return its address."""
    olga, anna = readers
    others = [people.account(name)[0] for name in ("boris", "clara", "david")]
    path = made(olga.page)
    anna.page.goto(path)
    anna.page.get_by_role("button", name="Sign up").click()
    expect(anna.page.locator("#mine")).to_contain_text("You take part.")
    with database.writing() as session:
        for number in others:
            user = session.get_one(User, number)
            entering.sign_up(session, path.rsplit("/", 1)[-1], user, datetime.now(UTC))
    return path


def test_an_organiser_sees_a_tournament_of_four_to_its_ranking(people, served_database, readers):
    olga, anna = readers
    path, page = signed_up(people, served_database, readers), olga.page
    token = path.rsplit("/", 1)[-1]
    expect(page.locator("#mine")).to_contain_text("4 players have signed up")
    page.get_by_role("link", name="Organise and rule").click()
    press(page, "Begin the tournament", "Yes, begin")
    expect(page.locator("#standing")).to_contain_text("they are playing")
    expect(anna.page.locator("#standing")).to_contain_text("Round 1")
    concede_all(served_database, token, 1)
    # The open page updates itself.
    expect(page.locator(".pairings").first).to_contain_text("1 – 0")
    expect(page.locator(".pairings").first).not_to_contain_text("they are playing")

    page.get_by_role("link", name="Organise and rule").click()
    press(page, "Begin round 2", "Yes, begin round 2")
    winners = concede_all(served_database, token, 2)
    page.goto(f"{path}/desk")
    press(page, "End the tournament", "Yes, end the tournament")
    expect(page.locator("#state")).to_have_text("ended")
    first = page.locator("table.standings tbody tr").first
    expect(first).to_contain_text(winners[0])
    expect(first).to_contain_text("1.667")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with served_database.reading() as session:
        assert session.scalars(select(Tournament.state).where(Tournament.token == token)).one() == "ended"
