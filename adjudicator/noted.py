"""Values on which is noted, once it is found, what follows from them."""

from collections.abc import Callable
from dataclasses import fields


class Noted:
    """A base of dataclasses: copies and pickles are made of the fields alone, without what was noted."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Callable[..., "Noted"], tuple[type["Noted"], dict[str, object]]]:
        """What copies are made from."""
        every = fields(self)  # type: ignore[arg-type]  # whoever derives from it is a dataclass
        return made, (type(self), {one.name: getattr(self, one.name) for one in every if one.init})


def made(kind: type[Noted], values: dict[str, object]) -> Noted:
    """A copy, out of what `__reduce__` has told."""
    return kind(**values)
