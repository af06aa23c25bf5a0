"""What moderators do, logged for good: warnings, shown until they are read; accounts closed and opened."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import BindParameter, ColumnElement, Select, delete, or_, select, update
from sqlalchemy.orm import Session, joinedload

from models import Challenge, DuelComment, ModeratorAct, Seek, StoredDuel, User
from models.challenge import ChallengeState
from models.ids import ActId, DuelCommentId, DuelId, ReportId, UserId
from models.moderation import Act
from services.accounts import sessions
from services.accounts.account_emails import notify_owner
from services.challenges.challenges import leave_waiting
from services.duels.authority import play_each_other
from services.ladders.membership import leave_all
from services.moderation.refusals import ModerationRefusal, ModerationRefused
from services.refused import NotFound
from services.tournaments.entering import sign_off_everywhere

PAGE = 30
LONGEST_REASON = 2000


@dataclass(frozen=True)
class About:
    """What an act is about besides the account: a duel, a report."""

    duel_id: DuelId | None = None
    report_id: ReportId | None = None


NOTHING = About()


def checked_reason(reason: str) -> str:
    """Return a reason as it is stored; raises ModerationRefused."""
    reason = reason.strip().replace("\0", "")
    if not reason:
        raise ModerationRefused(ModerationRefusal.REASON_MISSING, "reason")
    if len(reason) > LONGEST_REASON:
        raise ModerationRefused(ModerationRefusal.REASON_TOO_LONG, "reason")
    return reason


def check_impartial(session: Session, moderator_id: UserId | None, user_id: UserId | None) -> None:
    """Raise ModerationRefused if a moderator decides about themselves or about an opponent of theirs."""
    if moderator_id is None or user_id is None:
        return
    if moderator_id == user_id or session.scalar(select(play_each_other(moderator_id, user_id))):
        raise ModerationRefused(ModerationRefusal.PARTIAL, "reason")


def note_act(
    session: Session,
    moderator_id: UserId | None,
    act: Act,
    about_id: UserId | None,
    reason: str,
    now: datetime,
    about: About = NOTHING,
) -> ModeratorAct:
    """Write an act into the log; moderator_id: None if it was a command. Raises ModerationRefused."""
    noted = ModeratorAct(
        moderator_id=moderator_id,
        act=act,
        about_id=about_id,
        duel_id=about.duel_id,
        report_id=about.report_id,
        reason=checked_reason(reason),
        at=now,
    )
    session.add(noted)
    session.flush()
    return noted


def list_acts(
    session: Session, before: int | None = None, *, readings: bool = False
) -> Sequence[ModeratorAct]:
    """List the acts before a number, the latest first; one more than a page if another page follows.

    readings: list what moderators read, instead of what they did.
    """
    query = _acts(readings=readings)
    if before is not None:
        query = query.where(ModeratorAct.id < before)
    return session.scalars(query.limit(PAGE + 1)).all()


def acts_about(session: Session, user_id: UserId, most: int = PAGE) -> Sequence[ModeratorAct]:
    """List what was done about an account, the latest first."""
    return session.scalars(_acts().where(ModeratorAct.about_id == user_id).limit(most)).all()


def _acts(*, readings: bool = False) -> Select[ModeratorAct]:
    people = joinedload(ModeratorAct.moderator), joinedload(ModeratorAct.about)
    duel = joinedload(ModeratorAct.duel)
    players = duel.joinedload(StoredDuel.first), duel.joinedload(StoredDuel.second)
    which = ModeratorAct.act == Act.READ if readings else ModeratorAct.act != Act.READ
    return select(ModeratorAct).where(which).options(*people, *players).order_by(ModeratorAct.id.desc())


TOGETHER = timedelta(hours=1)
"""Reading the same page again within this time is noted once."""


def is_noted(session: Session, viewer_id: UserId, where: str, now: datetime, about: About = NOTHING) -> bool:
    """Tell whether this reading of a page was noted lately; where: the page's address or subject."""
    same = (
        ModeratorAct.act == Act.READ,
        ModeratorAct.moderator_id == viewer_id,
        ModeratorAct.reason == where,
        ModeratorAct.duel_id.is_not_distinct_from(about.duel_id),
        ModeratorAct.at > now - TOGETHER,
    )
    return session.scalar(select(ModeratorAct.id).where(*same).limit(1)) is not None


def note_read(  # one argument per fact
    session: Session,
    viewer_id: UserId,
    where: str,
    now: datetime,
    about_id: UserId | None = None,
    about: About = NOTHING,
) -> None:
    """Note that a moderator read a page, and which account, duel or report it is about."""
    if not is_noted(session, viewer_id, where, now, about):
        note_act(session, viewer_id, Act.READ, about_id, where, now, about)


def delete_comment(
    session: Session,
    moderator_id: UserId,
    stored: StoredDuel,
    comment_id: DuelCommentId,
    reason: str,
    now: datetime,
) -> None:
    """Delete a comment on a duel; raises NotFound, ModerationRefused."""
    which = (DuelComment.duel_id == stored.id, DuelComment.id == comment_id)
    author_id = session.scalar(select(DuelComment.author_id).where(*which))
    if author_id is None:
        raise NotFound
    if stored.player(moderator_id):
        raise ModerationRefused(ModerationRefusal.PARTIAL, "reason")
    check_impartial(session, moderator_id, author_id)
    note_act(session, moderator_id, Act.DELETED_COMMENT, author_id, reason, now, About(stored.id))
    session.execute(delete(DuelComment).where(*which))


MOST_SHOWN = 5


def warn(session: Session, moderator_id: UserId | None, user: User, text: str, now: datetime) -> ModeratorAct:
    """Warn an account, by e-mail too if its address is verified; raises ModerationRefused."""
    check_impartial(session, moderator_id, user.id)
    warning = note_act(session, moderator_id, Act.WARNED, user.id, text, now)
    notify_owner(session, user, "warned", now, {"text": warning.reason})
    return warning


def unread(session: Session, user_id: UserId) -> Sequence[ModeratorAct]:
    """List the warnings that an account has not read, the oldest first."""
    query = select(ModeratorAct).where(*unread_by(user_id)).order_by(ModeratorAct.id).limit(MOST_SHOWN)
    return session.scalars(query).all()


def mark_read(session: Session, warning_id: ActId, user_id: UserId, now: datetime) -> None:
    """Note that an account has read a warning of its own."""
    theirs = update(ModeratorAct).where(*unread_by(user_id), ModeratorAct.id == warning_id)
    session.execute(theirs.values(read_at=now))


def unread_by(
    user_id: UserId | ColumnElement[UserId] | BindParameter[int],
) -> tuple[ColumnElement[bool], ...]:
    """Match the warnings that an account has not read."""
    return ModeratorAct.about_id == user_id, ModeratorAct.act == Act.WARNED, ModeratorAct.read_at.is_(None)


def close_account(
    session: Session, moderator_id: UserId | None, user_id: UserId, reason: str, now: datetime
) -> User:
    """Close an account; moderator_id: None for a command. Raises ModerationRefused.

    Its sessions end, its offers are withdrawn, its places on ladders become free, and it leaves tournaments.
    Its duels stay; running ones are lost by absence.
    """
    reason = checked_reason(reason)
    check_impartial(session, moderator_id, user_id)
    user = lock_to_close(session, user_id)
    if user.closed_at is not None:
        raise ModerationRefused(ModerationRefusal.CLOSED_ALREADY, "reason")
    if user.is_moderator and moderator_id is not None:
        raise ModerationRefused(ModerationRefusal.MODERATOR, "reason")
    user.closed_at, user.closed_why = now, reason
    withdraw(session, user, now)
    note_act(session, moderator_id, Act.CLOSED_ACCOUNT, user.id, reason, now)
    notify_owner(session, user, "account_closed", now, {"text": reason})
    session.flush()
    return user


def open_account(
    session: Session, moderator_id: UserId | None, user_id: UserId, reason: str, now: datetime
) -> User:
    """Open a closed account again; raises ModerationRefused.

    An account that its owner deleted is not opened again.
    """
    reason = checked_reason(reason)
    check_impartial(session, moderator_id, user_id)
    user = _locked(session, user_id)
    if user.closed_at is None or user.deleted_at is not None:
        raise ModerationRefused(ModerationRefusal.NOT_CLOSED, "reason")
    user.closed_at, user.closed_why = None, ""
    note_act(session, moderator_id, Act.OPENED_ACCOUNT, user.id, reason, now)
    notify_owner(session, user, "account_opened", now, {"text": reason})
    session.flush()
    return user


def lock_to_close(session: Session, user_id: UserId) -> User:
    """Lock an account that is about to be closed; its search for an opponent ends."""
    # Seeks are locked before accounts, as when opponents are paired.
    session.execute(delete(Seek).where(Seek.user_id == user_id))
    return _locked(session, user_id)


def withdraw(session: Session, user: User, now: datetime) -> None:
    """Take a closed account out of everything except its duels."""
    sessions.end_all(session, user.id)
    _withdraw_offers(session, user.id, now)
    leave_all(session, user.id, now)
    sign_off_everywhere(session, user.id, now)


def _locked(session: Session, user_id: UserId) -> User:
    return session.get_one(User, user_id, with_for_update={"key_share": True}, populate_existing=True)


def _withdraw_offers(session: Session, user_id: UserId, now: datetime) -> None:
    """Withdraw the challenges of an account, and decline those to it by name."""
    concerned = or_(Challenge.challenger_id == user_id, Challenge.opponent_id == user_id)
    waiting = select(Challenge).where(Challenge.state == ChallengeState.WAITING, concerned).with_for_update()
    for challenge in session.scalars(waiting.order_by(Challenge.id)).all():
        own = challenge.challenger_id == user_id
        other = challenge.opponent_id if own else challenge.challenger_id
        unseen = {"untold_id": other} if other else {}
        leave_waiting(
            session, challenge, ChallengeState.WITHDRAWN if own else ChallengeState.DECLINED, now, **unseen
        )
