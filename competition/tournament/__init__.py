"""Tournaments as values: what was agreed, who meets whom, and what it comes to."""
