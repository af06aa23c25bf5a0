"""Ladders: places that are won by challenges, season by season."""
