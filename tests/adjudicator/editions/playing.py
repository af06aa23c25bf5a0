"""Sheets of orders judged by an edition: every order names its unit, which so stands on the board."""

from collections.abc import Mapping

from adjudicator import EDITIONS, Phase, adjudicate, edition, read_orders, read_position
from adjudicator.editions import Edition

MOVEMENT = Phase.parse("S1901M")
OTHERS = [name for name in EDITIONS if name != "1971"]


def reading(said):
    """Return the edition of a name, of switches that differ from the standard, or as it is."""
    if isinstance(said, Edition):
        return said
    return edition("standard", said) if isinstance(said, Mapping) else edition(said)


def sheets(powers):
    """Split {power: "order, order"} into units and orders; a unit alone was given no order."""
    issued = {power: text.split(", ") for power, text in powers.items()}
    units = {
        power: list(dict.fromkeys(" ".join(order.split()[:2]) for order in orders))
        for power, orders in issued.items()
    }
    written = {
        power: [order for order in orders if len(order.split()) > 2] for power, orders in issued.items()
    }
    return units, written


class Judged:
    """The result of a movement phase, in plain text."""

    def __init__(self, said, **powers):
        units, written = sheets(powers)
        self.before = read_position(units)
        self.result = adjudicate(MOVEMENT, self.before, read_orders(written), edition=reading(said))
        told = self.result.outcomes.values()
        self.outcomes = {str(unit): outcome for units in told for unit, outcome in units.items()}

    @property
    def units(self):
        """The units on the board."""
        return {str(unit) for unit in self.result.position.units}

    @property
    def dislodged(self):
        """{unit: where it may go} of those driven out."""
        return {
            str(unit): " ".join(sorted(places))
            for unit, (_, places) in self.result.position.dislodged.items()
        }

    @property
    def contested(self):
        return set(self.result.contested)

    @property
    def failed(self):
        """{unit: flags} of what did not succeed."""
        return {
            unit: " ".join(outcome.flags) for unit, outcome in self.outcomes.items() if not outcome.succeeded
        }

    @property
    def told(self):
        """All that editions may differ in."""
        return self.units, self.dislodged, self.contested, self.failed


def judged(said, **powers):
    """Judge sheets by an edition, given by its name or by the switches that differ from the standard."""
    return Judged(said, **powers)
