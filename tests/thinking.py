"""Thinking in the thread of a test, as a process of its own would."""

from services.practice.thinking import ThinkingFailed


def think_here(do):
    """Compute in this thread; raises ThinkingFailed."""
    try:
        return do()
    except Exception as error:
        raise ThinkingFailed(type(error).__name__) from error
