"""Duels as learning environments: `parallel_env` and `aec_env` of PettingZoo, `IntimateDuel-v0` of Gymnasium.

An entry is made by small decisions. Each is an action of one vocabulary, with a mask of the legal ones.
Importing the package registers `IntimateDuel-v0`.
"""

import gymnasium

from intimate_env.duels import IntimateDuel, ParallelDuel, TurnDuel, aec_env, parallel_env, word_of
from intimate_env.episode import BY_LOT, OPPONENTS
from intimate_env.vocabulary import NOTHING, numbers, words

__all__ = [
    "BY_LOT",
    "NOTHING",
    "OPPONENTS",
    "IntimateDuel",
    "ParallelDuel",
    "TurnDuel",
    "aec_env",
    "numbers",
    "parallel_env",
    "word_of",
    "words",
]

gymnasium.register(id="IntimateDuel-v0", entry_point="intimate_env.duels:IntimateDuel")
