"""Duels played over the pages by two clients, with repeatable choices."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from adjudicator import Phase
from bench.speed.browser import Browser, Unexpected
from bench.speed.forms import Chooser, Form, form_to

RANKS = (
    ("FRANCE", "AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY"),
    ("TURKEY", "FRANCE", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "AUSTRIA"),
)
"""France for the first player, Turkey for the second."""
HIRED_BY_FIRST = ("ENGLAND", "GERMANY", "ITALY", "RUSSIA")
"""With France these have sixteen units in 1901."""
ENDLESS = {"victory": "centres", "victory_centres": "34", "home_eliminated": "plays_on"} | {
    f"credits_{power.lower()}": "999" for power in RANKS[0]
}
"""Settings of a duel that nobody wins, with plenty of credits."""
ORDER = re.compile(r"[AF] (?P<place>[A-Z]{3})(/[NSE]C)? (?P<deed>.*)")
LONGEST = 600
Bids = Callable[[str, Sequence[str]], frozenset[str]]
"""Given the phase and the mercenaries for hire, returns those to bid for."""


@dataclass
class Duel:
    """A duel of two clients, with their random generator."""

    token: str
    readers: tuple[Browser, Browser]
    chance: Random
    bids: tuple[Bids, Bids]
    phase: str = "HOMES"
    powers: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/duels/{self.token}"

    @property
    def year(self) -> int:
        """The year of the awaited phase; 0 before the first."""
        found = re.search(r"\d+", self.phase)
        return int(found[0]) if found else 0

    @property
    def kind(self) -> str:
        """The kind of the awaited phase: H, B, M, R or A."""
        return "H" if self.phase == "HOMES" else self.phase[-1]

    def task(self, number: int) -> Form | None:
        """Return a player's form of the awaited phase; None if it does not await them."""
        page = self.readers[number].get(self.path)
        form = form_to(page, "/entry")
        self.phase = form.values["phase"] if form else self.phase
        return form

    def play(self) -> None:
        """Let both players hand in for the awaited phase; raises Unexpected if it awaits nobody."""
        phase, asked = None, 0
        for number in (0, 1):
            form = self.task(number)
            if form is None or (phase is not None and self.phase != phase):
                continue
            phase, asked = self.phase, asked + 1
            self.enter(number, form, ready="yes")
        if not asked:
            raise Unexpected(f"{self.path} awaits nobody after {self.phase}")

    def enter(self, number: int, form: Form, **more: str) -> None:
        """Send a player's form, filled in with their choices."""
        self.readers[number].post(form.action, form.filled(self.chooser(number, form), **more))

    def chooser(self, number: int, form: Form) -> Chooser:
        """Return a player's choices for a form of the awaited phase."""
        for_hire = [name.removeprefix("bid_") for name in form.offers if name.startswith("bid_")]
        wanted = self.bids[number](self.phase, for_hire)

        def choose(name: str, offered: Sequence[str]) -> str | None:
            kind, _, rest = name.partition("_")
            match kind:
                case "rank":
                    return RANKS[number][int(rest) - 1]
                case "bid":
                    return "1" if rest in wanted else "0"
                case "winter":
                    return self.chance.choice(offered[1:] or offered) if rest.endswith("_0") else ""
                case "order":
                    return chosen_order(offered, self.chance)
            return None

        return choose

    def play_until(self, reached: Callable[["Duel", Form], bool], most: int = LONGEST) -> Form:
        """Play until the form of the first player satisfies `reached`; return it.

        Raises Unexpected if it does not after `most` phases.
        """
        for _ in range(most):
            form = self.task(0)
            if form is not None and reached(self, form):
                return form
            self.play()
        raise Unexpected(f"{self.path} does not reach the state to measure")

    def chapters(self, reader: Browser) -> list[Phase | None]:
        """Return the phase of each chapter, None for an event, by the record."""
        record = json.loads(reader.get(f"{self.path}/record.json"))
        named = (chapter.get("phase") for chapter in record["chapters"])
        return [Phase.parse(name) if name else None for name in named]


def chosen_order(offered: Sequence[str], chance: Random) -> str:
    """In three of four cases return a move, if there is one, else any offered order."""
    moves = [value for value in offered if (found := ORDER.match(value)) and found["deed"][0] in "-R"]
    return chance.choice(moves) if moves and chance.random() < 0.75 else chance.choice(offered)  # noqa: PLR2004  # three of four


def always(*powers: str) -> Bids:
    """Bid for the same mercenaries each year."""
    return lambda _, __: frozenset(powers)


def by_lot(seed: int, fewest: int, most: int) -> Bids:
    """Bid for a random number of mercenaries, drawn anew each year."""

    def drawn(phase: str, for_hire: Sequence[str]) -> frozenset[str]:
        chance = Random(f"{seed} {phase}")  # noqa: S311  # the same duel every time
        return frozenset(chance.sample(for_hire, min(len(for_hire), chance.randint(fewest, most))))

    return drawn


def begun(
    readers: tuple[Browser, Browser], seed: int, bids: tuple[Bids, Bids] | None = None, **settings: str
) -> Duel:
    """Let the first client challenge and the second accept; return the duel, which awaits lists of powers."""
    new = "/challenges/new"
    challenge = readers[0].send(new, new, **{"kind": "link", "clock": "week", **settings})
    path = readers[1].send(challenge, "/accept")
    token = path.rpartition("/")[2]
    usual = (always(*HIRED_BY_FIRST), always("AUSTRIA"))
    return Duel(token, readers, Random(seed), bids or usual)  # noqa: S311  # as above
