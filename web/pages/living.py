"""The board of the front page: a whole duel, drawn once, whose units move from phase to phase."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import count
from typing import Any

from markupsafe import Markup

from adjudicator import Province, Unit
from services.history.replay import ReplayedDuel, ReplayScene, load_scenes
from web.board.picture import DrawnSpace, Picture, Piece, picture_of
from web.core.cache import cache
from web.core.page import rendered
from web.core.session import db
from web.core.translation import language
from web.pages.captions import about
from web.words.chapters import phase_name
from web.words.names import power_name

Step = dict[str, Any]
Standing = tuple[Unit, bool]
"""A unit, and whether it is dislodged: a province may hold one of each."""
STEP_BYTES = 2000


class LivingBoard:
    """The replay of a duel: its last scene, which is on the page, and the steps that follow in a loop."""

    def __init__(self, shown: ReplayedDuel | None) -> None:
        self.shown = shown

    @property
    def name(self) -> int:
        """The number of the duel, 0 for the bundled one."""
        return self.shown.id if self.shown else 0

    @cached_property
    def scenes(self) -> Sequence[ReplayScene]:
        """All scenes, loaded once."""
        return load_scenes(db(), self.shown)

    @cached_property
    def picture(self) -> Picture:
        """The last scene."""
        return _wordless(picture_of(self.scenes[-1].after))

    @property
    def years(self) -> tuple[int, int]:
        """The first year and the last."""
        return self.scenes[0].phase.year, self.scenes[-1].phase.year

    @property
    def caption(self) -> str:
        """The phase before the last scene."""
        return phase_name(self.scenes[-1].phase)

    @property
    def about(self) -> str:
        """What happened in the last scene."""
        return about(self.scenes[-1])

    @property
    def players(self) -> tuple[str, str]:
        """The players, or the powers that they lead."""
        if self.shown:
            return self.shown.first_name, self.shown.second_name
        first, second = map(power_name, self.scenes[-1].after.homes.values())
        return first, second

    def steps(self) -> Sequence[Step]:
        """The steps in the viewer's language, made once."""
        key = ("film", self.name, language())
        return cache().made_once(key, self._steps, lambda steps: STEP_BYTES * len(steps))

    def _steps(self) -> Sequence[Step]:
        return list(_steps(self.scenes))


def _wordless(picture: Picture) -> Picture:
    """Leave out the descriptions of the parts: the board is described as one picture."""
    return replace(
        picture,
        spaces=[replace(space, words="") for space in picture.spaces],
        pieces=[replace(piece, words="") for piece in picture.pieces],
    )


def _steps(scenes: Sequence[ReplayScene]) -> Iterator[Step]:
    """Describe the differences of each scene from the one before; the first in full."""
    names: Mapping[Standing, int] = {}
    drawn: Mapping[int, Piece] = {}
    spaces: Mapping[Province, DrawnSpace] = {}
    numbers = count(1)
    for scene in scenes:
        picture = _wordless(picture_of(scene.after))
        names = _named(picture.pieces, names, drawn, scene.origins, numbers)
        pieces = {names[piece.unit, piece.dislodged]: piece for piece in picture.pieces}
        present = {space.code: space for space in picture.spaces}
        yield {
            "caption": phase_name(scene.phase),
            "about": about(scene),
            "gone": sorted(set(drawn) - set(pieces)),
            **_changes(drawn, pieces),
            **_ground(spaces, present),
        }
        drawn, spaces = pieces, present


def _named(
    pieces: Sequence[Piece],
    before: Mapping[Standing, int],
    drawn: Mapping[int, Piece],
    origins: Mapping[Unit, Unit],
    numbers: Iterator[int],
) -> Mapping[Standing, int]:
    """Number the pieces of a scene: a piece keeps its number from scene to scene."""
    names: dict[Standing, int] = {}
    for piece in pieces:
        name = _known(before, piece, origins)
        if name is None or name in names.values() or drawn[name].power != piece.power:
            name = next(numbers)
        names[piece.unit, piece.dislodged] = name
    return names


def _known(before: Mapping[Standing, int], piece: Piece, origins: Mapping[Unit, Unit]) -> int | None:
    """Find a piece's number in the scene before, where it may have stood elsewhere or been dislodged."""
    origin = None if piece.dislodged else origins.get(piece.unit)
    stood = (origin or piece.unit, bool(origin) or piece.dislodged)
    return before.get(stood, before.get((stood[0], False)))


def _changes(before: Mapping[int, Piece], pieces: Mapping[int, Piece]) -> Step:
    """Return the pieces to draw anew, and those that have only moved."""
    drawn = {name: piece for name, piece in pieces.items() if _differs(before.get(name), piece)}
    moved = {name: piece.at for name, piece in pieces.items() if name not in drawn}
    return {
        "drawn": {name: _markup(piece) for name, piece in drawn.items()},
        "moved": {name: at for name, at in moved.items() if before[name].at != at},
    }


def _differs(before: Piece | None, piece: Piece) -> bool:
    """Tell whether a piece looks different; its place does not matter."""
    return before is None or replace(before, at=piece.at, unit=piece.unit) != piece


def _markup(piece: Piece) -> Markup:
    return rendered("pages/piece.html", piece=piece).strip()


def _ground(before: Mapping[Province, DrawnSpace], spaces: Mapping[Province, DrawnSpace]) -> Step:
    """Return the spaces with a new owner, and the centres redrawn if there are any."""
    changed = {
        code: (space.owner or "").lower()
        for code, space in spaces.items()
        if code not in before or before[code].owner != space.owner
    }
    centres = [space for space in spaces.values() if space.centre]
    return {"owners": changed, "centres": rendered("pages/centres.html", centres=centres)} if changed else {}
