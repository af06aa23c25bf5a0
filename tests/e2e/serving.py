"""A real server in its own processes, started as in the Procfile, on a temporary database."""

import os
import shutil
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from socket import create_server
from urllib.request import urlopen

import pytest

from app import create_app
from services.ladders.ladders import make_standing
from tests.fixtures_site import ENTRY_KEYS, open_database
from tests.quality.project import ROOT

PATIENCE = 60
FAULTS = ("Traceback", "ERROR", "CRITICAL")


class Served:
    """A running site: its address, its database and its output."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        # Passkeys need a host name, not an IP address.
        self.named = f"http://localhost:{self.port}"
        self.origins = (self.address, self.named)
        self.database_url = f"sqlite:///{folder / 'duels.sqlite3'}"
        self.said = folder / "said.txt"
        self.environment = os.environ | {
            "PORT": str(self.port),
            "INSTANCE": str(folder),
            "DATABASE_URL": self.database_url,
            "SECRET_KEY": "of browsers, and of nobody else at all",
            "SITE_URL": self.named,
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "ENTRY_KEYS": ENTRY_KEYS[0],
            "TRUST_PROXY": "1",
        }

    @cached_property
    def site(self):
        """An application with the same settings, in this process."""
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self.environment.items():
                patch.setenv(name, value)
            return create_app()

    def command(self, program, *arguments):
        """Return a command to run with the environment of this site."""
        return {
            "args": [Path(sys.executable).with_name(program), *arguments],
            "cwd": ROOT,
            "env": self.environment,
        }

    def flask(self, *arguments):
        subprocess.run(**self.command("flask", "--app", "app", *arguments), check=True, timeout=60)

    @contextmanager
    def running(self, program, *arguments):
        """Run a process until the end of the block."""
        with self.said.open("ab") as said:
            process = subprocess.Popen(**self.command(program, *arguments), stdout=said, stderr=said)
            try:
                yield process
            finally:
                process.terminate()
                process.wait(timeout=PATIENCE)

    def faults(self):
        """List the errors in the processes' output."""
        lines = self.said.read_text("utf-8").splitlines()
        return [line for line in lines if any(fault in line for fault in FAULTS)]


def free_port():
    with create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def answers(address):
    with suppress(OSError), urlopen(f"{address}/rules", timeout=5) as answer:  # noqa: S310 -- our own server
        return answer.status == 200
    return False


def wait_for(served, process):
    """Wait until the server answers."""
    until = time.monotonic() + PATIENCE
    while not answers(served.address):
        assert process.poll() is None, served.said.read_text("utf-8")
        assert time.monotonic() < until, "the server does not answer"
        time.sleep(0.05)


@contextmanager
def serving(folder, migrated_file=None):
    """Serve the site until the end of the block; any error in its output fails the test.

    migrated_file: a database with all tables to copy, which is quicker than making them.
    """
    served = Served(folder)
    if migrated_file:
        shutil.copy(migrated_file, folder / "duels.sqlite3")
    else:
        served.flask("database", "upgrade")
    with answering(served, "app:create_app()"):
        yield served


@contextmanager
def serving_fast(folder, migrated_file, templates):
    """Serve by one process, with a prepared database and compiled templates.

    It has as many threads as two processes: each open page holds one.
    """
    served = Served(folder)
    shutil.copy(migrated_file, folder / "duels.sqlite3")
    with closing(open_database(served.database_url)) as database, database.writing() as session:
        make_standing(session, datetime.now(UTC))
    served.environment |= {
        "COMPILED_TEMPLATES": str(templates),
        "WEB_CONCURRENCY": "1",
        "WEB_THREADS": "48",
    }
    with answering(served, "tests.e2e.application:create()"):
        yield served


@contextmanager
def answering(served, application):
    """Run an application until the end of the block."""
    with served.running("gunicorn", "--config", "gunicorn.conf.py", application) as process:
        wait_for(served, process)
        yield
    if "site" in vars(served):
        served.site.extensions["database"].close()
    assert served.faults() == []
