"""Talk: messages between the two players of a duel, diaries, and comments."""

from web.talk.views import blueprint

__all__ = ["blueprint"]
