"""A program that plays duels: it sees what a player sees, and answers with an entry.

`opponent.choosing.choose` answers a phase, `opponent.judging.judge` says afterwards how one stood. Both stop
after a number of positions, and draw their lots from a source that is passed in, so that an answer can be
repeated.
"""

from opponent.levels import LEVELS, Level

__all__ = ["LEVELS", "Level"]
