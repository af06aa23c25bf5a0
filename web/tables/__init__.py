"""The organiser's table: making it, running it, watching it; sheets from phones."""

from web.tables import messages, sheets, views
from web.tables.pages import blueprint

__all__ = ["blueprint", "messages", "sheets", "views"]
