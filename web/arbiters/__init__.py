"""Arbiters: the calls to them, and the pages on which they rule on a duel."""
