"""Tournaments: making and joining them, drawing and playing their rounds, ruling on them, ranking."""
