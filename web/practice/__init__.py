"""Practice against the site's own opponent: begun, hinted at, taken back."""

from web.practice import views
from web.practice.views import blueprint

__all__ = ["blueprint", "views"]
