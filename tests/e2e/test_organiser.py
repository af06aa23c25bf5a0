"""An ordinary game at a table: the organiser runs it from the page, a player uses a phone."""

import pytest
from playwright.sync_api import expect

from tests.e2e.inspection import DARK, WHOLE, barriers, barriers_in, in_both_languages

pytestmark = pytest.mark.e2e
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
PROJECTORS = ((1280, 800), (1920, 1080))
CUT = """() => [document.documentElement, ...document.querySelectorAll(".wall-side")]
  .some((one) => one.scrollHeight > one.clientHeight + 1)"""
OVERLAPPING = """() => Array.from(document.querySelectorAll(".outcomes :is(th, td)"))
  .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.innerText)"""


def made(person):
    """Make a table from the page: three choices are enough."""
    person.go("/tables/new")
    person.page.locator("[name=clock][value=evening]").check()
    person.press("main form[action='/tables/new'] button[type=submit]")
    return person.path


def hand_in(phone, link):
    """Choose an order on a phone, and hand it in."""
    phone.go(link)
    phone.page.locator("[name=order_PAR]").select_option("A PAR - BUR")
    phone.press("form.entry button[type=submit]")


@in_both_languages
def test_a_phase_with_a_phone_a_refused_reveal_and_an_undo(people, language):
    olga, phone = people.member("olga", language), people.visitor(language, PHONE)
    olga.control_clock()
    phone.control_clock()
    path, page = made(olga), olga.page
    link = page.locator("#link-france").input_value()
    found = barriers(page)
    page.locator("[name=sheet_GERMANY]").fill("A Mun - Bur")

    # Six powers have no sheet, so the page asks; it then still follows the table at the form's address.
    olga.press("[name=act][value=reveal]")
    assert olga.path == f"{path}/sheets"
    found += barriers(page)
    hand_in(phone, link)
    seal = phone.page.locator(".seal code").text_content()
    found += barriers_in(phone.page, "light", 390, WHOLE)
    olga.waits_until(lambda: page.locator("#in-france .tag").count())

    # The clock is no phase: typed text stays, and the phone follows it and still shows its sheet.
    page.locator("[name=sheet_ITALY]").fill("A Ven - Tyr")
    olga.press("[value=start]")
    expect(page.locator("[name=sheet_ITALY]")).to_have_value("A Ven - Tyr")
    phone.waits_until(lambda: phone.page.locator("#table-clock[data-runs]").count())
    assert not phone.page.locator("[data-moved]").is_visible()

    olga.press("[name=act][value=reveal]")
    olga.press("[value=reveal_anyway]")
    page.set_viewport_size({"width": 1280, "height": 800})
    assert "A Ven - Tyr" not in page.content()
    assert page.evaluate(OVERLAPPING) == []
    expect(page.locator(".outcomes.italy .tag.good")).to_be_visible()
    found += barriers(page)
    phone.waits_until(lambda: phone.page.locator("[data-moved]").is_visible())

    # The whole wall page fits on either projector.
    olga.go(f"{path}/wall")
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(CUT), (width, height)
    found += barriers_in(page, "light", 1280, WHOLE) + barriers_in(page, *DARK)

    # Typed sheets are there again; sheets from links are unchanged, for the organiser and their player.
    olga.go(path)
    olga.press("form[action$='/undo'] button")
    munich = {"en": "A Munich - Burgundy", "fr": "A Munich – Bourgogne"}[language]
    expect(page.locator("[name=sheet_GERMANY]")).to_have_value(munich)
    assert page.locator("[name=sheet_FRANCE]").count() == 0
    phone.go(link)
    assert phone.page.locator(".seal code").text_content() == seal
    assert phone.page.locator("form.entry").count() == 0

    olga.go("/tables/")
    assert page.locator(".card").count() == 1
    assert found + barriers(page) == []
