"""Lessons, tried on the board and judged by the rules."""

from web.learning import index, mistakes, pages, rules
from web.learning.index import blueprint

__all__ = ["blueprint", "index", "mistakes", "pages", "rules"]
