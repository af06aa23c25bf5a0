"""The league of bots: the table, and each contestant."""

from web.league.views import blueprint

__all__ = ["blueprint"]
