"""The keeper's desk, and what members report to it."""

from web.keepers import accounts, shared
from web.keepers.desk import blueprint as desk
from web.keepers.reporting import blueprint as reports

accounts.register(desk)
shared.register(desk)

__all__ = ["desk", "reports"]
