"""Letters of the site about an account: written where something happens, worded when they are sent.

A letter is a Message without a channel. Its facts hold no token: what a link lets its bearer do is signed
only when the letter is worded (web/telling/letters.py), so that whoever reads the database can use none.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Literal

from sqlalchemy.orm import Session

from models import Message, User

Kind = Literal[
    "verify",
    "taken",
    "reset",
    "password_changed",
    "key_made",
    "address_changed",
    "address_removed",
    "new_device",
    "code_failed",
    "code_reused",
    "factor_on",
    "factor_off",
    "factor_lifted",
    "codes_made",
    "recovery_used",
    "passkey_added",
    "passkey_removed",
    "passkey_refused",
    "warned",
    "account_closed",
    "account_opened",
    "account_deleted",
]
NO_FACTS: Mapping[str, str] = {}
LASTS: Mapping[str, timedelta] = {"verify": timedelta(days=3), "reset": timedelta(hours=1)}
"""How long the link of a letter is good, by kind; a letter is not worth sending after that."""


def write_letter(
    session: Session, user: User, kind: Kind, address: str, facts: Mapping[str, str], now: datetime
) -> Message:
    """Write a letter about an account to an address, to be sent at once.

    facts: what the words need beside the account, and nothing that is secret.
    """
    lasts = LASTS.get(kind)
    letter = Message(
        user_id=user.id,
        address=address,
        kind=kind,
        subject=f"{kind} {token_hex(16)}",
        facts=dict(facts),
        made_at=now,
        due_at=now,
        until=now + lasts if lasts else None,
    )
    session.add(letter)
    session.flush()
    return letter


def tell_owner(
    session: Session, user: User, kind: Kind, now: datetime, facts: Mapping[str, str] = NO_FACTS
) -> None:
    """Write to the verified address of an account; to nobody if it has none."""
    if user.email and user.verified_at:
        write_letter(session, user, kind, user.email, facts, now)
