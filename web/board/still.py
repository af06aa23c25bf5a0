"""A picture of the board that stands alone, for previews and mails: SVG without references, and PNG.

Nothing in it is in a language, and the letters are drawn with the fonts of static/fonts.
"""

from collections import OrderedDict
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock

import resvg_py
from flask import render_template

from web.board import palette
from web.board.picture import Picture
from web.board.points import BOARD, ground, shapes

FONTS = BOARD.with_name("fonts")
DRAWN_BY = (
    Path(palette.__file__).parent,
    BOARD,
    FONTS,
    Path(__file__).parents[2] / "templates" / "board" / "still.svg",
)
KEPT = 32
"""So many PNG are kept in a process, of about 300 KB each."""


def drawn(picture: Picture, title: str, *, dark: bool = False, after: bool = False) -> str:
    """The picture as a document of SVG; `after` shows the units afterwards in place of the orders."""
    later = after and bool(picture.after)
    return render_template(
        "board/still.svg",
        picture=picture,
        title=title,
        arrows=() if later else picture.arrows,
        pieces=picture.after if later else picture.pieces,
        paint=palette.palette(dark=dark),
        shapes=shapes(),
        ground=ground(),
    )


@cache
def edition() -> str:
    """A short name of all that the look of a picture depends on, but the duel."""
    look = sha256(resvg_py.__version__.encode())
    for place in DRAWN_BY:
        files = (
            sorted(path for path in place.iterdir() if path.suffix != ".pyc") if place.is_dir() else [place]
        )
        for file in files:
            if file.is_file():
                look.update(file.read_bytes())
    return look.hexdigest()[:12]


def name_of(document: str, width: int | None = None) -> str:
    """A name that two pictures share only when they are the same; width: of a PNG."""
    return sha256(f"{edition()}\n{width}\n{document}".encode()).hexdigest()[:32]


class Painter:
    """Turns documents into PNG, one at a time, and remembers the last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def remembers(self, name: str) -> bool:
        """Whether this picture costs nothing."""
        return name in self._kept

    def png(self, document: str, width: int, name: str) -> bytes:
        """The picture, so many pixels wide."""
        with self._lock:
            if name not in self._kept:
                self._kept[name] = painted(document, width)
            self._kept.move_to_end(name)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[name]


def painted(document: str, width: int) -> bytes:
    """A document as PNG, with no fonts but ours."""
    fonts = [str(file) for file in sorted(FONTS.glob("*.ttf"))]
    return resvg_py.svg_to_bytes(
        svg_string=document, width=width, skip_system_fonts=True, font_files=fonts, font_family="Inter"
    )
