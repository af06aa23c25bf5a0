"""A job whose process is killed while it runs: it must be importable there, too."""

import os
import signal


def killed_once(mark, do):
    """Kill the process silently the first time; compute the second time."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return do()
