"""What a caller did wrong, as typed errors that name the field."""


class DiplomacyError(ValueError):
    """Base of the errors of this package; `field` names the part of the input at fault."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


class BoardError(DiplomacyError):
    """The tables of a map contradict themselves."""


class PositionError(DiplomacyError):
    """A position that cannot be."""


class OrderError(DiplomacyError):
    """An order, a unit or a turn that is not in the canonical notation."""


class EditionError(DiplomacyError):
    """An edition, a switch or a value of a switch that does not exist."""
