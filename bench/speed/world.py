"""Makes the accounts and duels to measure over the pages, and the requests that measure them."""

from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import urlencode

from adjudicator import Phase, PhaseKind
from bench.speed.browser import Browser, Unexpected
from bench.speed.forms import Form
from bench.speed.kinds import SEEN, Aim, Kind, Step, Visit, World, page
from bench.speed.play import ENDLESS, Duel, begun, by_lot
from bench.speed.site import CONSTANT, ROW

PLAYERS = ("anna", "boris")
LIST_READERS = ("dora", "emil")
SPECTATOR = "clara"
UNITS, SOONEST = 16, 1904
"""The units of the player whose page is measured, and the first year in which to look for them."""
AWAITING, RUNNING, FINISHED, OPEN = 10, 10, 30, 12
CONNECTIONS, CHANGES = 8, 6
FIRST_ENDLESS = 1901
PICTURES = 200
SOON, MOST_TRIED = 40, 20
"""The phases after which the search in a duel is given up, and how many duels are tried."""
READ = Aim(ratio=1.5)
LIST = Aim(ratio=2)


class Maker:
    """Makes everything to measure on a running site."""

    def __init__(self, port: int) -> None:
        """Register the accounts."""
        names = (*PLAYERS, *LIST_READERS, SPECTATOR)
        self.readers = {name: Browser(port).registered(name) for name in names}

    def close(self) -> None:
        """Close the connection of every client."""
        for reader in self.readers.values():
            reader.close()

    def world(self, years: Iterable[int]) -> World:
        """Make everything; years: the length of each duel whose chapters are measured."""
        running = self.running(seed=1)
        first_year = [self.ordered(begun(self._pair(), seed), UNITS) for seed in range(CONNECTIONS)]
        played = {length: self.played(length) for length in years}
        self.fill_lists()
        tasks = self.tasks()
        self.calm()
        row = f"{ROW}/{running.token}"
        present = self.present(running, first_year[0])
        kinds = [
            *self.compared(running, row),
            *present,
            *(
                page(f"task: {name}", self.cookie("anna"), one.path, twin=other.path)
                for name, (one, other) in tasks.items()
            ),
            *self.chapters(played),
            *self.what_ifs(running, first_year[0]),
            *self.lists(),
            *self.entering(first_year),
        ]
        pictures = self.pictures(played[max(played)])
        return World(kinds, Visit(self.cookie("anna"), (Step(row),)), present[0].visits, pictures)

    def _pair(self) -> tuple[Browser, Browser]:
        """Return the two players."""
        return self.readers["anna"], self.readers["boris"]

    def calm(self) -> None:
        """Let every client see all pending messages, so that later pages do not have them."""
        for reader in self.readers.values():
            reader.get("/rules")

    def endless(self, seed: int) -> Duel:
        """Begin a duel that nobody wins, with different mercenaries each year."""
        return begun(
            self._pair(), seed, (by_lot(seed, 2, 4), by_lot(-seed, 1, 3)), preset="intimate", **ENDLESS
        )

    def running(self, seed: int) -> Duel:
        """Play some years, then until the first player has UNITS units; store an order for each."""
        duel = self.endless(seed)
        duel.play_until(
            lambda duel, form: duel.kind == "M" and duel.year >= SOONEST and len(orders(form)) == UNITS
        )
        return self.ordered(duel, UNITS)

    def ordered(self, duel: Duel, units: int) -> Duel:
        """Play to a movement phase with a number of units of the first player; store an order for each."""
        form = duel.play_until(lambda duel, form: duel.kind == "M" and len(orders(form)) == units)
        duel.enter(0, form)
        return duel

    def played(self, years: int) -> Duel:
        """Play a duel for a number of years."""
        duel = self.endless(seed=years)
        duel.play_until(lambda duel, _: duel.year >= FIRST_ENDLESS + years)
        return duel

    def compared(self, running: Duel, row: str) -> list[Kind]:
        """Return the pages for comparison: one row, and constant bytes as many as the page of a duel."""
        size = len(self.readers["anna"].get(running.path).encode())
        constant = page("constant bytes, as many as a duel", "", f"{CONSTANT}/{size}")
        return [page("one row, small template", self.cookie("anna"), row), constant]

    def present(self, running: Duel, twin: Duel) -> list[Kind]:
        """Return the page of a running duel, for each kind of viewer."""
        names = {"anna": "its player, 16 units", SPECTATOR: "a spectator", "": "a visitor"}
        aims = {"anna": Aim(ratio=2, rate=750)}
        return [
            page(f"duel, {words}", self.cookie(name), running.path, aims.get(name, READ), twin.path)
            for name, words in names.items()
        ]

    def cookie(self, name: str) -> str:
        """Return the cookie header of a client, empty for a visitor."""
        return self.readers[name].cookie if name else ""

    def tasks(self) -> dict[str, tuple[Duel, Duel]]:
        """Play two duels up to each kind of task of the first player."""
        kinds = {"homes": "H", "auction": "B", "movement": "M", "retreat": "R", "winter": "A"}
        return {name: (self.at(letter, 100), self.at(letter, 200)) for name, letter in kinds.items()}

    def at(self, letter: str, seed: int) -> Duel:
        """Play a duel until the first player has a task of a kind; try others if it takes too long."""
        for drawn in range(seed, seed + MOST_TRIED):
            duel = self.endless(drawn)
            with suppress(Unexpected):
                duel.play_until(lambda duel, _: duel.kind == letter, SOON)
                return duel
        raise Unexpected(f"no duel comes to a phase {letter}")

    def chapters(self, played: dict[int, Duel]) -> list[Kind]:
        """Return the last movement and auction of each duel; the twins are in a duel of one year."""
        twin, kinds = self.played(1), {"movement": PhaseKind.MOVEMENT, "auction": PhaseKind.AUCTION}
        found = []
        for years, duel in played.items():
            phases = duel.chapters(self.readers["anna"])
            for name, kind in kinds.items():
                path = f"{duel.path}/chapters/{last(phases, kind)}"
                other = f"{twin.path}/chapters/{last(twin.chapters(self.readers['anna']), kind)}"
                words = f"chapter: {name}, {years} years, {len(phases)} chapters"
                found.append(page(words, self.cookie("anna"), path, READ, other))
        return found

    def what_ifs(self, running: Duel, twin: Duel) -> list[Kind]:
        """Return the form of What if, and a phase tried out."""
        paths = [self._what_ifs_of(duel) for duel in (running, twin)]
        names = ("what if: its form", "what if: a phase that was tried")
        return [
            page(name, self.cookie("anna"), path, None, other)
            for name, path, other in zip(names, *paths, strict=True)
        ]

    def _what_ifs_of(self, duel: Duel) -> tuple[str, str]:
        reader = self.readers["anna"]
        begin = f"{duel.path}/what-if/{len(duel.chapters(reader)) - 1}"
        form = reader.form(begin, begin)
        return begin, reader.post(form.action, form.filled(duel.chooser(0, form)))

    def fill_lists(self) -> None:
        """Give a client challenges, and duels that await them, that await the other, and that are over."""
        one, other = (self.readers[name] for name in LIST_READERS)
        for number in range(AWAITING + RUNNING + FINISHED):
            duel = begun((one, other), number)
            if number >= AWAITING + RUNNING:
                other.send(duel.path, "/acts/conceded", sure="yes")
            elif number >= AWAITING:
                duel.enter(0, one.form(duel.path, "/entry"), ready="yes")
        for number in range(OPEN):
            kind = {"kind": "named", "opponent": LIST_READERS[0]} if number % 4 == 0 else {"kind": "open"}
            new = "/challenges/new"
            other.send(new, new, **kind)

    def lists(self) -> list[Kind]:
        """Return lists of duels and challenges, the front page, the rules."""
        paths = {
            "my duels": "/duels/",
            "watch": "/duels/watch",
            "challenges": "/challenges/",
            "front page": "/",
            "rules": "/rules",
        }
        return [page(name, self.cookie(LIST_READERS[0]), path, LIST) for name, path in paths.items()]

    def entering(self, duels: list[Duel]) -> list[Kind]:
        """Return the requests for storing orders, and for ready and not ready; a duel per connection."""
        store = tuple(map(self.storing, duels))
        ready = tuple(map(self.readying, duels))
        most = Aim(milliseconds=6)
        return [
            Kind("storing an order", store, most, store[-1]),
            Kind("ready, not ready", ready, Aim(), ready[-1]),
        ]

    def storing(self, duel: Duel) -> Visit:
        """Return requests that each change one unit's order and send all orders, as the board does."""
        form = duel.readers[0].form(duel.path, "/entry")
        name, offered = max(orders(form).items(), key=lambda item: len(item[1]))
        bodies = [urlencode({**form.values, name: value, "seen": SEEN}) for value in offered[:CHANGES]]
        steps = tuple(Step(f"{duel.path}/store", body) for body in bodies)
        return Visit(duel.readers[0].cookie, steps)

    def readying(self, duel: Duel) -> Visit:
        """Return requests that hand in and take back in turn."""
        form = duel.readers[0].form(duel.path, "/ready")
        # Without the shown entry, since other requests store entries meanwhile.
        sent = {name: value for name, value in form.values.items() if name != "seen"}
        body = urlencode({**sent, "sure": "slips"})
        return Visit(
            duel.readers[0].cookie, tuple(Step(f"{duel.path}/{end}", body) for end in ("ready", "unready"))
        )

    def pictures(self, duel: Duel) -> list[Visit]:
        """Return requests of two visitors for pictures, of every chapter in every style, each only once."""
        phases = duel.chapters(self.readers["anna"])
        looks = [
            f"width={width}&theme={theme}&after={after}"
            for width in (1200, 2400)
            for theme in ("light", "dark")
            for after in ("no", "yes")
        ]
        paths = [
            f"{duel.path}/chapters/{ordinal}/board.png?{look}"
            for look in looks
            for ordinal, phase in enumerate(phases)
            if phase and phase.kind is PhaseKind.MOVEMENT
        ][:PICTURES]
        return [Visit("", tuple(map(Step, paths[start::2]))) for start in (0, 1)]


def orders(form: Form) -> dict[str, list[str]]:
    """Return the legal orders in a form, by unit."""
    return {name: offered for name, offered in form.offers.items() if name.startswith("order_")}


def last(phases: list[Phase | None], kind: PhaseKind) -> int:
    """Return the number of the last chapter of a kind."""
    return max(number for number, phase in enumerate(phases) if phase and phase.kind is kind)
