"""Mixed choices in a matrix of payoffs, by regret matching (Hart and Mas-Colell 2000, the variant RM+)."""

import numpy as np

from opponent.tables import Floats

Doubles = np.ndarray[tuple[int], np.dtype[np.float64]]
add = np.add.reduce


def solve(payoffs: Floats, rounds: int = 200) -> tuple[Floats, Floats]:
    """Return the mix of the row player, who wants much, and that of the column player, who wants little.

    payoffs [row, column]. Both mixes add up to 1; later rounds weigh more.
    """
    rows, columns = payoffs.shape
    regret_rows, regret_columns = np.zeros(rows), np.zeros(columns)
    sum_rows, sum_columns = np.zeros(rows), np.zeros(columns)
    table = payoffs.astype(np.float64)
    for number in range(1, rounds + 1):
        row_mix, column_mix = _mix(regret_rows), _mix(regret_columns)
        row_gains, column_losses = table @ column_mix, row_mix @ table
        expected = row_mix @ row_gains
        regret_rows += row_gains
        regret_rows -= expected
        np.maximum(regret_rows, 0, out=regret_rows)
        regret_columns -= column_losses
        regret_columns += expected
        np.maximum(regret_columns, 0, out=regret_columns)
        sum_rows += number * row_mix
        sum_columns += number * column_mix
    return _single(sum_rows), _single(sum_columns)


def _mix(regret: Doubles) -> Doubles:
    total = add(regret)
    return regret / total if total > 0 else np.full(len(regret), 1 / len(regret))


def _single(sums: Doubles) -> Floats:
    mix: Floats = (sums / sums.sum()).astype(np.float32)
    return mix
