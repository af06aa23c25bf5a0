"""Measure pages of a large and a small world; they must cost the same in both.

    python bench/growth.py [--databases sqlite postgresql] [--only WORDS] [--seconds N] [--rounds N]

The large world has 50,000 accounts, 200,000 finished duels of 20 chapters and 10,000 running ones, the small
one 1,000, 1,000 and 60. It prints the processor time per request, in one process with full caches plus the
database server; docs/speed.md explains it. It needs about 10 GB of disk for a while.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from flask import Flask
from sqlalchemy import text

from app import create_app
from bench.speed.browser import Unexpected
from bench.speed.databases import KINDS, database_of
from bench.speed.direct import Caller
from bench.speed.growth_world import (
    BUSY,
    LARGE,
    NOW,
    PASSWORD,
    QUIET,
    RARE,
    SMALL,
    Size,
    fill,
    token_of,
)
from bench.speed.kinds import Step, Visit
from bench.speed.table import written
from models import Database
from web.core.configuration import configuration
from web.core.keys import make_keyring

MOST = 1.1
"""The largest ratio of a page's cost in the large world to that in the small one."""
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
FEWEST = 5
NANOSECONDS = 10**9
BACKENDS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
PAGES: Mapping[str, tuple[str, str]] = {
    "front page": ("", "/"),
    "watch: running": ("", "/duels/watch"),
    "watch: finished": (BUSY, "/duels/watch?ended=yes"),
    "archive": ("", "/archive/"),
    "archive: an old page": ("", "/archive/?before={middle}"),
    "archive: a power": (BUSY, "/archive/?home=ITALY"),
    "archive: a pairing by a preset": ("", "/archive/?home=ITALY&against=FRANCE&preset=njudge"),
    "archive: a year and a result": ("", "/archive/?year=1903&result=FRANCE"),
    "archive: a rare end": ("", f"/archive/?reason={RARE}"),
    "archive: a player": ("", f"/archive/?player={BUSY}"),
    "archive: a player and an end": ("", f"/archive/?player={BUSY}&reason={RARE}"),
    "archive: two players": ("", f"/archive/?player={BUSY}&other=p000003"),
    "archive: nothing found": ("", "/archive/?preset=dueldip"),
    "player: busy, a visitor": ("", f"/players/{BUSY}"),
    "player: busy, an opponent": ("p000003", f"/players/{BUSY}"),
    "player: busy, themselves": (BUSY, f"/players/{BUSY}"),
    "player: quiet": ("", f"/players/{QUIET}"),
    "my duels: busy": (BUSY, "/duels/"),
    "my duels: quiet": (QUIET, "/duels/"),
    "rules: busy": (BUSY, "/rules"),
    "challenges": (BUSY, "/challenges/"),
    "home powers": ("", "/archive/powers"),
    "balance": ("", "/archive/balance"),
    "bids": ("", "/archive/bids?power=AUSTRIA&year=1903&amount=7"),
    "downloads": ("", "/archive/dump"),
    "duel: goes on, its player": (BUSY, "/duels/{running}"),
    "duel: over, a visitor": ("", "/duels/{middle}"),
    "duel: a chapter": ("", "/duels/{middle}/chapters/7"),
    "duel: the record": ("", "/duels/{middle}/record.json"),
    "stamp of a reader": (BUSY, "/mine/stamp?lists=public"),
    "ratings": (BUSY, "/ratings/days/intimate"),
    "ladders": (BUSY, "/ladders/"),
    "tournaments": (BUSY, "/tournaments/"),
}


def main() -> None:
    """Make both worlds, measure and print."""
    options = asked()
    lines = [line for kind in options.databases for line in lines_of(kind, options)]
    print(written(("database", "page", "ms, small", "ms, large", "ratio", f"≤ {MOST}"), lines))


def lines_of(kind: str, options: argparse.Namespace) -> Iterator[list[str]]:
    """Measure the pages on one kind of database; yield the cells of each."""
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as databases:
        worlds = {}
        for size in (SMALL, LARGE):
            folder = Path(temporary) / str(size.duels)
            folder.mkdir()
            url = databases.enter_context(database_of(kind, folder, str(size.duels)))
            worlds[size] = world(folder, url, size)
            databases.callback(worlds[size].extensions["database"].close)
        for name, (reader, path) in PAGES.items():
            if options.only in name:
                line = [kind, *line_of(name, measured(worlds, reader, path, options))]
                print(line, flush=True, file=sys.stderr)
                yield line


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="measure the pages alone whose name holds these words")
    parser.add_argument("--seconds", type=float, default=0.15, help="of each page in each round")
    parser.add_argument("--rounds", type=int, default=9, help="how often both worlds take turns")
    parser.add_argument("--databases", nargs="+", choices=KINDS, default=KINDS)
    return parser.parse_args()


def world(folder: Path, url: str, size: Size) -> Flask:
    """Make a world, and return its site."""
    settings = {"INSTANCE": folder, "DATABASE_URL": url, "RATELIMIT_ENABLED": False, "HEARTBEAT": False}
    keyring = make_keyring(configuration(settings))
    with closing(Database(url, keyring=keyring)) as database:
        fill(database, size)
    return create_app({**settings, "CLOCK": lambda: NOW})


def cookie_of(app: Flask, name: str) -> str:
    """Log a member in; return the cookie header, empty for a visitor."""
    if not name:
        return ""
    client = app.test_client()
    found = TOKEN.search(client.get("/login").text)
    fields = {"csrf_token": found[1] if found else "", "name": name, "password": PASSWORD}
    client.post("/login", data=fields, headers={"Origin": "http://localhost"})
    session = client.get_cookie("session")
    return f"session={session.value}" if session else ""


def measured(
    worlds: Mapping[Size, Flask], reader: str, path: str, options: argparse.Namespace
) -> list[list[float]]:
    """Return the seconds of a page in both worlds for each round; empty if there is no such page."""
    callers = []
    for size, app in worlds.items():
        middle = token_of(size.running + size.duels // 2 + 1)
        step = Step(path.format(middle=middle, running=token_of(1)))
        callers.append((Caller(app, Visit(cookie_of(app, reader), (step,))), app.extensions["database"]))
    with suppress(Unexpected):
        first = [caller() for caller, _ in callers for _ in range(FEWEST)]
        number = max(FEWEST, int(options.seconds / median(first)))
        return [[_mean(*caller, number) for caller in callers] for _ in range(options.rounds)]
    return []


def _mean(caller: Caller, database: Database, number: int) -> float:
    before = server_seconds(database)
    spent = sum(caller() for _ in range(number))
    return (spent + server_seconds(database) - before) / number


def server_seconds(database: Database) -> float:
    """Return the processor time that a local database server has used for a database."""
    if database.url.get_backend_name() == "sqlite":
        return 0.0
    with database.engine.connect() as connection:
        numbers = connection.scalars(text(BACKENDS)).all()
    stats = (Path("/proc", str(number), "schedstat") for number in numbers)
    return sum(int(file.read_text("ascii").split()[0]) for file in stats if file.exists()) / NANOSECONDS


def line_of(name: str, rounds: list[list[float]]) -> list[str]:
    """Return the cells of a page."""
    if not rounds:
        return [name, "–", "–", "–", "no such page"]
    small, large = (median(column) * 1e3 for column in zip(*rounds, strict=True))
    ratio = median(large / small for small, large in rounds)
    return [name, f"{small:.2f}", f"{large:.2f}", f"{ratio:.2f}", "yes" if ratio <= MOST else "no"]


if __name__ == "__main__":
    main()
