"""Acts beside the entries."""

from typing import Annotated

from pydantic import Field

from intimate.events import BY_PLAYERS
from services.duels.clock_acts import ClockAct
from web.api.shapes.common import PHASE, OneOf, Sent

PATTERN = f"^({PHASE})$"


class NewEvent(Sent):
    """Something that a player does beside the entries."""

    event: Annotated[str, OneOf(kind.value for kind in BY_PLAYERS)]
    phase: str = Field(pattern=PATTERN, description="The phase that is awaited, as the program has seen it.")


class NewTimeAct(Sent):
    """Something that a player does about the time."""

    act: ClockAct
    phase: str = Field(pattern=PATTERN, description="The phase that is awaited, as the program has seen it.")
