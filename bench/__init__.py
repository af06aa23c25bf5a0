"""Programs that measure the project; the docstring of each says what it measures."""

import os

# Before NumPy is imported: BLAS uses a single thread, since several processes run and their arrays are small.
# Idle threads of BLAS would spin and use up the processors.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
