"""Matchmaking: play now, and matches of two duels."""

from web.matchmaking import matches, play
from web.matchmaking.play import blueprint

__all__ = ["blueprint", "matches", "play"]
