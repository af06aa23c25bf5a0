"""Notifications: the texts of messages, their channels, and the page on which members choose."""

from web.notifications import views
from web.notifications.views import blueprint

__all__ = ["blueprint", "views"]
