"""Duels and records for tests, as plain values in the format of records."""

from intimate.record import format_of, load
from intimate.replay import chapters_of, replay
from intimate.settings import rules

POWERS = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]
UNITS = {
    "AUSTRIA": ["A BUD", "A VIE", "F TRI"],
    "ENGLAND": ["A LVP", "F EDI", "F LON"],
    "FRANCE": ["A MAR", "A PAR", "F BRE"],
    "GERMANY": ["A BER", "A MUN", "F KIE"],
    "ITALY": ["A ROM", "A VEN", "F NAP"],
    "RUSSIA": ["A MOS", "A WAR", "F SEV", "F STP/SC"],
    "TURKEY": ["A CON", "A SMY", "F ANK"],
}
"""The units of the opening, by power."""
CENTRES = {
    "AUSTRIA": ["BUD", "TRI", "VIE"],
    "ENGLAND": ["EDI", "LON", "LVP"],
    "FRANCE": ["BRE", "MAR", "PAR"],
    "GERMANY": ["BER", "KIE", "MUN"],
    "ITALY": ["NAP", "ROM", "VEN"],
    "RUSSIA": ["MOS", "SEV", "STP", "WAR"],
    "TURKEY": ["ANK", "CON", "SMY"],
}
"""The home centres, by power."""
RANKS = {"first": POWERS, "second": [*POWERS[2:], *POWERS[:2]]}
"""Lists that give Austria to the first and France to the second player."""


def start(phase, **changes):
    """Return a start: the opening, Austria against France, 20 credits each, with some changes."""
    usual = {
        "homes": {"first": "AUSTRIA", "second": "FRANCE"},
        "credits": {"first": 20, "second": 20},
        "units": UNITS,
        "centers": CENTRES,
    }
    return {"phase": phase, **usual, **changes}


def lonely(phase, **changes):
    """Return a start with the two home powers only, each with its own centres."""
    homes = changes.get("homes", {"first": "AUSTRIA", "second": "FRANCE"})
    alone = {
        "units": {home: UNITS[home] for home in homes.values()},
        "centers": {home: CENTRES[home] for home in homes.values()},
    }
    return start(phase, **{**alone, **changes})


def chapter(phase, entries=None, **more):
    """Return a chapter of a record."""
    return {"phase": phase, "entries": entries or {}, **more}


def sheets(phase, first=None, second=None):
    """Return the chapter of an auction."""
    given = {"first": first, "second": second}
    return chapter(phase, {player: {"bids": bids} for player, bids in given.items() if bids is not None})


def moves(phase, first=None, second=None):
    """Return a chapter of orders: {power: [order]} for each player."""
    given = {"first": first, "second": second}
    return chapter(phase, {player: {"orders": orders} for player, orders in given.items() if orders})


def event(kind, player=None):
    """Return the chapter of an event."""
    return {"event": kind, **({"player": player} if player else {})}


def record(*chapters, preset="intimate", begin=None, **settings):
    """Return a record of these chapters, from the start `begin`, with changed settings."""
    written = format_of(each for each in chapters if isinstance(each, dict))
    plain = {"format": written, "duel": "test", "preset": preset, "settings": settings}
    return {**plain, **({"start": begin} if begin else {}), "chapters": list(chapters)}


def lines(plain):
    """Replay a record; return all lines."""
    return list(replay(load(plain)))


def last(plain):
    """Replay a record; return the line of the last chapter."""
    return lines(plain)[-2]


def result(plain):
    """Replay a record; return the result, None while the duel goes on."""
    return lines(plain)[-1]["result"]


def ending(plain):
    """Replay a record; return (winner, reason), None while the duel goes on."""
    found = result(plain)
    return found and (found["winner"], found["reason"])


def duel_at(begin, preset="intimate", **settings):
    """Return a duel from a start."""
    return load(record(begin=begin, preset=preset, **settings)).start


def duel_after(plain):
    """Return the duel after the last chapter of a record."""
    loaded = load(plain)
    after = [loaded.start, *(played.after for played in chapters_of(loaded))]
    return after[-1]


def rules_with(preset="intimate", **settings):
    """Return the rules of a preset with some settings changed."""
    return rules(preset, settings)
