"""The names of members: which characters they may have, how they are compared, which are refused.

What a name looks like follows Unicode Technical Standard 39: skeletons (section 4) and scripts (5.2).
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import filterfalse, groupby
from pathlib import Path
from unicodedata import bidirectional, category, combining, digit, normalize
from unicodedata import name as unicode_name

from services.accounts.refusals import AccountRefusal, AccountRefused

TABLE = Path(__file__).with_name("characters.txt")
OF_ANY = frozenset({"Zinh", "Zyyy"})
"""The scripts of characters that occur in all of them: digits, accents."""
WRITTEN_TOGETHER = {
    "Bopo": {"Hanb"},
    "Hang": {"Kore"},
    "Hani": {"Hanb", "Jpan", "Kore"},
    "Hira": {"Jpan"},
    "Kana": {"Jpan"},
}
"""Scripts that one language mixes, by the codes of all scripts that it uses."""


def _spans(text: str) -> Iterator[range]:
    """Read spans such as `41-5A 61`."""
    for span in text.split():
        first, _, last = span.partition("-")
        yield range(int(first, 16), int(last or first, 16) + 1)


def _characters(text: str) -> str:
    return "".join(chr(int(number, 16)) for number in text.split("+"))


def _parts() -> Mapping[str, list[str]]:
    """Read the table: the lines of each of its parts."""
    parts: dict[str, list[str]] = {}
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith("["):
            parts[line.strip("[]")] = lines = []
        elif not line.startswith("#"):
            lines.append(line)
    return parts


def _with_languages(codes: str) -> frozenset[str]:
    scripts = frozenset(codes.split(","))
    return scripts.union(*(WRITTEN_TOGETHER.get(script, ()) for script in scripts))


def _scripts(lines: list[str]) -> list[tuple[int, int, frozenset[str]]]:
    """List the first and the last number of each span, and its scripts."""
    parted = (line.partition(" ") for line in lines)
    found = ((codes, span) for codes, _, spans in parted for span in _spans(spans))
    return sorted(
        ((span[0], span[-1], _with_languages(codes)) for codes, span in found), key=lambda at: at[0]
    )


def _alike(lines: list[str]) -> dict[int, str]:
    parted = (line.partition(" ") for line in lines)
    return {n: _characters(look) for look, _, spans in parted for span in _spans(spans) for n in span}


_table = _parts()
SCRIPTS = _scripts(_table["scripts"])
STARTS = [start for start, _, _ in SCRIPTS]
IGNORABLE = frozenset(n for line in _table["ignorable"] for span in _spans(line) for n in span)
"""Characters that show nothing (Default_Ignorable_Code_Point)."""
LOOKS = _alike(_table["alike"]) | dict.fromkeys(IGNORABLE, "")
"""The characters that others can be mistaken for."""


def skeleton(name: str) -> str:
    """Return what a name looks like: names that could be mistaken for each other have the same skeleton.

    Case does not matter: ΑΝΝΑ is mistaken for Anna, a capital I for a small l. The result of folding is
    looked up again until nothing changes: M becomes m, and m becomes rn.
    """
    seen, looks = "", normalize("NFD", name)
    while seen != looks:
        seen = looks
        looks = normalize("NFD", normalize("NFD", seen.translate(LOOKS)).casefold())
    return looks


def scripts_of(character: str) -> frozenset[str]:
    """Return the scripts that use a character; none for one that no name may have."""
    number = ord(character)
    index = bisect_right(STARTS, number) - 1
    start, last, scripts = SCRIPTS[index] if index >= 0 else SCRIPTS[0]
    return scripts if start <= number <= last else frozenset()


def has_one_script(name: str) -> bool:
    """Tell whether one script, or one language with several, has all letters of a name."""
    written = (scripts_of(character) for character in name)
    own = [scripts for scripts in written if scripts and not scripts & OF_ANY]
    return not own or bool(frozenset.intersection(*own))


SHORTEST_NAME, LONGEST_NAME = 2, 24
BETWEEN = " -_."
"""What a name may have between its letters and digits."""
MOST_MARKS, MOST_ACCENTS = 3, 2
"""The marks that may stand above and below one letter: of its own script (Hebrew, Hindi), or of any."""
DOT_ABOVE = "\u0307"
RIGHT_TO_LEFT = frozenset({"R", "AL"})


def tidy(name: str) -> str:
    """Return a name as it is shown, with single spaces."""
    return " ".join(normalize("NFKC", name).split())


def name_key(name: str) -> str:
    """Fold a name, so that names that read the same have the same key."""
    return normalize("NFKC", tidy(name).casefold())


def checked_name(name: str) -> str:
    """Normalise a name as it will be shown; raises AccountRefused."""
    name = tidy(name)
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise AccountRefused(AccountRefusal.NAME_LENGTH, "name")
    if any(ord(character) in IGNORABLE for character in name):
        raise AccountRefused(AccountRefusal.NAME_INVISIBLE, "name")
    strange = [character for character in name if not _is_allowed(character)]
    if not all(map(_is_mark, strange)) or not any(map(str.isalnum, name)):
        raise AccountRefused(AccountRefusal.NAME_CHARACTERS, "name")
    if strange or any(_are_too_many(base, marks) for base, marks in _marks(name)):
        raise AccountRefused(AccountRefusal.NAME_MARKS, "name")
    if not has_one_script(name) or len(_zeros(name)) > 1:
        raise AccountRefused(AccountRefusal.NAME_MIXED, "name")
    if _is_turned(name):
        raise AccountRefused(AccountRefusal.NAME_TURNED, "name")
    if is_reserved(name):
        raise AccountRefused(AccountRefusal.NAME_RESERVED, "name")
    return name


def _is_allowed(character: str) -> bool:
    """Tell whether a character may be part of a name. Marks may: without them Hindi has no vowels.

    A character that this Python does not know yet may not, since it could not be normalised.
    """
    return character in BETWEEN or (category(character) != "Cn" and bool(scripts_of(character)))


def _marks(name: str) -> Iterator[tuple[str, str]]:
    """Yield each group of adjacent marks in a name with the character that they stand on."""
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
    """Return the kinds of digits in a name, each by the code point of its zero."""
    return {ord(character) - digit(character) for character in name if category(character) == "Nd"}


def _is_turned(name: str) -> bool:
    """Tell whether the beginning of a name would not be shown first (UTS 39 compares what is shown)."""
    directions = [bidirectional(character) for character in name]
    return not RIGHT_TO_LEFT.isdisjoint(directions) and directions[0] not in RIGHT_TO_LEFT


GIVEN_BY_SITE = (
    *("Recruit", "Captain", "Colonel", "Marshal", "Guest", "Anonymous"),
    *("Recrue", "Capitaine", "Maréchal", "Invité", "Invitée", "Anonyme"),
)
"""Names that the site gives, in its languages; accents, signs and a number at the end are ignored."""
OFFICES = (
    *("Support", "Help", "Helpdesk", "System", "Root", "Sysadmin", "Official", "Team", "Security", "Owner"),
    *("Webmaster", "Postmaster", "Operator", "Host", "Mod", "Mods", "Judge", "Referee", "Bot", "Nobody"),
    *("Assistance", "Aide", "Système", "Officiel", "Officielle", "Équipe", "Sécurité", "Propriétaire"),
    *("Juge", "Personne", "Direction", "Rédaction"),
)
"""Names that seem to speak for the site, and any other name to be reserved."""
STAFF = (
    *("Admin", "Admins", "Administrator", "Administrators", "Administration", "Staff"),
    *("Moderator", "Moderators", "Moderation", "Keeper", "Keepers", "Arbiter", "Arbiters"),
    *("Administrateur", "Administratrice", "Administrateurs"),
    *("Modérateur", "Modératrice", "Modérateurs", "Modération", "Arbitre", "Arbitres"),
)
"""Words that no name may contain: people would believe "Admin Anna", too."""
SITE = "Intimate Diplomacy"
"""What no name may contain anywhere."""


def is_reserved(name: str) -> bool:
    """Tell whether a name could be mistaken for the site, its opponent, a guest or no one."""
    whole = {_bare(name), _bare(name.rstrip(ENDING))}
    words = {_bare(word.rstrip(ENDING)) for word in WORDS.split(name)}
    is_office, is_staff = bool(whole & _WHOLE_NAMES), bool((words | whole) & _STAFF)
    return is_office or is_staff or any(site in _bare(name) for site in _SITE)


def _bare(name: str) -> str:
    """Return what the letters and digits of a name look like, without accents."""
    written = filterfalse(combining, normalize("NFD", name))
    return skeleton("".join(filter(str.isalnum, written)))


ENDING = " -_.0123456789"
WORDS = re.compile(r"[\W_]+")


def _looks(words: Iterable[str]) -> frozenset[str]:
    """Return what words look like in small letters and in capitals: a capital I is like an l and a 1."""
    return frozenset(_bare(form) for word in words for form in (word, word.upper()))


_WHOLE_NAMES, _STAFF, _SITE = _looks((*GIVEN_BY_SITE, *OFFICES)), _looks(STAFF), _looks((SITE,))
