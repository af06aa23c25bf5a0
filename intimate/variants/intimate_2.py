"""`intimate-2`: Dave Allen's second edition, in which loyal mercenaries are cheaper."""

from adjudicator import Power
from intimate.rules import BothOverbid, Rules

RULES = Rules(
    starting_credits={
        Power("AUSTRIA"): 22,
        Power("ENGLAND"): 18,
        Power("FRANCE"): 20,
        Power("GERMANY"): 22,
        Power("ITALY"): 20,
        Power("RUSSIA"): 23,
        Power("TURKEY"): 18,
    },
    both_overbid=BothOverbid.BOTH_LOSE,
    loyalty=4,
)
