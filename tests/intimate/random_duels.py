"""Whole random duels, each with its own settings, for properties of every duel."""

import os
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from hypothesis import strategies as st

from intimate.record import load
from tests.builders import record
from tests.intimate.lottery import Lottery, plain_chapter, played, position

CHOICES = {
    "payment": ["winner", "everyone"],
    "overbid": ["allowed", "allowed", "forbidden"],
    "overbid_price": ["own_bids", "contested_only"],
    "unaffordable": ["overbid_too", "capped"],
    "both_overbid": ["both_ruined", "both_ruined", "both_lose", "draw"],
    "loyalty": [0, 1, 4],
    "income": [{"per_centre": 1}, {"per_centre": 3}, {"fixed": 5}],
    "carry_over": [True, True, False],
    "anarchy_builds": ["none", "default"],
    "mercenary_waive": ["refused", "allowed"],
    "victory": ["home_centre", {"centres": 34}, {"centres": 34}],
    "victory_season": ["any", "autumn"],
    "tie_recheck": ["next_autumn", "every_season"],
    "home_eliminated": ["loses", "plays_on"],
    "year_limit": [None, None, 1903],
    "limit_counts": ["centres", "units"],
}


@dataclass(repr=False)
class Drawn:
    """The steps of a duel and its record; its repr is short, because the text would be too long."""

    steps: list
    record: dict

    @property
    def chapters(self):
        """The chapters, without the duels before them."""
        return [chapter for _, chapter in self.steps]


@lru_cache(maxsize=64)
def random_duel(seed):
    """Play a random duel; every other one starts from a random position.

    Each setting, the start and the play have their own generators, so that an addition to one does not
    change the others.
    """

    def random(subject):
        return Random(f"{subject} {seed}")  # noqa: S311 (repeatable randomness)

    chosen = {name: random(name).choice(values) for name, values in CHOICES.items()}
    whole = record(begin=position(random("start")) if seed % 2 else None, **chosen)
    play = random("play")
    lottery = Lottery(play, play.choice([0, 0.1, 0.5]), play.choice([0.5, 1.0, 1.0, 2.5]))
    steps = played(load(whole).start, lottery, 24)
    return Drawn(steps, {**whole, "chapters": [plain_chapter(chapter) for _, chapter in steps]})


SOAK = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
DUELS = st.builds(random_duel, st.integers(0, 2**32 if SOAK else 59))
