"""A practice player on the pages, and the opponent in the thread of the test."""

from random import Random

import pytest

from services.jobs.pool import Claims
from services.jobs.queue import JobContext
from services.practice import beginning
from services.practice.answering import run_jobs
from tests.fixtures_site import NOON, TOKEN
from tests.thinking import think_here


@pytest.fixture
def practise(site, sqlite_database, visit, monkeypatch):
    """Return a function that begins a practice duel, for a guest by default.

    The site's home power is always drawn alike, because hints depend on it.
    """
    monkeypatch.setattr(beginning, "chance", Random(1))  # noqa: S311  # repeatable randomness
    site.config["CLOCK"] = lambda: NOON
    site.extensions["counting"].storage.reset()
    bench = JobContext(sqlite_database, lambda: NOON, think_here, Claims(), "key")

    def begin(who=None, level="captain", home="FRANCE", preset="intimate"):
        return Practising(who or visit(), bench, level, home, preset)

    return begin


class Practising:
    """One practice duel on its pages."""

    def __init__(self, who, bench, level, home, preset):
        self.who, self.bench = who, bench
        self.begun = who.post("/practise", level=level, home=home, preset=preset)
        self.path = self.begun.headers.get("Location", "")
        self.token = TOKEN.search(who.get("/rules").text)[1]

    def get(self, page=""):
        return self.who.get(f"{self.path}{page}")

    def send(self, page, **fields):
        form = {"csrf_token": self.token, **fields}
        return self.who.client.post(f"{self.path}/{page}", data=form, headers=self.who.headers)

    def think(self):
        """Let the opponent answer every waiting job."""
        return run_jobs(self.bench)
