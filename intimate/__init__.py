"""Duels of Intimate Diplomacy: who commands whom, what it costs, and who wins."""
