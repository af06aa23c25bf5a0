"""Trying out: orders of all sides, tried from a position of a duel and stored nowhere."""
