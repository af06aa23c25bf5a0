"""Duels: the pages on which they are played and watched, and what all pages of a duel share."""

from web.duels import beforehand, entering, events, lists, live, page, rating, time_off
from web.duels.finding import blueprint

__all__ = [
    "beforehand",
    "blueprint",
    "clock_acts",
    "entering",
    "events",
    "lists",
    "live",
    "page",
    "rating",
    "time_off",
]
