"""Password fields in a real browser: a button shows them, and a meter rates new ones."""

import pytest
from playwright.sync_api import expect

from tests.e2e.people import PHONE

pytestmark = pytest.mark.e2e


def test_a_password_is_shown_by_keyboard_and_sent_hidden(people):
    page = people.visitor().page
    page.goto("/login")
    password = page.get_by_label("Password", exact=True)
    button = page.get_by_role("button", name="Show Password")
    password.fill("correct horse battery")
    password.press("Tab")
    expect(button).to_be_focused()
    button.press("Space")
    expect(password).to_have_attribute("type", "text")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.press("Enter")
    expect(password).to_have_attribute("type", "password")
    button.press("Enter")
    page.evaluate("document.addEventListener('submit', (event) => event.preventDefault())")
    password.press("Enter")
    expect(password).to_have_attribute("type", "password")
    expect(page.locator("[data-strength]")).to_have_count(0)


def test_the_form_says_how_hard_a_new_password_is_to_guess(people):
    page = people.visitor("fr", PHONE).page
    page.goto("/register")
    password = page.locator("input[type=password]")
    words = page.locator("[data-strength] [aria-live=polite]")
    expect(words).to_be_hidden()
    said = {
        "cheval": "Encore trop court",
        "aaaaaaaaaaaaaaaa": "Facile à deviner : ajoutez un mot",
        "abcdefghijklmnop": "Facile à deviner : ajoutez un mot",
        "password1234": "Facile à deviner : ajoutez un mot",
        "kwzmthpqvxbd": "Correct : plus il est long, plus il est difficile à deviner",
        "cheval agrafe pile": "Difficile à deviner",
    }
    for typed, heard in said.items():
        password.fill(typed)
        expect(words).to_have_text(heard)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    password.fill("")
    expect(words).to_be_hidden()


def test_without_scripts_there_is_no_button_that_does_nothing(people):
    page = people.visitor(java_script_enabled=False).page
    page.goto("/register")
    expect(page.locator("input[type=password]")).to_be_visible()
    expect(page.locator("[data-show]")).to_be_hidden()
    expect(page.locator("[data-strength]")).to_be_hidden()
