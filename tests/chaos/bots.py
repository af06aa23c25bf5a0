"""Bots that play many duels over HTTP and record what the site has confirmed and refused."""

import json
import runpy
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from random import Random
from threading import Event, Thread

from tests.quality.project import ROOT

by_chance = runpy.run_path(str(ROOT / "examples" / "random_player.py"))["by_chance"]
PATH = "/api/v1"
PATIENCE = 20
"""Seconds to wait for an answer: longer than the site may take for one."""
LAZY = 0.15
"""The share of phases with an entry that is stored but not handed in, so that the deadline must come."""
AWAY = (HTTPException, OSError)
"""Connection errors, after which the request may have been done."""


@dataclass(frozen=True)
class SentEntry:
    """What a player sent, and whether the site confirmed it."""

    content: dict
    is_confirmed: bool


@dataclass
class Notes:
    """All records of the players. entries: by duel, phase and account. faults: answers of 500."""

    entries: dict = field(default_factory=dict)
    confirmed: int = 0
    faults: list = field(default_factory=list)
    answers: Counter = field(default_factory=Counter)

    def note(self, place, told):
        self.entries.setdefault(place, []).append(told)
        self.confirmed += told.is_confirmed


class Refused(Exception):
    """The site answered with a refusal; nothing of the request is stored."""


class Bot(Thread):
    """One account that plays all duels that await it, until it is stopped."""

    def __init__(self, port, name, key, notes, seed):
        super().__init__(daemon=True)
        self.port, self.account, self.notes = port, name, notes
        self.chance = Random(seed)  # noqa: S311 -- repeatable randomness
        self.headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self.over, self.connection = Event(), None

    def run(self):
        while not self.over.wait(self.chance.uniform(0.05, 0.3)):
            try:
                self.play()
            except Refused:
                self.over.wait(0.2)
            except AWAY:
                self.hang_up()
                self.over.wait(0.3)
        self.hang_up()

    def play(self):
        for each in self.ask("GET", "/changes")["duels"]:
            if each["awaits_you"] and not self.over.is_set():
                try:
                    self.enter(each["duel"], each["phase"])
                except Refused:
                    continue

    def enter(self, duel, phase):
        """Store something once or twice, and usually hand it in."""
        path = f"/duels/{duel}"
        shown = self.ask("GET", path)
        if (shown.get("own") or {}).get("entry") and self.is_lazy(duel, phase):
            return
        options = self.ask("GET", f"{path}/options/{phase}")
        for _ in range(self.chance.choice((1, 1, 2))):
            self.store(duel, phase, by_chance(shown, options))
        if not self.is_lazy(duel, phase):
            self.ask("PUT", f"{path}/entries/{phase}/readiness", {"ready": True, "accept_overbid": True})

    def is_lazy(self, duel, phase):
        return Random(f"{self.account} {duel} {phase}").random() < LAZY  # noqa: S311 -- as above

    def store(self, duel, phase, content):
        place = (duel, phase, self.account)
        try:
            self.ask("PUT", f"/duels/{duel}/entries/{phase}", content)
        except AWAY:
            self.notes.note(place, SentEntry(content, is_confirmed=False))
            raise
        except Refused as refused:
            if refused.args[0] >= 500:  # the site itself does not know whether it is stored
                self.notes.note(place, SentEntry(content, is_confirmed=False))
            raise
        self.notes.note(place, SentEntry(content, is_confirmed=True))

    def ask(self, method, path, body=None):
        """Make a request; raise Refused for an error in the answer, and connection errors."""
        if self.connection is None:
            self.connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = json.dumps(body) if body is not None else None
        self.connection.request(method, PATH + path, sent, self.headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        self.notes.answers[answer.status] += 1
        if answer.status == 500:
            self.notes.faults.append(f"{method} {path}: {text}")
        if answer.status >= 400:
            raise Refused(answer.status, text)
        return json.loads(text)

    def hang_up(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None
