"""The figures of each kind of page as rows of a table, with their targets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import quantiles

from bench.speed.direct import Cost
from bench.speed.kinds import Kind

NOTHING = "–"


@dataclass(frozen=True)
class Served:
    """The cost of a page under the server: milliseconds, ratio to a page of one row, requests per second."""

    milliseconds: float
    ratio: float
    rate: float
    late: float
    """The milliseconds in which 99 of 100 requests were answered."""


@dataclass(frozen=True)
class Row:
    """A kind of page and its measurements."""

    kind: Kind
    served: Served | None = None
    warm: Cost | None = None
    cold: Cost | None = None

    def failures(self) -> list[str]:
        """Return the missed parts of the target, by the server's figures if there are any."""
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
    """Tell whether a figure exceeds a limit, if there is one."""
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
    """Return the cells of a measurement under the server."""
    if served is None:
        return [NOTHING] * 4
    return [f"{served.milliseconds:.2f}", f"{served.ratio:.2f}", f"{served.rate:.0f}", f"{served.late:.0f}"]


def cost_cells(cost: Cost | None) -> list[str]:
    """Return the cells of a measurement in a single process."""
    return [NOTHING] * 2 if cost is None else [f"{cost.milliseconds:.2f}", f"{cost.ratio:.2f}"]


def written(headings: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table with aligned columns."""
    rows = [list(headings), *map(list, lines)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    padded = ["| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in rows]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([padded[0], rule, *padded[1:]])


def waits(seconds: Sequence[float]) -> list[str]:
    """Return the cells of some waits: the count, then median, 99th percentile and maximum in milliseconds."""
    cuts = quantiles(seconds, n=100, method="inclusive")
    return [str(len(seconds)), *(f"{figure * 1e3:.0f}" for figure in (cuts[49], cuts[98], max(seconds)))]
