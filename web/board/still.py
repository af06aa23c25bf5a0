"""A picture of the board that stands alone, for previews and mails: SVG without references, and PNG.

Nothing in it is in a language, and the letters are drawn with the fonts of static/fonts.
"""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from threading import BoundedSemaphore

from flask import current_app

from web.board import palette
from web.board.disk_cache import DiskCache
from web.board.picture import Picture
from web.board.points import BOARD, ground, shapes

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]
TEMPLATE = "board/still.svg"
DRAWN_BY = (Path(__file__).parent, BOARD, ROOT / "static" / "fonts", ROOT / "templates" / TEMPLATE)
PROGRAM = (sys.executable, "-m", "web.board.painter")
PATIENCE = 30
"""Seconds that a painting may take; most take one."""
MOST_WAITING = 4
"""Threads of a process that may wait for paintings; each could answer pages."""


class Busy(Exception):
    """As many wait for pictures as may, or the machine has no time to paint."""


class PaintingFailed(Exception):
    """The program that paints has ended without a picture."""


def drawn(picture: Picture, title: str, *, dark: bool = False, after: bool = False) -> str:
    """The picture as a document of SVG; `after` shows the units afterwards in place of the orders."""
    later = after and bool(picture.after)
    # Not by render_template, which would ask who is reading: the picture is the same for everybody.
    return current_app.jinja_env.get_template(TEMPLATE).render(
        picture=picture,
        title=title,
        arrows=() if later else picture.arrows,
        pieces=picture.after if later else picture.pieces,
        spaces=picture.spaces_after if later else picture.spaces,
        paint=palette.palette(dark=dark),
        shapes=shapes(),
        ground=ground(),
    )


@cache
def edition() -> str:
    """A short name of all that the look of a picture depends on, but the duel."""
    look = sha256(version("resvg_py").encode())
    for place in DRAWN_BY:
        files = sorted(place.iterdir()) if place.is_dir() else [place]
        for file in files:
            if file.is_file():
                look.update(file.read_bytes())
    return look.hexdigest()[:12]


def name_of(document: str, width: int | None = None) -> str:
    """A name that two pictures share only when they are the same; width: of a PNG."""
    return sha256(f"{edition()}\n{width}\n{document}".encode()).hexdigest()[:32]


class Painter:
    """Has pictures painted in other processes, one at a time, and stores them on disk."""

    def __init__(
        self, cache: DiskCache, program: Sequence[str] = PROGRAM, patience: float = PATIENCE
    ) -> None:
        self._cache, self._program, self._patience = cache, program, patience
        self._room = BoundedSemaphore(MOST_WAITING)

    def __contains__(self, name: str) -> bool:
        return name in self._cache

    def png(self, document: str, width: int, name: str) -> bytes:
        """The picture, so many pixels wide; who asks while it is painted waits for that.

        Raises Busy or PaintingFailed.
        """
        stored = self._cache.load(name)
        if stored is not None:
            return stored
        with self._waiting(), self._cache.locked():
            return self._cache.load(name) or self._painted(document, width, name)

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        """Wait with others, if there is room."""
        if not self._room.acquire(blocking=False):
            raise Busy
        try:
            yield
        finally:
            self._room.release()

    def _painted(self, document: str, width: int, name: str) -> bytes:
        command = [*self._program, str(width), str(os.getpid())]
        try:
            done = subprocess.run(  # noqa: S603  # our own program
                command,
                cwd=ROOT,
                input=document.encode(),
                stdout=subprocess.PIPE,
                check=True,
                timeout=self._patience,
            )
        except subprocess.TimeoutExpired as error:
            log.warning("A picture was not painted in %g seconds", self._patience)
            raise Busy from error
        except subprocess.CalledProcessError as error:
            raise PaintingFailed(name) from error
        try:
            self._cache.store(name, done.stdout)
        except OSError:
            log.exception("A picture could not be stored; it will be painted again")
        return done.stdout
