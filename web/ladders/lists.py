"""The list of ladders."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property

from markupsafe import Markup

from services.ladders.lists import Champion, ListedLadder
from web.frame.login import member
from web.frame.page import Frame
from web.words.times import instant


class LadderList(Frame):
    """All ladders with their seasons, and who won the last one; made once but for the times."""

    template = "ladders/index.html"

    def __init__(self, ladders: Sequence[ListedLadder], winners: Mapping[str, Champion]) -> None:
        self.ladders, self.winners = ladders, winners

    def key(self) -> Hashable:
        """The ladders, their winners, and whether the reader may make one."""
        return tuple(self.ladders), tuple(self.winners.values()), self.may_make

    @property
    def may_make(self) -> bool:
        """True of keepers."""
        reader = member()
        return reader is not None and reader.is_keeper

    @cached_property
    def _by_token(self) -> Mapping[str, ListedLadder]:
        return {ladder.token: ladder for ladder in self.ladders}

    def ends(self, token: str) -> Markup | str:
        """When the season of a ladder ends."""
        at = self._by_token[token].ends_at
        return instant(at) if at else ""

    def closed(self, token: str) -> Markup | str:
        """Since when a ladder is closed."""
        at = self._by_token[token].closed_at
        return instant(at) if at else ""
