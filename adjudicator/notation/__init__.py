"""Read and write orders as people write them, in French and in English.

>>> from adjudicator.notation import read, write
>>> str(read("F Mer du Nord convoie A Londres – Belgique", "fr"))
'F NTH C A LON - BEL'
>>> write(read("A Mar (S) A Par-Bur", "en"), "fr")
'A Marseille soutient A Paris – Bourgogne'
"""

from adjudicator.notation.errors import Ambiguous, Fault, Invalid, LanguageError, ReadingError
from adjudicator.notation.grammar import Here
from adjudicator.notation.reading import Line, read, read_lines
from adjudicator.notation.vocabulary import LANGUAGES
from adjudicator.notation.writing import (
    explain,
    in_place,
    names_of_province,
    place_name,
    power_name,
    province_code,
    province_name,
    reason_in_codes,
    reason_in_words,
    standing_in,
    to_place,
    unit_in_full,
    unit_in_words,
    unit_name,
    unit_there,
    write,
    write_action,
    write_code,
)

__all__ = [
    "LANGUAGES",
    "Ambiguous",
    "Fault",
    "Here",
    "Invalid",
    "LanguageError",
    "Line",
    "ReadingError",
    "explain",
    "in_place",
    "names_of_province",
    "place_name",
    "power_name",
    "province_code",
    "province_name",
    "read",
    "read_lines",
    "reason_in_codes",
    "reason_in_words",
    "standing_in",
    "to_place",
    "unit_in_full",
    "unit_in_words",
    "unit_name",
    "unit_there",
    "write",
    "write_action",
    "write_code",
]
