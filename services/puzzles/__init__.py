"""Puzzles: judge answers, and record who has solved what."""
