"""`python -m adjudicator`: requests as JSON lines on standard input, responses on standard output.

`python -m adjudicator read` reads orders as people write them, one a line; `python -m adjudicator game`
replays the record of an ordinary game. The installed command is `diplomacy-adjudicate`.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from adjudicator import __version__
from adjudicator.editions import edition
from adjudicator.errors import DiplomacyError
from adjudicator.interchange import Json, answer_line, read_request
from adjudicator.notation import LANGUAGES, Ambiguous, Here, Line, ReadingError, explain, read, read_lines
from adjudicator.notation.vocabulary import vocabulary


def line_reader(
    language: str, edition: str | None = None, position: str | None = None
) -> Callable[[str], str]:
    """Return the function that answers one line of text; raises LanguageError, EditionError, DiplomacyError.

    position: a request without orders, as JSON: the position to which the lines belong.
    """
    here, spelt = _known(position, edition or "standard") if position is not None else (None, edition)
    vocabulary(language, spelt)

    def answer(text: str) -> str:
        answers = _each(text, language, spelt, here) if here else [_answer(text, language, spelt)]
        return "\n".join(json.dumps(one, ensure_ascii=False) for one in answers)

    return answer


def _known(position: str, edition: str) -> tuple[Here, str]:
    """Read the position of a request and the name of its edition."""
    request = read_request(position, edition)
    return Here.of(request.position, request.phase.kind, request.edition), request.edition.name


def _each(text: str, language: str, edition: str | None, here: Here) -> Iterator[Json]:
    """Yield an object for each order of a line, or one for a line without orders."""
    lines = read_lines(text, language, edition, here)
    yield from (_line(line, language) for line in lines)
    if not lines:
        yield _answer(text.partition("#")[0], language, edition, here)


def _line(line: Line, language: str) -> Json:
    return {"order": str(line.order)} if line.error is None else _refusal(line.error, language, named=True)


def _answer(text: str, language: str, edition: str | None, here: Here | None = None) -> Json:
    """Return one JSON object for any text (docs/formats.md)."""
    try:
        return {"order": str(read(text, language, edition, here))}
    except ReadingError as error:
        return _refusal(error, language, named=here is not None)


def _refusal(error: ReadingError, language: str, *, named: bool) -> Json:
    """Return an error as an object; named: add the meanings of an ambiguous word."""
    ambiguous = isinstance(error, Ambiguous)
    answer: Json = {
        "error": "ambiguous" if ambiguous else "invalid",
        "word": error.word,
        "message": explain(error, language),
    }
    return answer | ({"meanings": list(error.meanings)} if ambiguous and named else {})


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument("--edition", default="standard", help="the edition of requests that name none")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("game", help="replay the record of an ordinary game", add_help=False)
    reading = commands.add_parser("read", help="read orders as people write them, one a line")
    reading.add_argument("--language", choices=LANGUAGES, required=True, help="the language of the messages")
    reading.add_argument(
        "--position", type=Path, help="a file with a request without orders: what stands where"
    )
    reading.add_argument("--edition", default=argparse.SUPPRESS, help="whose abbreviations come first")
    return parser


def _answerer(options: argparse.Namespace) -> Callable[[str], str]:
    """Return the function that answers one line; raises DiplomacyError, or OSError for a file."""
    if options.command == "read":
        position = None if options.position is None else options.position.read_text(encoding="utf-8")
        return line_reader(options.language, options.edition, position)
    edition(options.edition)
    return lambda line: answer_line(line, options.edition)


def main(program: str = "python -m adjudicator") -> int:
    """Answer every line; exit status 0, or 2 for an edition or a position that cannot be read.

    program: the name of the command in its messages.
    """
    parser = _parser(program)
    if sys.argv[1:2] == ["game"]:
        from games.__main__ import main as play_again  # noqa: PLC0415  # games stand on this package

        return play_again(sys.argv[2:], f"{program} game")
    options = parser.parse_args()
    try:
        answer = _answerer(options)
    except (DiplomacyError, OSError, UnicodeDecodeError) as error:
        parser.error(str(error))
    try:
        for raw in sys.stdin.buffer:
            line = raw.decode("utf-8", errors="replace").strip("\ufeff \t\r\n")
            sys.stdout.buffer.write(f"{answer(line)}\n".encode())
            sys.stdout.buffer.flush()
    except BrokenPipeError:  # the pipe was closed: discard the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def adjudicate_command() -> int:
    """Run `diplomacy-adjudicate`."""
    return main("diplomacy-adjudicate")


if __name__ == "__main__":
    raise SystemExit(main())
