"""Make a dictionary for compressing chapters: `python -m tools.dictionary RECORDS... OUTPUT`.

RECORDS are files with one record per line, or lines of `lab/arena.py --records`. Never replace a dictionary
that is in use: data compressed with it could not be read. A better one gets a new number.
"""

import json
import sys
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from intimate.codec import write_duel, write_stored_line
from intimate.record import load
from intimate.replay import chapters_of
from models.packing import packed

LENGTH = 30_000
"""Less than the window of 32 KB, so that the compressed data itself has room in it."""
ATTEMPTS = 60
SEALED = {"salt": "", "seal": "", "at": "2026-11-20T15:00:00Z"}
"""The fields of stored entries beside their content; salts and seals are random, so they are empty here."""


def pieces(path: Path) -> Iterator[bytes]:
    """Yield the stored parts of each chapter of each record: entries, line and state."""
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        record = record.get("record", record)
        for chapter, written in zip(chapters_of(load(record)), record["chapters"], strict=True):
            entries = {player: {**entry, **SEALED} for player, entry in written.get("entries", {}).items()}
            for plain in (entries, write_stored_line(chapter), write_duel(chapter.after)):
                yield json.dumps(plain, separators=(",", ":")).encode()


def chosen(known: Sequence[bytes], seed: int) -> bytes:
    """Choose random pieces until the dictionary is full."""
    taken, length = [], 0
    for piece in Random(seed).sample(known, len(known)):  # noqa: S311  # no secret
        if length + len(piece) <= LENGTH:
            taken.append(piece)
            length += len(piece)
    return b"".join(taken)


def size(dictionary: bytes, tried: Sequence[bytes]) -> int:
    """Count the bytes of pieces compressed with a dictionary."""
    return sum(len(packed(piece, dictionary)) for piece in tried)


def main(*names: str) -> None:
    """Make several dictionaries, and write the one that compresses other duels best."""
    *records, output = map(Path, names)
    known = [piece for path in records for piece in pieces(path)]
    half = len(known) // 2
    tried = Random(0).sample(known[half:], min(1000, len(known) - half))  # noqa: S311  # no secret
    best = min((chosen(known[:half], seed) for seed in range(ATTEMPTS)), key=lambda made: size(made, tried))
    output.write_bytes(best)
    print(
        f"{size(best, tried)} bytes of {sum(map(len, tried))}, {len(zlib.compress(best))} of the dictionary"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
