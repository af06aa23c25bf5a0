"""Sheets of orders resolved by an edition; every order names its unit, which is put on the board."""

from collections.abc import Mapping

from adjudicator import EDITIONS, Phase, adjudicate, edition, read_orders, read_position
from adjudicator.editions import Edition

MOVEMENT = Phase.parse("S1901M")
OTHERS = [name for name in EDITIONS if name != "1971"]


def reading(said):
    """Return the edition of a name, or of switches that differ from the standard."""
    if isinstance(said, Edition):
        return said
    return edition("standard", said) if isinstance(said, Mapping) else edition(said)


def sheets(powers):
    """Split {power: "order, order"} into units and orders; a unit alone has no order."""
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
        """Return the units on the board."""
        return {str(unit) for unit in self.result.position.units}

    @property
    def dislodged(self):
        """Return the dislodged units as {unit: possible retreats}."""
        return {
            str(unit): " ".join(sorted(places))
            for unit, (_, places) in self.result.position.dislodged.items()
        }

    @property
    def contested(self):
        return set(self.result.contested)

    @property
    def failed(self):
        """Return {unit: flags} of everything that failed."""
        return {
            unit: " ".join(outcome.flags) for unit, outcome in self.outcomes.items() if not outcome.succeeded
        }

    @property
    def everything(self):
        """Return everything in which editions may differ."""
        return self.units, self.dislodged, self.contested, self.failed


def judged(said, **powers):
    """Resolve sheets by an edition, given by name or by switches that differ from the standard."""
    return Judged(said, **powers)
