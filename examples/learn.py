"""Learns to bid and to order from who won: REINFORCE with a number for each word (docs/environments.md)."""

import sys
from math import sqrt
from multiprocessing import Pool

import gymnasium
import numpy as np

import intimate_env

TERMS = {"homes": ("FRANCE", "GERMANY"), "settings": {"year_limit": 1901}}
BATCH, RATE = 40, 0.15


def play(task: tuple[np.ndarray, str, int]) -> tuple[np.ndarray, float]:
    """Play a duel by chances that grow with a word's number; return their slope, and the reward."""
    preference, opponent, seed = task
    env = gymnasium.make("IntimateDuel-v0", opponent=opponent, disable_env_checker=True, **TERMS)
    chance, slope = np.random.default_rng(seed), np.zeros_like(preference)
    seen, _ = env.reset(seed=seed)
    over = False
    while not over:
        legal = np.flatnonzero(seen["action_mask"])
        odds = np.exp(preference[legal] - preference[legal].max())
        odds /= odds.sum()
        chosen = chance.choice(len(legal), p=odds)
        slope[legal] -= odds
        slope[legal[chosen]] += 1
        seen, reward, over, _, _ = env.step(int(legal[chosen]))
    return slope, reward


def tell(pool: Pool, preference: np.ndarray, opponent: str, count: int, when: str) -> None:
    """Play duels that nothing is learnt from, and print the share won with its interval (Wilson, 95 %)."""
    played = pool.map(play, [(preference, opponent, 10**9 + n) for n in range(count)])
    won, z = sum(reward == 1 for _, reward in played) / count, 1.96
    middle, spread = won + z * z / 2 / count, z * sqrt(won * (1 - won) / count + z * z / 4 / count**2)
    low, high = ((middle + sign * spread) / (1 + z * z / count) for sign in (-1, 1))
    print(f"{when}: won {won:.1%} of {count} against {opponent} ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    opponent, batches, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    preference = np.zeros(len(intimate_env.words()))
    with Pool() as pool:
        tell(pool, preference, opponent, count, "before")
        for batch in range(batches):
            played = pool.map(play, [(preference, opponent, batch * BATCH + n) for n in range(BATCH)])
            mean = np.mean([reward for _, reward in played])
            preference += RATE * sum((reward - mean) * slope for slope, reward in played)
        tell(pool, preference, opponent, count, "after")
