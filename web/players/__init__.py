"""Players as others see them."""

from web.players.views import blueprint

__all__ = ["blueprint"]
