"""The heartbeat of the site: when its pages could be had last, and until when lost time was given back."""

from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base
from models.types import UtcTime

BEAT, GIVEN_BACK = 1, 2
"""The two rows: the last beat, and the end of the last outage whose time was given back."""


class Heartbeat(Base):
    """An instant that the whole site goes by."""

    __tablename__ = "heartbeats"

    id: Mapped[int] = mapped_column(primary_key=True, default=BEAT)
    beat_at: Mapped[UtcTime]
