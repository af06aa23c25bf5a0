"""Puzzles: check answers, and record who has solved what."""
