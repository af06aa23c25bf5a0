"""Ladders themselves: made by keepers, locked while their places change, closed."""

from contextlib import suppress
from datetime import datetime, timedelta
from secrets import token_urlsafe

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from clocks.terms import PRESETS as CLOCKS
from intimate.errors import SettingError
from models import Ladder
from services.challenges.terms import Clock, Terms
from services.ladders.seasons import end_season

__all__ = ["CLOCKS", "LONGEST_NAME", "SEASON_DAYS", "Clock", "SettingError", "Terms"]

STANDING, PROGRAMS = "standing", "programs"
"""The tokens of the ladders that a site begins with, for people and for programs. The one has no name and
the other has its token for one, so that each reader finds them in their language."""
LONGEST_NAME = 80
SEASON_DAYS = (7, 730)
"""The shortest and the longest season."""


class UnknownLadder(Exception):
    """There is no such ladder."""


class LadderRefused(Exception):
    """Something asked of a ladder cannot be done."""


class LadderClosed(LadderRefused):
    """The ladder is closed: nothing moves on it any more."""


def make(  # all that a ladder is
    session: Session,
    name: str,
    terms: Terms,
    season_days: int | None,
    now: datetime,
    *,
    token: str | None = None,
    for_programs: bool = False,
) -> Ladder:
    """Make a ladder whose first season begins now; season_days: none where it has no seasons.

    Raises SettingError for a season that is too short or too long.
    """
    if season_days is not None and not SEASON_DAYS[0] <= season_days <= SEASON_DAYS[1]:
        raise SettingError("season_days", season_days, f"must be from {SEASON_DAYS[0]} to {SEASON_DAYS[1]}")
    ladder = Ladder(
        token=token or token_urlsafe(6),
        name=name,
        preset=terms.preset,
        settings=dict(terms.altered),
        edition=terms.edition,
        clock=terms.clock,
        season_days=season_days,
        begins_at=now,
        ends_at=now + timedelta(days=season_days) if season_days else None,
        for_programs=for_programs,
        made_at=now,
    )
    session.add(ladder)
    session.flush()
    return ladder


def make_standing(session: Session, now: datetime) -> list[Ladder]:
    """Make the ladders that a site begins with, for people and for programs.

    Where the site has or has had a ladder for either, there is none to make.
    """
    made = []
    for token, name, for_programs in ((STANDING, "", False), (PROGRAMS, PROGRAMS, True)):
        of_kind = select(Ladder.id).where(Ladder.for_programs.is_(for_programs))
        if session.scalar(of_kind.limit(1)) is not None:
            continue
        with suppress(IntegrityError), session.begin_nested():  # somebody else was first
            terms = Terms(clock=CLOCKS["day"])
            made.append(make(session, name, terms, None, now, token=token, for_programs=for_programs))
    return made


def terms_of(ladder: Ladder) -> Terms:
    """Return the terms of the duels on a ladder: rated, and for all to watch."""
    return Terms(ladder.preset, ladder.settings, ladder.edition, public=True, clock=ladder.clock)


def find_ladder(session: Session, token: str) -> Ladder:
    """Find a ladder to read; raises UnknownLadder."""
    # PostgreSQL takes no NUL in a text, and no token has one.
    found = None if "\0" in token else session.scalar(select(Ladder).where(Ladder.token == token))
    if found is None:
        raise UnknownLadder
    return found


def lock_ladder(session: Session, token: str) -> Ladder:
    """Lock a ladder whose places are to change; raises UnknownLadder and LadderClosed."""
    number = find_ladder(session, token).id
    ladder = lock_by_number(session, number)
    if ladder.closed_at is not None:
        raise LadderClosed
    return ladder


def lock_by_number(session: Session, number: int) -> Ladder:
    """Lock a ladder, as it stands then."""
    query = select(Ladder).where(Ladder.id == number).with_for_update()
    return session.scalars(query.execution_options(populate_existing=True)).one()


def close(session: Session, token: str, now: datetime) -> Ladder:
    """Close a ladder for good; its season ends now, and its places stay to be seen.

    Raises UnknownLadder and LadderClosed.
    """
    ladder = lock_ladder(session, token)
    end_season(session, ladder, now)
    ladder.ends_at = None
    ladder.closed_at = now
    session.flush()
    return ladder
