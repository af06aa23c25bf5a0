"""The languages of orders: their words and their sentences, each in one file beside this one."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from adjudicator.notation.errors import LanguageError

LANGUAGES = {"en": "english", "fr": "french"}
"""The file of each language."""


@dataclass(frozen=True, eq=False)
class Language:
    """The words and sentences of one language; of each list the first is the one written."""

    words: Mapping[str, Sequence[str]]
    coasts: Mapping[str, Sequence[str]]
    powers: Mapping[str, Mapping[str, Any]]
    places: Mapping[str, Sequence[str]]
    codes: Mapping[str, str]
    definite: Mapping[str, str]
    to: Mapping[str, str]
    inside: Mapping[str, str]
    standing: Mapping[str, str]
    here: Mapping[str, Sequence[str]]
    names_here: Mapping[str, Sequence[str]]
    abbreviated: Mapping[str, Sequence[str]]
    forms: Mapping[str, str]
    actions: Mapping[str, str]
    words_of: Mapping[str, str]
    faults: Mapping[str, str]
    reasons: Mapping[str, str]


@cache
def language_of(code: str) -> Language:
    """The language of a code, `en` or `fr`; raises LanguageError."""
    if code not in LANGUAGES:
        raise LanguageError("language", f"{code!r} is none of {', '.join(LANGUAGES)}")
    file = files("adjudicator") / "notation" / f"{LANGUAGES[code]}.toml"
    return Language(**tomllib.loads(file.read_text(encoding="utf-8")))
