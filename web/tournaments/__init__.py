"""Tournaments: lists, the page of each, and what organisers and arbiters do."""

from web.tournaments import desk, printing, results, seating, views, voting
from web.tournaments.page import blueprint

__all__ = ["blueprint", "desk", "printing", "results", "seating", "views", "voting"]
