"""Ratings of players, kept apart by pace and preset."""
