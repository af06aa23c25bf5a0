"""Trying out: orders of all sides, from a chapter of a duel."""
