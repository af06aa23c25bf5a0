"""Tools that improve and measure the opponent: arena, players, weights, balance of pairings, puzzles.

The docstring of each program says what it does.
"""

import os

# Before NumPy is imported: BLAS uses a single thread, since several processes run and their arrays are small.
# Idle threads of BLAS would spin and use up the processors.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
