"""Thinking in the thread of a test, as a process of its own would."""

from services.jobs.pool import JobFailed


def think_here(do):
    """Compute in this thread; raises JobFailed."""
    try:
        return do()
    except Exception as error:
        raise JobFailed(type(error).__name__) from error
