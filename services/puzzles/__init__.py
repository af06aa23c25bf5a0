"""Puzzles: judging answers, and who has solved which."""
