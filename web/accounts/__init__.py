"""Accounts: registering, logging in and out, what a member may change, a forgotten password."""

from web.accounts import addresses, forgotten
from web.accounts.views import blueprint

__all__ = ["blueprint"]

addresses.register(blueprint)
forgotten.register(blueprint)
