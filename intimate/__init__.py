"""Duels of Intimate Diplomacy: who commands whom, what it costs, and who wins."""

RULES_VERSION = "4"
"""The version of the rules and of the adjudicator, stored with every chapter that it decided.

2: edition `parker` removes the unit nearest to a lost centre (docs/decisions/15-parker-of-0-1.md).
3: an offer of a draw can be declined and withdrawn, a claim of a stalemate withdrawn.
"""
