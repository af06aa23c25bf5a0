"""A program that paints one picture: it reads an SVG document and writes a PNG.

    python -m web.board.painter WIDTH PARENT

Several documents, each after a NUL, become an animated GIF.

It is a process of its own because the library holds Python's global lock while it paints, for a second or
more. It has a lower priority than pages, and ends with the process that started it, PARENT.
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
"""How many colours a picture has besides those of its document, for mixtures at edges."""
BEFORE_EACH = "\0"
MOMENT, AT_THE_END = 1600, 5000
"""How long an animated GIF shows each picture, and its last one, in milliseconds."""


def main() -> None:
    """Paint what is read from the standard input."""
    width, parent = map(int, sys.argv[1:])
    end_with(parent)
    os.nice(NICENESS)
    still, *moving = sys.stdin.buffer.read().decode().split(BEFORE_EACH)
    sys.stdout.buffer.write(animated(moving, width) if moving else painted(still, width))


def end_with(parent: int) -> None:
    """Let the system end this process when its parent ends, where the system can (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            sys.exit("the parent has ended")


def painted(document: str, width: int) -> bytes:
    """Return a document as a PNG with a palette, a quarter of the size of one with all colours."""
    picture, small = _picture(document, width), BytesIO()
    in_few_colours(picture, palette_of(picture, [document])).save(small, "PNG", optimize=True)
    return small.getvalue()


def animated(documents: Sequence[str], width: int) -> bytes:
    """Return documents as an animated GIF that repeats for ever."""
    pictures = [_picture(document, width) for document in documents]
    palette = palette_of(pictures[-1], documents)
    first, *others = [in_few_colours(picture, palette) for picture in pictures]
    lasts, file = [MOMENT] * len(others) + [AT_THE_END], BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=lasts, loop=0, optimize=False)
    return file.getvalue()


def _picture(document: str, width: int) -> Image.Image:
    """Paint a document with the fonts of the project only."""
    fonts = [str(file) for file in sorted(FONTS.glob("*.ttf"))]
    png = resvg_py.svg_to_bytes(
        svg_string=document, width=width, skip_system_fonts=True, font_files=fonts, font_family="Inter"
    )
    return Image.open(BytesIO(png)).convert("RGB")


def palette_of(picture: Image.Image, documents: Sequence[str]) -> Image.Image:
    """Make a palette of all colours of some documents, and of a few mixtures of one of their pictures."""
    kept = sorted({colour for document in documents for colour in COLOUR.findall(document)})
    mixed = picture.quantize(MIXED, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in kept for part in ImageColor.getrgb(colour)] + mixed[: 3 * MIXED])
    return palette


def in_few_colours(picture: Image.Image, palette: Image.Image) -> Image.Image:
    """Return a picture in the colours of a palette."""
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


if __name__ == "__main__":
    main()
