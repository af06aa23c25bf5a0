"""The pages as people use them: by their fields, buttons and addresses, whatever the language."""

import re

from tests.fixtures_site import PASSWORD

DUEL = re.compile(r"/duels/[a-z0-9]{8}$")


class Reader:
    """Somebody who looks at a page of the site."""

    def __init__(self, page, language):
        self.page = page
        self.language = language
        self.number = None

    def go(self, path):
        return self.page.goto(path)

    def press(self, selector):
        """Press a button that sends a form, and wait for the answer; return it."""
        with self.page.expect_navigation() as answer:
            self.page.locator(selector).click()
        return answer.value

    def fill_in(self, **fields):
        for name, value in fields.items():
            self.page.locator(f"main [name='{name}']").fill(value)

    def says(self, selector):
        return self.page.locator(selector).all_inner_texts()

    @property
    def path(self):
        return self.page.url.partition(self.page.url.split("/")[2])[2]

    def register(self, name):
        self.fill_in(name=name, password=PASSWORD)
        return self.press("main form[action='/register'] button")

    def log_in(self, name):
        self.go("/login")
        self.fill_in(name=name, password=PASSWORD)
        return self.press("main form[action='/login'] button[type=submit]")

    def challenge_by_link(self):
        """Make a challenge for whoever has the link; return the link."""
        self.go("/")
        self.page.locator("main a[href*='kind=link']").click()
        self.press("main form[action='/challenges/new'] button")
        return self.page.locator("#link").input_value()

    def accept(self):
        return self.press("form[action$='/accept'] button")
