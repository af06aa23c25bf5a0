"""The analysis of finished duels: how they stood and where they turned, by the site's own opponent."""

from web.analysis.part import blueprint

__all__ = ["blueprint"]
