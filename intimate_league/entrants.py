"""Entrants: a level of the opponent, a random player, a Python function, or a program that speaks JSON lines.

Functions and programs get a duel and its options as plain values and return an entry. The options are those
of the API of a site; of the duel there are you, phase, homes, credits, control and position.
"""

import json
import logging
import random
import runpy
import shlex
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from threading import Event, Timer
from typing import Any, NamedTuple, Protocol

from adjudicator import Kind, Province, parse, standard
from intimate.codec import read_stored_entry, write_state
from intimate.desk import check_strictly
from intimate.entries import ENTRY_TYPES, Entry, HomesList, Orders, Sheet, default_entry
from intimate.errors import EntryError
from intimate.view import View
from opponent.choosing import choose
from opponent.levels import LEVELS, Level

log = logging.getLogger(__name__)
LOGGED: set[tuple[str, str]] = set()
"""The entrants, by name, and the kinds of failures that were logged in this process."""
Plain = dict[str, Any]
Decide = Callable[[Plain, Plain], Plain]
"""A function of a duel and its options that returns an entry."""
Spec = str | Decide
"""An entrant: `random`, a level, `FILE.py:NAME`, `exec:COMMAND`, or the function or class itself."""
TAKES: Mapping[type[Entry], str] = {HomesList: "homes", Sheet: "bids", Orders: "orders"}


class EntrantFailed(Exception):
    """An entrant gave no answer: its code raised an error, or its program ended or took too long.

    kind: the name of the error, `ended` or `late`.
    """

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class Entrant(Protocol):
    """A player of one duel."""

    def entry(self, view: View, chance: Random) -> Entry:
        """Make an entry; raises EntrantFailed, and what reading an entry raises for a wrong one."""

    def close(self) -> None:
        """End processes started for the duel."""


class ByLevel(NamedTuple):
    """A level of the opponent."""

    level: Level

    def entry(self, view: View, chance: Random) -> Entry:
        """Choose an entry as on a site."""
        return choose(view, self.level, chance).entry

    def close(self) -> None:
        """Do nothing."""


class ByFunction(NamedTuple):
    """A function, or a callable object, of a duel and its options."""

    decide: Decide

    def entry(self, view: View, chance: Random) -> Entry:
        """Call it after seeding `random`."""
        random.seed(chance.getrandbits(64))
        duel, options = duel_of(view), options_of(view)
        try:
            answer = self.decide(duel, options)
        except (Exception, SystemExit) as error:
            raise EntrantFailed(type(error).__name__, traceback.format_exc().rstrip()) from error
        return read_answer(answer)

    def close(self) -> None:
        """Do nothing."""


LONGEST_ANSWER = 60.0
"""The seconds that a program has for an answer; then it is killed."""
SHORT = 1.0
"""The seconds in which a program that has closed its output usually ends."""
LONGEST_END = 10
"""The seconds that a program has to exit after the last question."""


class ByProgram:
    """A program: reads the board from the first line, then a question per line; answers in one line each."""

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(  # noqa: S603  # the command that the user named
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        with suppress(OSError):  # that it has ended is noticed at the first question
            self._send({"board": board()})

    def _send(self, plain: Plain) -> None:
        assert self._process.stdin  # noqa: S101  # it is a pipe
        self._process.stdin.write(f"{json.dumps(plain)}\n")
        self._process.stdin.flush()

    def entry(self, view: View, chance: Random) -> Entry:
        """Ask the program, with a seed for its random draws."""
        asked = {"duel": duel_of(view), "options": options_of(view), "seed": chance.getrandbits(32)}
        assert self._process.stdout  # noqa: S101  # it is a pipe
        late = Event()

        def stop() -> None:
            late.set()
            self._process.kill()

        timer = Timer(LONGEST_ANSWER, stop)
        timer.start()
        try:
            self._send(asked)
            line = self._process.stdout.readline()
        except OSError:
            line = ""
        finally:
            timer.cancel()
        if late.is_set():
            raise EntrantFailed("late", f"no answer within {LONGEST_ANSWER:g} seconds")
        if not line:
            raise EntrantFailed("ended", self._how_it_ended())
        return read_answer(json.loads(line))

    def _how_it_ended(self) -> str:
        try:
            return f"the program has ended with status {self._process.wait(SHORT)}"
        except subprocess.TimeoutExpired:
            return "the program has closed its input or output"

    def close(self) -> None:
        """Let the program end, or kill it after LONGEST_END."""
        assert self._process.stdin  # noqa: S101  # it is a pipe
        assert self._process.stdout  # noqa: S101  # it is a pipe
        with suppress(OSError):
            self._process.stdin.close()
        self._process.stdout.close()
        try:
            self._process.wait(timeout=LONGEST_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def by_chance(_: Plain, options: Plain) -> Plain:
    """Rank, bid and order at random."""
    if options["takes"] == "homes":
        return {"homes": random.sample(options["powers"], len(options["powers"]))}
    if options["takes"] == "bids":
        most = options["reserve"] // max(1, len(options["mercenaries"]))
        return {"bids": {each["power"]: random.randint(0, most) for each in options["mercenaries"]}}  # noqa: S311
    orders: dict[str, list[str]] = {}
    for unit in options["units"]:
        orders.setdefault(unit["power"], []).append(random.choice(unit["orders"]))  # noqa: S311  # the seed's
    for winter in options["winters"]:
        # Two builds in one place would be refused.
        left = {_place(order): order for order in winter["orders"]}
        orders[winter["power"]] = list(left.values())[: winter["number"]]
    return {"orders": orders}


def _place(order: str) -> Province | None:
    """The province of a build or removal; None for a waived build."""
    unit = parse(order).unit
    return unit.province if unit else None


def entrant(spec: Spec) -> Entrant:
    """Make an entrant from `random`, a level, `FILE.py:NAME`, `exec:COMMAND`, a function; raises ValueError.

    NAME is a function of a duel and its options, or a class that takes the board and has callable objects.
    """
    if not isinstance(spec, str):
        return _by_callable(spec, repr(spec))
    if spec == "random":
        return ByFunction(by_chance)
    if spec in LEVELS:
        return ByLevel(Level(spec))
    if spec.startswith("exec:"):
        return _by_command(spec)
    path, _, name = spec.rpartition(":")
    if not path.endswith(".py"):
        raise ValueError(f"{spec}: neither random, a level, FILE.py:NAME nor exec:COMMAND")
    try:
        known = _loaded(path)
    except (Exception, SystemExit) as error:
        raise ValueError(f"{spec}: {type(error).__name__}: {error}") from error
    if name not in known:
        raise ValueError(f"{spec}: {path} has no {name!r}")
    return _by_callable(known[name], spec)


def _by_callable(found: Any, spec: str) -> ByFunction:  # noqa: ANN401  # whatever the file has
    try:
        decide = found(board()) if isinstance(found, type) else found
    except Exception as error:
        raise ValueError(f"{spec}: {type(error).__name__}: {error}") from error
    if not callable(decide):
        raise ValueError(  # noqa: TRY004  # of an argument of a command, too
            f"{spec}: must be a function, or a class whose objects can be called"
        )
    return ByFunction(decide)


def _by_command(spec: str) -> ByProgram:
    command = spec.removeprefix("exec:")
    if not command.strip():
        raise ValueError(f"{spec}: no command after exec:")
    try:
        return ByProgram(command)
    except (OSError, ValueError) as error:
        raise ValueError(f"{spec}: {error}") from error


@cache
def _loaded(path: str) -> Mapping[str, Any]:
    # The file can import its neighbours, as a script can.
    if (folder := str(Path(path).resolve().parent)) not in sys.path:
        sys.path.insert(0, folder)
    return runpy.run_path(path, run_name="entrant")


@cache
def board() -> Plain:
    """The map as the API shows it: home centres, provinces, and borders of both kinds of units."""
    known = standard()
    return {
        "homes": {power: sorted(known.homes[power]) for power in known.powers},
        "provinces": {code: {"centre": code in known.centres} for code in known.codes},
        "borders": {
            kind.value: {here: sorted(near) for here, near in known.borders[kind].items()} for kind in Kind
        },
    }


def duel_of(view: View) -> Plain:
    """The duel as the player of the view may see it, in plain values."""
    state = write_state(view.duel)
    return {
        "you": view.player.value if view.player else None,
        "phase": state["next"],
        "homes": {player.value: home for player, home in view.duel.homes.items()},
        "credits": {player.value: left for player, left in view.duel.credits.items()},
        "control": state["control"],
        "position": {name: state[name] for name in ("units", "centers", "dislodged")},
    }


def options_of(view: View) -> Plain:
    """All possible entries of the player, in plain values."""
    duel, choices = view.duel, view.choices
    assert duel.phase  # noqa: S101  # it awaits the player
    takes = TAKES[ENTRY_TYPES[duel.phase.kind]]
    return {
        "phase": str(duel.phase),
        "takes": takes,
        "powers": list(standard().powers) if takes == "homes" else [],
        "mercenaries": [
            {"power": power, "discount": view.discount(power)}
            for power in (duel.for_hire if takes == "bids" else ())
        ],
        "reserve": duel.credits.get(view.player, 0) if view.player else 0,
        "units": [
            {"power": each.power, "unit": str(each.unit), "orders": [str(order) for order in each.orders]}
            for each in choices.units
        ],
        "winters": [
            {
                "power": each.power,
                "number": each.number,
                "removes": each.removes,
                "orders": [str(order) for order in each.orders],
            }
            for each in choices.winters
        ],
    }


def read_answer(answer: Plain) -> Entry:
    """Read an entry as the API does: with exactly one of homes, bids and orders; raises as reading does."""
    given = [name for name in TAKES.values() if answer.get(name) is not None]
    if len(given) != 1:
        raise ValueError(f"an entry has one of {', '.join(TAKES.values())}")
    return read_stored_entry(answer)


def answer_of(asked: Entrant, view: View, chance: Random, name: str) -> tuple[Entry, bool]:
    """Ask for an entry; return it and False, or the default entry and True if it is illegal.

    An entrant that fails has made an illegal entry; each kind of failure is logged once for an entrant.
    """
    assert view.player and view.duel.phase  # noqa: S101, PT018  # a player is asked
    try:
        entry = asked.entry(view, chance)
        check_strictly(view.duel, view.player, entry)
    except EntrantFailed as failure:
        if (name, failure.kind) not in LOGGED:
            LOGGED.add((name, failure.kind))
            log.warning("%s failed, and its answer counts as illegal: %s", name, failure)
    except (EntryError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    else:
        return entry, False
    return default_entry(view.duel.phase.kind), True
