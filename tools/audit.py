"""Look up known vulnerabilities of the pinned packages: `python -m tools.audit requirements.txt...`.

The source is OSV (osv.dev), which includes PyPI's advisories. If OSV cannot be reached, the program says so
and succeeds: being offline is no fault of a package.
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
"""Vulnerabilities that do not affect this project: the reason by id."""


class Pin(NamedTuple):
    """A package and its pinned version."""

    name: str
    version: str


Ask = Callable[[Sequence[Pin]], Sequence[Iterable[str]]]
"""Returns the ids of the vulnerabilities of each package; raises requests.RequestException."""


def pins_in(files: Iterable[Path]) -> Sequence[Pin]:
    """List the pinned packages without duplicates."""
    found = {Pin(*each) for file in files for each in PIN.findall(file.read_text("utf-8"))}
    return sorted(found)


def ask_osv(pins: Sequence[Pin]) -> Sequence[Iterable[str]]:
    """Ask OSV about all packages in one request."""
    queries: Any = [
        {"package": {"name": pin.name, "ecosystem": "PyPI"}, "version": pin.version} for pin in pins
    ]
    answer = requests.post(LIST, json={"queries": queries}, timeout=SECONDS)
    answer.raise_for_status()
    results: list[dict[str, Any]] = answer.json()["results"]
    return [[fault["id"] for fault in result.get("vulns", ())] for result in results]


def main(files: Sequence[Path], ask: Ask = ask_osv) -> int:
    """Print the vulnerabilities; return their number."""
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
