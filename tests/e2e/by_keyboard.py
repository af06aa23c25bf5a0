"""A player with a keyboard and a screen reader: finds things by role and name, never by pointer or looks."""

import re

from playwright.sync_api import expect

MOST_STOPS = 200
MOST_STEPS = 60
HAS_FOCUS = "element => element === document.activeElement"
HOLDS_FOCUS = "element => element.contains(document.activeElement)"
FOCUSED = (
    "() => document.activeElement.querySelector('title')?.textContent || document.activeElement.ariaLabel"
)
WAYS = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}


class KeyboardPlayer:
    """A player at the page of a duel with a keyboard and a screen reader."""

    def __init__(self, person, path):
        self.person, self.page, self.path = person, person.page, path

    def open(self):
        """Open the duel by its address."""
        self.page.goto(self.path)
        return self

    def comes_to(self, phase):
        """Wait for the end of the last phase, close its replay, and arrive in the next phase."""
        shown = self.page.get_by_role("group", name="What has just happened")
        expect(shown).to_have_count(1)
        self.reach(shown.get_by_role("button", name="Go on"))
        self.press("Escape")
        expect(shown).to_have_count(0)
        self.is_in(phase)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def reach(self, thing):
        """Press Tab until something has the focus."""
        self.tab_to(thing, HAS_FOCUS)

    def tab_to(self, thing, test):
        expect(thing).to_have_count(1)
        for _ in range(MOST_STOPS):
            if thing.evaluate(test):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not reach {thing}")

    def activate(self, name):
        """Reach a button and press it."""
        self.reach(self.page.get_by_role("button", name=name, exact=True))
        self.press("Enter")

    def on_board(self, group, name):
        """Reach something in a group of the board: the group by Tab, the thing by arrow keys."""
        named = name if isinstance(name, re.Pattern) else re.compile(f"^{re.escape(name)}")
        parts = self.page.get_by_role("group", name=group, exact=True)
        self.tab_to(parts, HOLDS_FOCUS)
        self.walk_to(parts.get_by_role("button", name=named))

    def walk_to(self, goal):
        """Press arrow keys towards the goal; never the same key twice at the same place."""
        expect(goal).to_have_count(1)
        tried = set()
        for _ in range(MOST_STEPS):
            if goal.evaluate(HAS_FOCUS):
                return
            here = self.page.evaluate(FOCUSED)
            ways = [way for way in self.towards(goal) if (here, way) not in tried]
            assert ways, f"no arrow key leads on from {here}"
            tried.add((here, ways[0]))
            self.press(ways[0])
        raise AssertionError(f"arrow keys do not reach {goal}")

    def towards(self, goal):
        """List the arrow keys, the best first."""
        dx, dy = goal.evaluate("""(element) => {
          const [there, here] = [element, document.activeElement].map((one) => one.getBoundingClientRect());
          return [there.x - here.x, there.y - here.y];
        }""")
        return sorted(WAYS, key=lambda key: -(WAYS[key][0] * dx + WAYS[key][1] * dy))

    def move(self, unit, place):
        """Send a unit to a place."""
        self.on_board("Units", unit)
        self.press("Enter")
        self.on_board("Spaces to choose", place)
        self.press("Enter")

    def support(self, unit, supported, place):
        """Let a unit support another one, given by its place, to a place."""
        self.on_board("Units", unit)
        self.press("Enter", "s")
        self.on_board("Units to support", supported)
        self.press("Enter")
        self.on_board("Spaces to choose", place)
        self.press("Enter")

    def hold(self, unit):
        self.on_board("Units", unit)
        self.press("h")

    def hears(self, words):
        """Wait until a message is announced."""
        expect(self.page.get_by_role("status").filter(has_text=words).first).to_be_attached()

    def unit_is(self, name):
        """Wait until a unit is announced by this name, which includes its order."""
        expect(self.page.get_by_role("button", name=name, exact=True)).to_have_count(1)

    # The forms of lists, bids and readiness

    def rank(self, powers):
        left = self.page.get_by_role("group", name="Not chosen yet")
        for power in powers:
            self.reach(left.get_by_role("button", name=power))
            self.press("Enter")

    def bid(self, bids):
        for power, bid in bids.items():
            self.reach(self.page.get_by_role("textbox", name=re.compile(power)))
            self.press("Control+a")
            self.page.keyboard.type(str(bid))

    def hand_in(self):
        """Press Done; the list or bids are stored already."""
        self.say_ready()

    def say_ready(self):
        """Press Done; the entry is stored already."""
        self.reach(self.page.get_by_role("button", name="Done", exact=True))
        with self.page.expect_navigation():
            self.press("Enter")

    def is_in(self, phase):
        """Wait until the page shows a phase."""
        expect(self.page.get_by_role("figure", name=phase)).to_have_count(1)
