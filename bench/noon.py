"""Let the time of thousands of duels be up in one instant, and time what others wait for meanwhile.

    python bench/noon.py [--databases sqlite postgresql] [--duels 5000] [--workers 1] [--rounds 1]

The site runs as `make run` does, two web processes and a worker. Meanwhile a few players of other duels open
their pages and store orders, some times a second. docs/soak.md says how to read what is printed.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sqlalchemy import func, select

from bench.speed.beside import Beside
from bench.speed.databases import KINDS, database_of
from bench.speed.noon_world import fill, let_noon_come
from bench.speed.server import ROOT, environment, free_port, serving
from bench.speed.site import UNLIMITED
from bench.speed.table import waits, written
from models import Database, StoredDuel
from web.frame.keys import make_keyring

PLAYERS, GOING_ON = 2000, 80
SECONDS, STORE, PAGE = 30, 100, 150
"""What is aimed at: the seconds in which all are resolved, and the milliseconds that others wait."""
BEFORE = 12
"""Seconds between what is ready to run and noon."""
LEAD = 5
"""Seconds before noon from which they play: whichever process answers them has then answered such a page."""
PATIENCE = 300
HEADINGS = (
    "database",
    "duels",
    f"resolved in s (≤ {SECONDS})",
    "stores",
    "half in ms",
    f"99 of 100 (≤ {STORE})",
    "most",
    "pages",
    "half in ms",
    f"99 of 100 (≤ {PAGE})",
    "most",
)


def main() -> None:
    """Measure each database and print."""
    options = asked()
    lines = []
    for kind in options.databases:
        for _ in range(options.rounds):
            lines.append([kind, str(options.duels), *measured(kind, options)])
            print(lines[-1], file=sys.stderr, flush=True)
    print(written(HEADINGS, lines))


def asked() -> argparse.Namespace:
    """Read what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--databases", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--duels", type=int, default=5000, help="whose time is up")
    parser.add_argument("--workers", type=int, default=1, help="processes that resolve them")
    parser.add_argument("--rounds", type=int, default=1, help="how often, each with a database of its own")
    return parser.parse_args()


def measured(kind: str, options: argparse.Namespace) -> list[str]:
    """Return the figures of one database as cells."""
    with tempfile.TemporaryDirectory() as name, database_of(kind, Path(name)) as url, ExitStack() as running:
        folder, port = Path(name), free_port()
        database = running.enter_context(closing(Database(url, keyring=make_keyring({"INSTANCE": folder}))))
        fill(database, options.duels, GOING_ON, PLAYERS, datetime.now(UTC))
        running.enter_context(serving(folder, port, DATABASE_URL=url, **{UNLIMITED: "1"}))
        beside = Beside(port, range(options.duels, options.duels + GOING_ON), PLAYERS)
        noon = datetime.now(UTC) + timedelta(seconds=BEFORE)
        let_noon_come(database, options.duels, noon)
        for _ in range(options.workers):
            running.enter_context(worker(folder, url))
        sleep_until(noon - timedelta(seconds=LEAD))
        with beside.going_on():
            sleep_until(noon)
            beside.counting.set()
            seconds = wait_until_resolved(database, noon)
        return [f"{seconds:.1f}", *waits(beside.stores), *waits(beside.pages)]


def sleep_until(moment: datetime) -> None:
    """Do nothing until then."""
    time.sleep(max(0, (moment - datetime.now(UTC)).total_seconds()))


@contextmanager
def worker(folder: Path, url: str) -> Iterator[None]:
    """Let a worker do what is due."""
    command = [sys.executable, "-m", "flask", "--app", "app", "worker"]
    settings = {**environment(folder), "DATABASE_URL": url}
    process = subprocess.Popen(command, cwd=ROOT, env=settings)  # noqa: S603  # own command
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


def wait_until_resolved(database: Database, noon: datetime) -> float:
    """Return the seconds after noon at which no duel was due any more; raises TimeoutError."""
    due = select(func.count()).select_from(StoredDuel).where(StoredDuel.deadline_at <= noon)
    while (seconds := (datetime.now(UTC) - noon).total_seconds()) < PATIENCE:
        with database.reading() as session:
            if not session.scalar(due):
                return seconds
        time.sleep(0.2)
    raise TimeoutError("duels are still due")


if __name__ == "__main__":
    main()
