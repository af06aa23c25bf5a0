"""Attempts at what protects an account: counted before anything is compared, by where they come from.

A browser that is known to the account has a count of its own, so that no stranger can lock its owner out.
The counts are in the database: they hold for all processes, and after a restart. Passwords are hashed and
compared by turns: as many at once in a process as its settings say.
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
"""Attempts at all accounts from one address, or at one account from all known browsers; right ones too."""
FROM_ONE = (Rate(10, MINUTES), Rate(30, HOUR))
"""Attempts at one account from one address, or from one known browser."""
FROM_ALL = (Rate(100, HOUR),)
"""Attempts at one account by strangers, from wherever; one address alone can never use them up."""
CODES = (Rate(10, MINUTES), Rate(100, DAY))
"""Attempts at the codes of one account; of an app's, three in a million are good at a time."""


class Try(NamedTuple):
    """An attempt that was counted, with the places that its owner may have forgotten.

    is_spent: by an address, while the account has no attempt left. That is answered like a wrong password:
    to say so would reveal whose address it is.
    """

    own: Sequence[AttemptScope]
    is_spent: bool = False

    def forget(self) -> None:
        """Forget what came from here, since the owner has proved to be the owner.

        Attempts from elsewhere stay counted: that somebody logs in gives strangers no more of them.
        """
        if counting():
            end_reading()
            attempts.forget(database(), self.own)


def count_try(text: str, user: User | None) -> Try:
    """Count an attempt at an account, whether there is one or not; raises TooManyRequests.

    text: what was typed. Attempts by the name and by the address of an account are counted together.
    """
    mark = devices.mark_of(user) if user else None
    whose, origin = ("known browsers", mark) if mark else ("strangers", address())
    typed = text.strip().lower() if "@" in text else ""
    at = user.name_key if user else typed or name_key(text)
    at_all = _place(ALL_OF_ONE, "log-ins", whose, at if mark else address())

    def places(at: str) -> list[AttemptScope]:
        """Return the places of the attempts at an account: that of this origin first."""
        own = _place(FROM_ONE, whose, at, origin)
        return [own] if mark else [own, _place(FROM_ALL, "accounts tried", at)]

    # Of nobody's address the same is counted under a name that nobody can have.
    by_name = places(at if user or not typed else f"@{typed}")
    if not typed:
        _count([at_all, *by_name])
        return Try(by_name[:1])
    by_address = places(typed)
    _count([at_all, *by_address])
    return Try([by_name[0], by_address[0]], is_spent=not _is_counted(by_name))


def is_code_counted(where: str, user: User) -> bool:
    """Count a code before it is looked at; False when as many as may be were tried for the account.

    where: where it was typed. A browser that is known to the account has a count of its own, all others have
    one together: who has the password and tries codes keeps its owner from nothing.
    """
    origin = devices.mark_of(user) or "strangers"
    return _is_counted([_place(CODES, "codes", where, str(user.id), origin)])


def _count(places: Sequence[AttemptScope]) -> None:
    if not _is_counted(places):
        raise TooManyRequests


def _is_counted(places: Sequence[AttemptScope]) -> bool:
    """Count in a transaction of its own: what comes of the attempt must not undo it."""
    if not counting():
        return True
    end_reading()
    return attempts.count(database(), places, now())


def _place(rates: tuple[Rate, ...], *names: str) -> AttemptScope:
    return attempts.place(current_app.config["SECRET_KEY"], rates, *names)


def init_app(app: Flask) -> None:
    """Let an application hash as many passwords at once as its settings say."""
    queue = passwords.HashQueue(app.config["PASSWORD_HASHES"], app.config["PASSWORD_WAITING"])
    app.extensions["hash_queue"] = queue


def hash_queue() -> passwords.HashQueue:
    """Return the turns of this application."""
    return cast("passwords.HashQueue", current_app.extensions["hash_queue"])
