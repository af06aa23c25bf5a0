"""A player by chance, and all that any player needs. Run it with: random_player.py ADDRESS KEY.

It accepts the challenges that its account is made, and plays the duels that await it, until it is stopped.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Plain = dict[str, Any]


class Site:
    """The API of a site, asked with a key."""

    def __init__(self, address: str, key: str) -> None:
        self.address = f"{address.rstrip('/')}/api/v1"
        self.headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    @classmethod
    def named(cls) -> "Site":
        """The site and the key that the command line names."""
        if len(sys.argv) != 3:  # noqa: PLR2004  # the program, and both of them
            sys.exit(f"{sys.argv[0]} ADDRESS KEY")
        return cls(*sys.argv[1:])

    def ask(self, method: str, path: str, body: Plain | None = None) -> Any:  # noqa: ANN401  # what JSON holds
        """Ask for something; raises HTTPError, whose body says what is wrong, and other OSErrors."""
        sent = json.dumps(body).encode() if body is not None else None
        request = Request(self.address + path, sent, self.headers, method=method)
        try:
            with urlopen(request, timeout=60) as answer:  # the address is what its user gave
                return json.load(answer)
        except (HTTPException, ValueError) as error:
            raise ConnectionError(f"what came back is no answer: {error}") from error


Decide = Callable[[Plain, Plain], Plain]
"""Makes an entry for a duel out of what can be entered."""


def play(site: Site, decide: Decide, every: float = 1.0) -> None:
    """Play for ever."""
    while True:
        time.sleep(every)
        attempt(look, site, decide)


def look(site: Site, decide: Decide) -> None:
    """Play the duels that wait, then accept challenges; what one of them is refused holds up no other."""
    found = site.ask("GET", "/changes")
    for each in (duel for duel in found["duels"] if duel["awaits_you"]):
        attempt(enter, site, decide, f"/duels/{each['duel']}", each["phase"])
    for each in site.ask("GET", "/challenges")["to_me"] if found["challenges"] else ():
        attempt(site.ask, "POST", f"/challenges/{each['challenge']}/accept")


def enter(site: Site, decide: Decide, path: str, phase: str) -> None:
    """Enter something for a phase of a duel, and hand it in."""
    entry = decide(site.ask("GET", path), site.ask("GET", f"{path}/options/{phase}"))
    site.ask("PUT", f"{path}/entries/{phase}", entry)
    site.ask("PUT", f"{path}/entries/{phase}/readiness", {"ready": True})


def attempt(act: Callable[..., object], *given: object) -> None:
    """Do something, or say why not: the duel has moved on, there is no room, the site is busy or away."""
    try:
        act(*given)
    except OSError as problem:
        print(problem, file=sys.stderr)
        if isinstance(problem, HTTPError):
            heed(problem)


def heed(problem: HTTPError) -> None:
    """Say what the site has to say, and wait for as long as it asks."""
    with suppress(OSError, HTTPException):
        print(problem.read().decode(errors="replace"), file=sys.stderr)
    if problem.code == 401:  # noqa: PLR2004  # the key opens nothing
        sys.exit(1)
    seconds = problem.headers.get("Retry-After", "")
    time.sleep(int(seconds) if seconds.isdecimal() else 0)


def by_chance(_: Plain, options: Plain) -> Plain:
    """Rank, bid and order by lot."""
    if options["takes"] == "homes":
        return {"homes": random.sample(options["powers"], len(options["powers"]))}
    if options["takes"] == "bids":
        most = options["reserve"] // max(1, len(options["mercenaries"]))
        return {"bids": {each["power"]: random.randint(0, most) for each in options["mercenaries"]}}
    orders: dict[str, list[str]] = {}
    for each in options["units"]:
        orders.setdefault(each["power"], []).append(random.choice(each["orders"]))
    for each in options["winters"]:
        places = {order[2:5]: order for order in random.sample(each["orders"], len(each["orders"]))}
        orders[each["power"]] = list(places.values())[: each["number"]]
    return {"orders": orders}


if __name__ == "__main__":
    play(Site.named(), by_chance)
