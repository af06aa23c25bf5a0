"""Seasons of a ladder: at the end the champions are kept, and the next one begins in the same order."""

from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from models import Ladder, LadderChallenge, LadderChampion, LadderPlace

CHAMPIONS = 3
OPEN = ("waiting", "playing")
"""The states of a challenge that is not settled."""


def end_season(session: Session, ladder: Ladder, now: datetime) -> None:
    """End the season of a locked ladder: keep its first three, void its challenges, begin the next one."""
    for place, user_id in _first(session, ladder):
        champion = LadderChampion(
            ladder_id=ladder.id, season=ladder.season, place=place, user_id=user_id, at=now
        )
        session.add(champion)
    session.execute(
        update(LadderChallenge)
        .where(LadderChallenge.ladder_id == ladder.id, LadderChallenge.state.in_(OPEN))
        .values(state="void", settled_at=now, version=LadderChallenge.version + 1),
        execution_options={"synchronize_session": False},
    )
    ladder.season += 1
    ladder.begins_at = now
    if ladder.season_days and ladder.ends_at:
        season = timedelta(days=ladder.season_days)
        # A season that nobody ended in time takes nothing from the next one.
        ladder.ends_at = max(ladder.ends_at + season, now + season / 2)
    session.flush()


def _first(session: Session, ladder: Ladder) -> list[tuple[int, int]]:
    on_it = (LadderPlace.ladder_id == ladder.id, LadderPlace.place <= CHAMPIONS)
    query = select(LadderPlace.place, LadderPlace.user_id).where(*on_it).order_by(LadderPlace.place)
    return [(place or 0, user_id) for place, user_id in session.execute(query)]
