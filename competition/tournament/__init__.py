"""Tournaments as values: plans, draws, scores and standings."""
