"""Accounts: registering, logging in and out, what a member may change."""

from web.accounts import calendar
from web.accounts.views import blueprint

__all__ = ["blueprint", "calendar"]
