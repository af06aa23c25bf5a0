"""What measures the project; each program says at its beginning what it measures."""

import os

# Before NumPy is imported: each process is one of several, and its arrays are small. Threads of BLAS wait for
# each other with all of a processor.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
