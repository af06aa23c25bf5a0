"""Duels of Intimate Diplomacy: who commands whom, what it costs, and who wins."""

from adjudicator import __version__

__all__ = ["RULES_VERSION", "__version__"]

RULES_VERSION = "7"
"""The version of the rules and of the adjudicator, stored with every chapter that it decided.

2: edition `parker` removes the unit nearest to a lost centre (docs/decisions/15-parker-of-0-1.md).
3: an offer of a draw can be declined and withdrawn, a claim of a stalemate withdrawn.
4: a duel ends when a player is away too long (`absent`).
5: a live duel lapses when a player does not come (`lapsed`).
6: an arbiter can take a duel back, have an entry corrected, and close it (docs/arbiters.md).
7: edition `anjou` takes a missing coast from a support of the same power, and ignores a VIA without fleets.
"""
