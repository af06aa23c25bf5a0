"""Errors that name the field at fault."""

from collections.abc import Iterable

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
    """An entry that breaks the rules of entry; `values` holds the numbers for the message.

    `others` holds further faults of the same entry that were found.
    """

    def __init__(self, code: str, field: str, message: str, **values: object) -> None:
        super().__init__(field, message)
        self.code = code
        self.values = values
        self.others: tuple[EntryError, ...] = ()


def refuse_for(faults: Iterable[EntryError]) -> None:
    """Raise the first fault of an entry, if any, with the rest as its `others`."""
    found = tuple(faults)
    if found:
        found[0].others = found[1:]
        raise found[0]


class EventError(DuelError):
    """A claim, an offer or an agreement that is not possible now; `code` says why."""

    def __init__(self, code: str, field: str, message: str) -> None:
        super().__init__(field, message)
        self.code = code


class DrawMissing(DuelError):
    """A random draw is needed and missing; `field` names it."""


class OrderRefused(DuelError):
    """An order that the player cannot give now; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        about = [str(each) for each in (*reason.units, reason.place) if each]
        super().__init__("order", " ".join([reason.cause.value, *about]))
        self.reason = reason
