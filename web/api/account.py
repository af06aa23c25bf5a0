"""The account that a key acts for."""

from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, Field

from models import User
from services.api.keys import Scope
from services.duels.beginning import running_counts
from services.viewers import read_own
from web.api.access import bearer
from web.api.operations import operation
from web.api.shapes import Instant, PlayerSeen
from web.core.configuration import most_duels
from web.core.session import db


class KeySeen(BaseModel):
    """The key of the request."""

    name: str
    scopes: list[Scope]
    expires_at: Instant | None


class Awaited(BaseModel):
    """What awaits the account."""

    duels: int = Field(description="Duels that await an entry.")
    challenges: int = Field(description="Challenges that wait for an answer, including those on ladders.")


class Account(PlayerSeen):
    """The account of a bot, and what awaits it."""

    key: KeySeen
    awaiting: Awaited
    running: int = Field(description="The number of running duels.")
    most_running: int = Field(description="The most duels that may run at once.")


@operation("GET", "/account", Scope.READ, group="account", summary=_l("Who the key acts for"), answer=Account)
def account() -> Account:
    """The account, what its key allows, and what awaits it."""
    held, own = bearer(), read_own(db(), bearer().user_id)
    wanted = db().get_one(User, held.user_id).most_duels
    return Account(
        name=held.name,
        kind=held.kind,
        key=KeySeen(
            name=held.token_name,
            scopes=[scope for scope in Scope if scope in held.scopes],
            expires_at=held.expires_at,
        ),
        awaiting=Awaited(duels=own.awaiting.duels, challenges=own.awaiting.challenges),
        running=running_counts(db(), (held.user_id,)).get(held.user_id, 0),
        most_running=most_duels() if wanted is None else min(wanted, most_duels()),
    )
