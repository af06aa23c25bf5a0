"""The ranking: lists of ratings."""

from web.ratings.views import blueprint

__all__ = ["blueprint"]
