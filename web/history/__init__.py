"""The past of a duel: its chapters, the strip of them, graphs over the years, still pictures."""

from web.history import chapters, stills, wars
from web.history.stills import blueprint

__all__ = ["blueprint", "chapters", "stills", "wars"]
