"""The site under its own server, in a separate folder, with its processor time and memory."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.speed.browser import Browser

ROOT = Path(__file__).parents[2]
PATIENCE = 30
TICKS = os.sysconf("SC_CLK_TCK")
MEGABYTE = 1024
"""In kilobytes, the unit of the system."""
OWN = (
    "DATABASE_URL",
    "SECRET_KEY",
    "INSTANCE",
    "TRUST_PROXY",
    "COOKIE_SECURE",
    "REDIS_URL",
    "WEB_STREAMS",
    "WEB_STREAMS_OF_ADDRESS",
)
"""Variables of the shell that must not affect the measured site."""


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a process that serves the site of a folder."""
    plain = {name: value for name, value in os.environ.items() if name not in OWN}
    return {**plain, "INSTANCE": str(folder), "PYTHONPATH": str(ROOT)}


def make_tables(folder: Path) -> None:
    """Make the database of a folder."""
    command = [sys.executable, "-m", "flask", "--app", "app", "database", "upgrade"]
    subprocess.run(command, cwd=ROOT, env=environment(folder), check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # own command


@dataclass(frozen=True)
class Server:
    """A running server: its port, and its main process."""

    port: int
    pid: int

    def workers(self) -> list[int]:
        """Return the ids of the web processes."""
        return children(self.pid)

    def cpu(self) -> float:
        """Return the processor seconds that the web processes have used."""
        return sum(map(cpu_of, self.workers()))

    def memory(self) -> dict[str, list[tuple[float, float]]]:
        """Return RSS and PSS in MB of the main process, the web processes and their children."""
        workers = self.workers()
        helpers = [child for worker in workers for child in children(worker)]
        parts = {"main": [self.pid], "answering": workers, "started by those": helpers}
        return {name: [memory_of(pid) for pid in pids] for name, pids in parts.items()}


@contextmanager
def serving(folder: Path, port: int, **more: str) -> Iterator[Server]:
    """Serve the site of a folder with two processes and more settings in the environment."""
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "2", **more}
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "--config",
        "gunicorn.conf.py",
        "bench.speed.site:application()",
    ]
    process = subprocess.Popen(  # noqa: S603  # this project's own server
        command, cwd=ROOT, env={**environment(folder), **settings}, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(port, process)
        yield Server(port, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def free_port() -> int:
    """Return a free port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Wait until the site answers; raises RuntimeError if it does not."""
    for _ in range(PATIENCE * 10):
        try:
            with closing(Browser(port)) as browser:
                browser.get("/rules")
        except ConnectionError:
            time.sleep(0.1)
        else:
            return
        if process.poll() is not None:
            break
    raise RuntimeError("the server does not start")


def children(pid: int) -> list[int]:
    """Return the children of a process."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text("ascii").split()]


def cpu_of(pid: int) -> float:
    """Return the processor seconds that a process has used, in user and system mode."""
    after_name = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / TICKS


def memory_of(pid: int) -> tuple[float, float]:
    """Return RSS and PSS of a process in MB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()[1:]
    sizes = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
    return sizes["Rss"] / MEGABYTE, sizes["Pss"] / MEGABYTE
