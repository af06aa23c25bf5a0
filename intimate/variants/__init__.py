"""The catalogue of presets: to add one, write a small file beside the others and name it here."""

from collections.abc import Mapping, Sequence
from typing import Any

from intimate.pairs import write_pairs
from intimate.rules import Rules
from intimate.variants import beginner, dueldip, even, intimate, intimate_2, njudge

PRESETS: Mapping[str, Rules] = {
    "intimate": intimate.RULES,
    "beginner": beginner.RULES,
    "njudge": njudge.RULES,
    "intimate-2": intimate_2.RULES,
    "dueldip": dueldip.RULES,
    "even": even.RULES,
}
"""Rules by the name of their preset (rules of the duel, section 9)."""
EARLIER: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "even": {"starting_credits": [write_pairs(table.credits) for table in even.TABLES]}
}
"""All values that the measured settings of a preset have had, as records write them, today's too."""
