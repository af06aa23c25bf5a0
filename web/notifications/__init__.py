"""Telling people: what messages say, the ways on which they go, and the page on which members choose."""

from web.notifications import views
from web.notifications.views import blueprint

__all__ = ["blueprint", "views"]
