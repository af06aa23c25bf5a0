"""Plays environments by lot, to be looked at."""

from random import Random

import numpy as np


def legal(seen):
    """List the actions that an observation allows."""
    return np.flatnonzero(seen["action_mask"]).tolist()


def play_parallel(env, seed):
    """Play a duel by lot; yield (observations before, actions, what step returned)."""
    chance = Random(seed)  # noqa: S311  # to be played again
    seen, _ = env.reset(seed=seed)
    while env.agents:
        actions = {agent: chance.choice(legal(seen[agent])) for agent in env.agents}
        stepped = env.step(actions)
        yield seen, actions, stepped
        seen = stepped[0]
