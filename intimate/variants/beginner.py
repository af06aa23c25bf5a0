"""`beginner`: nobody can bid more than they have."""

from intimate.rules import Overbid, Rules

RULES = Rules(overbid=Overbid.FORBIDDEN)
