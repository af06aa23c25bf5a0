"""A league without a site: every entrant plays every other one, with both sides of all pairings.

`python -m intimate_league random recruit mine=bot.py:decide --duels 42 --seed 1` plays a league.
"""

from intimate.schedule import fixture
from intimate_league.league import Game, Standing, play_league, standings, wilson

__all__ = ["Game", "Standing", "fixture", "play_league", "standings", "wilson"]
