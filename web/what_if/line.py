"""A line of play as a request names it: the chapter that it begins after, and the phases tried."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import url_for

from adjudicator import Game
from intimate.duel import Duel
from intimate.players import Player
from services.duels.tables import Table
from services.history.chapters import Past
from services.what_if.branch import Start, Step, branch
from services.what_if.desk import DeskForAll
from services.what_if.links import Play, write_link


@dataclass(frozen=True)
class Line:
    """A line of play from a chapter of a duel, or from before the first."""

    table: Table
    past: Past | None
    start: Start
    play: Play

    @cached_property
    def steps(self) -> list[Step]:
        """The phases that were tried."""
        return branch(self.start, self.play)

    @cached_property
    def game(self) -> Game:
        """The base game that the next phase begins with."""
        return self.steps[-1].played.game if self.steps else self.start.game

    @cached_property
    def duel(self) -> Duel:
        """The duel as it would stand then."""
        return self.start.duel_at(self.game)

    @cached_property
    def desk(self) -> DeskForAll:
        """The desk of the next phase."""
        return DeskForAll(self.game)

    def url(self, length: int, **options: str) -> str:
        """The address of the line up to so many phases; raises TooLong."""
        return url_of(self.table, self.past, write_link(self.play[:length]), **options)

    @property
    def awaited_player(self) -> Player | None:
        """The reader as a player, if the duel awaits them where the line begins."""
        table = self.table
        here = not self.play and self.past is not None and self.past.ordinal == table.stored.ordinal - 1
        return (
            table.player
            if here and table.is_awaited and table.stored.phase == self.start.game.phase
            else None
        )


def url_of(table: Table, past: Past | None, play: str = "", **options: Any) -> str:  # noqa: ANN401  # url_for's
    """The address of a line of play; options: `change` its last phase, or answer with `arrows`."""
    token, shown = table.stored.token, play or None
    if past is None:
        return url_for("duels.what_if_start", token=token, play=shown, **options)
    return url_for("duels.what_if", token=token, ordinal=past.ordinal, play=shown, **options)
