"""The figures of each kind of page as lines of a table, with the aims beside them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import quantiles

from bench.speed.direct import Cost
from bench.speed.kinds import Kind

NOTHING = "–"


@dataclass(frozen=True)
class Served:
    """The cost of a page under the server: milliseconds, times the page of one row; requests a second."""

    milliseconds: float
    ratio: float
    rate: float
    late: float
    """Milliseconds in which all but one of a hundred requests were answered."""


@dataclass(frozen=True)
class Row:
    """One kind of page and all that was measured of it."""

    kind: Kind
    served: Served | None = None
    warm: Cost | None = None
    cold: Cost | None = None

    def failures(self) -> list[str]:
        """Return what the aim asks and the figures do not give; the server's decide where there are any."""
        aim, measured = self.kind.aim, self.served or self.warm
        if measured is None:
            return []
        return (
            ["ratio"] * over(measured.ratio, aim.ratio)
            + ["ms"] * over(measured.milliseconds, aim.milliseconds)
            + ["rate"] * (aim.rate is not None and self.served is not None and self.served.rate < aim.rate)
        )

    def cells(self) -> list[str]:
        """Return the cells of its line."""
        size = f"{self.warm.size / 1e3:.0f}" if self.warm else NOTHING
        aim = str(self.kind.aim)
        verdict = ", ".join(self.failures())
        met = NOTHING if not aim else f"no: {verdict}" if verdict else "yes"
        return [
            self.kind.name,
            size,
            *served_cells(self.served),
            *cost_cells(self.warm),
            *cost_cells(self.cold),
            aim,
            met,
        ]


def over(figure: float, limit: float | None) -> bool:
    """Say whether a figure is more than a limit, if there is one."""
    return limit is not None and figure > limit


HEADINGS = (
    "page",
    "kB",
    "CPU ms",
    "× row",
    "req/s",
    "p99 ms",
    "alone ms",
    "× row",
    "cold ms",
    "× row",
    "aim",
    "met",
)


def served_cells(served: Served | None) -> list[str]:
    """Return the cells of what was measured under the server."""
    if served is None:
        return [NOTHING] * 4
    return [f"{served.milliseconds:.2f}", f"{served.ratio:.2f}", f"{served.rate:.0f}", f"{served.late:.0f}"]


def cost_cells(cost: Cost | None) -> list[str]:
    """Return the cells of what was measured in a process alone."""
    return [NOTHING] * 2 if cost is None else [f"{cost.milliseconds:.2f}", f"{cost.ratio:.2f}"]


def written(headings: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, its columns one below the other."""
    rows = [list(headings), *map(list, lines)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    padded = ["| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in rows]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([padded[0], rule, *padded[1:]])


def waits(seconds: Sequence[float]) -> list[str]:
    """Write how many waited, and the milliseconds of the middle one, of all but one of a hundred, of all."""
    cuts = quantiles(seconds, n=100, method="inclusive")
    return [str(len(seconds)), *(f"{figure * 1e3:.0f}" for figure in (cuts[49], cuts[98], max(seconds)))]
