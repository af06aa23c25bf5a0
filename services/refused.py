"""What a use case refuses: one exception for each feature, with a code of that feature."""

from enum import StrEnum


class Refused(Exception):
    """Something that is asked cannot be done.

    code: why, one of the feature's codes. field: what was entered wrongly, "" if nothing was.
    values: what the sentence of the code says; `web.core.messages` has the sentences.
    """

    def __init__(self, code: StrEnum, field: str = "", **values: object) -> None:
        super().__init__(code)
        self.code, self.field, self.values = code, field, values


class NotFound(Exception):
    """There is no such thing, or none that the viewer may see."""
