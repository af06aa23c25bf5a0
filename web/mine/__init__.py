"""What is the reader's own: an open page follows it."""

from web.mine.views import blueprint

__all__ = ["blueprint"]
