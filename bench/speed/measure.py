"""The measurements: in a single process, warm and cold, and under the server."""

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.speed import load
from bench.speed.browser import FIRST_FAILURE, Unexpected
from bench.speed.direct import Cost, Direct
from bench.speed.kinds import Kind, Visit
from bench.speed.load import Figures, repeated
from bench.speed.server import Server
from bench.speed.table import Served

CONNECTIONS = 8
LATE = 0.99


@contextmanager
def process() -> Iterator[ProcessPoolExecutor]:
    """Yield a pool with one new process, which shares no memory with this one."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


def warm(folder: Path, row: Visit, kinds: Sequence[Kind]) -> dict[str, Cost]:
    """Measure all kinds; runs in its own process."""
    direct = Direct(folder, row)
    return {kind.name: direct.warm(kind) for kind in kinds}


def cold(folder: Path, row: Visit, kinds: Sequence[Kind], samples: int) -> dict[str, Cost]:
    """Measure the first request of each kind, in forks of a process that has only seen the twins."""
    direct = Direct(folder, row)
    twins = [kind.twin for kind in kinds if kind.twin is not None]
    direct.prepare_cold(twins)
    return {kind.name: direct.cold(kind, kind.twin or row, samples) for kind in kinds}


class Driver:
    """Sends load to a server from a separate process."""

    def __init__(self, server: Server, pool: ProcessPoolExecutor, seconds: float) -> None:
        """Take the server and the process."""
        self._server, self._pool, self._seconds = server, pool, seconds

    def drive(self, *groups: Sequence[Visit], seconds: float | None = None) -> list[Figures]:
        """Run groups of connections; raises Unexpected if any request was refused."""
        figures = self._pool.submit(load.run, self._server.port, groups, seconds or self._seconds).result()
        refused = {status for group in figures for status in group.statuses if status >= FIRST_FAILURE}
        if refused:
            raise Unexpected(f"answers under load: {refused}")
        return figures

    def cost(self, visits: Sequence[Visit]) -> tuple[float, Figures, float]:
        """Return the processor seconds per request, the figures of eight connections, and the time passed."""
        before, begun = self._server.cpu(), time.perf_counter()
        figures = self.drive(repeated(visits, CONNECTIONS))[0]
        spent, passed = self._server.cpu() - before, time.perf_counter() - begun
        return spent / len(figures.seconds), figures, passed

    def served(self, kind: Kind, row: Visit, rounds: int) -> Served:
        """Measure a kind of page in rounds, alternating with the page of one row."""
        self.drive(repeated(kind.visits, CONNECTIONS), seconds=self._seconds / 4)
        costs, ratios, rates, late = [], [], [], []
        for _ in range(rounds):
            of_row, _, _ = self.cost([row])
            of_page, figures, passed = self.cost(kind.visits)
            costs.append(of_page * 1e3)
            ratios.append(of_page / of_row)
            rates.append(len(figures.seconds) / passed)
            late.append(figures.quantile(LATE) * 1e3)
        return Served(median(costs), median(ratios), median(rates), median(late))


class Beside(NamedTuple):
    """The milliseconds in which half of the pages, and 99 of 100, were answered; the number of pictures."""

    name: str
    half: float
    late: float
    pictures: int

    def cells(self) -> list[str]:
        """Return the cells of its line."""
        return [self.name, f"{self.half:.0f}", f"{self.late:.0f}", str(self.pictures)]


def beside_paintings(
    driver: Driver, page: Sequence[Visit], pictures: Sequence[Visit], seconds: float
) -> list[Beside]:
    """Request pages on eight connections, alone and while other connections have pictures rendered."""
    pages = repeated(page, CONNECTIONS)
    found = []
    for name, groups in (("pages alone", [pages]), ("pages while pictures are painted", [pages, pictures])):
        paged, *painted = driver.drive(*groups, seconds=seconds)
        number = sum(len(each.seconds) for each in painted)
        found.append(Beside(name, paged.quantile(0.5) * 1e3, paged.quantile(LATE) * 1e3, number))
    return found
