"""Pages that belong to no subject: the front page and the rules."""

from web.pages import views
from web.pages.views import blueprint

__all__ = ["blueprint", "views"]
