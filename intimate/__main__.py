"""`python -m intimate replay` and `python -m intimate verify`: a record on standard input."""

import argparse
import json
import sys

from intimate.errors import DuelError
from intimate.record import Record, loads
from intimate.replay import replay
from intimate.sealing import faults

BROKEN = 2


def _on_one_line(text: str) -> str:
    """The text with escapes for what a terminal could not show, or would take for a new line."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def _record() -> Record:
    return loads(sys.stdin.buffer.read())


def _replay() -> int:
    for line in replay(_record()):
        print(json.dumps(line, ensure_ascii=False), flush=True)
    return 0


def _verify(*, missing_too: bool) -> int:
    record = _record()
    list(record.named_chapters())
    found = list(faults(record.plain, missing_too=missing_too))
    for fault in found:
        print(_on_one_line(f"{fault.chapter}: {fault.field}: {fault.fault}"))
    return 1 if found else 0


def main() -> int:
    """Exit status 0; 1 when a seal does not hold; 2 when the record is broken."""
    parser = argparse.ArgumentParser(prog="python -m intimate", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("replay", help="print one JSON line per chapter and the result")
    verify = commands.add_parser("verify", help="check every seal")
    verify.add_argument("--all", action="store_true", help="a missing seal is a fault too")
    options = parser.parse_args()
    try:
        return _replay() if options.command == "replay" else _verify(missing_too=options.all)
    except DuelError as error:
        print(_on_one_line(str(error)), file=sys.stderr)
        return BROKEN


if __name__ == "__main__":
    raise SystemExit(main())
