"""Tries at the password of an account: each is counted before anything is compared, and where it comes from.

A browser that is known to the account has a count of its own, so that no stranger can lock its owner out.
"""

from typing import NamedTuple

from services.accounts.names import name_key
from web.frame import known
from web.frame.limits import address, count, forget

ALL_OF_ONE = "30 per 5 minutes"
"""Tries at all accounts from one address, or at one account from all known browsers; right ones too."""
FROM_ONE = ("10 per 5 minutes", "30 per hour")
"""Tries at one account from one address, or from one known browser."""
FROM_ALL = "100 per hour"
"""Tries at one account by strangers, from wherever; one address alone can never use them up."""
LONGEST = 100


class Try(NamedTuple):
    """A try that was counted: as whose, at which account, and from where."""

    whose: str
    at: str
    origin: str

    def forget(self) -> None:
        """Forget what came from here, since the owner has proved to be the owner.

        Tries from elsewhere stay counted: that somebody logs in gives strangers no more of them.
        """
        for rate in FROM_ONE:
            forget(rate, *self)


def count_try(name: str) -> Try:
    """Count a try at the account of a name, whether there is one or not; raises TooManyRequests."""
    at, mark = name_key(name)[:LONGEST], known.mark_at(name)
    counted = Try("known browsers", at, mark) if mark else Try("strangers", at, address())
    count(ALL_OF_ONE, "log-ins", counted.whose, at if mark else address())
    for rate in FROM_ONE:
        count(rate, *counted)
    if not mark:
        count(FROM_ALL, "accounts tried", at)
    return counted
