"""A challenge ceases to wait, exactly once."""

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.orm import Session

from models import Challenge
from services.challenges.errors import NotWaiting


def leave_waiting(session: Session, challenge: Challenge, state: str, now: datetime, **values: int) -> None:
    """Leave the waiting state by compare-and-set; raises NotWaiting when somebody else was first."""
    claimed = session.execute(
        update(Challenge)
        .where(Challenge.id == challenge.id, Challenge.state == "waiting")
        .values(state=state, settled_at=now, version=Challenge.version + 1, **values)
        .returning(Challenge.id),
        execution_options={"synchronize_session": False},
    ).scalar()
    if claimed is None:
        raise NotWaiting
    session.refresh(challenge)
