"""Accounts: registering, logging in, what a member may change, a forgotten password, keys, own data."""

from web.accounts import (
    addresses,
    calendar,
    factor,
    forgotten,
    keys,
    opponents,
    own_data,
    passkeys,
    security,
)
from web.accounts.views import blueprint

__all__ = ["blueprint", "calendar"]

addresses.register(blueprint)
forgotten.register(blueprint)
opponents.register(blueprint)
keys.register(blueprint)
security.register(blueprint)
factor.register(blueprint)
passkeys.register(blueprint)
own_data.register(blueprint)
