"""Names as callers make them: a power or province that the board lacks is refused, as is a wrong form."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NewType

from adjudicator.board import standard
from adjudicator.errors import PositionError
from adjudicator.units import Location, Power, Province, is_location

__all__ = ["Location", "Power", "Province"]

if not TYPE_CHECKING:
    # Inside the package they are types alone, so that nothing is looked up twice.

    class _Checked(NewType):
        """A type of names whose call refuses what is none."""

        def __init__(self, name: str, told: str, is_one: Callable[[str], bool]) -> None:
            super().__init__(name, str)
            self.told, self.is_one = told, is_one

        def __call__(self, code: str) -> str:
            """Return the name if it is one."""
            if not self.is_one(code):
                raise PositionError(self.__name__.lower(), f"{code!r} is {self.told}")
            return code

    Power = _Checked("Power", "no power", lambda code: code in standard().powers)
    Province = _Checked("Province", "no province", lambda code: code in standard().spaces)
    Location = _Checked("Location", "not written as a location, such as SPA or SPA/NC", is_location)
