"""Pages as people use them: by fields, buttons and addresses, in any language."""

import re
from functools import cached_property

from tests.fixtures_site import PASSWORD

DUEL = re.compile(r"/duels/[a-z0-9]{8}$")
LONGEST, MOMENT = 120, 30
"""The seconds to let pass on a page, and the real milliseconds for each, so that answers can come."""


class Person:
    """A person who looks at a page of the site; their browser opens once it is used.

    number, name: of their account, if they are logged in from the beginning.
    """

    def __init__(self, begin, language):
        self._begin = begin
        self.language = language
        self.clock_altered = False
        self.number = self.name = None

    @cached_property
    def context(self):
        return self._begin(self)

    @cached_property
    def page(self):
        return self.context.new_page()

    def go(self, path):
        return self.page.goto(path)

    def control_clock(self):
        """Control the time of all pages from the next one on."""
        self.clock_altered = True
        self.page.clock.install()

    def stop_clock(self, instant):
        """Stop the page's clock at an instant."""
        self.clock_altered = True
        self.page.clock.set_fixed_time(instant)

    def waits_until(self, seen):
        """Let time pass on the page, much faster than real time, until something shows."""
        for _ in range(LONGEST):
            if seen():
                return
            self.page.clock.run_for(1000)
            self.page.wait_for_timeout(MOMENT)
        raise AssertionError(f"not seen after {LONGEST} seconds")

    def press(self, selector):
        """Press a button that sends a form; return the answer."""
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
        """Make a challenge with a link; return the link."""
        self.go("/")
        self.page.locator("main a[href*='kind=link']").click()
        self.page.locator("[name='preset'][value='intimate']").check()
        self.press("main form[action='/challenges/new'] button:not([data-show])")
        return self.page.locator("#link").input_value()

    def accept(self):
        return self.press("form[action$='/accept'] button")
