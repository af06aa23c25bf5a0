"""The page "What if" in a browser: orders for all sides and phase after phase; without scripts too."""

import pytest

from tests.e2e.inspection import barriers, in_both_languages
from tests.e2e.playing import play_until
from tests.e2e.variants import soak_all_but

pytestmark = pytest.mark.e2e
ADJUDICATE = "form.entry button[type='submit']"


@pytest.fixture
def path(people, served_database):
    """Return the address of a duel in spring 1901."""
    (first, _), (second, _) = people.account("anna"), people.account("boris")
    return play_until(served_database, first, second, "S1901M")


@pytest.mark.parametrize("language", soak_all_but(["en", "fr"], 1))
def test_a_line_of_play_is_tried_without_scripts(people, path, language):
    visitor = people.visitor(language, java_script_enabled=False)
    visitor.go(path)
    visitor.page.locator("a[href$='/what-if/now']").click()
    visitor.page.locator("#order_PAR").select_option("A PAR - BUR")
    assert visitor.press(ADJUDICATE).ok
    visitor.page.locator("details.typed summary").click()
    visitor.page.locator("#typed").fill("A Bur - Mun")
    assert visitor.press(ADJUDICATE).ok
    assert "?play=" in visitor.path
    assert visitor.page.locator("main h3").count() == 2


@pytest.mark.soak
@in_both_languages
def test_its_pages_have_no_barriers(people, path, language):
    visitor = people.visitor(language)
    visitor.go(path)
    visitor.page.locator("#tab-position").click()
    visitor.page.locator("a[href$='/what-if/now']").click()
    found = barriers(visitor.page)
    visitor.press(ADJUDICATE)
    for closed in visitor.page.locator("details").all():
        closed.evaluate("details => details.open = true")
    found += barriers(visitor.page)
    visitor.page.locator("#typed").fill("nonsense")
    visitor.press(ADJUDICATE)
    found += barriers(visitor.page)
    visitor.go(f"{path}/what-if/start?play=damaged")
    assert found + barriers(visitor.page) == []
