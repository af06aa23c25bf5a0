"""A live duel by two browsers with time banks, from the first press to its end on time."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from adjudicator import Power
from clocks.terms import MINUTE, Clock
from intimate.duel import Ending
from intimate.players import Player
from models import StoredDuel
from tests.e2e.people import PHONE
from tests.e2e.playing import begin_duel

pytestmark = pytest.mark.e2e
FIRST, SECOND = Player
HOMES = {FIRST: Power("AUSTRIA"), SECOND: Power("FRANCE")}
HOURS = Clock(30 * MINUTE, 30 * MINUTE, 30 * MINUTE, limit=60 * MINUTE)
BANK = Clock(MINUTE, MINUTE, MINUTE, bank=5 * MINUTE, cap=10 * MINUTE, misses=1)
SOON = timedelta(seconds=3)
FULL = re.compile(r"^[56]:\d\d$")


def found(session, path):
    token = path.rpartition("/")[2]
    return session.scalars(select(StoredDuel).where(StoredDuel.token == token)).one()


def run_down(database, path, player):
    """Empty a player's bank almost, as if they had thought for long."""
    with database.writing() as session:
        stored = found(session, path)
        due = {**stored.times.due, player: datetime.now(UTC) + SOON}
        stored.times = replace(stored.times, due=due)


def clock(person, player):
    return person.page.locator(f".bar-side.{player} .clock")


@pytest.mark.usefixtures("clock")
def test_a_live_duel_with_banks_is_played_by_two_to_its_end_on_time(people, served_database):
    anna, boris = people.member("Anna"), people.member("Boris", "fr", PHONE)
    path = begin_duel(served_database, anna.number, boris.number, clock=BANK, homes=HOMES)
    for person in (anna, boris):
        person.page.goto(path)
    boris.page.get_by_text("Vous êtes là.").wait_for()
    anna.page.get_by_role("button", name="I am here").click()
    for person in (anna, boris):
        for player in Player:
            expect(clock(person, player)).to_have_text(FULL)
    ticking = clock(boris, FIRST).inner_text()
    expect(clock(boris, FIRST)).not_to_have_text(ticking)
    anna.page.get_by_role("button", name="Done", exact=True).click()
    stopped = boris.page.locator(".bar-side.first .clock.stopped")
    expect(stopped).to_have_text(FULL)
    run_down(served_database, path, SECOND)
    anna.page.get_by_text("was away too long").first.wait_for()
    boris.page.get_by_text("Votre absence a duré trop longtemps").first.wait_for()
    with served_database.reading() as session:
        over = found(session, path)
    assert (over.winner, over.reason, over.times.due) == (FIRST, Ending.ABSENT, {})
    assert timedelta(minutes=5) < over.times.banks[FIRST] <= timedelta(minutes=6)


def nearly_over(database, path, length):
    """Let the agreed time of a duel end after a given time from now."""
    with database.writing() as session:
        stored = found(session, path)
        stored.times = replace(stored.times, over_at=datetime.now(UTC) + length)


@pytest.mark.soak
@pytest.mark.usefixtures("clock")
def test_an_open_page_says_the_last_ten_minutes_of_the_agreed_time_and_then_the_end(people, served_database):
    """Source 002, 1."""
    anna, boris = people.member("Anna"), people.member("Boris", "fr", PHONE)
    path = begin_duel(served_database, anna.number, boris.number, clock=HOURS, homes=HOMES)
    for person in (anna, boris):
        person.page.goto(path)
    anna.page.get_by_role("button", name="I am here").click()
    anna.page.get_by_text(re.compile(r"ends at \d\d?:\d\d.* at the latest")).wait_for()
    short = boris.page.locator(".bar-limit")
    expect(short).to_have_text(re.compile(r"≤ \d\d:\d\d"))
    soon = boris.page.locator("[data-shows-at]")
    expect(soon).to_be_hidden()
    nearly_over(served_database, path, timedelta(minutes=10, seconds=5))
    expect(soon).to_be_visible()
    nearly_over(served_database, path, SOON)
    anna.page.get_by_text("A draw when the agreed time was over.").first.wait_for()
    boris.page.get_by_text("La durée convenue est écoulée.").first.wait_for()
    with served_database.reading() as session:
        assert found(session, path).reason is Ending.TIME_UP
