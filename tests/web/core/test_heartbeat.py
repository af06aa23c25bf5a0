"""After an outage the first visitor finds no phase resolved before its compensated time."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from models import Heartbeat, User
from services.terms import Terms
from tests.fixtures_duels import DAILY, DEADLINE, NOON, Contest
from tests.fixtures_site import Visitor

BACK = DEADLINE + timedelta(hours=2)


@pytest.fixture
def site_and_contest(sqlite_database, site_with):
    """Return a site with a heartbeat, and a duel between two members."""
    site = site_with(sqlite_database, HEARTBEAT=True, CLOCK=lambda: NOON)
    for name in ("anna", "boris"):
        Visitor(site).registered(name)
    with sqlite_database.reading() as session:
        people = {user.name: user.id for user in session.scalars(select(User))}
    return site, Contest(sqlite_database, people, Terms(clock=DAILY))


def at(site, now):
    """Set the time; a request reads it anew."""
    site.extensions["heartbeat"]._clock = site.config["CLOCK"] = lambda: now


def test_the_first_page_after_an_outage_gives_the_time_back_before_anything_is_resolved(site_and_contest):
    site, contest = site_and_contest
    at(site, DEADLINE - timedelta(minutes=10))
    Visitor(site).get("/login")
    before = contest.stored().deadline_at
    at(site, BACK)
    page = Visitor(site).get(f"/duels/{contest.token}")
    assert page.status_code == 200
    assert contest.phase == "HOMES"
    assert contest.stored().deadline_at == before + (BACK - DEADLINE) + timedelta(minutes=10)


def test_pages_record_a_heartbeat_unless_they_need_no_database(site_and_contest, sqlite_database):
    site, _ = site_and_contest

    def beaten_at():
        with sqlite_database.reading() as session:
            return session.scalar(select(Heartbeat.beat_at))

    at(site, NOON + timedelta(seconds=10))
    for path in ("/static/icon.svg", "/rules"):
        Visitor(site).get(path)
    assert beaten_at() == NOON
    Visitor(site).get("/login")
    assert beaten_at() == NOON + timedelta(seconds=10)
