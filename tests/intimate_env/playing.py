"""Play environments at random and return every step."""

from random import Random

import numpy as np


def legal(seen):
    """List the legal actions of an observation."""
    return np.flatnonzero(seen["action_mask"]).tolist()


def play_parallel(env, seed):
    """Play a random duel; yield (observations before, actions, result of step)."""
    chance = Random(seed)  # noqa: S311  # repeatable randomness
    seen, _ = env.reset(seed=seed)
    while env.agents:
        actions = {agent: chance.choice(legal(seen[agent])) for agent in env.agents}
        stepped = env.step(actions)
        yield seen, actions, stepped
        seen = stepped[0]
