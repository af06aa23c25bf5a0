"""A page that refuses a form opens at the error and links to it."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.duel_page import DuelPage
from tests.e2e.playing import enter, play_until
from tests.e2e.variants import soak_all_but
from tests.e2e.words import translated

pytestmark = pytest.mark.e2e
with_and_without_scripts = pytest.mark.parametrize(
    "scripts", soak_all_but([True, False], 0), ids=["scripts", "no scripts"]
)
ALERT = "[role='alert']"
FIRST = """it => {
  const all = (document.querySelector(".part.open") ?? document.querySelector("main")).children;
  return Array.from(all).find((one) => one.id !== "notices").contains(it);
}"""


@pytest.fixture
def playing(people, served_database):
    """Return a function that opens a duel in a phase for a member, with or without scripts."""

    def begin(phase, language="en", *, scripts=True):
        person = people.member("anna", language, java_script_enabled=scripts)
        rival = people.account("boris")[0]
        page = DuelPage(person, play_until(served_database, person.number, rival, phase)).open()
        page.rival = rival
        return page

    return begin


def opens_at_what_is_wrong(person):
    """Check that the title and the focus report the refusal; return the summary."""
    page = person.page
    assert page.title().startswith(translated(person, "Error") + translated(person, ":"))
    summary = page.locator(ALERT)
    expect(summary).to_have_count(1)
    expect(summary).to_be_in_viewport(ratio=1)
    expect(summary).to_be_focused()
    return summary


def leads_to(summary, link, field):
    """Check that a link of the summary moves the focus to a field."""
    summary.get_by_role("link", name=link).first.click()
    expect(summary.page.locator(f"#{field}")).to_be_focused()
    expect(summary.page.locator(f"#{field}")).to_be_in_viewport()


@with_and_without_scripts
@pytest.mark.parametrize("language", ["en", "fr"])
def test_typed_orders_that_are_refused(playing, language, scripts):
    duel = playing("S1901M", language, scripts=scripts)
    title = duel.page.title()
    duel.type("A Vie - Gal\nnonsense")
    assert duel.store_typed().status == 422
    summary = opens_at_what_is_wrong(duel.person)
    assert summary.evaluate(FIRST)
    expect(summary).to_contain_text("nonsense")
    leads_to(summary, "nonsense", "typed")
    expect(duel.page.locator("#typed")).to_have_accessible_description(re.compile("nonsense"))
    duel.open()
    assert duel.page.title() == title
    expect(duel.page.locator(ALERT)).to_have_count(0)


def test_pressing_done_leads_to_refused_orders(playing, served_database):
    duel = playing("S1901M")
    path = duel.path
    duel.type("A Vie - Gal\nnonsense")
    assert duel.store_typed().status == 422
    duel.page.locator("#ready-section button").click()
    expect(duel.page.locator("[data-unstored]")).to_be_in_viewport(ratio=1)
    expect(duel.page.locator("[data-unstored]")).to_contain_text("What you typed is not stored yet")
    assert not duel.is_ready()
    assert duel.typed() == "A Vie - Gal\nnonsense"
    assert duel.person.path == path


def test_a_bid_that_is_refused(playing):
    """With scripts, the field reports it before any button is pressed."""
    duel = playing("S1901B", scripts=False)
    duel.enter({"bids": {"ITALY": -3}})
    assert duel.store().status == 422
    summary = opens_at_what_is_wrong(duel.person)
    assert summary.evaluate(FIRST)
    expect(summary).to_contain_text("Bid for Italy: A bid is a whole number of credits, 0 or more.")
    leads_to(summary, "Bid for Italy", "bid_ITALY")


def test_a_list_that_does_not_name_every_power(playing):
    """With scripts this cannot happen: a chosen power leaves the choices."""
    duel = playing("HOMES", scripts=False)
    for rank in (1, 2):
        duel.choose(f"rank_{rank}", "FRANCE")
    assert duel.store().status == 422
    summary = opens_at_what_is_wrong(duel.person)
    expect(summary).to_contain_text("exactly once")
    leads_to(summary, "Choice 2", "rank_2")
    expect(duel.page.locator("#rank_2")).to_have_accessible_description("France stands above already.")


def test_a_fault_of_typed_orders_leads_to_its_line(playing):
    duel = playing("S1901M")
    duel.type("A Vie - Gal\nnonsense\nA Bud - Rum")
    assert duel.store_typed().status == 422
    duel.page.locator(f"{ALERT} a").first.click()
    expect(duel.page.locator("#typed")).to_be_focused()
    box = duel.page.locator("#typed")
    assert box.evaluate("it => it.value.slice(it.selectionStart, it.selectionEnd)") == "nonsense"


@with_and_without_scripts
def test_an_account_that_is_refused(people, scripts):
    visitor = people.visitor(java_script_enabled=scripts)
    visitor.go("/register")
    visitor.press("main form[action='/register'] button:not([data-show])")
    leads_to(opens_at_what_is_wrong(visitor), "Password", "password")


def test_after_the_phase_its_errors_are_gone(playing, served_database):
    duel = playing("S1901M")
    duel.type("nonsense")
    duel.store_typed()
    opens_at_what_is_wrong(duel.person)
    for user in (duel.person.number, duel.rival):
        enter(served_database, duel.path, user, "S1901M", {"orders": {}})
    expect(duel.page.locator(ALERT)).to_have_count(0)
    assert not duel.page.title().startswith("Error")


def test_faults_in_what_if_are_listed_first_too(playing):
    duel = playing("S1901M")
    duel.person.go(f"{duel.path}/what-if/now")
    duel.page.locator("details.typed summary").click()
    duel.page.locator("#typed").fill("nonsense")
    assert duel.person.press("form.entry button:has-text('Adjudicate')").status == 422
    summary = opens_at_what_is_wrong(duel.person)
    assert summary.evaluate(FIRST)
    leads_to(summary, "nonsense", "typed")
