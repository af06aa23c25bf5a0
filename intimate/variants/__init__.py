"""The catalogue of presets: to add one, write its rules here and name it in `PRESETS`."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator import Power, Province
from intimate.players import Player
from intimate.rules import (
    STARTING_CREDITS,
    BothOverbid,
    Income,
    MercenaryWaive,
    Overbid,
    OverbidPrice,
    Rules,
    Sides,
    TieRecheck,
    write_pairs,
)
from intimate.variants import even

INTIMATE = Rules()
"""The rules of Adrien Baird and Steve Doubleday."""
BEGINNER = Rules(overbid=Overbid.FORBIDDEN)
"""Nobody can bid more than they have."""
NJUDGE = Rules(overbid_price=OverbidPrice.CONTESTED_ONLY, tie_recheck=TieRecheck.EVERY_SEASON)
"""As the e-mail judge njudge 1.7 ran it."""
INTIMATE_2 = Rules(
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
"""Dave Allen's second edition, in which loyal mercenaries are cheaper."""
DUELDIP = Rules(
    starting_credits=dict.fromkeys(STARTING_CREDITS, 12),
    income=Income(12, fixed=True),
    carry_over=False,
    overbid=Overbid.FORBIDDEN,
    victory_centres=18,
)
"""Twelve credits a year, and eighteen centres to win."""
WORLD_WAR_ONE = Rules(
    mercenary_waive=MercenaryWaive.ALLOWED,
    sides=Sides(
        powers={
            Player.FIRST: (Power("ENGLAND"), Power("FRANCE"), Power("RUSSIA")),
            Player.SECOND: (Power("AUSTRIA"), Power("GERMANY"), Power("TURKEY")),
        },
        year=1914,
        neutral=Power("ITALY"),
        closed=frozenset(map(Province, ("APU", "NAP", "PIE", "ROM", "TUS", "VEN"))),
        units_to_win=24,
    ),
)
"""The game for two players of 1971, the duel for learning the moves (1971 XIV.2)."""
PRESETS: Mapping[str, Rules] = {
    "intimate": INTIMATE,
    "beginner": BEGINNER,
    "njudge": NJUDGE,
    "intimate-2": INTIMATE_2,
    "dueldip": DUELDIP,
    "even": even.RULES,
    "world-war-one": WORLD_WAR_ONE,
}
"""Rules by the name of their preset (rules of the duel, section 9)."""
EARLIER: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "even": {"starting_credits": [write_pairs(table.credits) for table in even.TABLES]}
}
"""All values that the measured settings of a preset have had, today's too, as records write them."""
