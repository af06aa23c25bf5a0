"""What names look like: skeletons and scripts after Unicode Technical Standard 39, sections 4 and 5.2."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from pathlib import Path
from unicodedata import normalize

TABLE = Path(__file__).with_name("characters.txt")
OF_ANY = frozenset({"Zinh", "Zyyy"})
"""The scripts of what is written in all of them: digits, accents."""
WRITTEN_TOGETHER = {
    "Bopo": {"Hanb"},
    "Hang": {"Kore"},
    "Hani": {"Hanb", "Jpan", "Kore"},
    "Hira": {"Jpan"},
    "Kana": {"Jpan"},
}
"""Scripts that one language writes together, by the codes of all that it writes."""


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
"""All that shows nothing (Default_Ignorable_Code_Point)."""
LOOKS = _alike(_table["alike"]) | dict.fromkeys(IGNORABLE, "")
"""What a character is taken for, where that is not itself."""


def skeleton(name: str) -> str:
    """Return what a name looks like: names of which one could be taken for the other have the same.

    Whatever case the other is written in: ΑΝΝΑ is taken for Anna, the capital I for a small l. What folding
    has made is looked up again, until nothing changes: M becomes m, and m becomes rn.
    """
    seen, looks = "", normalize("NFD", name)
    while seen != looks:
        seen = looks
        looks = normalize("NFD", normalize("NFD", seen.translate(LOOKS)).casefold())
    return looks


def scripts_of(character: str) -> frozenset[str]:
    """Return the scripts in which a character is written, none for what no name holds."""
    number = ord(character)
    index = bisect_right(STARTS, number) - 1
    start, last, scripts = SCRIPTS[index] if index >= 0 else SCRIPTS[0]
    return scripts if start <= number <= last else frozenset()


def has_one_script(name: str) -> bool:
    """Say if there is a script, or a language with several, in which all letters of a name are written."""
    written = (scripts_of(character) for character in name)
    own = [scripts for scripts in written if scripts and not scripts & OF_ANY]
    return not own or bool(frozenset.intersection(*own))
