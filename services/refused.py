"""Refusals of use cases: one exception for each feature, with its codes."""

from enum import StrEnum


class Refused(Exception):
    """A use case refuses a request.

    code: why, one of the feature's codes. field: the field at fault, "" if there is none. values: for the
    sentence of the code (`web.core.messages`).
    """

    def __init__(self, code: StrEnum, field: str = "", **values: object) -> None:
        super().__init__(code)
        self.code, self.field, self.values = code, field, values


class NotFound(Exception):
    """It does not exist, or the viewer may not see it."""
