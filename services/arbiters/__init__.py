"""Arbiters: who may rule on a duel, calls to them, and what they decide."""
