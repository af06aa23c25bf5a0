"""Errors of callers, each naming the field at fault."""


class DiplomacyError(ValueError):
    """Base of the errors of this package; `field` names the part of the input at fault."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


class BoardError(DiplomacyError):
    """Tables of a map that cannot be read or contradict themselves."""


class PositionError(DiplomacyError):
    """An impossible position."""


class PhaseError(DiplomacyError):
    """The name of a phase that does not exist, or a phase that cannot be adjudicated."""


class OrderError(DiplomacyError):
    """An order or a unit that is not in the canonical notation."""


class EditionError(DiplomacyError):
    """An edition, a switch or a value of a switch that does not exist."""
