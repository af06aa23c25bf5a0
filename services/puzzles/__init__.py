"""Puzzles: judged, and who has solved which."""
