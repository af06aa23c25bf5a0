"""Telling people: what messages say, the ways on which they go, and the page on which members choose."""

from web.telling.views import blueprint

__all__ = ["blueprint"]
