"""The pages as people use them: by their fields, buttons and addresses, whatever the language."""

import re

from tests.fixtures_site import PASSWORD

DUEL = re.compile(r"/duels/[a-z0-9]{8}$")
LONGEST, MOMENT = 120, 30
"""Seconds on a page, and the milliseconds in which each of them passes, so that answers can come."""


class Reader:
    """Somebody who looks at a page of the site."""

    def __init__(self, page, language):
        self.page, self.context = page, page.context
        self.language = language
        self.clock_altered = False
        self.number = self.name = None

    def go(self, path):
        return self.page.goto(path)

    def hurries(self):
        """From the next page on, let time pass as it is told to."""
        self.clock_altered = True
        self.page.clock.install()

    def stop_clock(self, instant):
        """Let it be this instant for the page, whatever passes."""
        self.clock_altered = True
        self.page.clock.set_fixed_time(instant)

    def waits_until(self, seen):
        """Let time pass on the page, a second in each moment, until something is to be seen."""
        for _ in range(LONGEST):
            if seen():
                return
            self.page.clock.run_for(1000)
            self.page.wait_for_timeout(MOMENT)
        raise AssertionError(f"not seen after {LONGEST} seconds")

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
        return self.press("main form[action='/register'] button:not([data-show])")

    def log_in(self, name):
        self.go("/login")
        self.fill_in(name=name, password=PASSWORD)
        return self.press("main form[action='/login'] button[type=submit]")

    def challenge_by_link(self):
        """Make a challenge for whoever has the link; return the link."""
        self.go("/")
        self.page.locator("main a[href*='kind=link']").click()
        self.page.locator("[name='preset'][value='intimate']").check()
        self.press("main form[action='/challenges/new'] button:not([data-show])")
        return self.page.locator("#link").input_value()

    def accept(self):
        return self.press("form[action$='/accept'] button")
