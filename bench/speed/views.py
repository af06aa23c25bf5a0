"""Measures the first view of a duel after a new chapter, in a process that has not resolved it."""

from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from bench.speed.direct import Direct
from bench.speed.kinds import Step, Visit
from bench.speed.play import Duel

_direct: list[Direct] = []
"""The application of the measuring process."""


class View(NamedTuple):
    """The processor seconds of the first and the second view after a chapter."""

    phase: str
    first: float
    again: float


def prepare(folder: Path, row: Visit) -> None:
    """Make the application, once, in the measuring process."""
    _direct.append(Direct(folder, row))


def view(visit: Visit) -> tuple[float, float]:
    """View a page twice."""
    return _direct[0].first_view(visit)


def first_views(
    pool: ProcessPoolExecutor, folder: Path, duel: Duel, cookies: Mapping[str, str], chapters: int
) -> dict[str, list[View]]:
    """View a duel after each of its next chapters; return the views by viewer.

    The server resolves the chapters; the process of the pool makes the views. Viewers take turns, since a
    chapter has only one first view.
    """
    visits = {name: Visit(cookie, (Step(duel.path),)) for name, cookie in cookies.items()}
    pool.submit(prepare, folder, next(iter(visits.values()))).result()
    for visit in visits.values():
        pool.submit(view, visit).result()
    found: dict[str, list[View]] = {name: [] for name in visits}
    for _, (name, visit) in zip(range(chapters), cycle(visits.items())):
        duel.play()
        found[name].append(View(duel.phase, *pool.submit(view, visit).result()))
    return found
