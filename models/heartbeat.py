"""The heartbeat of the site: when its pages could be had last."""

from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base
from models.types import UtcTime

ONLY = 1


class Heartbeat(Base):
    """The last instant at which some process noted that it answers; one row."""

    __tablename__ = "heartbeats"

    id: Mapped[int] = mapped_column(primary_key=True, default=ONLY)
    beat_at: Mapped[UtcTime]
