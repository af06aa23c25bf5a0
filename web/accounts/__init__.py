"""Accounts: registering, logging in and out, what a member may change, a forgotten password, keys."""

from web.accounts import addresses, calendar, factor, forgotten, keys, opponents, passkeys, security
from web.accounts.views import blueprint

__all__ = ["blueprint", "calendar"]

addresses.register(blueprint)
forgotten.register(blueprint)
opponents.register(blueprint)
keys.register(blueprint)
security.register(blueprint)
factor.register(blueprint)
passkeys.register(blueprint)
