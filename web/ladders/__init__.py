"""Ladders: places, challenges for them, champions."""

from web.ladders.views import blueprint

__all__ = ["blueprint"]
