"""Mutation testing of the rules: count the small faults that their tests notice.

python bench/mutation.py [MODULE.py ...]

Each mutant of a module (bench/mutants.py) runs in a fork of a process that has loaded the tests. It runs the
tests of the files that reach the faulty function until one fails: first those that noticed other mutants of
this function, then the quickest. Tests longer than LONGEST, mostly property tests, are left out. It prints
the surviving mutants.
"""

import ast
import gc
import json
import os
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from types import CodeType, FrameType, FunctionType
from typing import IO

import pytest
from _pytest.runner import runtestprotocol

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.mutants import Mutant, mutants

ROOT = Path(__file__).parents[1]
TESTS = {"adjudicator": ["tests/adjudicator", "tests/datc"], "intimate": ["tests/intimate"]}
DECIDING = {
    "adjudicator": ["adjustments", "decisions", "paradoxes", "retreats"],
    "intimate": ["auction", "play", "seasons", "stalemate", "victory", "winter"],
}
"""The modules of each package that decide how a game or a duel continues."""
LONGEST = 0.25
"""Slower tests are not run, in seconds."""
BROKEN = 3
"""The exit status of a child that failed outside a test."""
Place = tuple[str, int]
"""The qualified name of a function, and its first line."""


def codes_in(code: CodeType) -> Iterator[tuple[Place, CodeType]]:
    """Yield the code of every function in a piece of code."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield (inner.co_qualname, inner.co_firstlineno), inner
            yield from codes_in(inner)


def put_in_place(tree: ast.Module, path: str, functions: Sequence[FunctionType]) -> None:
    """Replace the code of a module's functions by that of another version."""
    codes = dict(codes_in(compile(tree, path, "exec")))
    for function in functions:
        function.__code__ = codes[function.__code__.co_qualname, function.__code__.co_firstlineno]


class Mutation:
    """A pytest plugin that runs the tests on mutants."""

    def __init__(self, modules: Sequence[str]) -> None:
        self.modules = modules
        self.seconds: dict[str, float] = {}
        self.reaching: dict[str, set[str]] = defaultdict(set)
        self.noticed: dict[str, list[str]] = defaultdict(list)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run all tests once to learn which functions they reach, then try every mutant of every module."""
        self.items = {item.nodeid: item for item in session.items}
        self._learn()
        for module in self.modules:
            self._try(module)
        return True

    def _learn(self) -> None:
        with TemporaryFile("w+") as report:
            if in_child(lambda: self._run_once(report)) != 0:
                sys.exit("The tests fail as they are.")
            report.seek(0)
            for name, seconds, places in map(json.loads, report):
                self.seconds[name] = seconds
                for place in places:
                    self.reaching[place].add(name)

    def _run_once(self, report: IO[str]) -> int:
        paths = {str(ROOT / module): module for module in self.modules}
        for name, item in self.items.items():
            places: set[str] = set()

            def note(frame: FrameType, happened: str, _: object, places: set[str] = places) -> None:
                code = frame.f_code
                if happened == "call" and code.co_filename in paths and not code.co_name.startswith("<"):
                    places.add(f"{paths[code.co_filename]}:{code.co_firstlineno}")

            before = os.times().user
            sys.setprofile(note)
            failed = fails(item)
            sys.setprofile(None)
            if failed:
                print(f"fails: {name}", file=sys.stderr)
                return 1
            report.write(json.dumps([name, os.times().user - before, sorted(places)]) + "\n")
        report.flush()
        return 0

    def _try(self, module: str) -> None:
        path = str(ROOT / module)
        functions = [
            thing
            for thing in gc.get_objects()
            if isinstance(thing, FunctionType) and thing.__code__.co_filename == path
        ]
        begins = sorted({function.__code__.co_firstlineno for function in functions})
        results: Counter[str] = Counter()
        for mutant in mutants(Path(path).read_text("utf-8")):
            place = f"{module}:{max(line for line in begins if line <= mutant.line)}"
            result = self._judge(mutant, path, functions, place)
            results[result] += 1
            if result != "killed":
                print(f"{module}:{mutant.line}: {result}: {mutant.change}", flush=True)
        print(f"{module}: {results.total()} mutants, {dict(results)}", flush=True)

    def _reaching(self, place: str) -> list[str]:
        """Return the quick tests of all files that reach a function, since tests share cached results."""
        reaching = self.reaching[place]
        files = {name.partition("::")[0] for name in reaching}
        names = [name for name in self.seconds if name.partition("::")[0] in files]
        quick = [name for name in names if self.seconds[name] <= LONGEST]
        return sorted(quick, key=lambda name: (name not in reaching, self.seconds[name]))

    def _judge(self, mutant: Mutant, path: str, functions: Sequence[FunctionType], place: str) -> str:
        noticed = self.noticed[place]
        names = [*noticed, *(name for name in self._reaching(place) if name not in noticed)]
        with TemporaryFile("w+") as report:

            def act() -> int:
                put_in_place(mutant.tree, path, functions)
                return self._run_until_one_fails(names, report)

            status = in_child(act)
            report.seek(0)
            last = report.read().split("\n")[-1]
        if status in (0, BROKEN):
            return "broken" if status else "survived"
        if last in noticed:
            noticed.remove(last)
        noticed.insert(0, last)
        return "killed"

    def _run_until_one_fails(self, names: Sequence[str], report: IO[str]) -> int:
        for name in names:
            report.write("\n" + name)
            report.flush()
            # An endless loop is a noticed fault, too: the signal ends the process.
            signal.setitimer(signal.ITIMER_VIRTUAL, 3 + 20 * self.seconds[name])
            if fails(self.items[name]):
                return 1
        return 0


def fails(item: pytest.Item) -> bool:
    """Run a test with its fixtures; return whether it fails."""
    return any(result.failed for result in runtestprotocol(item, log=False, nextitem=None))


def in_child(act: Callable[[], int]) -> int:
    """Call a function in a fork of this process, without its output; return the exit status."""
    child = os.fork()
    if child == 0:
        status = BROKEN
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            status = act()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> None:
    """Test the named modules, or all of DECIDING."""
    named = sys.argv[1:] or [f"{package}/{name}.py" for package, names in DECIDING.items() for name in names]
    for package, tests in TESTS.items():
        modules = [module for module in named if module.startswith(f"{package}/")]
        if modules:
            os.environ["CI"] = "1"  # the same examples every time
            arguments = ["-q", "-s", "-p", "no:cacheprovider", "-m", "not slow and not soak"]
            pytest.main([*arguments, *tests], plugins=[Mutation(modules)])


if __name__ == "__main__":
    main()
