"""Jobs in the thread of a test, as in a process of their own."""

from services.jobs.pool import JobFailed


def think_here(do):
    """Compute in this thread; raise JobFailed on any error."""
    try:
        return do()
    except Exception as error:
        raise JobFailed(type(error).__name__) from error
