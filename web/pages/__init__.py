"""Pages that belong to no subject: the front page and the rules."""

from web.pages import icon
from web.pages.views import blueprint

icon.register(blueprint)

__all__ = ["blueprint"]
