"""Practice against the site's own opponent: beginning, hints, taking back."""

from web.practice import views
from web.practice.views import blueprint

__all__ = ["blueprint", "views"]
