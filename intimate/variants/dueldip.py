"""`dueldip`: twelve credits a year, and eighteen centres to win."""

from intimate.rules import STARTING_CREDITS, Income, Overbid, Rules

RULES = Rules(
    starting_credits=dict.fromkeys(STARTING_CREDITS, 12),
    income=Income(12, fixed=True),
    carry_over=False,
    overbid=Overbid.FORBIDDEN,
    victory_centres=18,
)
