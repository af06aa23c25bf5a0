"""The names of members: what they are made of, how they are compared, and which are refused."""

from collections.abc import Iterator
from itertools import groupby
from unicodedata import bidirectional, category, digit, normalize
from unicodedata import name as unicode_name

from services.accounts.reserved import is_reserved
from services.accounts.skeletons import IGNORABLE, has_one_script, scripts_of, skeleton

SHORTEST_NAME, LONGEST_NAME = 2, 24
BETWEEN = " -_."
"""What a name may have between its letters and digits."""
MOST_MARKS, MOST_ACCENTS = 3, 2
"""The marks that may stand above and below one letter: of its own script (Hebrew, Hindi), or of any."""
DOT_ABOVE = "\u0307"
RIGHT_TO_LEFT = frozenset({"R", "AL"})


class NameRefused(ValueError):
    """This name cannot be an account's."""

    field = "name"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class NameLength(NameRefused):
    """The name has too few characters or too many."""


class NameCharacters(NameRefused):
    """The name holds something besides letters, digits, spaces, hyphens, underscores and full stops."""


class NameInvisible(NameCharacters):
    """The name holds a character that shows nothing, as if it were another name."""


class NameMarks(NameCharacters):
    """The name has marks that no language writes so: on no letter, too many on one, or not to be seen."""


class NameMixed(NameCharacters):
    """The name mixes scripts, or digits of several kinds, as if it were another name."""


class NameTurned(NameCharacters):
    """The name is read from right to left and begins with something else, shown elsewhere."""


class NameReserved(NameRefused):
    """The site gives the name, or one that looks like it, to its opponent, guests or those who have gone."""


class NameTaken(NameRefused):
    """An account already has the name, or one that reads the same."""


class NameAlike(NameTaken):
    """An account already has a name for which this one would be taken."""


def tidy(name: str) -> str:
    """Return a name as it is shown, with one space wherever there is some."""
    return " ".join(normalize("NFKC", name).split())


def name_key(name: str) -> str:
    """Fold a name, so that names that read the same have the same key."""
    return normalize("NFKC", tidy(name).casefold())


def checked_name(name: str) -> str:
    """Normalise a name as it will be shown; raises NameRefused."""
    name = tidy(name)
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise NameLength(name)
    if any(ord(character) in IGNORABLE for character in name):
        raise NameInvisible(name)
    strange = [character for character in name if not _is_allowed(character)]
    if not all(map(_is_mark, strange)) or not any(map(str.isalnum, name)):
        raise NameCharacters(name)
    if strange or any(_are_too_many(base, marks) for base, marks in _marks(name)):
        raise NameMarks(name)
    if not has_one_script(name) or len(_zeros(name)) > 1:
        raise NameMixed(name)
    if _is_turned(name):
        raise NameTurned(name)
    if is_reserved(name):
        raise NameReserved(name)
    return name


def _is_allowed(character: str) -> bool:
    """Say if a character may be part of a name; marks may, without them Hindi has no vowels.

    One that this Python does not know yet may not: it could not be normalised.
    """
    return character in BETWEEN or (category(character) != "Cn" and bool(scripts_of(character)))


def _marks(name: str) -> Iterator[tuple[str, str]]:
    """Go through the marks of a name that stand together, each time with the character that they stand on."""
    base = " "
    for is_mark, run in groupby(name, _is_mark):
        text = "".join(run)
        if is_mark:
            yield base, text
        base = text[-1]


def _is_mark(character: str) -> bool:
    return category(character)[0] == "M"


def _are_too_many(base: str, marks: str) -> bool:
    if not base.isalpha() or len(set(marks)) < len(marks):
        return True
    if DOT_ABOVE in marks and skeleton(base)[0] in "ijl":
        return True  # the letter has a dot already, or looks like one that has
    if any(unicode_name(mark, "").startswith("COMBINING") for mark in marks):
        return sum(map(_is_mark, normalize("NFD", base + marks))) > MOST_ACCENTS
    return sum(category(mark) == "Mn" for mark in marks) > MOST_MARKS


def _zeros(name: str) -> set[int]:
    """Tell the kinds of digits in a name: each by where its zero stands."""
    return {ord(character) - digit(character) for character in name if category(character) == "Nd"}


def _is_turned(name: str) -> bool:
    """Tell whether the beginning of a name would be shown elsewhere (UTS 39 compares what is shown)."""
    directions = [bidirectional(character) for character in name]
    return not RIGHT_TO_LEFT.isdisjoint(directions) and directions[0] not in RIGHT_TO_LEFT
