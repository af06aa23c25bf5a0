"""What is told to programs that follow an account, as long as their keys open it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import ClassVar

from sqlalchemy.orm import Session

from services.access.tokens import find_owners
from services.duels.changes import OwnChanges, read_changes


class Shut(OwnChanges):
    """Nothing more is told, since the key opens nothing any more."""

    is_last: ClassVar[bool] = True


SHUT = Shut()


def read_followed(session: Session, token_ids: Collection[int], now: datetime) -> Mapping[int, OwnChanges]:
    """Read how everything stands for the accounts that some keys open; SHUT for keys that open none."""
    owners = find_owners(session, token_ids, now)
    found = read_changes(session, set(owners.values()))
    return {token_id: found[owners[token_id]] if token_id in owners else SHUT for token_id in token_ids}
