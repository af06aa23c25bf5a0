"""Look up which pinned packages have known faults: `python -m tools.audit requirements.txt...`.

The list is that of OSV (osv.dev), which also has what the index of packages is told. Where it cannot be had,
that is said, and nothing fails: a machine without the net is no fault of a package.
"""

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import requests

LIST = "https://api.osv.dev/v1/querybatch"
SECONDS = 15
PIN = re.compile(r"^([\w.-]+)==([^\s;\\]+)", re.MULTILINE)
ACCEPTED: Mapping[str, str] = {}
"""The faults that do not concern this project, by their names; why."""


class Pin(NamedTuple):
    """One package in the version that is installed."""

    name: str
    version: str


Ask = Callable[[Sequence[Pin]], Sequence[Iterable[str]]]
"""Returns the names of the known faults of each of some packages; raises requests.RequestException."""


def pins_in(files: Iterable[Path]) -> Sequence[Pin]:
    """List the pinned packages, each once."""
    found = {Pin(*each) for file in files for each in PIN.findall(file.read_text("utf-8"))}
    return sorted(found)


def ask_osv(pins: Sequence[Pin]) -> Sequence[Iterable[str]]:
    """Ask the list, about all packages at once."""
    queries: Any = [
        {"package": {"name": pin.name, "ecosystem": "PyPI"}, "version": pin.version} for pin in pins
    ]
    answer = requests.post(LIST, json={"queries": queries}, timeout=SECONDS)
    answer.raise_for_status()
    results: list[dict[str, Any]] = answer.json()["results"]
    return [[fault["id"] for fault in result.get("vulns", ())] for result in results]


def main(files: Sequence[Path], ask: Ask = ask_osv) -> int:
    """Print the faults; return how many there are."""
    pins = pins_in(files)
    try:
        answers = ask(pins)
    except (requests.RequestException, ValueError, KeyError) as error:
        why = type(error).__name__
        print(f"NOT AUDITED: the look-up is skipped, as the list of known faults cannot be had ({why}).")
        return 0
    faulty = [
        f"{pin.name} {pin.version}: https://osv.dev/{fault}"
        for pin, faults in zip(pins, answers, strict=True)
        for fault in faults
        if fault not in ACCEPTED
    ]
    print(*faulty or [f"None of {len(pins)} packages has a known fault."], sep="\n")
    return len(faulty)


if __name__ == "__main__":
    sys.exit(min(1, main([Path(name) for name in sys.argv[1:]])))
