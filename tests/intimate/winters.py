"""A winter with builds, removals and a mercenary."""

from tests.builders import CENTRES, UNITS, start


def winter(**changes):
    """Return a winter in which Austria may build two units and France must remove one."""
    owned = {
        "AUSTRIA": ["BUD", "TRI", "VIE", "SER", "BUL"],
        "FRANCE": ["MAR", "PAR"],
        "ITALY": CENTRES["ITALY"],
    }
    units = {"AUSTRIA": ["A BUD", "A BUL", "A SER"], "FRANCE": UNITS["FRANCE"], "ITALY": ["A ROM"]}
    return start("W1901A", centers=owned, units=units, control={"ITALY": "first"}, **changes)
