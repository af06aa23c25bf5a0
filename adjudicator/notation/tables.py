"""The abbreviations of spaces in the rulebooks: one table per edition, in the folder of this name."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from adjudicator.editions import EDITIONS
from adjudicator.errors import EditionError
from adjudicator.notation.text import tokens
from adjudicator.units import Province

PRINTED = {"1971": "1971", "ens": "ens", "parker": "parker", "parker-0.1": "parker", "anjou": "anjou"}
"""The table of each edition that has one."""

Meanings = Mapping[str, tuple[Province, ...]]
"""The spaces that each abbreviation may mean."""


@cache
def printed(edition: str) -> Mapping[Province, tuple[str, ...]]:
    """The abbreviations of each space as the rulebook prints them."""
    file = files("adjudicator") / "notation" / "tables" / f"{edition}.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))["abbreviations"]
    return {Province(province): tuple(written) for province, written in table.items()}


def _meanings(editions: Iterable[str]) -> Meanings:
    found: dict[str, set[Province]] = {}
    for edition in editions:
        for province, written in printed(edition).items():
            for abbreviation in written:
                found.setdefault(tokens(abbreviation)[0].word, set()).add(province)
    return {word: tuple(sorted(provinces)) for word, provinces in found.items()}


@cache
def abbreviations(edition: str | None) -> tuple[Meanings, ...]:
    """The table of the edition, if it has one, then all tables in one; raises EditionError."""
    if edition not in (None, *EDITIONS, *PRINTED):
        raise EditionError(
            "edition", f"{edition!r} is none of {', '.join({**EDITIONS, **dict.fromkeys(PRINTED)})}"
        )
    own = [_meanings([PRINTED[edition]])] if edition in PRINTED else []
    return (*own, _meanings(PRINTED.values()))
