"""Write the table of characters for member names: `python -m tools.characters`, with PyICU on its path.

For each letter, mark and digit of normalised names it has the scripts and the look-alike (Script_Extensions
of the Unicode Character Database; confusables of UTS 39); and all invisible characters
(Default_Ignorable_Code_Point).
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
"""The combining class of overlay marks, which strike a letter out."""


def is_ignorable(character: str) -> bool:
    """Tell whether a character is invisible."""
    return bool(icu.Char.hasBinaryProperty(character, icu.UProperty.DEFAULT_IGNORABLE_CODE_POINT))


def is_letter(character: str) -> bool:
    """Tell whether a character is a letter, a mark or a digit that normalisation does not change."""
    if icu.Char.charType(character) not in LETTERS or is_ignorable(character):
        return False
    return bool(icu.Normalizer2.getNFKCInstance().normalize(character) == character)


def is_needed(character: str) -> bool:
    """Tell whether a language needs a character; of marks for several scripts, UTS 39 allows some."""
    if icu.Script.getScript(character).getShortName() != "Zinh":
        return True
    is_allowed = icu.Char.getIntPropertyValue(character, icu.UProperty.IDENTIFIER_STATUS)
    return bool(is_allowed and icu.Char.getCombiningClass(character) != OVERLAY)


def scripts(character: str) -> str:
    """Return the codes of a character's scripts."""
    return ",".join(
        sorted(icu.Script(code).getShortName() for code in icu.Script.getScriptExtensions(character))
    )


def looks(character: str) -> str:
    """Return the skeleton of a character, mostly itself."""
    return str(icu.SpoofChecker().getSkeleton(0, character))


def spans(numbers: Iterable[int]) -> str:
    """Write numbers as ranges."""
    groups = (
        [number for _, number in group] for _, group in groupby(enumerate(numbers), lambda at: at[1] - at[0])
    )
    return " ".join(f"{group[0]:X}" + (f"-{group[-1]:X}" if group[1:] else "") for group in groups)


def lines() -> Iterator[str]:
    """Yield the lines of the table: scripts, invisible characters, look-alikes."""
    every = [chr(number) for number in range(PLANES) if number not in SURROGATES]
    written, alike = defaultdict(list), defaultdict(list)
    for character in filter(is_letter, every):
        if is_needed(character):
            written[scripts(character)].append(ord(character))
        # Characters that decompose before the mapping need no line.
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
