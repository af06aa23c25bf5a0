"""A site whose processes are killed and whose database connections are cut, at random moments."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Lock
from urllib.request import urlopen

from bench.speed.server import children
from tests.e2e.serving import free_port
from tests.fixtures_site import ENTRY_KEYS
from tests.proxies import COMMIT
from tests.quality.project import ROOT

PATIENCE = 60
COMMANDS = {
    "web": ("gunicorn", "--config", "gunicorn.conf.py", "app:create_app()"),
    "worker": ("flask", "--app", "app", "worker"),
}


class Processes:
    """The web server and the worker of a site, restarted whenever they are gone."""

    def __init__(self, folder, database_url):
        self.port, self.said = free_port(), folder / "said.txt"
        self.environment = os.environ | {
            "PORT": str(self.port),
            "INSTANCE": str(folder),
            "DATABASE_URL": database_url,
            "SECRET_KEY": "a secret of the storm, long enough",
            "ENTRY_KEYS": ENTRY_KEYS[0],
            "WEB_CONCURRENCY": "2",
            "WEB_THREADS": "8",
            "API_RATE": "100000 per minute",
            "SITE_URL": f"http://127.0.0.1:{self.port}",
        }
        self.running, self.killed, self._lock = {}, [], Lock()

    def start(self, name):
        """Start a process in a group of its own, so that its children can be killed with it."""
        program, *arguments = COMMANDS[name]
        command = [Path(sys.executable).with_name(program), *arguments]
        with self.said.open("ab") as said:
            self.running[name] = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=said, stderr=said, start_new_session=True
            )

    def kill(self, name):
        """Kill a process and its children at once, and start it again."""
        process = self.running.pop(name)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
        self.killed.append(name)
        self.start(name)

    def kill_one_of_web(self, chance):
        """Kill one of the web server's processes; the server starts another one."""
        found = children(self.running["web"].pid)
        if found:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(found), signal.SIGKILL)
            self.killed.append("one of web")

    def wait_until_it_answers(self):
        until = time.monotonic() + PATIENCE
        while not self.answers():
            assert time.monotonic() < until, self.said.read_text("utf-8")[-4000:]
            time.sleep(0.1)

    def answers(self):
        with suppress(OSError), urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
            return answer.status == 200
        return False

    def stop(self):
        """Stop all processes as an administrator would."""
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


class Storm:
    """Causes a failure every few seconds."""

    def __init__(self, processes, proxy, seed, silence, stored):
        """silence: the longest time in seconds for which all database connections are silent or cut.

        stored: returns the number of entries confirmed so far.
        """
        self.processes, self.proxy, self.stored = processes, proxy, stored
        self.silence = (0.5, silence)
        self.chance = Random(seed)  # noqa: S311 -- repeatable randomness
        self.blows = [self.kill_web, self.kill_one, self.kill_one, self.kill_worker]
        if proxy is not None:
            self.blows += [self.cut, self.fall_silent, self.fall_silent_at_commit]
        self.done = []

    def rage(self, seconds, every):
        """Go on for some seconds, and until each kind of failure has happened.

        every: the mean seconds between two failures.
        """
        until, deck = time.monotonic() + seconds, []
        while time.monotonic() < until or len(self.done) < len(self.blows):
            stored = self.stored()
            time.sleep(self.chance.uniform(0.5, 1.5) * every)
            self.wait_until_more_is_stored_than(stored)
            if not deck:
                deck = self.chance.sample(self.blows, len(self.blows))
            blow = deck.pop()
            self.done.append(blow.__name__)
            blow()
        if self.proxy is not None:
            self.proxy.mend()

    def wait_until_more_is_stored_than(self, stored):
        """Wait until the site has recovered from the last failure: a slow machine would only restart it."""
        until = time.monotonic() + PATIENCE
        while self.stored() <= stored and time.monotonic() < until:
            time.sleep(0.05)

    def kill_web(self):
        self.processes.kill("web")

    def kill_one(self):
        self.processes.kill_one_of_web(self.chance)

    def kill_worker(self):
        self.processes.kill("worker")

    def cut(self):
        self.proxy.cut()
        time.sleep(self.chance.uniform(*self.silence))
        self.proxy.mend()

    def fall_silent(self):
        self.proxy.is_silent = True
        time.sleep(self.chance.uniform(*self.silence))
        self.proxy.mend()

    def fall_silent_at_commit(self):
        self.proxy.silence_at(COMMIT)
