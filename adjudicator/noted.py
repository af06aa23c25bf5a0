"""Values on which is noted, once it is found, what follows from them."""

from collections.abc import Callable
from dataclasses import fields


class Noted:
    """A base of dataclasses: copies and pickles are made of the fields alone, without what was noted."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Callable[..., "Noted"], tuple[type["Noted"], dict[str, object]]]:
        """What copies are made from."""
        values = {one.name: getattr(self, one.name) for one in fields(self) if one.init}  # type: ignore[arg-type]
        return made, (type(self), values)


def made(kind: type[Noted], values: dict[str, object]) -> Noted:
    """A copy, out of what `__reduce__` has told."""
    return kind(**values)
