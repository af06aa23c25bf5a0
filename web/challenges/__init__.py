"""Challenges: making them, finding them, answering them."""

from web.challenges import making, views
from web.challenges.views import blueprint

__all__ = ["blueprint", "making", "views"]
