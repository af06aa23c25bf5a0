"""The accounts by which the site's own opponent plays: one for each level."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from models import User
from opponent.levels import Level

NO_PASSWORD = "!"  # noqa: S105  # nosec B105  # no hash: nothing that is typed matches it
"""Stands where the hash of a password would, of accounts that nobody logs in to."""


def opponent_account(session: Session, level: Level, now: datetime) -> User:
    """Return the account of a level, made at its first duel; whoever makes it at the same moment gets it too.

    Its name has a colon, which no member's can have.
    """
    query = select(User).where(User.kind == "opponent", User.level == level)
    found = session.scalar(query)
    if found is not None:
        return found
    name = f":{level}"
    made = User(
        name=name,
        name_key=name,
        password_hash=NO_PASSWORD,
        language="en",
        created_at=now,
        kind="opponent",
        level=level,
    )
    try:
        with session.begin_nested():
            session.add(made)
    except IntegrityError:
        return session.scalars(query).one()
    return made
