"""The catalogue of presets: to add one, write a small file beside the others and name it here."""

from collections.abc import Mapping

from intimate.rules import Rules
from intimate.variants import beginner, dueldip, intimate, intimate_2, njudge

PRESETS: Mapping[str, Rules] = {
    "intimate": intimate.RULES,
    "beginner": beginner.RULES,
    "njudge": njudge.RULES,
    "intimate-2": intimate_2.RULES,
    "dueldip": dueldip.RULES,
}
"""Rules by the name of their preset (rules of the duel, section 9)."""
