"""Ladders: places, challenges for them, champions."""

from web.ladders import views
from web.ladders.views import blueprint

__all__ = ["acts", "blueprint", "views"]
