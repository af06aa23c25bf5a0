"""Rate limits: requests are counted before anything slow is done, successful or not.

To count, call `hit` or `count`, or decorate a view with `limited`. Attempts at passwords and codes are
counted in the database instead: `web/accounts/attempts.py`.
"""

import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic, time
from typing import TypeVar, cast

from flask import Flask, current_app, request
from limits import RateLimitItem, WindowStats, parse
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import MovingWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

from services.moderation.sightings import network_around, network_of

log = logging.getLogger(__name__)
LETTERS_FROM_ONE, LETTERS = "3 per hour", "6 per hour"
"""How many e-mails to one recipient one address can cause, and all together; each has a valid link."""
AROUND = 3
"""How often neighbouring addresses together may use up the hourly limit of guests within a day."""
AGAIN = 5.0
"""Seconds between checks whether an unreachable Redis is back."""
Answer = TypeVar("Answer")


class Counting(MovingWindowRateLimiter):
    """Counts in Redis for all processes; without it in memory, with a share of the limit per process."""

    def __init__(self, storage: Storage, processes: int) -> None:
        super().__init__(storage)
        is_alone = isinstance(storage, MemoryStorage)
        self._redis = None if is_alone else MovingWindowRateLimiter(storage)
        self._own = MovingWindowRateLimiter(storage if is_alone else MemoryStorage())
        self._processes = processes
        failures = storage.base_exceptions
        self._failures: tuple[type[Exception], ...] = (
            *(failures if isinstance(failures, tuple) else (failures,)),
            OSError,
        )
        self._is_away, self._look_at, self._lock = False, 0.0, Lock()

    def hit(self, item: RateLimitItem, *identifiers: str, cost: int = 1) -> bool:
        """Count something, unless the limit is reached."""
        return self._ask(item, lambda counts, each: counts.hit(each, *identifiers, cost=cost))

    def test(self, item: RateLimitItem, *identifiers: str, cost: int = 1) -> bool:
        """Tell whether something may be counted."""
        return self._ask(item, lambda counts, each: counts.test(each, *identifiers, cost=cost))

    def get_window_stats(self, item: RateLimitItem, *identifiers: str) -> WindowStats:
        """Return when the window resets, and how many are left."""
        return self._ask(item, lambda counts, each: counts.get_window_stats(each, *identifiers))

    def share(self, item: RateLimitItem) -> RateLimitItem:
        """Return the share of a limit for a process that counts alone, at least 1."""
        return type(item)(max(1, item.amount // self._processes), item.multiples, item.namespace)

    def _ask(
        self, item: RateLimitItem, ask: Callable[[MovingWindowRateLimiter, RateLimitItem], Answer]
    ) -> Answer:
        if self._redis and self._is_to_be_asked():
            try:
                answer = ask(self._redis, item)
            except self._failures as error:
                self._note(is_away=True, why=error)
            else:
                self._note(is_away=False)
                return answer
        return ask(self._own, self.share(item))

    def _is_to_be_asked(self) -> bool:
        """Tell whether to ask Redis; while it is away, a request now and then checks whether it is back."""
        with self._lock:
            if self._is_away and monotonic() < self._look_at:
                return False
            self._look_at = monotonic() + AGAIN
            return True

    def _note(self, *, is_away: bool, why: Exception | None = None) -> None:
        with self._lock:
            is_news, self._is_away = is_away != self._is_away, is_away
        if is_news and is_away:
            log.warning(
                "each process counts for itself, its share of each limit, until this is over: %s", why
            )
        elif is_news:
            log.warning("all processes count together again")


def address() -> str:
    """Return the address that a request counts for; for IPv6 the network, which is one customer's."""
    given = remote_address()
    return network_of(given) or given


def remote_address() -> str:
    """Return the address that a request came from."""
    return request.remote_addr or "127.0.0.1"


def init_app(app: Flask) -> None:
    """Give an application its rate limits, unless its settings switch them off."""
    if not app.config.get("RATELIMIT_ENABLED", True):
        return
    options = app.config.get("RATELIMIT_STORAGE_OPTIONS", {})
    storage = storage_from_string(app.config["RATELIMIT_STORAGE_URI"], **options)
    processes = app.config["MACHINES"] * app.config["WEB_CONCURRENCY"]
    app.extensions["counting"] = Counting(cast("Storage", storage), processes)


def counting() -> Counting | None:
    """Return the rate limits of this application; None if they are switched off."""
    return cast("Counting | None", current_app.extensions.get("counting"))


def hit(rate: str, scope: str, *keys: str) -> bool:
    """Count something; False, without counting, if the limit is reached."""
    counts = counting()
    return counts is None or counts.hit(parse(rate), scope, *keys)


def count(rate: str, scope: str, *keys: str) -> None:
    """Count something; raises TooManyRequests if the limit is reached."""
    if not hit(rate, scope, *keys):
        raise TooManyRequests


@contextmanager
def limited(
    rate: str, scope: str = "", *, key: Callable[[], str] = address, methods: Collection[str] = ()
) -> Iterator[None]:
    """Count the enclosed block, or each request to the decorated view; raises TooManyRequests.

    scope: names what is counted together; by default each view counts alone. key: whose count it is.
    methods: the HTTP methods that count, if not all.
    """
    if not methods or request.method in methods:
        count(rate, scope or str(request.endpoint), key())
    yield


def window(counts: Counting, rate: str, scope: str, *keys: str) -> tuple[int, int]:
    """Return how many more may be counted now, and the seconds until another one may."""
    resets_at, left = counts.get_window_stats(parse(rate), scope, *keys)
    return left, max(1, round(resets_at - time()))


def may_be_guest() -> bool:
    """Count a new guest; False if this address, or those around it, has reached the limit.

    Around it: the 256 addresses of an IPv4 /24, the 65,536 networks of an IPv6 /48.
    """
    most, given = current_app.config["GUESTS_PER_HOUR"], remote_address()
    return hit(f"{most} per hour", "new guests", address()) and hit(
        f"{most * AROUND} per day", "new guests around", network_around(given) or given
    )


def may_write_to(recipient: str, mark: str | None = None) -> bool:
    """Count an e-mail to an address; False if it has had enough for now.

    mark: of a browser known to their account, which has a count of its own.
    """
    if mark:
        return hit(LETTERS_FROM_ONE, "letters from known browsers", recipient, mark)
    return hit(LETTERS_FROM_ONE, "letters from", recipient, address()) and hit(LETTERS, "letters", recipient)
