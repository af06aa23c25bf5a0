"""A program that paints one picture: a document of SVG comes in, a PNG goes out.

    python -m web.board.painter WIDTH PARENT

It is a process of its own because the library holds Python's global lock while it paints, for a second or
more. It gives way to the pages, and ends with the process that started it, PARENT.
"""

import ctypes
import os
import signal
import sys
from pathlib import Path

import resvg_py

FONTS = Path(__file__).parents[2] / "static" / "fonts"
NICENESS = 5
PR_SET_PDEATHSIG = 1


def main() -> None:
    """Paint what comes in."""
    width, parent = map(int, sys.argv[1:])
    end_with(parent)
    os.nice(NICENESS)
    sys.stdout.buffer.write(painted(sys.stdin.buffer.read().decode(), width))


def end_with(parent: int) -> None:
    """Let the system end this process when its parent ends, where the system can (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            sys.exit("the parent has ended")


def painted(document: str, width: int) -> bytes:
    """Return a document as PNG, with no fonts but those of the project."""
    fonts = [str(file) for file in sorted(FONTS.glob("*.ttf"))]
    return resvg_py.svg_to_bytes(
        svg_string=document, width=width, skip_system_fonts=True, font_files=fonts, font_family="Inter"
    )


if __name__ == "__main__":
    main()
