"""Arbiters: the calls to them, and the pages on which they rule on a duel."""

from web.arbiters import calls, correcting, rulings
from web.arbiters.panel import blueprint

__all__ = ["blueprint", "calls", "correcting", "rulings"]
