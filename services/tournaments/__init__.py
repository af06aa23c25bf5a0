"""Tournaments: made, joined, drawn, played round by round, ruled on, and ranked."""
