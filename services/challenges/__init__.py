"""Challenges: offers of duels, and the terms that are offered."""
