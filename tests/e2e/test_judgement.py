"""The analysis of a finished duel in a browser: it arrives bit by bit, and shows its plans on the board."""

import re
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from models import StoredDuel
from tests.e2e.inspection import barriers
from tests.e2e.people import PHONE, People
from tests.e2e.playing import play_until
from tests.judged import store_judgements

pytestmark = pytest.mark.e2e
SHARES = (0.5, 0.3, 0.9)
ALL = (*SHARES, *[0.9] * 30)


@pytest.fixture
def duel(served_database):
    """Return a finished duel: its address, and the process that analyses it."""
    stranger = People(None, None, served_database, None)
    (first, _), (second, _) = stranger.account("anna"), stranger.account("boris")
    path = play_until(served_database, first, second)
    with served_database.reading() as session:
        number = session.scalar(select(StoredDuel.id).where(StoredDuel.token == path.rpartition("/")[2]))
    return SimpleNamespace(path=path, database=served_database, id=number)


def test_a_visitor_on_a_phone_analyses_a_duel_watches_the_progress_and_opens_a_plan(people, duel):
    page = people.visitor(device=PHONE).page
    page.goto(f"{duel.path}#judgement")
    page.locator("[data-grip]").click()
    page.get_by_role("button", name="Analyse the duel").click()
    expect(page.locator("[data-judging]")).to_contain_text("0 of")
    page.evaluate("window.loaded = true")
    store_judgements(duel, *SHARES)
    expect(page.locator(".shares.of-all tbody tr")).to_have_count(3)
    store_judgements(duel, *ALL)
    expect(page.locator("[data-judging]")).to_have_count(0)
    assert page.evaluate("window.loaded")
    page.get_by_role("link", name="The turning point").click()
    expect(page).to_have_url(re.compile(r"/chapters/2#judgement$"))
    title = page.locator(".arrows title", has_text="A Marseilles supports")
    expect(title).to_have_count(0)
    page.evaluate("window.loaded = true")
    page.locator("[data-grip]").click()
    page.get_by_text("Figures, and what would have been better").click()
    page.get_by_role("link", name="Best plan").last.click()
    expect(title).to_have_count(1)
    expect(page.locator("#main.pulled-up")).to_have_count(0)
    expect(page.locator("[data-plan]").nth(4)).to_have_attribute("aria-current", "true")
    assert page.evaluate("window.loaded")


def test_no_barriers_in_how_a_duel_stood_and_no_scripts_needed(people, duel):
    store_judgements(duel, *ALL)
    plain = people.visitor("fr", java_script_enabled=False).page
    plain.goto(f"{duel.path}/chapters/2?plan=second-first#judgement")
    expect(plain.locator(".arrows title", has_text="A Marseille soutient")).to_have_count(1)
    expect(plain.locator("#judgement")).to_be_in_viewport()
    page = people.visitor().page
    for place in ("", "/chapters/2"):
        page.goto(f"{duel.path}{place}#judgement")
        assert barriers(page) == []
