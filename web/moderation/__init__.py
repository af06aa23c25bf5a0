"""The moderators' desk, and what members report to it."""

from web.moderation import accounts, desk, reporting
from web.moderation.desk import blueprint

__all__ = ["accounts", "blueprint", "desk", "reporting"]
