"""Tournaments: their lists, their pages, and the acts of organisers and arbiters."""

from web.tournaments import desk, printing, results, seating, views, voting
from web.tournaments.page import blueprint

__all__ = ["blueprint", "desk", "printing", "results", "seating", "views", "voting"]
