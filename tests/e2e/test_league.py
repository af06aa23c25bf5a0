"""A bot's owner enters it into the league by its page; a visitor on a phone watches what it plays."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect
from sqlalchemy import update

from models import LeagueScore, User
from models.account import AccountKind
from services.league import pairing
from tests.e2e.inspection import barriers
from tests.e2e.pages import DUEL
from tests.e2e.people import PHONE

pytestmark = pytest.mark.e2e


def test_a_bot_enters_the_league_and_a_visitor_follows_its_duels_to_their_pair(people, served_database):
    owner = people.member("corvus")
    with served_database.writing() as session:
        session.execute(update(User).where(User.id == owner.number).values(kind=AccountKind.BOT))
    owner.go("/league/")
    owner.page.get_by_label("Duels at once").fill("2")
    owner.page.get_by_label("Cost").fill("0.12 USD")
    owner.press("main form[action='/league/enter'] button")
    expect(owner.page.locator("#own")).to_have_text("Your bot is in the league")
    pairing.sweep(served_database, lambda: datetime.now(UTC))
    with served_database.writing() as session:
        own = LeagueScore.user_id == owner.number
        session.execute(update(LeagueScore).where(own).values(won=300, drawn=20, lost=100))

    visitor = people.visitor(device=PHONE)
    visitor.go("/league/")
    row = visitor.page.locator("tr", has_text=owner.name)
    assert row.locator("td").all_text_contents()[:6] == ["420", "300", "100", "20", "74%", "69–78%"]
    assert barriers(visitor.page) == []
    row.get_by_role("link").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text(owner.name)
    assert barriers(visitor.page) == []
    visitor.page.locator("#running + ul a").first.click()
    expect(visitor.page).to_have_url(DUEL)
    one = visitor.path
    visitor.page.get_by_role("link", name="the duel with exchanged home powers").click()
    visitor.page.wait_for_url(lambda url: DUEL.search(url) and not url.endswith(one))
