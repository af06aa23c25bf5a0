"""Let a crowd register and play duels over HTTP; print the cost of its requests and the site's processes.

    python bench/crowd.py [--pairs 40] [--seconds 60] [--pause 0.5] [--database sqlite] [--jobs 1]

The site runs as documented, with two web processes and a worker. On two cores the crowd itself uses a part of
them, so the use by the site's processes is counted separately. docs/growth.md explains the output.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.noon import workers
from bench.speed.crowd import Seen, Timed, crowd
from bench.speed.databases import KINDS, database_of
from bench.speed.server import Server, free_port, serving
from bench.speed.site import UNLIMITED
from bench.speed.table import waits, written
from models import Database
from models.schema import upgrade

FEWEST = 20
"""Kinds with fewer requests are not listed."""
HEADINGS = ("request", "number", "half in ms", "99 of 100 in ms", "most")


def main() -> None:
    """Run the crowd, and print."""
    options = asked()
    with tempfile.TemporaryDirectory() as name, database_of(options.database, Path(name)) as url:
        database = Database(url)
        upgrade(database)
        database.close()
        with ExitStack() as running:
            port, settings = free_port(), {"DATABASE_URL": url, UNLIMITED: "1"}
            server = running.enter_context(serving(Path(name), port, **settings))
            running.enter_context(workers(1, Path(name), url))
            report(server, options)


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=40, help="of players, each with somebody who watches")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=0.5, help="mean seconds between two acts of a pair")
    parser.add_argument("--database", choices=KINDS, default="sqlite")
    parser.add_argument("--jobs", type=int, default=1, help="processes of the crowd")
    return parser.parse_args()


def report(server: Server, options: argparse.Namespace) -> None:
    """Let the crowd play, and print the results."""
    names = [f"p{number}" for number in range(options.pairs)]
    shares = [names[start :: options.jobs] for start in range(options.jobs)]
    before, begun = server.cpu(), time.perf_counter()
    with get_context("spawn").Pool(options.jobs) as pool:
        arguments = [(server.port, share, options.seconds, options.pause) for share in shares]
        found = pool.starmap(crowd, arguments)
        seconds, used = time.perf_counter() - begun, server.cpu() - before
    requests = [each for part in found for each in part.requests]
    print(written(HEADINGS, list(lines(requests))), end="\n\n")
    print(
        f"{options.pairs} pairs, {options.database}: {len(requests) / seconds:.0f} requests a second,",
        end=" ",
    )
    print(
        f"{used / seconds:.2f} cores of the web processes, {used / len(requests) * 1e3:.1f} ms a request;",
        end=" ",
    )
    print(f"{sum(part.duels for part in found)} duels ended, {refusals(found)} refused")
    memory = server.memory()
    print("MB (RSS, PSS):", "; ".join(f"{name}: {sizes}" for name, sizes in memory.items() if sizes))


def refusals(found: Iterable[Seen]) -> int:
    """Return the number of refusals; print the first."""
    refused = [each for part in found for each in part.refused]
    for each in refused[:5]:
        print(each, file=sys.stderr)
    return len(refused)


def lines(requests: Iterable[Timed]) -> Iterator[list[str]]:
    """Yield the cells of each kind of request, the most frequent first, and of all requests."""
    kinds: dict[str, list[float]] = {}
    for kind, seconds in requests:
        kinds.setdefault(kind, []).append(seconds)
    for kind, found in sorted(kinds.items(), key=lambda item: -len(item[1])):
        if len(found) >= FEWEST:
            yield [kind, *waits(found)]
    yield ["all", *waits([each for found in kinds.values() for each in found])]


if __name__ == "__main__":
    main()
