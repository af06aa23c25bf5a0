"""`python -m adjudicator`: requests as JSON lines on standard input, responses on standard output.

`python -m adjudicator read` reads orders as people write them, one a line. Once it is installed, the same is
called `diplomacy-adjudicate`.
"""

import argparse
import os
import sys
from collections.abc import Callable

from adjudicator.editions import edition
from adjudicator.errors import EditionError
from adjudicator.interchange import answer_line
from adjudicator.notation.command import line_reader
from adjudicator.notation.languages import LANGUAGES


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    parser.add_argument("--edition", default="standard", help="the edition of requests that name none")
    commands = parser.add_subparsers(dest="command")
    reading = commands.add_parser("read", help="read orders as people write them, one a line")
    reading.add_argument("--language", choices=LANGUAGES, required=True, help="the language of the messages")
    reading.add_argument("--edition", default=argparse.SUPPRESS, help="whose abbreviations come first")
    return parser


def _answerer(options: argparse.Namespace) -> Callable[[str], str]:
    """Return the function that answers one line; raises EditionError."""
    if options.command == "read":
        return line_reader(options.language, options.edition)
    edition(options.edition)
    return lambda line: answer_line(line, options.edition)


def main(program: str = "python -m adjudicator") -> int:
    """Answer every line; exit status 0, or 2 for an edition that does not exist.

    program: what the command is called in its messages.
    """
    parser = _parser(program)
    options = parser.parse_args()
    try:
        answer = _answerer(options)
    except EditionError as error:
        parser.error(str(error))
    try:
        for raw in sys.stdin.buffer:
            line = raw.decode("utf-8", errors="replace").strip("\ufeff \t\r\n")
            sys.stdout.buffer.write(f"{answer(line)}\n".encode())
            sys.stdout.buffer.flush()
    except BrokenPipeError:  # whoever reads has enough, and what is left to flush goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def adjudicate_command() -> int:
    """Run `diplomacy-adjudicate`."""
    return main("diplomacy-adjudicate")


if __name__ == "__main__":
    raise SystemExit(main())
