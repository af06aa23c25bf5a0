"""The page of a duel for entering, and what is stored of it."""

from tests.builders import lonely, start
from tests.e2e.duel_page import DuelPage
from tests.e2e.playing import state_of

AUCTION = start("S1902B", credits={"first": 20, "second": 17})
PLAYED_OUT = lonely("S1902M")
STATE = "[data-entry-state]"


class Entering(DuelPage):
    """The page of a duel for entering, and what is stored of it."""

    def __init__(self, person, path, database, rival):
        super().__init__(person, path)
        self.database, self.rival = database, rival

    def content(self):
        """Return the first player's stored entry without their share of the draws; None if there is none."""
        stored = state_of(self.database, self.path)[2].get("first")
        return stored and {key: value for key, value in stored.items() if key != "share"}

    def share(self):
        """Return what the first player's browser adds to the draws."""
        return state_of(self.database, self.path)[2]["first"]["share"]

    def listed(self):
        return self.page.locator(".ranking > li").evaluate_all("all => all.map(one => one.dataset.power)")

    def in_list(self, power, part):
        return self.page.locator(f".ranking > li[data-power='{power}'] {part}")

    def wait_for_scripts(self):
        """Wait until the scripts of the form are ready: some load after the page."""
        self.page.locator("form.entry.alive").wait_for()
        return self

    def more(self, power):
        return self.page.locator(f"[data-step='1'][data-of='bid_{power}']")

    def less(self, power):
        return self.page.locator(f"[data-step='-1'][data-of='bid_{power}']")

    @property
    def state(self):
        return self.page.locator(STATE)
