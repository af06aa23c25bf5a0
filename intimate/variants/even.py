"""`even`: credits at the start that give both home powers of a pair the same chance.

They are measured (docs/balance.md). Each measurement adds a table to `even.json`; the last is in force. Old
tables stay, since duels keep the one with which they began.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from intimate.rules import PairedCredits, Rules, read_pairs

MOST = 10_000


@dataclass(frozen=True, slots=True)
class Table:
    """The credits of each pair, and facts of the measurement; None if nothing was measured."""

    credits: PairedCredits
    measured: Mapping[str, Any] | None


def read_tables(text: str) -> Sequence[Table]:
    """Read the file of tables, the oldest first; raises ValueError."""
    return [Table(read_pairs(each["credits"], MOST), each["measured"]) for each in json.loads(text)]


TABLES: Sequence[Table] = read_tables(files(__package__).joinpath("even.json").read_text("utf-8"))
"""All tables that were in force, today's the last."""
RULES = Rules(starting_credits=TABLES[-1].credits)
