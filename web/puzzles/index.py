"""Today's puzzle, and the puzzles by theme."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from learning.puzzle import THEMES, lines, themes
from services.puzzles.standing import attempted, daily, next_for, next_key, rating_of, stream
from web.core.links import see_other
from web.core.login import member
from web.core.page import Frame, respond
from web.core.session import db, now
from web.puzzles.words import THEME_WORDS

blueprint = Blueprint("puzzles", __name__, url_prefix="/puzzles")

RIGHT = 0.5
"""From this score on a first attempt counts as solved."""


class Theme(NamedTuple):
    """A theme: how many puzzles it has, and how many of them a member has tried and solved."""

    key: str
    name: str
    about: str
    total: int
    tried: int
    solved: int


@blueprint.get("")
def puzzles() -> ResponseReturnValue:
    """Answer with today's puzzle and all themes."""
    return respond(PuzzlesPage())


@blueprint.get("/daily")
def of_today() -> ResponseReturnValue:
    """Go to today's puzzle."""
    return see_other(url_for("puzzles.puzzle", key=daily(now())))


@blueprint.get("/next")
def following() -> ResponseReturnValue:
    """Go to the next puzzle of a stream."""
    theme, after = request.args.get("theme", ""), request.args.get("after", "")
    keys, viewer = stream(theme), member()
    key = next_for(db(), viewer.id, keys, after, now()) if viewer else next_key(keys, after)
    return see_other(url_for("puzzles.puzzle", key=key, theme=theme if theme in THEMES else None))


class PuzzlesPage(Frame):
    """Today's puzzle, the streams, and the viewer's rating."""

    template = "puzzles/index.html"

    @cached_property
    def attempts(self) -> Mapping[str, float]:
        """The scores of the viewer's first attempts."""
        viewer = member()
        return attempted(db(), viewer.id) if viewer else {}

    @cached_property
    def rating(self) -> int | None:
        """The viewer's rating."""
        viewer = member()
        found = rating_of(db(), viewer.id, now()) if viewer else None
        return round(found.rating) if found else None

    def key(self) -> Hashable:
        """The viewer, their attempts, and their rating."""
        return member() is not None, tuple(sorted(self.attempts.items())), self.rating

    @property
    def total(self) -> int:
        """How many puzzles there are."""
        return len(lines())

    @property
    def themes(self) -> Sequence[Theme]:
        """The themes that have puzzles, in order."""
        return [
            Theme(
                theme,
                str(THEME_WORDS[theme][0]),
                str(THEME_WORDS[theme][1]),
                len(keys),
                sum(key in self.attempts for key in keys),
                sum(self.attempts.get(key, 0) >= RIGHT for key in keys),
            )
            for theme, keys in themes().items()
            if keys
        ]
