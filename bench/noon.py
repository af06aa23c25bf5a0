"""Let the deadlines of thousands of duels pass at once, then make as many mails due; time both.

    python bench/noon.py [--databases sqlite postgresql] [--duels 5000] [--workers 1] [--rounds 1]

The site runs as with `make run`: two web processes and a worker. Meanwhile a few players of other duels open
their pages and store orders several times a second. The mails of the new phases go to a server that accepts
them at once. When all duels are resolved, all mails become due once more and are timed, too. docs/soak.md
explains the output.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sqlalchemy import Select, func, select, update

from bench.speed.beside import Beside
from bench.speed.databases import KINDS, database_of
from bench.speed.noon_world import fill, let_noon_come
from bench.speed.server import ROOT, cpu_of, environment, free_port, serving
from bench.speed.site import UNLIMITED
from bench.speed.table import waits, written
from models import Database, Message, StoredDuel
from web.core.configuration import configuration
from web.core.keys import make_keyring

PLAYERS, GOING_ON = 2000, 80
SECONDS, MAILS, STORE, PAGE = 30, 60, 100, 150
"""The targets: the seconds for resolving all duels, and for all mails; the milliseconds that others wait."""
BEFORE = 12
"""The seconds from the end of preparations to noon."""
LEAD = 5
"""The other players begin this many seconds before noon, so that each process has warmed up."""
PATIENCE = 300
HEADINGS = (
    "database",
    "due",
    "of",
    f"in s (≤ {SECONDS}, {MAILS})",
    "processor of workers in s",
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
            for cells in measured(kind, options):
                lines.append([kind, *cells])
                print(lines[-1], file=sys.stderr, flush=True)
    print(written(HEADINGS, lines))


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--databases", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--duels", type=int, default=5000, help="whose time is up")
    parser.add_argument("--workers", type=int, default=1, help="processes that resolve them")
    parser.add_argument("--rounds", type=int, default=1, help="how often, each with a database of its own")
    return parser.parse_args()


def measured(kind: str, options: argparse.Namespace) -> Iterator[list[str]]:
    """Yield the figures of one database as cells: of the duels, then of the mails."""
    with tempfile.TemporaryDirectory() as name, database_of(kind, Path(name)) as url, ExitStack() as running:
        folder, port, theirs = Path(name), free_port(), range(options.duels, options.duels + GOING_ON)
        database = running.enter_context(
            closing(
                Database(url, keyring=make_keyring(configuration({"INSTANCE": folder, "DATABASE_URL": url})))
            )
        )
        fill(database, options.duels, GOING_ON, PLAYERS, datetime.now(UTC))
        running.enter_context(serving(folder, port, DATABASE_URL=url, **{UNLIMITED: "1"}))
        noon = datetime.now(UTC) + timedelta(seconds=BEFORE)
        let_noon_come(database, options.duels, noon)
        due = select(func.count()).select_from(StoredDuel).where(StoredDuel.deadline_at <= noon)
        mail = free_port()
        running.enter_context(started([sys.executable, "-m", "bench.speed.mailbox", str(mail)]))
        sent = {"SMTP_URL": f"smtp://127.0.0.1:{mail}?starttls=no", "MAIL_FROM": "site@example.org"}
        with workers(options.workers, folder, url, **sent) as pids:
            beside = Beside(port, theirs, PLAYERS)
            yield [str(options.duels), "duels", *timed(beside, database, noon, due, pids)]
        later = datetime.now(UTC) + timedelta(seconds=BEFORE)
        with database.writing() as session:
            again = update(Message).where(Message.kind == "turn")
            session.execute(again.values(due_at=later, told_at=None, tries=0))
        undelivered = (Message.kind == "turn", Message.told_at.is_(None), Message.due_at.is_not(None))
        due = select(func.count()).select_from(Message).where(*undelivered)
        with database.reading() as session:
            number = session.scalar(due)
        with workers(options.workers, folder, url, **sent) as pids:
            beside = Beside(port, theirs, PLAYERS)
            yield [str(number), "mails", *timed(beside, database, later, due, pids)]


def timed(
    beside: Beside, database: Database, noon: datetime, due: Select[int], pids: Sequence[int]
) -> list[str]:
    """Return the seconds after noon until nothing is due, and the waiting times of the others."""
    sleep_until(noon - timedelta(seconds=LEAD))
    with beside.going_on():
        sleep_until(noon)
        beside.counting.set()
        before = sum(map(cpu_of, pids))
        seconds = wait_until_none(database, due, noon)
        used = sum(map(cpu_of, pids)) - before
    return [f"{seconds:.1f}", f"{used:.1f}", *waits(beside.stores), *waits(beside.pages)]


def sleep_until(moment: datetime) -> None:
    """Sleep until an instant."""
    time.sleep(max(0, (moment - datetime.now(UTC)).total_seconds()))


@contextmanager
def workers(count: int, folder: Path, url: str, **settings: str) -> Iterator[Sequence[int]]:
    """Run some workers; yield their process ids."""
    command = [sys.executable, "-m", "flask", "--app", "app", "worker"]
    with ExitStack() as running:
        environ = {**environment(folder), "DATABASE_URL": url, **settings}
        yield [running.enter_context(started(command, environ)) for _ in range(count)]


@contextmanager
def started(command: Sequence[str], settings: Mapping[str, str] | None = None) -> Iterator[int]:
    """Run a process during the block; yield its id."""
    process = subprocess.Popen(command, cwd=ROOT, env=settings)  # noqa: S603  # own command
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait(30)


def wait_until_none(database: Database, due: Select[int], noon: datetime) -> float:
    """Wait until nothing is due; return the seconds since noon. Raises TimeoutError."""
    while (seconds := (datetime.now(UTC) - noon).total_seconds()) < PATIENCE:
        with database.reading() as session:
            if not session.scalar(due):
                return seconds
        time.sleep(0.2)
    raise TimeoutError("something is still due")


if __name__ == "__main__":
    main()
