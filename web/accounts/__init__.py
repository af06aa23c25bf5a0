"""Accounts: registering, logging in, what a member may change, a forgotten password, keys, own data."""

from web.accounts import addresses, factor, forgotten, keys, own_data, passkeys, security, views
from web.accounts.blueprint import blueprint

__all__ = [
    "addresses",
    "blueprint",
    "factor",
    "forgotten",
    "keys",
    "own_data",
    "passkeys",
    "security",
    "views",
]
