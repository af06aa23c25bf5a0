"""The record of a long duel for measurements: random entries until nobody can win by chance."""

import json
from random import Random

from intimate.play import awaits, play
from intimate.record import load
from tests.builders import record
from tests.intimate.lottery import Lottery, plain_chapter

ENDLESS = {"victory": {"centres": 34}, "home_eliminated": "plays_on", "year_limit": None}


def ten_years(seed=1901):
    """Play from the choice of homes to the end of 1910; return the record in the format of a file."""
    whole = record(**ENDLESS)
    chance = Random(seed)  # noqa: S311 -- repeatable randomness
    lottery, duel, chapters = Lottery(chance, wild=0), load(whole).start, []
    while awaits(duel) and duel.phase.year < 1911:
        chapter = play(duel, lottery.entries(duel), lottery.lots())
        chapters.append(plain_chapter(chapter))
        duel = chapter.after
    return json.loads(json.dumps({**whole, "chapters": chapters}))
