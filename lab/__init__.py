"""Where the opponent is made and its strength measured: arena, players, weights, balance of pairings.

Each program says at its beginning what it does.
"""

import os

# Before NumPy is imported: each process is one of several, and its arrays are small. Threads of BLAS wait for
# each other with all of a processor.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
