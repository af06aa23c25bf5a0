"""Attempts to log in and the like: counted by their origin, before anything is compared.

A browser known to the account has a count of its own, so that no stranger can lock the owner out. The
counts are in the database: they hold for all processes, and after a restart. The settings say how many
passwords a process hashes at once.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple, cast

from flask import Flask, current_app
from werkzeug.exceptions import TooManyRequests

from models import User
from services.accounts import attempts, passwords
from services.accounts.attempts import AttemptScope, Rate
from services.accounts.names import name_key
from web.core import devices
from web.core.limits import address, counting
from web.core.session import database, end_reading, now

MINUTES, HOUR, DAY = timedelta(minutes=5), timedelta(hours=1), timedelta(days=1)
ALL_OF_ONE = (Rate(30, MINUTES),)
"""Attempts at all accounts from one address, or at one account from all known browsers, also right ones."""
FROM_ONE = (Rate(10, MINUTES), Rate(30, HOUR))
"""Attempts at one account from one address, or from one known browser."""
FROM_ALL = (Rate(100, HOUR),)
"""Attempts at one account by all strangers together; one address alone can never use them up."""
CODES = (Rate(10, MINUTES), Rate(100, DAY))
"""Attempts at the codes of one account; of an app's million codes, three are valid at a time."""


class Try(NamedTuple):
    """A counted attempt, with the counts that the owner may reset.

    is_spent: made by an address while the account has no attempts left. The answer is then the one to a wrong
    password, since another would reveal whose address it is.
    """

    own: Sequence[AttemptScope]
    is_spent: bool = False

    def forget(self) -> None:
        """Reset the counts of this origin, since the owner has proved their identity.

        Attempts from elsewhere stay counted, so that a log-in gives strangers no further attempts.
        """
        if counting():
            end_reading()
            attempts.forget(database(), self.own)


def count_try(text: str, user: User | None) -> Try:
    """Count an attempt at an account, even if there is none; raises TooManyRequests.

    text: what was typed. Attempts by the name and by the address of an account are counted together.
    """
    mark = devices.mark_of(user) if user else None
    whose, origin = ("known browsers", mark) if mark else ("strangers", address())
    typed = text.strip().lower() if "@" in text else ""
    at = user.name_key if user else typed or name_key(text)
    at_all = _place(ALL_OF_ONE, "log-ins", whose, at if mark else address())

    def places(at: str) -> list[AttemptScope]:
        """Return the scopes in which attempts at an account are counted, that of this origin first."""
        own = _place(FROM_ONE, whose, at, origin)
        return [own] if mark else [own, _place(FROM_ALL, "accounts tried", at)]

    # Attempts at an unknown address are counted under a name that nobody can have.
    by_name = places(at if user or not typed else f"@{typed}")
    if not typed:
        _count([at_all, *by_name])
        return Try(by_name[:1])
    by_address = places(typed)
    _count([at_all, *by_address])
    return Try([by_name[0], by_address[0]], is_spent=not _is_counted(by_name))


def is_code_counted(where: str, user: User) -> bool:
    """Count a code before it is checked; False if the account has used up its attempts.

    where: where it was typed. A browser known to the account has a count of its own, and all others share
    one: a stranger who has the password and tries codes cannot lock the owner out.
    """
    origin = devices.mark_of(user) or "strangers"
    return _is_counted([_place(CODES, "codes", where, str(user.id), origin)])


def _count(places: Sequence[AttemptScope]) -> None:
    if not _is_counted(places):
        raise TooManyRequests


def _is_counted(places: Sequence[AttemptScope]) -> bool:
    """Count in a transaction of its own, which a failed attempt does not undo."""
    if not counting():
        return True
    end_reading()
    return attempts.count(database(), places, now())


def _place(rates: tuple[Rate, ...], *names: str) -> AttemptScope:
    return attempts.scope_of(current_app.config["SECRET_KEY"], rates, *names)


def init_app(app: Flask) -> None:
    """Let an application hash as many passwords at once as its settings say."""
    queue = passwords.HashQueue(app.config["PASSWORD_HASHES"], app.config["PASSWORD_WAITING"])
    app.extensions["hash_queue"] = queue


def hash_queue() -> passwords.HashQueue:
    """Return the hash queue of this application."""
    return cast("passwords.HashQueue", current_app.extensions["hash_queue"])
