"""Somebody who practises through the pages, and the opponent, which thinks in this very thread."""

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
    """Return a function that lets somebody begin to practise, a guest unless it is said.

    The home power of the site is drawn alike each time: what a hint advises depends on it.
    """
    monkeypatch.setattr(beginning, "lots", Random(1))  # noqa: S311  # to be repeated
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
        """Let the opponent answer all that waits for it."""
        return run_jobs(self.bench)
