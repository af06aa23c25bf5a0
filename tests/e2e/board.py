"""A player's board: where things are on the screen, and how many taps an order takes."""

from datetime import UTC, datetime

from playwright.sync_api import expect
from sqlalchemy import select

from models import StoredDuel
from tests.builders import CENTRES, duel_at, start
from tests.e2e.playing import begin_duel, stored_entries

HOMES = {"first": "FRANCE", "second": "GERMANY"}
MOVES = start(
    "S1902M",
    homes=HOMES,
    control={"ENGLAND": "first", "ITALY": "first", "AUSTRIA": "second"},
    units={
        "FRANCE": ["A PAR", "A BUR", "F MAO", "F POR"],
        "ENGLAND": ["A LON", "F ENG", "F NTH"],
        "ITALY": ["F WES", "A VEN", "A ROM"],
        "GERMANY": ["A MUN", "A RUH", "F HOL"],
        "AUSTRIA": ["F TRI", "A TYR"],
        "TURKEY": ["F AEG"],
    },
)
"""The first player commands ten units of three powers; three fleets from London form a chain."""
RETREATS = start(
    "S1902R",
    homes=HOMES,
    units={**MOVES["units"], "GERMANY": ["A BEL"], "FRANCE": ["F MAO"]},
    dislodged={"FRANCE": {"F BEL": ["PIC", "HOL"], "A SIL": ["WAR"]}, "GERMANY": {"A GAL": ["RUM"]}},
)
BUILDS = start(
    "W1901A",
    homes=HOMES,
    control={"ITALY": "first"},
    centers={**CENTRES, "FRANCE": [*CENTRES["FRANCE"], "SPA"], "RUSSIA": ["STP"], "ITALY": ["ROM"]},
    units={"FRANCE": ["A BUR", "F MAO"], "GERMANY": ["A MUN", "A KIE", "F HOL"], "ITALY": ["A ROM", "F ION"]},
)
"""The first player may build two units of France, and must remove one of Italy."""
SCREEN = """([location, kind]) => {
  const figure = document.querySelector("figure.board"), svg = figure.querySelector("svg");
  return fetch(figure.dataset.points).then((answer) => answer.json()).then(({spaces}) => {
    const found = spaces[location.slice(0, 3)][kind];
    const [x, y] = kind === "unit" ? found[location] || found[location.slice(0, 3)] : found;
    const spot = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    return [spot.x, spot.y];
  });
}"""

DRAWN = """(units) => {
  const arrows = document.querySelectorAll(".arrows .arrow");
  const drawn = Array.from(arrows, (one) => one.dataset.unit.slice(0, 5));
  const stored = document.querySelector("[data-stored]").textContent;
  return JSON.stringify(drawn.sort()) === JSON.stringify(units) && !stored.includes("…");
}"""


def set_up(database, first, second, position):
    """Begin a duel between two accounts at a position; return its address."""
    path = begin_duel(database, first, second)
    with database.writing() as session:
        stored = stored_duel(session, path)
        stored.write(duel_at(position, stored.preset, **stored.settings), datetime.now(UTC))
    return path


def stored_duel(session, path):
    """Return the row of the duel at an address."""
    return session.scalars(select(StoredDuel).where(StoredDuel.token == path.rpartition("/")[2])).one()


def stored_orders(database, path, player="first"):
    """List all orders that a player has stored, of all their powers; None if nothing is stored."""
    with database.reading() as session:
        found = stored_entries(session, stored_duel(session, path))
    if player not in found:
        return None
    return sorted(order for orders in found[player]["orders"].values() for order in orders)


class Board:
    """A player's board on the page of a duel; it counts the taps."""

    def __init__(self, person, path, database=None):
        self.person, self.page, self.path, self.database = person, person.page, path, database
        self.touch = self.page.evaluate("navigator.maxTouchPoints") > 0
        self.taps = 0

    def open(self):
        self.page.goto(self.path)
        expect(self.figure).to_have_class("board begun alive")
        return self

    @property
    def figure(self):
        return self.page.locator("figure.board")

    @property
    def description(self):
        """The words below the board."""
        return self.page.locator("figure.board .description")

    @property
    def status(self):
        """The line that says what is saved."""
        return self.page.locator("[data-stored]")

    @property
    def menu(self):
        return self.page.locator(".choices button")

    def spot(self, location, kind="unit"):
        """Return where a unit, or the mark or code of its province, is on the screen now."""
        self.page.locator("figure.board .sea-frame > svg").scroll_into_view_if_needed()
        return self.page.evaluate(SCREEN, [location, kind])

    def touch_at(self, x, y):
        """Tap a point of the screen."""
        self.taps += 1
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(x, y)

    def tap(self, *locations):
        """Tap these locations in turn."""
        for location in locations:
            self.touch_at(*self.spot(location))
        return self

    def tap_mark(self, province):
        """Tap the mark beside a unit that can be supported."""
        self.spot(province)
        box = self.page.locator(f".badge[data-badge='{province}']").bounding_box()
        self.touch_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        return self

    def pick(self, words):
        """Tap a choice in the menu."""
        self.taps += 1
        button = self.page.locator(".choices button", has_text=words)
        button.tap() if self.touch else button.click()
        return self

    def counted(self):
        """Return the number of taps since the last call."""
        taps, self.taps = self.taps, 0
        return taps

    def glowing(self):
        return sorted(
            self.page.locator(".glow .target").evaluate_all("all => all.map(one => one.dataset.province)")
        )

    def marked(self):
        return sorted(self.page.locator(".badge").evaluate_all("all => all.map(one => one.dataset.badge)"))

    def undo(self):
        self.page.locator("[data-undo]").click()

    def has_stored(self, *orders):
        """Wait until exactly these orders are stored and drawn."""
        drawn = self.page.locator(".arrows .arrow")
        units = sorted(order[:5] for order in orders)
        expect(drawn).to_have_count(len(orders))
        self.page.wait_for_function(DRAWN, arg=units)
        expect(self.status).to_contain_text({"en": "Saved", "fr": "Enregistr"}[self.person.language])
        assert stored_orders(self.database, self.path) == sorted(orders)
