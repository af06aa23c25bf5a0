"""What is wrong when a round cannot be drawn."""


class DrawError(ValueError):
    """A round that cannot be drawn now."""


class RoundUnfinished(DrawError):
    """An earlier round has a meeting that is not decided; round: its number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"round {number} has not ended")
        self.round = number


class NothingLeftToDraw(DrawError):
    """Everything has been played that was to be played, or the round is set by hand."""


class TooFew(DrawError):
    """Fewer than two take part in the round."""
