"""Values on which is noted, once it is found, what follows from them."""

from dataclasses import fields


class Noted:
    """A dataclass whose copies and pickles are made of its fields alone, without what was noted on it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """What copies are made from."""
        return type(self), tuple([getattr(self, one.name) for one in fields(self)])  # type: ignore[arg-type]
