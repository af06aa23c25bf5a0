"""Puzzles found in duels, each checked before it is kept."""
