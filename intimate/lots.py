"""Lots drawn from a secret that was sealed before, so that nobody can choose them afterwards."""

import hashlib
from collections.abc import Iterator
from typing import Any

from adjudicator import standard
from intimate.errors import DuelError
from intimate.players import Player


def numbers(secret: str, name: str) -> Iterator[int]:
    """Numbers of 64 bits that depend on nothing but the secret and the name of the lot."""
    counter = 0
    while True:
        block = hashlib.sha256(f"{secret}:{name}:{counter}".encode()).digest()
        yield int.from_bytes(block[:8])
        counter += 1


def _below(drawn: Iterator[int], limit: int) -> int:
    """The next number below a limit, each with the same chance."""
    ceiling = 2**64 - 2**64 % limit
    return next(number for number in drawn if number < ceiling) % limit


def draw_player(secret: str, name: str) -> str:
    """One of the two players."""
    return list(Player)[_below(numbers(secret, name), len(Player))].value


def draw_list(secret: str, name: str) -> list[str]:
    """The seven powers in an order drawn by lot (Fisher and Yates)."""
    powers: list[str] = list(standard().powers)
    drawn = numbers(secret, name)
    for last in range(len(powers) - 1, 0, -1):
        other = _below(drawn, last + 1)
        powers[last], powers[other] = powers[other], powers[last]
    return powers


def draw(secret: str, name: str) -> dict[str, Any]:
    """The lot of that name as records hold it; raises DuelError for a name that is no lot.

    Names: `homes_winner`, `homes_list.first`, `homes_list.second`.
    """
    if name == "homes_winner":
        return {name: draw_player(secret, name)}
    lot, _, player = name.partition(".")
    if lot != "homes_list" or player not in list(Player):
        raise DuelError("lots", f"there is no lot {name!r}")
    return {lot: {player: draw_list(secret, name)}}
