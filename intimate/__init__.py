"""Duels of Intimate Diplomacy: who commands whom, what it costs, and who wins."""

RULES_VERSION = "1"
"""Stored with every chapter: which version of the rules and of the adjudicator decided it."""
