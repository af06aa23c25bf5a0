"""The analysis of finished duels by the site's own opponent: each player's chances, and the turning point."""

from web.analysis.part import blueprint

__all__ = ["blueprint"]
