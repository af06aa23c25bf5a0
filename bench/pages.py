"""Measure each kind of page, and storing an order, compared with a page of one row and a constant page.

    python bench/pages.py [--only WORDS] [--years 1 10 60] [--seconds N] [--rounds N]

It plays duels over the pages of a site in a temporary folder, then measures them under the project's server
and in a single process; docs/speed.md explains the output.
"""

import argparse
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.speed import measure, views
from bench.speed.kinds import World
from bench.speed.server import free_port, make_tables, serving
from bench.speed.site import UNLIMITED
from bench.speed.table import HEADINGS, Row, written
from bench.speed.world import Maker

FIRST_VIEW = 15
"""The most milliseconds for a first view."""
Memory = dict[str, list[tuple[float, float]]]


def main() -> None:
    """Measure and print."""
    options = asked()
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        make_tables(folder)
        with serving(folder, port), closing(Maker(port)) as maker:
            world = maker.world(options.years)
            if not options.only:
                print_first_views(folder, maker, options.views)
        print_pages(folder, port, world, options)
        if not options.only:
            print_paintings(folder, port, world, options.seconds * 4)


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="measure the pages alone whose name holds these words")
    parser.add_argument(
        "--years", type=int, nargs="+", default=[1, 10], help="lengths of duels whose chapters are asked"
    )
    parser.add_argument(
        "--seconds", type=float, default=2, help="how long a page is asked for under load, each round"
    )
    parser.add_argument("--rounds", type=int, default=3, help="how often, in turn with the page of one row")
    parser.add_argument("--samples", type=int, default=15, help="cold requests of each page")
    parser.add_argument("--views", type=int, default=40, help="chapters after which a duel is looked at")
    return parser.parse_args()


def print_pages(folder: Path, port: int, world: World, options: argparse.Namespace) -> None:
    """Print the table of all kinds of pages, and the memory of the server before and after."""
    kinds = [kind for kind in world.kinds if options.only in kind.name]
    with measure.process() as pool:
        cold = pool.submit(measure.cold, folder, world.row, kinds, options.samples).result()
    with measure.process() as pool:
        warm = pool.submit(measure.warm, folder, world.row, kinds).result()
    with serving(folder, port) as server, measure.process() as pool:
        before = server.memory()
        driver = measure.Driver(server, pool, options.seconds)
        served = {kind.name: driver.served(kind, world.row, options.rounds) for kind in kinds}
        after = server.memory()
    rows = [Row(kind, served[kind.name], warm[kind.name], cold[kind.name]) for kind in kinds]
    print(written(HEADINGS, [row.cells() for row in rows]), end="\n\n")
    print(
        written(("process", "MB before (RSS, PSS)", "MB after"), memory_lines(before, after)),
        end="\n\n",
        flush=True,
    )


def memory_lines(*moments: Memory) -> list[list[str]]:
    """Return the memory of each kind of process, with a column for each moment."""
    return [
        [name, *("; ".join(f"{rss:.0f}, {pss:.0f}" for rss, pss in moment[name]) for moment in moments)]
        for name in moments[0]
    ]


def print_first_views(folder: Path, maker: Maker, chapters: int) -> None:
    """Play a duel, view it after each chapter, and print the time of the first views."""
    duel = maker.endless(seed=2)
    maker.calm()
    with measure.process() as pool:
        seen = views.first_views(
            pool, folder, duel, {"its player": maker.cookie("anna"), "a visitor": ""}, chapters
        )
    lines = []
    for name, found in seen.items():
        first, again = (
            [part * 1e3 for part in parts]
            for parts in zip(*((view.first, view.again) for view in found), strict=True)
        )
        met = "yes" if median(first) < FIRST_VIEW else "no"
        lines.append(
            [
                name,
                str(len(found)),
                f"{median(first):.1f}",
                f"{max(first):.1f}",
                f"{median(again):.1f}",
                f"< {FIRST_VIEW} ms",
                met,
            ]
        )
    headings = ("first view after a chapter", "views", "CPU ms, median", "most", "second view", "aim", "met")
    print(written(headings, lines), end="\n\n", flush=True)


def print_paintings(folder: Path, port: int, world: World, seconds: float) -> None:
    """Request pages while pictures are rendered, and print the waiting times."""
    with serving(folder, port, **{UNLIMITED: "1"}) as server, measure.process() as pool:
        driver = measure.Driver(server, pool, seconds)
        found = measure.beside_paintings(driver, world.present, world.pictures, seconds)
        memory = server.memory()
    print(
        written(
            ("8 connections", "half in ms", "99 of 100 in ms", "pictures"), [line.cells() for line in found]
        ),
        end="\n\n",
    )
    print(written(("process", "MB after paintings (RSS, PSS)"), memory_lines(memory)))


if __name__ == "__main__":
    main()
