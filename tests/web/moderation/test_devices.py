"""The device cookie: set at log-in, and recorded once a day as keyed hashes."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from models import Sighting, User
from tests.fixtures_site import NOON, PASSWORD
from tests.services.looking import selects
from web.core.devices import COOKIE


@pytest.fixture
def seen(sqlite_database):
    """Return a function that lists (name, kind, digest) of all sightings."""

    def seen():
        with sqlite_database.reading() as session:
            query = select(User.name, Sighting.kind, Sighting.digest).join(User, User.id == Sighting.user_id)
            return sorted(map(tuple, session.execute(query)))

    return seen


def device_of(visitor):
    return visitor.client.get_cookie(COOKIE)


def test_a_device_is_marked_at_log_in_and_not_before(visit, site):
    anna = visit()
    anna.get("/rules")
    assert device_of(anna) is None
    answer = anna.post("/register", name="anna", password=PASSWORD)
    (cookie,) = [each for each in answer.headers.getlist("Set-Cookie") if each.startswith(f"{COOKIE}=")]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    mark = device_of(anna).value
    anna.post("/logout")
    anna.post("/login", name="anna", password=PASSWORD)
    assert device_of(anna).value == mark


def test_two_accounts_of_one_browser_share_a_device_and_two_of_one_house_an_address(visit, seen):
    browser, other = visit(), visit()
    browser.registered("anna").post("/logout")
    browser.registered("boris")
    other.registered("clara")
    digests = {}
    for name, kind, digest in seen():
        digests.setdefault((kind, digest), []).append(name)
    assert sorted(digests.values()) == [["anna", "boris"], ["anna", "boris", "clara"], ["clara"]]
    mark = device_of(browser).value
    assert not [digest for _, digest in digests if mark in digest or "127.0.0.1" in digest]


def test_a_visit_is_noted_once_a_day(member, site, sqlite_database):
    site.config["CLOCK"] = lambda: NOON
    anna = member("anna")
    for days in (1, 1, 2):
        site.config["CLOCK"] = lambda days=days: NOON + timedelta(days=days)
        with selects(site.extensions["database"]) as statements:
            anna.get("/rules")
        looked = [statement for statement, _ in statements if "FROM sightings" in statement]
    with sqlite_database.reading() as session:
        rows = session.scalars(select(Sighting)).all()
        days = {(row.first_on, row.last_on) for row in rows}
        assert days == {(NOON.date(), (NOON + timedelta(days=2)).date())}
    assert looked
    with selects(site.extensions["database"]) as statements:
        anna.get("/rules")
    assert not [statement for statement, _ in statements if "sightings" in statement]


def test_an_invalid_device_cookie_is_replaced_at_the_next_log_in(visit, seen):
    anna = visit()
    anna.client.set_cookie(COOKIE, "forged<")
    anna.registered("anna")
    assert device_of(anna).value != "forged<"
    assert [kind for _, kind, _ in seen()] == ["address", "device"]
