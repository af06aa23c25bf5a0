"""Answers to puzzles as text, for the form that goes on with them."""

import json

from intimate.codec import read_stored_entry, write_entry
from intimate.entries import Entry, check
from learning.puzzle import Puzzle

LONGEST = 4000
"""The characters of the longest answer that is read."""


def write_answer(entry: Entry) -> str:
    """Write an answer as text."""
    return json.dumps(write_entry(entry), separators=(",", ":"))


def read_answer(puzzle: Puzzle, text: str) -> Entry | None:
    """Read an answer; None for a text that is none."""
    try:
        entry = read_stored_entry(json.loads(text[:LONGEST]))
        check(puzzle.start, puzzle.player, entry)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return entry
