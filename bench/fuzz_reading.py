"""Feed random texts to the reader of orders until it fails.

    python bench/fuzz_reading.py --inputs 10000000

Texts are words of orders, slightly damaged orders, and any characters. If a text is read, writing and reading
the order again, and parsing its canonical form, must give the same order. If not, it must be refused with a
ReadingError that both languages can explain. The first failing text is printed, and the exit status is 1.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from adjudicator import PhaseKind, Position
from adjudicator.board import standard
from adjudicator.notation import LANGUAGES, Here, ReadingError, explain, read, write
from adjudicator.notation.vocabulary import PRINTED, language_of, printed
from adjudicator.orders import parse

CHUNK = 20_000
LOOKUPS = (None, *(Here.of(Position.initial(), kind) for kind in PhaseKind if kind.takes_orders))
EDITIONS = (None, "standard", *PRINTED)
MARKS = " \t-–—>/.,;:()'’\"+&?!\u00a0\u0301\u200b\ufeff\0éàœßİ漢🚢"
DAMAGES = 3


def words() -> list[str]:
    """Return every word of all languages, and every abbreviation."""
    found: set[str] = set(standard().spaces)
    for language in map(language_of, LANGUAGES):
        found.update(word for written in language.words.values() for word in written)
        found.update(word for written in language.here.values() for word in written)
        found.update(word for written in language.abbreviated.values() for word in written)
        found.update(word for written in language.coasts.values() for word in written)
        found.update(word for written in language.places.values() for word in written)
        found.update(word for power in language.powers.values() for word in (power["name"], *power["words"]))
    for edition in set(PRINTED.values()):
        found.update(word for written in printed(edition).values() for word in written)
    return sorted(found)


def shapes() -> list[str]:
    """Return patterns of orders in which units and places are to be filled in."""
    verbs = "UH|U-P|U-P via|U S U|U S U-P|U C U-P|U xxx et C U-P|U R P|U D|U B|build U|waive|U-P-P-P|W U W P"
    return verbs.split("|")


class Texts:
    """Random texts from a seed."""

    def __init__(self, seed: int) -> None:
        """Start from the seed."""
        self.chance = random.Random(seed)  # noqa: S311
        self.words = words()
        self.shapes = shapes()

    def made(self, number: int) -> Iterator[str]:
        """Yield a number of texts."""
        makers = (self.order, self.order, self.damaged, self.damaged, self.salad, self.noise)
        for _ in range(number):
            yield self.chance.choice(makers)()

    def order(self) -> str:
        """Fill in a pattern of orders."""
        return "".join(self.filled(letter) for letter in self.chance.choice(self.shapes))

    def filled(self, letter: str) -> str:
        """Replace U by a unit, P by a place and W by any word."""
        word = self.chance.choice(self.words)
        return {"U": f"{self.chance.choice('AF')} {word} ", "P": f" {word} ", "W": f" {word} "}.get(
            letter, letter
        )

    def damaged(self) -> str:
        """Change an order in a few places."""
        text = list(self.order())
        for _ in range(self.chance.randint(1, DAMAGES)):
            place = self.chance.randrange(len(text) + 1)
            text[place : place + self.chance.randint(0, 2)] = self.chance.choice(MARKS + "abcdefgst")
        return "".join(text)

    def salad(self) -> str:
        """Join random words."""
        return self.chance.choice(MARKS).join(self.chance.choices(self.words, k=self.chance.randint(1, 9)))

    def noise(self) -> str:
        """Join random characters."""
        letters = (chr(self.chance.randrange(0x110000)) for _ in range(self.chance.randint(0, 12)))
        return "".join(letters) + "".join(
            self.chance.choices(MARKS + "AFSCHabc", k=self.chance.randint(0, 30))
        )


def outcome(text: str, language: str, edition: str | None, here: Here | None) -> str:
    """Return the kind of result of a text; raises an error if it is wrong."""
    try:
        order = read(text, language, edition, here)
    except ReadingError as error:
        if not all(explain(error, code) for code in LANGUAGES):
            raise AssertionError("no explanation") from error
        return type(error).__name__.lower()
    for code in LANGUAGES:
        if read(write(order, code), language, edition) != order:
            raise AssertionError(f"{order} is not read again from {write(order, code)!r}")
    if parse(str(order)) != order:
        raise AssertionError(f"{order} is not parsed again")
    return "read"


def run(seed: int) -> Counter[str]:
    """Try one chunk; return the counts, or only the failing text."""
    texts = Texts(seed)
    found: Counter[str] = Counter()
    for text in texts.made(CHUNK):
        language, edition = texts.chance.choice(list(LANGUAGES)), texts.chance.choice(EDITIONS)
        try:
            found[outcome(text, language, edition, texts.chance.choice(LOOKUPS))] += 1
        except Exception as error:  # noqa: BLE001
            return Counter({f"FAILED: {text!r} {language} {edition}: {error!r}": 1})
    return found


def main() -> int:
    """Run the inputs on all processors."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=1_000_000, help="how many texts")
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds, one for 20,000 texts")
    options = parser.parse_args()
    started, total = time.monotonic(), Counter[str]()
    seeds = range(options.seed, options.seed + -(-options.inputs // CHUNK))
    with multiprocessing.Pool() as pool:
        for found in pool.imap_unordered(run, seeds):
            total.update(found)
    for what, number in total.most_common():
        print(f"{number:>12,} {what}")
    print(f"{total.total():>12,} inputs in {time.monotonic() - started:.0f} s")
    return 1 if any(what.startswith("FAILED") for what in total) else 0


if __name__ == "__main__":
    sys.exit(main())
