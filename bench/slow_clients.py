"""Time pages of a site with slow clients: open streams, clients that read nothing, slow senders.

    python bench/slow_clients.py [--streams 2000] [--readers 200] [--senders 200] [--seconds 15]
        [--beside FOLDER]

Two processes serve while a client requests pages, one after another. If FOLDER has another version of this
repository, the processor time per request of both versions is measured in turn.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median, quantiles
from threading import Event, Thread

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.speed import server as served
from bench.speed.browser import HEADERS, Browser, Unexpected
from bench.speed.play import Duel
from bench.speed.server import Server, free_port, make_tables, serving
from bench.speed.site import CONSTANT, UNLIMITED
from bench.speed.table import written
from bench.speed.world import Maker

LARGE = 500_000
ACCOUNTS = 40
PATIENCE = 30
HEADINGS = ("beside", "pages", "median ms", "99th percentile ms", "slowest ms", "failed")


def main() -> None:
    """Measure and print."""
    options = read_options()
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        make_tables(folder)
        more = {"WEB_STREAMS_OF_ADDRESS": "4000", UNLIMITED: "1"}
        with serving(folder, port, **more) as server, closing(Maker(port)) as maker:
            duel = maker.running(seed=1)
            cookies = [Browser(port).registered(f"r{number}").cookie for number in range(ACCOUNTS)]
            print(written(HEADINGS, list(rows(port, duel, cookies, options))), flush=True)
            print(f"\n{sum(map(served.cpu_of, server.workers())):.0f} s of processor time in all", flush=True)
    if options.beside:
        compare(options.beside, options.seconds)


def read_options() -> argparse.Namespace:
    """Read the options."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--readers", type=int, default=200, help="clients that ask for 500 KB and read none")
    parser.add_argument("--senders", type=int, default=200, help="clients that send one byte a second")
    parser.add_argument("--seconds", type=float, default=15, help="the length of each measurement")
    parser.add_argument("--beside", type=Path, help="the folder of another version")
    return parser.parse_args()


def rows(port: int, duel: Duel, cookies: Sequence[str], options: argparse.Namespace) -> Iterator[list[str]]:
    """Time pages on the idle site, with each kind of slow client, and on the idle site again."""
    yield figures("nobody", *time_pages(port, duel, options.seconds))
    with open_streams(port, duel, cookies, options.streams) as heard_at:
        yield figures(f"{options.streams} streams", *time_pages(port, duel, options.seconds))
        begun = time.monotonic()
        duel.play()
        resolved = time.monotonic()
        while len(heard_at) < options.streams and time.monotonic() < resolved + PATIENCE:
            time.sleep(0.01)
        waits = sorted(at - resolved for at in heard_at)
        print(f"a change, handed in and resolved in {resolved - begun:.2f} s, reached {len(waits)} streams,")
        print(f"half of them in {median(waits):.2f} s and the last in {waits[-1]:.2f} s\n", flush=True)
    for words, count, act in (
        (f"{options.readers} readers", options.readers, take_nothing),
        (f"{options.senders} senders", options.senders, send_slowly),
    ):
        with running_clients(port, count, act):
            yield figures(words, *time_pages(port, duel, options.seconds))
    yield figures("nobody again", *time_pages(port, duel, options.seconds))


def figures(words: str, times: Sequence[float], failed: int) -> list[str]:
    """Return a row of the table: how long the pages took."""
    percentiles = quantiles(times, n=100)
    shown = (percentiles[49], percentiles[98], max(times))
    return [words, str(len(times)), *(f"{1000 * each:.1f}" for each in shown), str(failed)]


def time_pages(port: int, duel: Duel, seconds: float) -> tuple[list[float], int]:
    """Request some pages repeatedly; return the time of each, and how many failed."""
    times, failed, until = [], 0, time.monotonic() + seconds
    with closing(Browser(port)) as visitor:
        while time.monotonic() < until:
            for path in ("/", "/duels/watch", duel.path, f"{duel.path}/stamp", "/rules"):
                begun = time.perf_counter()
                try:
                    visitor.get(path)
                except (OSError, Unexpected):
                    failed += 1
                times.append(time.perf_counter() - begun)
                time.sleep(0.02)
    return times, failed


@contextmanager
def open_streams(port: int, duel: Duel, cookies: Sequence[str], count: int) -> Iterator[list[float]]:
    """Keep streams open, half to a duel and half to lists; yield the list of times of their change events."""
    heard_at: list[float] = []
    open_: list[int] = []

    async def follow(number: int) -> None:
        await asyncio.sleep(number * 0.004)
        path = f"{duel.path}/events" if number % 2 else "/mine/events?lists=public"
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request(path, cookies[number // 2 % len(cookies)]))
        if b" 200 " not in await reader.readline():
            raise Unexpected("a stream was refused")
        known = b""
        while line := await reader.readline():
            if line.startswith(b"data: "):
                if not known:
                    open_.append(number)
                elif line != known:
                    heard_at.append(time.monotonic())
                known = line

    with running_clients(port, count, lambda _, number: follow(number)):
        while len(open_) < count:
            time.sleep(0.1)
        yield heard_at


def request(path: str, cookie: str = "") -> bytes:
    """Write the head of a request."""
    headers = {"Host": "127.0.0.1", **HEADERS, **({"Cookie": cookie} if cookie else {})}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode()


async def take_nothing(port: int, _: int) -> None:
    """Request a large page every minute and read nothing of it."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport can
        writer.write(request(f"{CONSTANT}/{LARGE}"))
        await asyncio.sleep(60)
        del reader


async def send_slowly(port: int, _: int) -> None:
    """Send a form byte by byte, and connect again when the server hangs up."""
    while True:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        head = b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"
        try:
            writer.write(head)
            while not writer.transport.is_closing():
                await asyncio.sleep(1)
                writer.write(b"x")
                await writer.drain()
        except ConnectionError:
            writer.close()


@contextmanager
def running_clients(port: int, count: int, act: Callable[[int, int], Awaitable[None]]) -> Iterator[None]:
    """Run a number of clients in a thread until the block ends."""
    over = Event()

    async def run_all() -> None:
        tasks = [asyncio.ensure_future(act(port, number)) for number in range(count)]
        while not over.is_set():
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()

    thread = Thread(target=asyncio.run, args=(run_all(),))
    thread.start()
    time.sleep(2)
    try:
        yield
    finally:
        over.set()
        thread.join()


def compare(folder: Path, seconds: float) -> None:
    """Print the processor time per request of this version and of another, measured in turn."""
    found: dict[Path, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        sites = [(served.ROOT, Path(one)), (folder.absolute(), Path(other))]
        paths: dict[Path, tuple[str, ...]] = {}
        for _ in range(3):
            for root, place in sites:
                served.ROOT = root
                port = free_port()
                if root not in found:
                    found[root] = {}
                    make_tables(place)
                with serving(place, port, **{UNLIMITED: "1"}) as server:
                    if root not in paths:
                        with closing(Maker(port)) as maker:
                            duel = maker.running(seed=1)
                        paths[root] = ("/", duel.path, f"{duel.path}/stamp", "/healthz", f"{CONSTANT}/150000")
                    for path in paths[root]:
                        found[root].setdefault(path.replace(paths[root][1], "/duel"), []).append(
                            cost(server, port, path, seconds / 3)
                        )
    served.ROOT = sites[0][0]
    this_version, other_version = (found[root] for root, _ in sites)
    lines = []
    for path in this_version:
        here, there = min(this_version[path]), min(other_version[path])
        lines.append([path, f"{1000 * here:.2f}", f"{1000 * there:.2f}", f"{here / there - 1:+.0%}"])
    print("\n" + written(("page", "ms of processor time", "other version", "difference"), lines))


def cost(server: Server, port: int, path: str, seconds: float) -> float:
    """Return the processor time of a request, in seconds."""
    browsers = [Browser(port) for _ in range(4)]
    counts = [0] * len(browsers)

    def ask(number: int) -> None:
        while time.monotonic() < until:
            browsers[number].get(path)
            counts[number] += 1

    for browser in browsers:
        browser.get(path)
    before, until = server.cpu(), time.monotonic() + seconds
    threads = [Thread(target=ask, args=(number,)) for number in range(len(browsers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for browser in browsers:
        browser.close()
    return (server.cpu() - before) / sum(counts)


if __name__ == "__main__":
    main()
