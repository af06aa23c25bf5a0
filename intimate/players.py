"""The two players of a duel."""

from enum import StrEnum


class Player(StrEnum):
    """`first` or `second`, as records name them."""

    FIRST = "first"
    SECOND = "second"

    @property
    def opponent(self) -> "Player":
        """The other player."""
        return Player.SECOND if self is Player.FIRST else Player.FIRST
