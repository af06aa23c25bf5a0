"""The archive of finished duels: searched, counted, and to take away."""

from web.archive import balance, search
from web.archive.search import blueprint

__all__ = ["balance", "blueprint", "downloads", "search"]
