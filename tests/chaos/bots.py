"""Players of many duels over HTTP, who note what the site has confirmed and what it has refused."""

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
"""Seconds for which an answer is waited for, longer than the site may take for one."""
LAZY = 0.15
"""The part of phases that a player stores something for and does not hand in: their time has to come."""
AWAY = (HTTPException, OSError)
"""Errors of a connection: what was asked may have been done."""


@dataclass(frozen=True)
class Told:
    """What a player sent, and whether the site said that it is stored."""

    content: dict
    is_confirmed: bool


@dataclass
class Notes:
    """All that players of a run have noted. entries: by duel, phase and account. faults: answers of 500."""

    entries: dict = field(default_factory=dict)
    confirmed: int = 0
    faults: list = field(default_factory=list)
    answers: Counter = field(default_factory=Counter)

    def note(self, place, told):
        self.entries.setdefault(place, []).append(told)
        self.confirmed += told.is_confirmed


class Refused(Exception):
    """The site answered, and did not do what was asked; nothing of it is stored."""


class Bot(Thread):
    """One account that plays all duels that await it, until it is told to stop."""

    def __init__(self, port, name, key, notes, seed):
        super().__init__(daemon=True)
        self.port, self.account, self.notes = port, name, notes
        self.chance = Random(seed)  # noqa: S311 -- to be repeated
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
        """Store something once or twice, and hand it in but for now and then."""
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
            self.notes.note(place, Told(content, is_confirmed=False))
            raise
        except Refused as refused:
            if refused.args[0] >= 500:  # it does not know itself whether it is stored
                self.notes.note(place, Told(content, is_confirmed=False))
            raise
        self.notes.note(place, Told(content, is_confirmed=True))

    def ask(self, method, path, body=None):
        """Ask the site; raises Refused for an answer that is an error, and the errors of a connection."""
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
