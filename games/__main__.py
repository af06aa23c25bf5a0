"""`python -m games`: replay a record of an ordinary game, check its seals, or write it for other programs.

`python -m adjudicator game` is the same.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence

from adjudicator import DiplomacyError
from adjudicator.notation import LANGUAGES
from games.exchange import saved_game_of, text_of
from games.record import Record, faults, loads, moves_of, replay

BROKEN = 2


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program, description="A record of an ordinary game on standard input."
    )
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("replay", help="print one JSON line per chapter, then the result (the default)")
    commands.add_parser("verify", help="check every seal")
    commands.add_parser("saved-game", help="print it as a saved game of the package diplomacy, on one line")
    text = commands.add_parser("text", help="print it as a text, phase by phase")
    text.add_argument("--language", choices=LANGUAGES, default="en")
    return parser


def _act(record: Record, options: argparse.Namespace) -> int:
    if options.command == "verify":
        found = list(faults(record))
        print("".join(f"{fault}\n" for fault in found), end="", flush=True)
        return 1 if found else 0
    if options.command == "saved-game":
        name = str(record.plain.get("game", "game"))
        print(json.dumps(saved_game_of(record.start, list(moves_of(record)), name)), flush=True)
    elif options.command == "text":
        print(text_of(record.start, moves_of(record), options.language), end="", flush=True)
    else:
        for line in replay(record):
            print(json.dumps(line, ensure_ascii=False), flush=True)
    return 0


def main(arguments: Sequence[str] | None = None, program: str = "python -m games") -> int:
    """Exit status 0; 1 when a seal is wrong; 2 for a broken record, whose fault goes to standard error."""
    options = _parser(program).parse_args(arguments)
    try:
        return _act(loads(sys.stdin.buffer.read()), options)
    except DiplomacyError as error:
        text = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(error))
        print(text, file=sys.stderr)
        return BROKEN
    except BrokenPipeError:  # the reader has closed the pipe: discard the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
