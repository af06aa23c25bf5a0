"""Duels: the pages to play and watch them, and the frame of all pages of a duel."""

from web.duels import beforehand, entering, events, lists, live, page, rating, time_off
from web.duels.finding import blueprint

__all__ = [
    "beforehand",
    "blueprint",
    "entering",
    "events",
    "lists",
    "live",
    "page",
    "rating",
    "time_off",
]
