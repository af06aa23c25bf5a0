"""Common passwords: those of a list, also where one is repeated or has a few digits and signs around it."""

import lzma
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

LIST = Path(__file__).with_name("common_passwords.txt.xz")
AROUND = 8
"""So many characters around a common word make nobody guess longer."""
FEW = 3
"""What repeats so few characters is common, whichever they are."""
RUNS = (
    "0123456789" * 4,
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
)
HEART = re.compile(r"[\W\d_]*(.*?)[\W\d_]*", re.DOTALL)


@cache
def common() -> frozenset[str]:
    """Read the list, once, at the first question: 40,000 passwords of which leaks tell."""
    return frozenset(lzma.decompress(LIST.read_bytes()).decode().splitlines())


def is_common(folded: str) -> bool:
    """Tell whether a password in lower case is one of the first that would be tried."""
    return any(len(heart) <= FEW or heart in common() or _is_run(heart) for heart in hearts(folded))


def _is_run(heart: str) -> bool:
    return any(heart in run or heart in run[::-1] for run in RUNS)


def hearts(folded: str) -> frozenset[str]:
    """Return what a password comes to: itself, what it repeats, and what is left without blanks and ends."""
    return frozenset((*_hearts(folded), *_hearts("".join(folded.split()))))


def _hearts(folded: str) -> Iterator[str]:
    yield _unit(folded)
    heart = HEART.fullmatch(folded)
    if heart and heart[1] and len(folded) - len(heart[1]) <= AROUND:
        yield _unit(heart[1])


def _unit(text: str) -> str:
    """Return what a text repeats, all of it if nothing."""
    return text[: (text + text).index(text, 1)] if text else text
