"""The switches on which rulebooks differ, and the named editions."""

from dataclasses import dataclass

from adjudicator.errors import EditionError


@dataclass(frozen=True, slots=True)
class Edition:
    """A reading of the rules, by name; the algorithms ask its switches, never its name."""

    name: str


EDITIONS = {"standard": Edition("standard")}
"""`standard`: the rulebooks of 2000 to 2023 with the preferences of the DATC, v3."""


def edition(name: str) -> Edition:
    """The edition of that name; raises EditionError."""
    if name not in EDITIONS:
        raise EditionError("edition", f"{name!r} is none of {', '.join(EDITIONS)}")
    return EDITIONS[name]
