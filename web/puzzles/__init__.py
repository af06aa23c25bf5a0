"""Puzzles: positions of finished duels to solve."""

from web.puzzles import index, pages
from web.puzzles.index import blueprint

__all__ = ["blueprint", "index", "pages"]
