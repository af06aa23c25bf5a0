"""Finding an opponent: play now, and matches of two duels."""

from web.finding.views import blueprint

__all__ = ["blueprint"]
