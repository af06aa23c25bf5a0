"""Limits on tries: counted before anything slow is done, whatever comes of them."""

from flask import Flask, current_app, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import parse

from services.accounts import passwords
from services.accounts.names import name_key
from services.keepers.digests import network_of

ACCOUNT, ACCOUNTS = "10 per 5 minutes", "accounts tried"
GUESTS = "new guests"
LETTERS = "5 per hour"
"""How many letters anybody can cause to be sent to one address or account; each brings a good link."""


def address() -> str:
    """Return the address that a request counts for: of IPv6 the network, all of which is one customer's."""
    given = get_remote_address()
    return network_of(given) or given


limiter = Limiter(address, headers_enabled=False, strategy="moving-window")


def init_app(app: Flask) -> None:
    """Let an application count tries, and hash so many passwords at once."""
    limiter.init_app(app)
    passwords.queue = passwords.HashQueue(app.config["PASSWORD_HASHES"], app.config["PASSWORD_WAITING"])


def account_tried() -> str:
    """Return the key under which tries at one account are counted, whoever makes them."""
    return f"name:{name_key(request.form.get('name', ''))[:100]}"


def forget_tries() -> None:
    """Forget the tries at the account of this request, whose owner has proved to be its owner."""
    if limiter.enabled:
        limiter.limiter.clear(parse(ACCOUNT), account_tried(), ACCOUNTS)


def may_be_guest() -> bool:
    """Count a new guest; False when as many have come from this address as may within an hour."""
    within = parse(f"{current_app.config['GUESTS_PER_HOUR']} per hour")
    return not limiter.enabled or bool(limiter.limiter.hit(within, GUESTS, address()))


def may_write_to(recipient: str) -> bool:
    """Count a letter to somebody; False when they have had as many as they are to have for now."""
    return not limiter.enabled or bool(limiter.limiter.hit(parse(LETTERS), "letters", recipient))
