"""Tournaments: lists, the page of each, and what organisers and arbiters do."""

from web.tournaments import desk, results, views
from web.tournaments.page import blueprint

__all__ = ["blueprint", "desk", "results", "sheets", "views"]
