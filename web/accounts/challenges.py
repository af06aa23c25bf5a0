"""Challenges to passkeys: made for one browser, kept in its session for minutes, answered once."""

from contextlib import suppress
from ipaddress import ip_address
from secrets import token_bytes
from urllib.parse import urlsplit

from flask import current_app, request, session
from webauthn import base64url_to_bytes
from webauthn.helpers import bytes_to_base64url

from services.accounts.passkeys import GOOD, MILLISECOND, Party, PasskeyChallenge, milliseconds
from services.accounts.refusals import AccountRefusal, AccountRefused
from web.core.login import CHALLENGES
from web.core.session import now

MOST = 5
"""How many pages of a browser may wait for a passkey at once."""
USUAL_PORTS = {"http": 80, "https": 443}


def party() -> Party | None:
    """Return the site as passkeys know it; None if the page was opened under another name, or a number."""
    parts = urlsplit(current_app.config["SITE_URL"])
    host = parts.hostname or ""
    if urlsplit(f"//{request.host}").hostname != host or _is_number(host):
        return None
    is_usual = parts.port in {None, USUAL_PORTS.get(parts.scheme)}
    return Party(host, f"{parts.scheme}://{host}" if is_usual else f"{parts.scheme}://{host}:{parts.port}")


def _is_number(host: str) -> bool:
    """Tell whether a host is a number: passkeys are bound to names."""
    with suppress(ValueError):
        return bool(ip_address(host))
    return False


def new_challenge() -> PasskeyChallenge:
    """Make a challenge for this browser."""
    made = PasskeyChallenge(token_bytes(32), milliseconds(now()))
    session[CHALLENGES] = [*session.get(CHALLENGES, ()), [bytes_to_base64url(made.value), made.made]][-MOST:]
    return made


def take_challenge(value: bytes) -> PasskeyChallenge:
    """Take the challenge that this browser answers; raises AccountRefused."""
    waiting = [PasskeyChallenge(base64url_to_bytes(text), made) for text, made in session.get(CHALLENGES, ())]
    found = next((each for each in waiting if each.value == value), None)
    if found is None:
        raise AccountRefused(AccountRefusal.PASSKEY_TOO_LATE)
    others = [each for each in waiting if each != found]
    session[CHALLENGES] = [[bytes_to_base64url(each.value), each.made] for each in others]
    if milliseconds(now()) - found.made > GOOD // MILLISECOND:
        raise AccountRefused(AccountRefusal.PASSKEY_TOO_LATE)
    return found
