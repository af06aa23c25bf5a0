"""Challenges: making them, finding them, answering them."""

from web.challenges.views import blueprint

__all__ = ["blueprint"]
