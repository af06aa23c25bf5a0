"""`python -m intimate replay`, `verify` and `saved-game`: a record on standard input.

Once it is installed, the same is called `intimate-replay`, which replays where no other act is named.
"""

import argparse
import json
import os
import sys

from intimate.errors import DuelError
from intimate.record import Record, loads
from intimate.replay import replay
from intimate.saved_game import saved_game_of
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


def _write_saved_game() -> int:
    print(json.dumps(saved_game_of(_record())), flush=True)
    return 0


def _parser(program: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program or "python -m intimate", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=program is None)
    parser.set_defaults(command="replay")
    commands.add_parser("replay", help="print one JSON line per chapter and the result")
    verify = commands.add_parser("verify", help="check every seal")
    verify.add_argument("--all", action="store_true", help="a missing seal is a fault too")
    commands.add_parser(
        "saved-game", help="print the duel as a saved game of the package diplomacy, on one line"
    )
    return parser


def main(program: str | None = None) -> int:
    """Exit status 0; 1 when a seal does not hold; 2 when the record is broken.

    program: the name of a command that replays where no other act is named; `python -m intimate` names one.
    """
    options = _parser(program).parse_args()
    try:
        match options.command:
            case "verify":
                return _verify(missing_too=options.all)
            case "saved-game":
                return _write_saved_game()
        return _replay()
    except DuelError as error:
        print(_on_one_line(str(error)), file=sys.stderr)
        return BROKEN
    except BrokenPipeError:  # the reader has closed the pipe: discard the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def replay_command() -> int:
    """Run `intimate-replay`."""
    return main("intimate-replay")


if __name__ == "__main__":
    raise SystemExit(main())
