"""A mixed choice in a matrix of payoffs, by regret matching."""

from random import Random

import numpy as np

from opponent.greed.ground import Array

ROUNDS = 100


def mixed(payoffs: Array) -> tuple[Array, Array]:
    """Return how often the row player, who wants much, and the column player choose each of their entries."""
    gaining, losing = payoffs.copy(), payoffs.T.copy()
    regret, dread = np.zeros(len(gaining)), np.zeros(len(losing))
    row_sum, column_sum = np.zeros(len(gaining)), np.zeros(len(losing))
    for number in range(1, ROUNDS + 1):
        rows, columns = _by_regret(regret), _by_regret(dread)
        gains, losses = gaining.dot(columns), losing.dot(rows)
        regret = np.maximum(regret + gains - rows.dot(gains), 0)
        dread = np.maximum(dread - losses + columns.dot(losses), 0)
        row_sum += number * rows
        column_sum += number * columns
    return row_sum / row_sum.sum(), column_sum / column_sum.sum()


def _by_regret(regret: Array) -> Array:
    total = float(np.add.reduce(regret))
    return regret / total if total > 0 else np.full(len(regret), 1 / len(regret))


def drawn(mix: Array, chance: Random) -> int:
    """Draw a number by its share."""
    return chance.choices(range(len(mix)), mix.tolist())[0]
