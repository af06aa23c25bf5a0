"""The viewer of a page: their account, found by the session of their browser, and what awaits them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    ScalarSelect,
    Select,
    and_,
    bindparam,
    case,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from models import (
    Challenge,
    LadderChallenge,
    ModeratorAct,
    Report,
    StoredChapter,
    StoredDuel,
    TournamentAct,
    User,
)
from models.challenge import ChallengeKind, ChallengeState
from models.ids import SessionToken, UserId
from models.ladder import LadderChallengeState
from models.moderation import ReportKind, ReportState
from models.sealed import token_hash
from services.accounts.sessions import first_day, living_sessions
from services.duels.authority import is_disinterested
from services.duels.lists import awaits_user
from services.ladders.ladders import OPEN
from services.moderation.acts import unread_by
from services.moderation.reports import KINDS

MOST_LOOKED_AT = 500
"""How many of the latest duels and chapters are searched for public ones."""
MOST_REPORTS = 100
"""Up to this many open reports are counted on every page of a moderator."""

SIDES = (StoredDuel.first_id, StoredDuel.second_id)
MICROSECONDS = 10**6


@dataclass(frozen=True)
class Awaiting:
    """What awaits an account: duels, challenges to answer, and messages to show.

    warnings: by moderators, unread. reports: open at the desk, for moderators; at most `MOST_REPORTS`.
    calls: open calls to an arbiter that the account may answer.
    """

    duels: int = 0
    challenges: int = 0
    answers: int = 0
    warnings: int = 0
    reports: int = 0
    calls: int = 0

    @property
    def total(self) -> int:
        """All that can be done now."""
        return self.duels + self.challenges


@dataclass(frozen=True)
class OwnCounts:
    """What awaits an account, and numbers that change when its lists do.

    duels, versions: of the running duels, which are few. ended: when the last of the others ended.
    """

    awaiting: Awaiting = Awaiting()
    duels: int = 0
    versions: int = 0
    challenges: int = 0
    on_ladders: int = 0
    ended: int = 0


@dataclass(frozen=True)
class Viewer:
    """An account, the day on which its session was last seen, and what awaits it."""

    user: User
    seen_on: date
    own: OwnCounts


class Lists(StrEnum):
    """What a page lists besides the viewer's own: nothing, open challenges, public duels, or tournaments."""

    OWN = "own"
    OPEN = "open"
    PUBLIC = "public"
    TOURNAMENTS = "tournaments"


class WatchingPage(NamedTuple):
    """The viewer of an open page, and what it lists."""

    user_id: UserId | None
    lists: Lists


@dataclass(frozen=True)
class ViewerStamp:
    """A stamp of all lists on a viewer's page, without anything sealed."""

    own: OwnCounts
    listed: str = ""

    is_last: ClassVar[bool] = False
    """A viewer's lists can always change."""

    def __str__(self) -> str:
        """The stamp as pages carry it."""
        own, awaiting = self.own, self.own.awaiting
        figures = (awaiting.duels, awaiting.challenges, awaiting.answers, own.duels, own.versions)
        desk = (awaiting.warnings, awaiting.reports, awaiting.calls)
        return ".".join(
            map(str, (*figures, own.challenges, own.on_ladders, own.ended, *desk, self.listed or "-"))
        )


def _figures(user_id: ColumnElement[UserId] | BindParameter[int]) -> tuple[ScalarSelect[Any], ...]:
    """Select the figures of an account, in the order in which `_own` takes them."""
    count = func.count()
    running = StoredDuel.ended_at.is_(None)
    plays = or_(and_(StoredDuel.first_id == user_id, running), and_(StoredDuel.second_id == user_id, running))
    takes_part = or_(Challenge.challenger_id == user_id, Challenge.opponent_id == user_id)
    waits = Challenge.state == ChallengeState.WAITING
    asked = LadderChallenge.state == LadderChallengeState.WAITING
    on_ladders = (LadderChallenge.challenger_id == user_id) | (LadderChallenge.challenged_id == user_id)
    figures = (
        select(count).select_from(StoredDuel).where(awaits_user(user_id)),
        select(count).select_from(Challenge).where(Challenge.opponent_id == user_id, waits),
        select(count).select_from(LadderChallenge).where(LadderChallenge.challenged_id == user_id, asked),
        select(count).select_from(Challenge).where(Challenge.untold_id == user_id),
        select(count).select_from(ModeratorAct).where(*unread_by(user_id)),
        _open_reports(user_id),
        _open_calls(user_id),
        # A column without an index: SQLite would otherwise count in one that has finished duels, too.
        select(func.count(StoredDuel.version)).where(plays),
        select(func.coalesce(func.sum(StoredDuel.version), 0)).where(plays),
        select(func.coalesce(func.sum(Challenge.id), 0)).where(takes_part, waits),
        select(func.coalesce(func.sum(LadderChallenge.id), 0)).where(
            on_ladders, LadderChallenge.state.in_(OPEN)
        ),
        *(_last_end(side == user_id) for side in SIDES),
    )
    return tuple(figure.scalar_subquery() for figure in figures)


def _open_reports(user_id: ColumnElement[UserId] | BindParameter[int]) -> Select[int]:
    """Count the open reports at the desk, for moderators alone."""
    reports = (
        select(Report.id).where(Report.state == ReportState.OPEN, Report.kind.in_(KINDS)).limit(MOST_REPORTS)
    )
    moderator = aliased(User)
    counted = select(func.count()).select_from(reports.subquery())
    return counted.join(moderator, moderator.id == user_id).where(moderator.is_moderator)


def _open_calls(user_id: ColumnElement[UserId] | BindParameter[int]) -> Select[int]:
    """Count the open calls that the account may answer as an arbiter."""
    arbiter = aliased(User)
    counted = select(func.count(Report.id)).join(StoredDuel, StoredDuel.id == Report.duel_id)
    counted = counted.join(arbiter, arbiter.id == user_id).where(arbiter.is_moderator | arbiter.is_arbiter)
    return counted.where(
        Report.state == ReportState.OPEN, Report.kind == ReportKind.ARBITER, *is_disinterested(user_id)
    )


def _last_end(plays: ColumnElement[bool]) -> Select[datetime | None]:
    has_ended = StoredDuel.ended_at.is_not(None)
    return select(StoredDuel.ended_at).where(plays, has_ended).order_by(StoredDuel.ended_at.desc()).limit(1)


def _own(*figures: Any) -> OwnCounts:  # noqa: ANN401  # figures and instants
    duels, challenges, to_answer, *awaiting, running, versions, waiting, on_ladders, first, second = figures
    ended = max((at.timestamp() for at in (first, second) if at), default=0)
    # Sums come as decimals from some databases.
    return OwnCounts(
        Awaiting(duels, challenges + to_answer, *awaiting),
        int(running),
        int(versions),
        int(waiting),
        int(on_ladders),
        int(ended * MICROSECONDS),
    )


@cache
def _own_query() -> Select[*tuple[Any, ...]]:
    """Select the figures of one account; built once."""
    return select(*_figures(bindparam("user_id", type_=Integer)))


@cache
def _viewer_query() -> Select[User, date, *tuple[Any, ...]]:
    """Select an account by its session, with its figures; built once."""
    return living_sessions().add_columns(*_figures(User.id.expression))


@cache
def _owners_query() -> Select[*tuple[Any, ...]]:
    """Select the figures of several accounts; built once."""
    numbers = bindparam("user_ids", expanding=True, type_=Integer)
    return select(User.id, *_figures(User.id.expression)).where(User.id.in_(numbers))


@cache
def _listed_query(lists: Lists) -> Select[int, int]:
    """Select two numbers that change when a public list does; built once."""
    if lists is Lists.OPEN:
        is_open = (Challenge.state == ChallengeState.WAITING, Challenge.kind == ChallengeKind.OPEN)
        return select(func.count(), func.coalesce(func.sum(Challenge.id), 0)).where(*is_open)
    if lists is Lists.TOURNAMENTS:
        acts = select(TournamentAct.id).order_by(TournamentAct.id.desc()).limit(1)
        return select(acts.scalar_subquery(), literal(0))
    # Only the latest rows are searched, private ones included: when a public one drops out, the number
    # changes once without need. The search ends at the first public row; with an index of public rows alone
    # the database would sort.
    is_public = case((StoredDuel.public, 1), else_=0) == 1
    duel = select(StoredDuel.id).where(is_public, _is_late(StoredDuel.id))
    # Not a join: PostgreSQL would read all public duels for it.
    of_public = select(StoredDuel.public).where(StoredDuel.id == StoredChapter.duel_id).scalar_subquery()
    late_chapter = select(StoredChapter.id).where(of_public, _is_late(StoredChapter.id))
    figures = (
        duel.order_by(StoredDuel.id.desc()).limit(1),
        late_chapter.order_by(StoredChapter.id.desc()).limit(1),
    )
    return select(*(figure.scalar_subquery() for figure in figures))


def _is_late(number: InstrumentedAttribute[int]) -> ColumnElement[bool]:
    """Match rows that are among the latest by their number."""
    other = aliased(number.class_).id
    return number > select(func.max(other) - MOST_LOOKED_AT).scalar_subquery()


def find_viewer(session: Session, token: SessionToken, today: date) -> Viewer | None:
    """Return the viewer whose session has this token and still lasts, by one statement."""
    found = session.execute(
        _viewer_query(), {"token_hash": token_hash(token), "since": first_day(today)}
    ).one_or_none()
    if found is None:
        return None
    user, seen_on, *figures = found
    return Viewer(user, seen_on, _own(*figures))


def read_own(session: Session, user_id: UserId) -> OwnCounts:
    """Read an account's own counts, by one statement."""
    return _own(*session.execute(_own_query(), {"user_id": user_id}).one())


def read_listed(session: Session, lists: Lists) -> str:
    """Read numbers that change when public lists do, by one statement at most."""
    if lists is Lists.OWN:
        return ""
    return "-".join(str(figure or 0) for figure in session.execute(_listed_query(lists)).one())


def read_viewer_stamps(
    session: Session, watched: Collection[WatchingPage]
) -> Mapping[WatchingPage, ViewerStamp]:
    """Read the stamps of open pages, by one statement for all accounts and one for each kind of list."""
    users = {each.user_id for each in watched if each.user_id is not None}
    rows = session.execute(_owners_query(), {"user_ids": sorted(users)}) if users else ()
    own = {user_id: _own(*figures) for user_id, *figures in rows}
    listed = {lists: read_listed(session, lists) for lists in {each.lists for each in watched}}
    return {
        each: ViewerStamp(
            own.get(each.user_id, OwnCounts()) if each.user_id else OwnCounts(), listed[each.lists]
        )
        for each in watched
    }
