"""Talk: what the two players of a duel say to one another."""

from web.talk.views import blueprint

__all__ = ["blueprint"]
