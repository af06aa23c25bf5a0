"""Pages left open too long, expired sessions, other people's duels: nothing stored, nothing lost."""

import re
import time
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from models import StoredDuel
from tests.e2e.duel_page import DuelPage
from tests.e2e.people import PHONE
from tests.e2e.playing import enter, entered, phase_named, play_until, state_of
from tests.fixtures_site import PASSWORD

pytestmark = pytest.mark.e2e
ORDERS = "A Vie - Gal\nA Bud - Ser"
AGAIN = "main form button:not([data-show])"


@pytest.fixture
def opponent(people):
    return people.account("boris")[0]


@pytest.fixture
def duel(people, served_database, opponent):
    """Return the page of a duel in spring 1901, with orders typed but not saved."""
    anna = people.member("anna")
    page = DuelPage(anna, play_until(served_database, anna.number, opponent, "S1901M")).open()
    page.type(ORDERS)
    return page


def still_typed(person):
    return person.page.locator("main textarea").input_value()


def still_shown(person, label):
    return person.page.locator("main dt", has_text=re.compile(f"^{label}$")).locator("+ dd").all_inner_texts()


def end_time(database, path):
    """End the time of a phase, and wait until the worker notices."""
    token = path.rpartition("/")[2]
    with database.writing() as session:
        stored = session.scalars(select(StoredDuel).where(StoredDuel.token == token)).one()
        stored.times = replace(stored.times, due=dict.fromkeys(stored.times.due, datetime.now(UTC)))
    until = time.monotonic() + 30
    while state_of(database, path)[0] == "S1901M":
        assert time.monotonic() < until, "the worker did not sweep the deadline"
        time.sleep(0.05)


@pytest.mark.usefixtures("clock")
def test_orders_that_come_after_the_deadline_are_shown_again_and_not_stored(duel, served_database):
    duel.page.evaluate("dispatchEvent(new Event('pagehide'))")  # a sleeping page receives nothing
    end_time(served_database, duel.path)
    before = state_of(served_database, duel.path)
    assert before == ("F1901M", 3, {})
    assert duel.store_typed().status == 409
    assert still_shown(duel.person, "Orders") == [ORDERS]
    assert state_of(served_database, duel.path) == before


def test_lists_sent_after_both_were_ready_elsewhere_are_shown_again_and_not_stored(
    people, opponent, served_database
):
    """Without scripts: with them each choice is saved at once."""
    anna = people.member("anna", java_script_enabled=False)
    duel = DuelPage(anna, play_until(served_database, anna.number, opponent, "S1901M")).open()
    duel.choose("order_VIE", "A VIE - GAL")
    phase = phase_named("S1901M")
    for player, user in (("first", duel.person.number), ("second", opponent)):
        enter(served_database, duel.path, user, "S1901M", entered(phase, player))
    before = state_of(served_database, duel.path)
    assert duel.store_and_say_ready().status == 409
    assert "A VIE - GAL" in still_shown(duel, "Order")
    assert state_of(served_database, duel.path) == before
    duel.open()
    assert duel.phase == "F1901M"


def log_in_elsewhere(person, name):
    """Log in on another page of the same browser."""
    other = person.page.context.new_page()
    other.goto("/login")
    other.locator("main [name='name']").fill(name)
    other.locator("main [name='password']").fill(PASSWORD)
    other.locator("main form[action='/login'] button:not([data-show])").click()
    other.wait_for_url("**/duels/**")
    other.close()


@pytest.mark.parametrize(("ending", "status"), [("cookies lost", 400), ("logged out on another page", 401)])
def test_orders_typed_when_the_session_ended_can_be_sent_after_logging_in(
    duel, served_database, ending, status
):
    name = duel.page.locator(".who-name").text_content()
    if ending == "cookies lost":
        duel.page.context.clear_cookies()
    else:
        other = duel.page.context.new_page()
        other.goto("/rules")
        other.locator(".who form button").click()
        other.wait_for_url("**/")
        other.close()
    assert duel.store_typed().status == status
    assert still_typed(duel.person) == ORDERS
    assert state_of(served_database, duel.path)[2] == {}
    log_in_elsewhere(duel.person, name)
    assert duel.person.press(AGAIN).ok
    stored = {"orders": {"AUSTRIA": ["A VIE - GAL", "A BUD - SER"]}}
    assert state_of(served_database, duel.path)[2] == {"first": stored}


def test_a_line_that_cannot_be_read_is_named_and_nothing_is_lost(people, opponent, served_database):
    benoit = people.member("benoit", "fr", PHONE)
    page = DuelPage(benoit, play_until(served_database, opponent, benoit.number, "S1901M")).open()
    typed = "A Mar - Esp\nn’importe quoi\nF Brest - Paris\nA Vienne - Tyrol"
    page.type(typed)
    assert page.store_typed().status == 422
    assert page.typed() == typed
    (problems,) = page.problems()
    assert [line for line in problems.splitlines() if "Mar - Esp" in line] == []
    assert all(text in problems for text in ("n’importe quoi", "F Brest - Paris", "A Vienne - Tyrol"))
    assert state_of(served_database, page.path)[2] == {}


def test_a_private_duel_is_not_found_by_others(people, served_database):
    anna, (rival, _) = people.member("anna"), people.account("boris")
    path = play_until(served_database, anna.number, rival, "S1902B", public=False)
    addresses = [path, f"{path}/chapters/0", f"{path}/record.json"]
    assert all(anna.page.request.get(address).ok for address in addresses)
    for stranger in (people.member("clara"), people.visitor("fr")):
        assert [stranger.go(address).status for address in addresses] == [404, 404, 404]
        stranger.go("/duels/watch")
        assert stranger.page.locator(f"a[href='{path}']").count() == 0
