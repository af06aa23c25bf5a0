"""What a process thinks about that is killed while it does: it must be importable there, too."""

import os
import signal


def killed_once(mark, do):
    """End the process without a word the first time; compute the second time."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return do()
