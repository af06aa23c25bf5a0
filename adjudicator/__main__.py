"""`python -m adjudicator`: requests as JSON lines on standard input, responses on standard output."""

import argparse
import sys

from adjudicator.edition import edition
from adjudicator.errors import EditionError
from adjudicator.interchange import answer_line


def main() -> int:
    """Answer every line; exit status 0, or 2 for an edition that does not exist."""
    parser = argparse.ArgumentParser(prog="python -m adjudicator", description=__doc__)
    parser.add_argument("--edition", default="standard", help="the edition of requests that name none")
    options = parser.parse_args()
    try:
        edition(options.edition)
    except EditionError as error:
        parser.error(str(error))
    for raw in sys.stdin.buffer:
        line = raw.decode("utf-8", errors="replace").strip()
        print(answer_line(line, options.edition), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
