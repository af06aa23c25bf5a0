"""Random draws from a secret sealed beforehand, so that nobody can choose them afterwards."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator import Power, standard
from intimate.entries import HomesList
from intimate.players import Player


def digest(text: str) -> str:
    """Hash the UTF-8 text by SHA-256, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Draws:
    """The draws of one phase: lists for players who handed in none, the winner of identical lists, a coin."""

    homes_lists: Mapping[Player, tuple[Power, ...]] = field(default_factory=dict)
    homes_winner: Player | None = None
    coin: Player | None = None


NO_DRAWS = Draws()
COIN = "coin"
"""The name of the draw that gives a neutral power to a player."""


def random_numbers(secret: str, name: str) -> Iterator[int]:
    """Yield 64-bit numbers that depend only on the secret and the name of the draw."""
    counter = 0
    while True:
        block = hashlib.sha256(f"{secret}:{name}:{counter}".encode()).digest()
        yield int.from_bytes(block[:8])
        counter += 1


def _below(numbers: Iterator[int], limit: int) -> int:
    """Take the next number below a limit, each with the same chance."""
    ceiling = 2**64 - 2**64 % limit
    return next(number for number in numbers if number < ceiling) % limit


def draw_player(secret: str, name: str) -> Player:
    """Draw one of the two players."""
    return list(Player)[_below(random_numbers(secret, name), len(Player))]


def draw_list(secret: str, name: str) -> tuple[Power, ...]:
    """Shuffle the seven powers (Fisher and Yates)."""
    powers = list(standard().powers)
    numbers = random_numbers(secret, name)
    for last in range(len(powers) - 1, 0, -1):
        other = _below(numbers, last + 1)
        powers[last], powers[other] = powers[other], powers[last]
    return tuple(powers)


def source_of_draws(secret: str, entries: Mapping[Player, HomesList]) -> str:
    """Mix the players' shares into the sealed secret; without any, return the secret alone."""
    shares = [entries[player].share if player in entries else "" for player in Player]
    return digest(":".join((secret, *shares))) if any(shares) else secret


def draw_for_lists(entries: Mapping[Player, HomesList], secret: str) -> Draws:
    """Draw a list for each player who handed in none, and the winner of identical ones (section 2)."""
    source = source_of_draws(secret, entries)
    given = {player: entry.powers for player, entry in entries.items()}
    drawn = {
        player: draw_list(source, f"homes_list.{player.value}") for player in Player if player not in given
    }
    first, second = (({**given, **drawn})[player] for player in Player)
    return Draws(drawn, draw_player(source, "homes_winner") if first == second else None)
