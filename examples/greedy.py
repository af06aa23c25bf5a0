"""A greedy player, after DumbBot. Run it with: greedy.py ADDRESS KEY.

Units go where they are nearest to centres worth having, above all the opponent's home centres; who can go
nowhere better supports who does. Bids are plain shares of the reserve.
"""

from random_player import Plain, Site, play

HOME, OWN, OTHER, FARTHER = 8.0, 3.0, 2.0, 0.6
"""What an enemy home centre is worth, one's own centre, any other; how much less a step farther away."""
WINS = 50.0
"""What it is worth to stand on an enemy home centre, which wins the duel."""


def distances(start: str, borders: dict[str, list[str]]) -> dict[str, int]:
    """Count the steps from a place to each province."""
    found, here, steps = {start[:3]: 0}, [start], 0
    while here:
        steps += 1
        near = {there for place in here for there in borders[place] if there[:3] not in found}
        here = sorted(near)  # so that sums of floats are the same in every process
        found |= dict.fromkeys((there[:3] for there in here), steps)
    return found


def place(order: str) -> str:
    """Return where a unit stands after an order of its own: A PAR - BUR, A PAR H, A PAR B."""
    words = order.split()
    return words[1] if len(words[-1]) == 1 else words[-1]


def is_own(order: str) -> bool:
    """Tell whether an order says where its unit goes, and needs no other one."""
    return not {"S", "C", "VIA"} & set(order.split())


class Greedy:
    """Decides by the map, which it is given once."""

    def __init__(self, board: Plain) -> None:
        self.homes = board["homes"]
        self.centres = [code for code, each in board["provinces"].items() if each["centre"]]
        self.steps = {
            kind: {start: distances(start, borders) for start in borders}
            for kind, borders in board["borders"].items()
        }
        self.worth: dict[str, float] = {}

    def __call__(self, duel: Plain, options: Plain) -> Plain:
        """Make an entry."""
        if options["takes"] == "homes":
            return {"homes": sorted(options["powers"], key=lambda power: -len(self.homes[power]))}
        if options["takes"] == "bids":
            share = options["reserve"] // max(1, len(options["mercenaries"]))
            return {"bids": {each["power"]: share for each in options["mercenaries"]}}
        mine, theirs = sorted(duel["homes"], key=lambda side: side != duel["you"])
        owned = duel["position"]["centers"].get(duel["homes"][mine], ())
        self.worth = {code: OWN if code in owned else OTHER for code in self.centres}
        self.worth |= dict.fromkeys(self.homes[duel["homes"][theirs]], HOME)
        orders = self.moves(options["units"])
        for each in options["winters"]:
            ranked = sorted(each["orders"], key=self.value, reverse=each["removes"])
            places = {place(order)[:3]: order for order in ranked}  # of a place the order that is worth most
            orders[each["power"]] = list(places.values())[::-1][: each["number"]]
        return {"orders": orders}

    def value(self, order: str) -> float:
        """Say what it is worth to stand where a unit does after an order of its own."""
        steps = self.steps.get(order[0], {}).get(place(order), {})
        near = sum(self.worth[code] * FARTHER**far for code, far in steps.items() if code in self.worth)
        return near + WINS * (self.worth.get(place(order)[:3]) == HOME)

    def moves(self, units: list[Plain]) -> dict[str, list[str]]:
        """Choose the orders of all units, by power: those that gain most first, no two to one place."""
        found: dict[str, list[str]] = {}
        taken: set[str] = set()
        own = {each["unit"]: list(filter(is_own, each["orders"])) for each in units}
        for each in sorted(units, key=lambda each: -max(map(self.value, own[each["unit"]]))):
            free = [order for order in own[each["unit"]] if place(order)[:3] not in taken]
            best = max(free, key=self.value, default=each["orders"][0])
            taken.add(place(best)[:3])
            moving = [order for orders in found.values() for order in orders]
            helps = [order for order in each["orders"] if order.partition(" S ")[2] in moving]
            stays = place(best)[:3] == each["unit"][2:5]
            found.setdefault(each["power"], []).append(helps[0] if stays and helps else best)
        return found


if __name__ == "__main__":
    site = Site.named()
    play(site, Greedy(site.ask("GET", "/board")))
