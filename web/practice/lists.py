"""Cards of practice duels."""

from collections.abc import Hashable

from web.duels.lists import DuelList
from web.practice.seen import PracticeSeen


class PracticeList(DuelList):
    """A page with cards of practice duels; made each time."""

    def __init__(self, practice: PracticeSeen) -> None:
        super().__init__(*([each.duel for each in duels] for duels in practice))
        self.practice = practice

    def key(self) -> Hashable:
        """None: few look at it often."""
        return None
