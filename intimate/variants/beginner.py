"""`beginner`: nobody can bid more than he has."""

from intimate.rules import Overbid, Rules

RULES = Rules(overbid=Overbid.FORBIDDEN)
