"""Tournaments: lists, the page of each, and what organisers and arbiters do."""

from web.tournaments.views import blueprint

__all__ = ["blueprint"]
