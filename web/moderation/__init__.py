"""The moderators' desk, and members' reports to it."""

from web.moderation import accounts, desk, reporting
from web.moderation.desk import blueprint

__all__ = ["accounts", "blueprint", "desk", "reporting"]
