"""The account that a key acts for."""

from pydantic import BaseModel, Field

from services.access.tokens import Scope
from web.api.shapes.common import Instant, PlayerSeen


class KeySeen(BaseModel):
    """The key of the request."""

    name: str
    scopes: list[Scope]
    expires_at: Instant | None


class Awaited(BaseModel):
    """What awaits the account."""

    duels: int = Field(description="Duels in which something is to be entered and handed in.")
    challenges: int = Field(description="Challenges that wait for an answer, on ladders too.")


class Account(PlayerSeen):
    """Who a program is here, and what awaits it."""

    key: KeySeen
    awaiting: Awaited
    running: int = Field(description="The duels that run.")
    most_running: int = Field(description="The duels that may run at once.")
