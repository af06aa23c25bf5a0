"""Write the table of characters that names are made of: `python -m tools.characters`, with PyICU on its path.

Of each letter, mark and digit that a normalised name can hold: the scripts in which it is written, and what
it looks like (Script_Extensions of the Unicode Character Database; confusables of UTS 39). Beside them all
that shows nothing (Default_Ignorable_Code_Point).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

import icu

TABLE = Path(__file__).parents[1] / "services" / "accounts" / "characters.txt"
HEAD = """\
# The characters of names. Made by tools/characters.py (make characters), not by hand.
# From the Unicode Character Database and confusables.txt of UTS 39, version {unicode}, as in ICU {icu}.
# © 1991-2024 Unicode, Inc. Unicode License v3, which stands in characters-licence.txt.
"""
KINDS = icu.UCharCategory
LETTERS = {
    KINDS.UPPERCASE_LETTER,
    KINDS.LOWERCASE_LETTER,
    KINDS.TITLECASE_LETTER,
    KINDS.MODIFIER_LETTER,
    KINDS.OTHER_LETTER,
    KINDS.NON_SPACING_MARK,
    KINDS.COMBINING_SPACING_MARK,
    KINDS.DECIMAL_DIGIT_NUMBER,
}
SURROGATES = range(0xD800, 0xE000)
PLANES = 0x110000
OVERLAY = 1
"""The class of marks that strike a letter out."""


def is_ignorable(character: str) -> bool:
    """Say if a character shows nothing."""
    return bool(icu.Char.hasBinaryProperty(character, icu.UProperty.DEFAULT_IGNORABLE_CODE_POINT))


def is_letter(character: str) -> bool:
    """Say if a character is a letter, a mark or a digit that stays what it is when a name is normalised."""
    if icu.Char.charType(character) not in LETTERS or is_ignorable(character):
        return False
    return bool(icu.Normalizer2.getNFKCInstance().normalize(character) == character)


def is_needed(character: str) -> bool:
    """Say if a language needs a character: of marks of several scripts, those that UTS 39 allows."""
    if icu.Script.getScript(character).getShortName() != "Zinh":
        return True
    is_allowed = icu.Char.getIntPropertyValue(character, icu.UProperty.IDENTIFIER_STATUS)
    return bool(is_allowed and icu.Char.getCombiningClass(character) != OVERLAY)


def scripts(character: str) -> str:
    """Name the scripts of a character, by their codes."""
    return ",".join(
        sorted(icu.Script(code).getShortName() for code in icu.Script.getScriptExtensions(character))
    )


def looks(character: str) -> str:
    """Return what a character looks like, which is mostly itself."""
    return str(icu.SpoofChecker().getSkeleton(0, character))


def spans(numbers: Iterable[int]) -> str:
    """Write numbers that follow one another as the first and the last of them."""
    groups = (
        [number for _, number in group] for _, group in groupby(enumerate(numbers), lambda at: at[1] - at[0])
    )
    return " ".join(f"{group[0]:X}" + (f"-{group[-1]:X}" if group[1:] else "") for group in groups)


def lines() -> Iterator[str]:
    """Write the table: scripts, what shows nothing, and what looks like something else."""
    every = [chr(number) for number in range(PLANES) if number not in SURROGATES]
    written, alike = defaultdict(list), defaultdict(list)
    for character in filter(is_letter, every):
        if is_needed(character):
            written[scripts(character)].append(ord(character))
        # What is decomposed before it is mapped needs no line of its own.
        if icu.Normalizer2.getNFDInstance().normalize(character) == character != looks(character):
            alike[looks(character)].append(ord(character))
    yield "[scripts]"
    yield from (f"{codes} {spans(numbers)}" for codes, numbers in sorted(written.items()))
    yield "[ignorable]"
    yield spans(ord(character) for character in every if is_ignorable(character))
    yield "[alike]"
    for look, numbers in sorted(alike.items()):
        yield f"{'+'.join(f'{ord(part):X}' for part in look)} {spans(numbers)}"


def main() -> None:
    """Write the table."""
    head = HEAD.format(unicode=icu.UNICODE_VERSION, icu=icu.ICU_VERSION)
    TABLE.write_text(head + "".join(f"{line}\n" for line in lines()), "utf-8")


if __name__ == "__main__":
    main()
