"""Invented self-play duels with known true values."""

from math import exp
from random import Random

from intimate.rules import PAIRS
from intimate.schedule import fixture
from lab.balancing.plan import PRESET, shift_of, shifted

SLOPE = 0.2
"""The value of a credit."""
EVEN_AT = {name: (number % 9) - 4 for number, name in enumerate(PAIRS)}
"""The shift that makes each pairing even: from -4 to +4 credits."""
COMMON = {"player": "marshal", "seed": 1, "limit": 1912, "program": "0123456789ab", "rules": "6"}


def line(number, chance, drawn=0.2):
    """Invent the duel of a number; a fixed share are draws, half of them by the year limit."""
    planned, shift = fixture(number), shift_of(number)
    name = "-".join(planned.pair)
    wins = 1 / (1 + exp(-SLOPE * (shift - EVEN_AT[name])))
    lot = chance.random()
    result = "drawn" if lot < drawn / 2 else "stopped" if lot < drawn else None
    result = result or ("won" if chance.random() < wins else "lost")
    reason = {"drawn": "draw", "stopped": "year_limit"}.get(result, "home_centre")
    seats = dict(zip((planned.seat, planned.seat.opponent), planned.homes, strict=True))
    return {
        "number": number,
        **COMMON,
        "preset": PRESET,
        "pairing": name,
        "homes": {player.value: seats[player] for player in seats},
        "result": result,
        "reason": reason,
        "phase": "F1904R",
        "years": 4,
        "on": "2026-11-22",
        "shift": shift,
        "credits": shifted(planned.pair, shift),
    }


def lines(duels, seed=1):
    """Invent a number of duels."""
    chance = Random(seed)  # noqa: S311 -- repeatable randomness
    return [line(number, chance) for number in range(duels)]
