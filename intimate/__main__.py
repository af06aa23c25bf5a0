"""`python -m intimate replay`, `verify` and `saved-game`: a record on standard input.

With `--lines FILE` it reads many records, one per line of a file. The installed command is
`intimate-replay`, which replays unless another act is named.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import BinaryIO

from intimate import __version__
from intimate.errors import DuelError
from intimate.record import Record, loads
from intimate.replay import replay
from intimate.saved_game import saved_game_of
from intimate.sealing import faults

BROKEN = 2


def _on_one_line(text: str) -> str:
    """Escape the characters that a terminal cannot show or takes for a new line."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


Act = Callable[[Record, int | None], int]
"""Handles a record, with its number among many; returns the exit status."""


def _replay(record: Record, number: int | None) -> int:
    named = {} if number is None else {"record": number}
    for line in replay(record):
        print(json.dumps(named | line, ensure_ascii=False), flush=True)
    return 0


def _verify(record: Record, number: int | None, *, missing_too: bool) -> int:
    list(record.named_chapters())
    found = list(faults(record.plain, missing_too=missing_too))
    where = "" if number is None else f"{number}: "
    for fault in found:
        print(_on_one_line(f"{where}{fault.chapter}: {fault.field}: {fault.fault}"))
    return 1 if found else 0


def _write_saved_game(record: Record, _: int | None) -> int:
    print(json.dumps(saved_game_of(record)), flush=True)
    return 0


def _each(act: Act, file: BinaryIO) -> int:
    """Handle each line that is not blank; report a broken record and go on."""
    status = 0
    for number, line in enumerate(file, start=1):
        try:
            status = max(status, act(loads(line), number) if line.strip() else 0)
        except DuelError as error:
            sys.stdout.flush()
            print(_on_one_line(f"{number}: {error}"), file=sys.stderr)
            status = BROKEN
    return status


def _parser(program: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program or "python -m intimate", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=program is None)
    parser.set_defaults(command="replay")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument("--lines", metavar="FILE", help="a file of records, one a line; - is standard input")
    commands.add_parser("replay", help="print one JSON line per chapter and the result")
    verify = commands.add_parser("verify", help="check every seal")
    verify.add_argument("--all", action="store_true", help="a missing seal is a fault too")
    commands.add_parser(
        "saved-game", help="print the duel as a saved game of the package diplomacy, on one line"
    )
    return parser


def main(program: str | None = None) -> int:
    """Exit status 0; 1 when a seal does not hold; 2 when the record is broken.

    program: the name of a command that replays by default; None for `python -m intimate`, which has no
    default.
    """
    parser = _parser(program)
    options = parser.parse_args()
    acts: dict[str, Act] = {
        "replay": _replay,
        "verify": partial(_verify, missing_too=getattr(options, "all", False)),
        "saved-game": _write_saved_game,
    }
    act = acts[options.command]
    try:
        if options.lines is None:
            return act(loads(sys.stdin.buffer.read()), None)
        if options.lines == "-":
            return _each(act, sys.stdin.buffer)
        with Path(options.lines).open("rb") as file:
            return _each(act, file)
    except DuelError as error:
        print(_on_one_line(str(error)), file=sys.stderr)
        return BROKEN
    except BrokenPipeError:  # the pipe was closed: discard the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        parser.error(str(error))


def replay_command() -> int:
    """Run `intimate-replay`."""
    return main("intimate-replay")


if __name__ == "__main__":
    raise SystemExit(main())
