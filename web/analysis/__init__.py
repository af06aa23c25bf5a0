"""How a finished duel stood, and where it turned, as the site's own opponent judges it."""

from web.analysis.part import blueprint

__all__ = ["blueprint"]
