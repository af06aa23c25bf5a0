"""A site over HTTP; requests are retried after a pause if that is safe and may help."""

import json
import logging
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self, cast
from urllib.parse import quote
from uuid import uuid4

import httpx

from intimate_client.shapes import (
    Challenge,
    Changes,
    Duel,
    Entry,
    Fault,
    ListedDuel,
    Options,
    PracticeDuel,
)

log = logging.getLogger(__name__)
TRIES = 6
"""How often a request is sent if the site does not answer or is busy."""
LONGEST_WAIT = 60.0
"""The longest pause between two attempts, in seconds."""
LONGEST_SILENCE = 60.0
"""How long a site may send nothing before it counts as not answering, in seconds."""
AGAIN = frozenset({"busy", "unavailable", "too_many_requests", "idempotency_key_busy", "no_room"})
"""The codes of temporary problems."""
GATEWAY = frozenset({502, 503, 504})
UNMET = frozenset({"phase_over", "phase_to_come", "not_awaited", "not_found", "on_leave"})
"""The codes of problems after a duel has moved on while the bot was thinking."""
NO_CLOCK = "9999"
Decide = Callable[[Duel, Options], Entry]
"""A function that makes an entry for a duel from its options."""


def default_entry(options: Options) -> Entry:
    """Return an entry with the effect of none: no bids, units hold or disband."""
    match options["takes"]:
        case "homes":
            return {"homes": options["powers"]}
        case "bids":
            return {"bids": {}}
    return {"orders": {}}


def path_of(*parts: str) -> str:
    """Return a path with each part quoted, so that a name leads nowhere else."""
    return "".join(f"/{quote(part, safe='')}" for part in parts)


class Refused(Exception):
    """The site refuses a request: `code` for programs, `detail` for people, `errors` for each wrong field."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.code: str = problem.get("code", "")
        self.detail: str = problem.get("detail", "")
        self.errors: Sequence[Fault] = problem.get("errors", ())
        super().__init__(f"{self.code or status}: {self.detail}")


class Unreachable(Exception):
    """The site did not answer, or was too busy, at every attempt."""


class Event(NamedTuple):
    """A change from the stream: `name` is duel or challenges."""

    name: str
    data: Mapping[str, Any]


class Site:
    """The API of a site, for the account of an API key; a context manager that closes the connections.

    Methods raise Refused if the site refuses a request, Unreachable if it does not answer. patience: the
    seconds within which a request may be sent again; if the next attempt would be later, it is Unreachable.
    pause: a function that waits for a number of seconds. transport: an httpx transport to use instead of the
    network.
    """

    def __init__(
        self,
        address: str,
        key: str,
        *,
        patience: float = math.inf,
        pause: Callable[[float], None] = time.sleep,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._patience, self._pause = patience, pause
        self._http = httpx.Client(
            base_url=f"{address.rstrip('/')}/api/v1",
            headers={"Authorization": f"Bearer {key}"},
            timeout=LONGEST_SILENCE,
            transport=transport,
        )

    def __enter__(self) -> Self:
        """The site itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections."""
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def ask(self, method: str, path: str, body: object = None, query: Mapping[str, Any] | None = None) -> Any:  # noqa: ANN401  # what JSON holds
        """Send a request and return the answer; a repeated POST is not done twice."""
        answer = self._send(method, path, body, query)
        return answer.json() if answer.content else None

    def _send(
        self, method: str, path: str, body: object = None, query: Mapping[str, Any] | None = None
    ) -> httpx.Response:
        headers = {"Idempotency-Key": uuid4().hex} if method == "POST" else {}
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        until = time.monotonic() + self._patience
        silence = min(LONGEST_SILENCE, self._patience)
        for attempt in range(TRIES):
            fault, wait = "", min(LONGEST_WAIT, 0.5 * 2**attempt)
            try:
                answer = self._http.request(
                    method, path, json=body, params=asked, headers=headers, timeout=silence
                )
            except httpx.TransportError as error:
                fault = repr(error)
            else:
                if answer.is_success:
                    return answer
                problem = _problem(answer)
                if problem.code not in AGAIN and (problem.code or answer.status_code not in GATEWAY):
                    raise problem
                fault, wait = str(problem), _seconds(answer, wait)
            if time.monotonic() + wait > until:
                raise Unreachable(f"{method} {path}: {fault} (try again in {wait:.0f} seconds)")
            log.info("%s %s: %s; again in %.1f s", method, path, fault, wait)
            self._pause(wait)
        raise Unreachable(f"{method} {path}: {fault}")

    # The account

    def account(self) -> Mapping[str, Any]:
        """The account of the key, and what awaits it."""
        return cast("Mapping[str, Any]", self.ask("GET", "/account"))

    # Challenges

    def challenge(self, opponent: str | None = None, **terms: Any) -> Challenge:  # noqa: ANN401  # values of the API
        """Challenge a player by name, or anybody; terms: `preset`, `settings`, `clock`, `rated`."""
        body = {"kind": "named", "opponent": opponent, **terms} if opponent else {"kind": "open", **terms}
        return cast("Challenge", self.ask("POST", "/challenges", body))

    def challenges(self) -> Sequence[Challenge]:
        """The challenges that others have made to the account."""
        return cast("Sequence[Challenge]", self.ask("GET", "/challenges")["to_me"])

    def accept(self, challenge: str) -> Challenge:
        """Accept a challenge by its name; the answer names the duel."""
        return cast("Challenge", self.ask("POST", path_of("challenges", challenge, "accept")))

    def decline(self, challenge: str) -> Challenge:
        """Decline a challenge."""
        return cast("Challenge", self.ask("POST", path_of("challenges", challenge, "decline")))

    def practise(self, level: str = "recruit", home: str | None = None, preset: str = "intimate") -> Duel:
        """Begin a duel against a level of the site's opponent."""
        body = {"level": level, "home": home, "preset": preset}
        return cast("Duel", self.ask("POST", "/practice", body))

    def practice(self) -> Sequence[PracticeDuel]:
        """The running practice duels."""
        return cast("Sequence[PracticeDuel]", self.ask("GET", "/practice")["running"])

    # The league

    def league(self) -> Mapping[str, Any]:
        """The table of the league, and the standing of the account."""
        return cast("Mapping[str, Any]", self.ask("GET", "/league"))

    def enter_league(self, at_once: int = 2, cost: str = "") -> Mapping[str, Any]:
        """Enter the league, or resume after a pause; at_once: how many duels the site keeps running."""
        return cast("Mapping[str, Any]", self.ask("PUT", "/league/entry", {"at_once": at_once, "cost": cost}))

    def leave_league(self) -> Mapping[str, Any]:
        """Leave the league; running duels go on."""
        return cast("Mapping[str, Any]", self.ask("DELETE", "/league/entry"))

    def begin_league_duels(self, duels: int = 42) -> Sequence[str]:
        """Begin the next duels of the league, an even number; return their names."""
        return cast("Sequence[str]", self.ask("POST", "/league/pairings", {"duels": duels})["duels"])

    # Duels

    def duels(self) -> Sequence[ListedDuel]:
        """All running duels of the account."""
        return cast("Sequence[ListedDuel]", self.ask("GET", "/duels")["duels"])

    def awaiting(self) -> Sequence[ListedDuel]:
        """The running duels that await the account, the one with the least time first."""
        waiting = [each for each in self.duels() if each["awaits_you"]]
        return sorted(waiting, key=lambda each: each["due_at"] or NO_CLOCK)

    def duel(self, duel: str) -> Duel:
        """A duel by its name."""
        return cast("Duel", self.ask("GET", path_of("duels", duel)))

    def options(self, duel: str, phase: str) -> Options:
        """Everything that can be entered for a phase."""
        return cast("Options", self.ask("GET", path_of("duels", duel, "options", phase)))

    def enter(self, duel: str, phase: str, entry: Entry) -> Mapping[str, Any]:
        """Store a whole entry in place of an earlier one; it counts at the deadline even if not handed in."""
        return cast("Mapping[str, Any]", self.ask("PUT", path_of("duels", duel, "entries", phase), entry))

    def hand_in(self, duel: str, phase: str, *, ready: bool = True, accept_overbid: bool = False) -> None:
        """Hand in the entry, or with `ready=False` take it back."""
        body = {"ready": ready, **({"accept_overbid": True} if accept_overbid else {})}
        self.ask("PUT", path_of("duels", duel, "entries", phase, "readiness"), body)

    def happen(self, duel: str, phase: str, event: str) -> Duel:
        """Offer, claim, agree, decline or concede; event: for example `draw_offered`."""
        body = {"event": event, "phase": phase}
        return cast("Duel", self.ask("POST", path_of("duels", duel, "events"), body))

    def record(self, duel: str) -> Mapping[str, Any]:
        """The record of a duel, as `intimate.record.load` reads it."""
        return cast("Mapping[str, Any]", self.ask("GET", path_of("duels", duel, "record")))

    def finished(self, **wanted: str) -> Iterator[Mapping[str, Any]]:
        """All finished public duels with their records, latest first; wanted: filters, such as `preset`."""
        yield from self._lines("/public-duels/export", wanted)

    def league_records(self) -> Iterator[Mapping[str, Any]]:
        """All ended duels of the league with their records, the latest begun first."""
        yield from self._lines("/league/records")

    def _lines(self, path: str, query: Mapping[str, Any] | None = None) -> Iterator[Mapping[str, Any]]:
        """Read lines of JSON page by page."""
        while path:
            answer = self._send("GET", path, query=query)
            yield from map(json.loads, answer.text.splitlines())
            path, query = answer.links.get("next", {}).get("url", ""), None
            path = path.removeprefix(self._http.base_url.path.rstrip("/"))

    # Changes

    def changes(self, since: str | None = None) -> Changes:
        """The state of all running duels; since: the id of an earlier answer, to ask for changes only."""
        return cast("Changes", self.ask("GET", "/changes", query={"since": since}))

    def follow(self) -> Iterator[Event]:
        """Yield changes as they come, for ever; a lost connection is resumed after the last one."""
        last, failures = "", 0
        while True:
            headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last else {})}
            try:
                with self._http.stream("GET", "/events", headers=headers) as answer:
                    if not answer.is_success:
                        answer.read()
                        raise _problem(answer)
                    for number, event in _events(answer.iter_lines()):
                        last, failures = number or last, 0
                        if event is not None:
                            yield event
            except (httpx.TransportError, Refused) as error:
                if isinstance(error, Refused) and error.code not in {*AGAIN, "too_many_streams"}:
                    raise
                log.info("lost the stream of changes: %r", error)
                failures += 1
            self._pause(min(LONGEST_WAIT, 0.5 * 2**failures))

    def play(self, decide: Decide, *, until: Callable[[], bool] = lambda: False, every: float = 1.0) -> None:
        """Accept challenges and play all duels that await the account, until `until()`; most urgent first.

        Practice duels are played, too. A refusal in one duel does not stop the others.
        """
        while not until():
            if not self.play_once(decide):
                self._pause(every)

    def play_once(self, decide: Decide) -> int:
        """Accept challenges and answer each duel that awaits the account; return how many were answered."""
        for each in self.challenges():
            self._attempt(self.accept, each["challenge"])
        names = [each["duel"] for each in (*self.awaiting(), *self.practice())]
        return sum(self._attempt(self.answer, name, decide) is True for name in names)

    def answer(self, duel: str, decide: Decide) -> bool:
        """Hand in an entry if a duel awaits the account; return whether it did."""
        seen = self.duel(duel)
        if not seen["awaits_you"] or seen["phase"] is None:
            return False
        entry = decide(seen, self.options(duel, seen["phase"]))
        self.enter(duel, seen["phase"], entry)
        self.hand_in(duel, seen["phase"], accept_overbid="bids" in entry)
        return True

    def _attempt(self, act: Callable[..., object], *given: object) -> object:
        """Call a function; if the site refuses, log that and return None."""
        try:
            return act(*given)
        except Refused as refused:
            log.log(logging.INFO if refused.code in UNMET else logging.WARNING, "%s", refused)
            return None


def _problem(answer: httpx.Response) -> Refused:
    """Read the problem in an answer; answers of proxies and broken servers have none."""
    try:
        problem = answer.json()
    except ValueError:
        problem = {}
    return Refused(answer.status_code, problem if isinstance(problem, dict) else {})


def _seconds(answer: httpx.Response, otherwise: float) -> float:
    """Return the seconds to wait, by the answer's Retry-After."""
    seconds = answer.headers.get("Retry-After", "")
    return float(seconds) if seconds.isdecimal() else otherwise


def _events(lines: Iterator[str]) -> Iterator[tuple[str, Event | None]]:
    """Read server-sent events; yields each id, if any, with its event."""
    number, name, data = "", "", ""
    for line in lines:
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            yield number, Event(name, json.loads(data)) if data else None
            number, name, data = "", "", ""
        elif field == "id":
            number = value
        elif field == "event":
            name = value
        elif field == "data":
            data += value
