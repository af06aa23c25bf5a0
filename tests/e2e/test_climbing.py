"""A stranger joins the ladder, wins a duel for a place, and sees the new rating and the new place."""

import re

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from models import StoredDuel
from tests.e2e.campaign import campaign, entered, players
from tests.e2e.duel_page import DuelPage
from tests.e2e.pages import DUEL
from tests.e2e.playing import enter
from tests.fixtures_site import PASSWORD

pytestmark = pytest.mark.e2e
FIRST_YEAR = "F1901M"
"""The first phase after which a duel counts."""


def ladder_of(person):
    """Open the ladder by the menu, and join it."""
    person.go("/")
    person.press("#menu a[href='/ladders/']")
    person.page.locator("main .cards a").first.click()
    person.press("main form[action$='/join'] button:not([data-show])")


def first_year(database, path):
    """Play Spring 1901 of a duel without pages."""
    with database.reading() as session:
        stored = session.scalars(select(StoredDuel).where(StoredDuel.token == path.rpartition("/")[2])).one()
        numbers = {"first": stored.first_id, "second": stored.second_id}
    for phase in campaign():
        if phase["name"] == FIRST_YEAR:
            return
        for player in players(phase):
            enter(database, path, numbers[player], phase["name"], entered(phase, player))


def test_a_stranger_wins_a_place_and_sees_the_rating_move(people, served_database):
    boris, stranger = people.member("boris"), people.visitor()
    ladder_of(boris)
    stranger.go("/register")
    stranger.fill_in(name="stranger-who-climbs", password=PASSWORD)
    stranger.press("main form[action='/register'] button:not([data-show])")
    ladder_of(stranger)
    own = stranger.page.locator("#own h2")
    expect(own).to_have_text("You are in 2nd place")
    stranger.press("#all-places form[action$='/challenge'] button")
    boris.go("/challenges/")
    boris.press("main form[action$='/accept'] button:not([data-show])")
    expect(boris.page).to_have_url(DUEL)
    duel = boris.path
    first_year(served_database, duel)
    his = DuelPage(boris, duel).open()
    his.begin("conceded")
    his.answer_yes()
    stranger.go(duel)
    end = stranger.page.locator("#live-end")
    expect(end).to_contain_text(re.compile(r"1500\D+→ 1[56]\d\d"))
    expect(end).to_contain_text("1st place")
    stranger.press("#live-end .for-place a")
    expect(own).to_have_text("You are in 1st place")
    stranger.go("/ratings/days/intimate")
    expect(stranger.page.locator("main")).to_contain_text("provisional")
