"""A self-contained picture of the board, for previews and e-mails: SVG without references, and PNG.

It contains no words, and its letters use the fonts of static/fonts. Its colours are those of
static/css/tokens.css and board.css, written out. Painted pictures are stored in a folder that several
processes may share; when it is full, the least recently used are deleted.
"""

import fcntl
import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from secrets import token_hex
from threading import BoundedSemaphore

from flask import current_app
from markupsafe import Markup

from intimate.players import Player
from web.board.painter import BEFORE_EACH
from web.board.picture import Picture
from web.board.points import BOARD, ground, shapes, view_box

TINT = (0.5, 0.36)
"""The share of the owner's colour in the colour of a land."""
BASE: Mapping[str, tuple[str, str]] = {
    "sea": ("#d3e3e4", "#12212a"),
    "land": ("#f6eedb", "#39403c"),
    "closed": ("#e4dcc8", "#262a29"),
    "border": ("#8f7f5e", "#0a0d0e"),
    "coast": ("#4a5a5c", "#8fa09d"),
    "ink": ("#1d1c16", "#ffffff"),
    "sea_ink": ("#284d5e", "#9cc3d1"),
    "far_water": ("#bfd7da", "#182d38"),
    "near_water": ("#a6c5cb", "#21404e"),
    "casing": ("#ffffff", "#0d1214"),
    "edge": ("#14181b", "#05080a"),
    "nobody": ("#14181b", "#c4ccd0"),
    "lawless": ("#5b5b54", "#b6b9b4"),
    "hollow": ("#fbf8ef", "#262b2a"),
    "coin": ("#f6cf5c", "#f6cf5c"),
    "coin_edge": ("#3a2a06", "#3a2a06"),
    "unled_land": ("#d5d2c8", "#2c312f"),
    "water_edge": ("#7ba3ae", "#3d5c6b"),
    "stripes": ("#f6eedb", "#000000"),
    "dislodged": ("#b3151b", "#ff8079"),
    "cross": ("#c01820", "#ff6b63"),
}
LOOKS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "plain": {
        "sea": ("#e3edf0", "#16262f"),
        "land": ("#ffffff", "#3a3f3c"),
        "closed": ("#dcdcd8", "#2a2d2c"),
        "border": ("#9a9a94", "#0a0d0e"),
        "near_water": ("#e3edf0", "#16262f"),
    },
    "contrast": {
        "sea": ("#d4e6ff", "#001229"),
        "land": ("#ffffff", "#1b1b1b"),
        "closed": ("#c4c4c4", "#3a3a3a"),
        "border": ("#000000", "#ffffff"),
        "coast": ("#000000", "#ffffff"),
        "ink": ("#000000", "#ffffff"),
        "sea_ink": ("#003a66", "#bfe3ff"),
        "near_water": ("#d4e6ff", "#001229"),
    },
}
"""The colours that other looks change; both looks are without water lines and the edge of a sheet."""
STRONG, USUAL = (1.8, 1.8), (1.0, 1.2)
"""How thick borders and coasts are, in high contrast and otherwise."""
HATCH = (0.62, 0.42)
"""The opacity of the stripes of anarchy."""
POWERS: Mapping[str, tuple[str, str]] = {
    "AUSTRIA": ("#d55e00", "#d55e00"),
    "ENGLAND": ("#0072b2", "#0072b2"),
    "FRANCE": ("#56b4e9", "#56b4e9"),
    "GERMANY": ("#3d4246", "#c0c7ca"),
    "ITALY": ("#009e73", "#009e73"),
    "RUSSIA": ("#d283b0", "#d283b0"),
    "TURKEY": ("#f0e442", "#f0e442"),
}
LETTERS: Mapping[str, tuple[str, str]] = {
    "AUSTRIA": ("#14181b", "#14181b"),
    "ENGLAND": ("#ffffff", "#ffffff"),
    "FRANCE": ("#14181b", "#14181b"),
    "GERMANY": ("#ffffff", "#14181b"),
    "ITALY": ("#14181b", "#14181b"),
    "RUSSIA": ("#14181b", "#14181b"),
    "TURKEY": ("#14181b", "#14181b"),
}
SIDES: Mapping[Player, tuple[str, str]] = {
    Player.FIRST: ("#3d489c", "#98a4f2"),
    Player.SECOND: ("#b97a12", "#f0b548"),
}
"""The colours of the players."""
RIMS: Mapping[Player, tuple[str, str]] = {
    Player.FIRST: ("#4d5bd0", "#98a4f2"),
    Player.SECOND: ("#bf7d0c", "#f3b63f"),
}
"""The rims of a player's units."""
HOME_LAND, HIRED_LAND = 0.46, 0.2
"""The share of a player's colour in the colours of their home and of their mercenaries."""
UNLED, AGAINST = 0.55, ("#000000", "#ffffff")
"""The share of a power's colour in its emblem in anarchy, and the colour mixed with it."""
ARROWS = ((0.68, "#000000"), (0.72, "#ffffff"))
"""The share of a power's colour in its arrows, and the colour mixed with it."""
Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]
# Björn Ottosson's matrices, as CSS Color 4 gives them: linear sRGB to cones, cones to oklab, and back.
TO_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
FROM_LAB: Matrix = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
FROM_CONES: Matrix = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
CURVE_START = 0.04045
LINE_END = 0.0031308


@dataclass(frozen=True)
class Palette:
    """All colours of one theme by name.

    Of powers: their own, of emblems on it, of arrows, of lands, of stripes and emblems in anarchy. Of
    players: their own, of rims, of their home and of what they hired. is_ornate: with water lines and the
    edge of a sheet. lines: how thick borders and coasts are.
    """

    base: Mapping[str, str]
    own: Mapping[str, str]
    letter: Mapping[str, str]
    arrow: Mapping[str, str]
    tint: Mapping[str, str]
    stripes: Mapping[str, str]
    unled: Mapping[str, str]
    side: Mapping[Player, str]
    rim: Mapping[Player, str]
    home_land: Mapping[Player, str]
    hired_land: Mapping[Player, str]
    is_ornate: bool
    lines: tuple[float, float]


@cache
def palette(*, dark: bool, look: str = "") -> Palette:
    """The mixed colours of a theme; look: one of `LOOKS`, any other text for the usual look."""
    base = {name: pair[dark] for name, pair in {**BASE, **LOOKS.get(look, {})}.items()}
    own = {power: pair[dark] for power, pair in POWERS.items()}
    sides = {player: pair[dark] for player, pair in SIDES.items()}
    share, other = ARROWS[dark]
    tint = {power: mixed(colour, TINT[dark], base["land"]) for power, colour in own.items()}
    return Palette(
        base,
        own,
        {power: pair[dark] for power, pair in LETTERS.items()},
        {power: mixed(colour, share, other) for power, colour in own.items()},
        tint,
        {power: mixed(base["stripes"], HATCH[dark], land) for power, land in tint.items()},
        {power: mixed(colour, UNLED, AGAINST[dark]) for power, colour in own.items()},
        sides,
        {player: pair[dark] for player, pair in RIMS.items()},
        {player: mixed(colour, HOME_LAND, base["land"]) for player, colour in sides.items()},
        {player: mixed(colour, HIRED_LAND, base["land"]) for player, colour in sides.items()},
        look not in LOOKS,
        STRONG if look == "contrast" else USUAL,
    )


def mixed(colour: str, share: float, other: str) -> str:
    """Mix a share of one colour with another, as `color-mix(in oklab, ...)` does."""
    pairs = zip(_lab(colour), _lab(other), strict=True)
    lightness, a, b = (one * share + two * (1 - share) for one, two in pairs)
    cones = _times(FROM_LAB, (lightness, a, b))
    linear = _times(FROM_CONES, (cones[0] ** 3, cones[1] ** 3, cones[2] ** 3))
    return "#" + "".join(f"{round(min(max(_curved(part), 0), 1) * 255):02x}" for part in linear)


def _lab(colour: str) -> Triple:
    red, green, blue = (_straight(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    long, medium, short = _times(TO_CONES, (red, green, blue))
    return _times(TO_LAB, (long ** (1 / 3), medium ** (1 / 3), short ** (1 / 3)))


def _times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(one * two for one, two in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _straight(part: float) -> float:
    """A part of sRGB as an amount of light."""
    return part / 12.92 if part <= CURVE_START else float(((part + 0.055) / 1.055) ** 2.4)


def _curved(light: float) -> float:
    """An amount of light as a part of sRGB."""
    return light * 12.92 if light <= LINE_END else float(1.055 * light ** (1 / 2.4) - 0.055)


OWN_FOLDER, OWN_FILE = 0o700, 0o600
LOCK, UNFINISHED = "lock", ".part"


class DiskCache:
    """Files by name, up to a total of bytes; readable by the owner alone."""

    def __init__(self, folder: Path, most_bytes: int) -> None:
        self._folder, self._most_bytes = folder, most_bytes

    def load(self, name: str) -> bytes | None:
        """Return the content stored under a name, None if there is none."""
        file = self._folder / name
        try:
            stored = file.read_bytes()
            os.utime(file)
        except FileNotFoundError:
            return None
        return stored

    def __contains__(self, name: str) -> bool:
        return (self._folder / name).exists()

    def store(self, name: str, content: bytes) -> None:
        """Store the whole content or nothing, then make room."""
        written = self._folder / f"{name}.{token_hex(4)}{UNFINISHED}"
        try:
            with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN_FILE), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            written.replace(self._folder / name)
        finally:
            written.unlink(missing_ok=True)
        self._make_room()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder against all other threads and processes."""
        self._folder.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
        with os.fdopen(os.open(self._folder / LOCK, os.O_RDWR | os.O_CREAT, OWN_FILE)) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _make_room(self) -> None:
        """Remove the least recently used files until the rest fits; unfinished files of a crash count too."""
        with os.scandir(self._folder) as entries:
            files = [(entry.stat(), entry.path) for entry in entries if entry.name != LOCK]
        excess = sum(stat.st_size for stat, _ in files) - self._most_bytes
        for stat, path in sorted(files, key=lambda file: file[0].st_mtime_ns):
            if excess <= 0:
                break
            with suppress(FileNotFoundError):
                os.unlink(path)  # noqa: PTH108  # as scandir has it
            excess -= stat.st_size


log = logging.getLogger(__name__)
ROOT = Path(__file__).parents[2]
TEMPLATE, FRAME = "board/still.svg", "board/war.svg"
DRAWN_BY = (
    Path(__file__).parent,
    BOARD,
    ROOT / "static" / "fonts",
    *(ROOT / "templates" / each for each in (TEMPLATE, FRAME)),
)
PROGRAM = (sys.executable, "-m", "web.board.painter")
PATIENCE = 30
"""Seconds that a painting may take; most take one."""
MOST_WAITING = 4
"""How many threads of a process may wait for paintings, which then answer no pages."""


class PainterBusy(Exception):
    """Too many requests wait for pictures, or the machine has no time to paint."""


class PaintingFailed(Exception):
    """The painting program ended without a picture."""


def drawn(picture: Picture, title: str, *, dark: bool = False, after: bool = False, look: str = "") -> str:
    """The picture as a document of SVG; `after` shows the units afterwards in place of the orders."""
    later = after and bool(picture.after)
    # Not by render_template, which would look up the viewer: the picture is the same for everybody.
    return current_app.jinja_env.get_template(TEMPLATE).render(
        picture=picture,
        title=title,
        arrows=() if later else picture.arrows,
        routed=() if later else picture.routed,
        pieces=picture.after if later else picture.pieces,
        spaces=picture.spaces_after if later else picture.spaces,
        paint=palette(dark=dark, look=look),
        shapes=shapes(),
        ground=ground(),
    )


def with_reserves(document: str, season: str, reserves: Mapping[Player, int]) -> str:
    """The document with a line below: the season, and each player's reserve in their colour."""
    width, height = view_box()
    return current_app.jinja_env.get_template(FRAME).render(
        board=Markup(document),  # noqa: S704  # our own drawing
        size=(width, height),
        season=season,
        reserves=reserves,
        paint=palette(dark=False),
    )


@cache
def edition() -> str:
    """A short name for everything except the duel that the look of a picture depends on."""
    look = sha256(f"{version('resvg_py')} {version('pillow')}".encode())
    for place in DRAWN_BY:
        files = sorted(place.iterdir()) if place.is_dir() else [place]
        for file in files:
            if file.is_file():
                look.update(file.read_bytes())
    return look.hexdigest()[:12]


def name_of(document: str, width: int | None = None) -> str:
    """A name that only identical pictures share; width: of a PNG."""
    return sha256(f"{edition()}\n{width}\n{document}".encode()).hexdigest()[:32]


class Painter:
    """Runs the painting program, one picture at a time, and stores pictures on disk."""

    def __init__(
        self, cache: DiskCache, program: Sequence[str] = PROGRAM, patience: float = PATIENCE
    ) -> None:
        self._cache, self._program, self._patience = cache, program, patience
        self._room = BoundedSemaphore(MOST_WAITING)

    def __contains__(self, name: str) -> bool:
        return name in self._cache

    def gif(self, documents: Sequence[str], width: int, name: str) -> bytes:
        """Several pictures as an animated one; raises what `png` raises."""
        return self.png("".join(f"{BEFORE_EACH}{each}" for each in documents), width, name)

    def png(self, document: str, width: int, name: str) -> bytes:
        """The picture at a width in pixels; other requests for it wait meanwhile.

        Raises PainterBusy or PaintingFailed.
        """
        stored = self._cache.load(name)
        if stored is not None:
            return stored
        with self._waiting(), self._cache.locked():
            return self._cache.load(name) or self._painted(document, width, name)

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        """Wait for a turn, if there is room."""
        if not self._room.acquire(blocking=False):
            raise PainterBusy
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
            raise PainterBusy from error
        except subprocess.CalledProcessError as error:
            raise PaintingFailed(name) from error
        try:
            self._cache.store(name, done.stdout)
        except OSError:
            log.exception("A picture could not be stored; it will be painted again")
        return done.stdout
