"""Typed errors that name the field at fault."""

from adjudicator import DiplomacyError, Reason


class DuelError(DiplomacyError):
    """Base of the errors of this package; `field` names the part of the input at fault."""


class SettingError(DuelError):
    """A preset, a setting or a value that does not exist; `setting` and `value` say which."""

    def __init__(self, setting: str, value: object, message: str) -> None:
        super().__init__(setting, message)
        self.setting = setting
        self.value = value


class EntryError(DuelError):
    """An entry that breaks the rules of entry; `values` holds the figures that the message is about."""

    def __init__(self, code: str, field: str, message: str, **values: object) -> None:
        super().__init__(field, message)
        self.code = code
        self.values = values


class EventError(DuelError):
    """A claim, an offer or an agreement that is not possible now; `code` says why."""

    def __init__(self, code: str, field: str, message: str) -> None:
        super().__init__(field, message)
        self.code = code


class LotMissing(DuelError):
    """A lot is needed and was not drawn; `field` names the lot."""


class OrderRefused(ValueError):
    """An order that the player cannot give now; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason
