"""Limits on tries: counted before anything slow is done, whatever comes of them.

Whoever counts calls `hit` or `count`, or wraps a view in a limit of `limiter`; both go on in memory while
what counts are kept in is away (`steady_counts.py`).
"""

from time import time

from flask import Flask, current_app
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import parse
from werkzeug.exceptions import TooManyRequests

from services.accounts import passwords
from services.keepers.digests import network_of

LETTERS_FROM_ONE, LETTERS = "3 per hour", "6 per hour"
"""How many letters can be caused from one address on the net, and from all, to one recipient; each brings a
good link."""


def address() -> str:
    """Return the address that a request counts for: of IPv6 the network, all of which is one customer's."""
    given = get_remote_address()
    return network_of(given) or given


limiter = Limiter(address, headers_enabled=False, strategy="moving-window")


def init_app(app: Flask) -> None:
    """Let an application count tries, and hash so many passwords at once."""
    limiter.init_app(app)
    passwords.queue = passwords.HashQueue(app.config["PASSWORD_HASHES"], app.config["PASSWORD_WAITING"])


def hit(rate: str, scope: str, *keys: str) -> bool:
    """Count something; False when there was as much of it as may be, and then it is not counted."""
    return not limiter.enabled or bool(limiter.limiter.hit(parse(rate), scope, *keys))


def count(rate: str, scope: str, *keys: str) -> None:
    """Count something; raises TooManyRequests when there was as much of it as may be."""
    if not hit(rate, scope, *keys):
        raise TooManyRequests


def window(rate: str, scope: str, *keys: str) -> tuple[int, int]:
    """Return how many more may be counted, and the seconds after which it is one more again."""
    resets_at, left = limiter.limiter.get_window_stats(parse(rate), scope, *keys)
    return left, max(1, round(resets_at - time()))


def forget(rate: str, scope: str, *keys: str) -> None:
    """Let what was counted be as if it had not been."""
    if limiter.enabled:
        limiter.limiter.clear(parse(rate), scope, *keys)


def may_be_guest() -> bool:
    """Count a new guest; False when as many have come from this address as may within an hour."""
    return hit(f"{current_app.config['GUESTS_PER_HOUR']} per hour", "new guests", address())


def may_write_to(recipient: str, mark: str | None = None) -> bool:
    """Count a letter to somebody; False when they have had as many as they are to have for now.

    mark: that of a browser which is known to their account; it has a count of its own.
    """
    if mark:
        return hit(LETTERS_FROM_ONE, "letters from known browsers", recipient, mark)
    return hit(LETTERS_FROM_ONE, "letters from", recipient, address()) and hit(LETTERS, "letters", recipient)
