"""Refusals of use cases: one exception for each feature, with its codes."""

from enum import StrEnum


class Refused(Exception):
    """What was asked cannot be done.

    code: why, one of the feature's codes. field: the wrong field, "" if none is. values: fill the code's
    sentence, which `web.core.messages` has.
    """

    def __init__(self, code: StrEnum, field: str = "", **values: object) -> None:
        super().__init__(code)
        self.code, self.field, self.values = code, field, values


class NotFound(Exception):
    """It does not exist, or the viewer may not see it."""
