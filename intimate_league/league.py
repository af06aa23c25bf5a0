"""Plays all entrants against each other, and makes the table with confidence intervals."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from math import sqrt
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

from intimate.play import awaits, play
from intimate.players import Player
from intimate.schedule import fixture
from intimate.settings import rules
from intimate.start import set_up, start_with_homes
from intimate.view import View
from intimate_league.entrants import Spec, answer_of, entrant

FEWEST = 2
Z = 1.96
"""The standard normal deviate of a 95% interval."""


class Task(NamedTuple):
    """A duel to play; specs: both entrants, as arguments of `entrant`."""

    names: tuple[str, str]
    specs: tuple[Spec, Spec]
    number: int
    seed: int
    preset: str
    settings: Mapping[str, Any]


class Game(NamedTuple):
    """A played duel; score: of the first entrant, 1 for a win, a half for a draw."""

    names: tuple[str, str]
    number: int
    homes: tuple[str, str]
    score: float
    reason: str
    phase: str
    answers: tuple[int, int]
    illegal: tuple[int, int]


class Standing(NamedTuple):
    """The line of an entrant in the table; low, high: the interval (Wilson, 95 %) of the score."""

    name: str
    duels: int
    won: int
    lost: int
    drawn: int
    score: float
    low: float
    high: float
    illegal: float


def wilson(part: float, whole: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share."""
    if not whole:
        return 0.0, 1.0
    share, spread = part / whole, Z * Z / whole
    centre = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / whole + spread / whole / 4) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def played(task: Task) -> Game:
    """Play one duel; the same task gives the same duel."""
    known = fixture(task.number)
    players = (known.seat, known.seat.opponent)
    homes = dict(zip(players, known.homes, strict=True))
    terms = rules(task.preset, task.settings)
    duel = set_up(terms, start_with_homes(terms, {player: homes[player] for player in Player}))
    both = [entrant(spec) for spec in task.specs]
    chances = [Random(f"{task.names[each]} {known.lots(task.seed, each)}") for each in (0, 1)]  # noqa: S311
    answers, illegal = [0, 0], [0, 0]
    try:
        while duel.phase:
            entries = {}
            for number, player in enumerate(players):
                if player in awaits(duel):
                    view, name = View(duel, player), task.names[number]
                    entries[player], wrong = answer_of(both[number], view, chances[number], name)
                    answers[number] += 1
                    illegal[number] += wrong
            duel = play(duel, entries).after
    finally:
        for each in both:
            each.close()
    result = duel.result
    assert result  # noqa: S101  # it has ended
    score = 0.5 if result.winner is None else float(result.winner is players[0])
    return Game(
        task.names,
        task.number,
        known.homes,
        score,
        result.reason.value,
        str(result.phase),
        (answers[0], answers[1]),
        (illegal[0], illegal[1]),
    )


def play_league(
    entrants: Mapping[str, Spec],
    duels: int = 42,
    seed: int = 1,
    *,
    jobs: int = 1,
    preset: str = "intimate",
    settings: Mapping[str, Any] | None = None,
) -> Iterator[Game]:
    """Play a number of duels between each two entrants; yield them in the same order for any `jobs`.

    entrants: specifications, functions or classes by name. 42 duels are all pairings of home powers from both
    sides. jobs: how many processes play. Raises ValueError for an invalid specification or number.
    """
    if len(entrants) < FEWEST:
        raise ValueError("name at least two entrants")
    if duels < 1:
        raise ValueError(f"duels must be 1 or more, not {duels}")
    for spec in entrants.values():
        entrant(spec).close()
    settings = {"year_limit": 1908} if settings is None else settings
    tasks = [
        Task((one, other), (entrants[one], entrants[other]), number, seed, preset, settings)
        for one, other in combinations(entrants, 2)
        for number in range(duels)
    ]
    if jobs == 1:
        yield from map(played, tasks)
        return
    with get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(played, tasks)


def standings(games: Sequence[Game], names: Sequence[str]) -> Sequence[Standing]:
    """Make the table, with the best entrant first."""
    return sorted((_standing(games, name) for name in names), key=lambda each: -each.score)


def _standing(games: Sequence[Game], name: str) -> Standing:
    own = [(game, game.names.index(name)) for game in games if name in game.names]
    scores = [1 - game.score if seat else game.score for game, seat in own]
    whole, asked = len(scores), sum(game.answers[seat] for game, seat in own)
    low, high = wilson(sum(scores), whole)
    return Standing(
        name,
        whole,
        scores.count(1.0),
        scores.count(0.0),
        scores.count(0.5),
        sum(scores) / whole if whole else 0.0,
        low,
        high,
        sum(game.illegal[seat] for game, seat in own) / asked if asked else 0.0,
    )


def fingerprint(games: Sequence[Game]) -> str:
    """Return a short text that is equal for two leagues if all their duels are equal."""
    return sha256("\n".join(map(repr, games)).encode()).hexdigest()[:16]
