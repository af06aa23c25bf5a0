"""Comments on finished duels, by and for those who may see them."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session, joinedload

from models import DuelComment, StoredDuel
from models.ids import DuelCommentId, UserId
from services.accounts.blocks import blocks
from services.accounts.sessions import check_open
from services.refused import NotFound
from services.talk.refusals import TalkRefusal, TalkRefused
from services.talk.talk import cleaned

SHOWN = 200
"""How many of the latest a page shows."""
MOST_A_DAY = 50
A_DAY = timedelta(days=1)


def list_comments(session: Session, stored: StoredDuel) -> Sequence[DuelComment]:
    """List the latest comments on a duel, the oldest first."""
    query = select(DuelComment).where(DuelComment.duel_id == stored.id)
    latest = query.options(joinedload(DuelComment.author)).order_by(DuelComment.id.desc()).limit(SHOWN)
    return session.scalars(latest).all()[::-1]


def comment(session: Session, stored: StoredDuel, user_id: UserId, text: str, now: datetime) -> None:
    """Comment on a finished duel that the member may see; raises TalkRefused, AccountClosed."""
    check_open(session, user_id)
    if stored.phase is not None:
        raise TalkRefused(TalkRefusal.STILL_RUNNING)
    text = cleaned(text)
    if not text:
        raise TalkRefused(TalkRefusal.EMPTY, "text")
    if any(blocks(session, player_id, user_id) for player_id in (stored.first_id, stored.second_id)):
        raise TalkRefused(TalkRefusal.BLOCKED)
    of_day = (DuelComment.author_id == user_id, DuelComment.said_at > now - A_DAY)
    if (session.scalar(select(func.count()).select_from(DuelComment).where(*of_day)) or 0) >= MOST_A_DAY:
        raise TalkRefused(TalkRefusal.TOO_MANY)
    session.add(DuelComment(duel_id=stored.id, author_id=user_id, text=text, said_at=now))


def is_own(session: Session, stored: StoredDuel, user_id: UserId, comment_id: DuelCommentId) -> bool:
    """Tell whether a comment on a duel is somebody's own."""
    return session.scalar(select(DuelComment.id).where(*_own(stored, user_id, comment_id))) is not None


def _own(stored: StoredDuel, user_id: UserId, comment_id: DuelCommentId) -> tuple[ColumnElement[bool], ...]:
    return (
        DuelComment.duel_id == stored.id,
        DuelComment.id == comment_id,
        DuelComment.author_id == user_id,
    )


def delete_own_comment(
    session: Session, stored: StoredDuel, user_id: UserId, comment_id: DuelCommentId
) -> None:
    """Delete a comment of one's own; raises NotFound."""
    which = _own(stored, user_id, comment_id)
    if session.scalar(delete(DuelComment).where(*which).returning(DuelComment.id)) is None:
        raise NotFound
