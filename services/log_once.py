"""Logging a repeated background failure once, until the task succeeds again."""

import logging

from models import Unavailable


class LogOnce:
    """Remembers whether a task is failing."""

    def __init__(self, log: logging.Logger) -> None:
        self._log, self._lasts = log, False

    def is_over(self) -> None:
        """Note that the task succeeded."""
        self._lasts = False

    def note(self, words: str, *values: object, error: Exception) -> None:
        """Log an error unless the last attempt failed too: one line if the database is at fault."""
        if not self._lasts:
            log_fault(self._log, words, *values, error=error)
        self._lasts = True


def log_fault(log: logging.Logger, words: str, *values: object, error: Exception) -> None:
    """Log an error: one line if the database is at fault, else with its trace."""
    if isinstance(error, Unavailable):
        log.error(f"{words}: %s", *values, error)  # noqa: G004  # the words are a pattern; a trace says no more
    else:
        log.error(words, *values, exc_info=error)
