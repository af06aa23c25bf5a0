"""Finds puzzles in duels, and checks each before it is kept."""
