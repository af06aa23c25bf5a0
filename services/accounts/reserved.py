"""Names that the site gives itself: to its own opponent, to guests, to those who have gone."""

from itertools import filterfalse
from unicodedata import combining, normalize

from services.accounts.skeletons import skeleton

RESERVED = (
    *("Recruit", "Captain", "Colonel", "Marshal", "Guest", "Anonymous"),
    *("Recrue", "Capitaine", "Maréchal", "Invité", "Invitée", "Anonyme"),
)
"""In the languages of the site; without regard to accents, to signs between letters, to a number behind."""


def is_reserved(name: str) -> bool:
    """Tell whether somebody of this name would be taken for the site's own opponent, a guest or no one."""
    return bool({_bare(name), _bare(name.rstrip(" -_.0123456789"))} & _LOOKS)


def _bare(name: str) -> str:
    """What the letters and digits of a name look like, without accents."""
    written = filterfalse(combining, normalize("NFD", name))
    return skeleton("".join(filter(str.isalnum, written)))


_LOOKS = frozenset(map(_bare, RESERVED))
