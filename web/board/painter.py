"""A program that paints one picture: a document of SVG comes in, a PNG goes out.

    python -m web.board.painter WIDTH PARENT

It is a process of its own because the library holds Python's global lock while it paints, for a second or
more. It gives way to the pages, and ends with the process that started it, PARENT.
"""

import ctypes
import os
import re
import signal
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image, ImageColor

FONTS = Path(__file__).parents[2] / "static" / "fonts"
NICENESS = 5
PR_SET_PDEATHSIG = 1
COLOUR = re.compile(r'(?<=")#[0-9a-f]{6}(?=")')
MIXED = 8
"""Colours of a picture beside those of its document, for the mixtures at edges."""


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
    png = resvg_py.svg_to_bytes(
        svg_string=document, width=width, skip_system_fonts=True, font_files=fonts, font_family="Inter"
    )
    return in_few_colours(png, sorted(set(COLOUR.findall(document))))


def in_few_colours(png: bytes, kept: Sequence[str]) -> bytes:
    """Return a picture as a PNG with a palette, a quarter as large; kept: colours that it has exactly."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    mixed = picture.quantize(MIXED, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette, small = Image.new("P", (1, 1)), BytesIO()
    palette.putpalette([part for colour in kept for part in ImageColor.getrgb(colour)] + mixed[: 3 * MIXED])
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    main()
