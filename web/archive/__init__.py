"""The archive of finished duels: its search, its figures, its downloads."""

from web.archive import balance, search
from web.archive.search import blueprint

__all__ = ["balance", "blueprint", "downloads", "search"]
