"""Ladders: made by moderators, locked while their places change, closed.

Moving somebody takes two statements, however long the ladder is.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from secrets import token_urlsafe

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from clocks.terms import PRESETS as CLOCKS
from competition.ladder import PlaceMove
from intimate.errors import SettingError
from models import Ladder, LadderChallenge, LadderChampion, LadderMove, LadderPlace
from models.ids import LadderChallengeId, LadderId, LadderToken, UserId
from models.ladder import LadderChallengeState, MoveReason
from services.ladders.refusals import LadderRefusal, LadderRefused
from services.refused import NotFound
from services.terms import Clock, Terms

__all__ = ["CLOCKS", "LONGEST_NAME", "SEASON_DAYS", "Clock", "SettingError", "Terms"]

STANDING, PROGRAMS = LadderToken("standing"), LadderToken("programs")
"""The tokens of the ladders that a site begins with, for people and for bots.
`ladder_name` (web/words/names.py) names both in the viewer's language."""
LONGEST_NAME = 80
SEASON_DAYS = (7, 730)
"""The shortest and the longest season."""


def make(  # one argument per attribute
    session: Session,
    name: str,
    terms: Terms,
    season_days: int | None,
    now: datetime,
    *,
    token: LadderToken | None = None,
    for_programs: bool = False,
) -> Ladder:
    """Make a ladder whose first season begins now; season_days: None if it has no seasons.

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
    """Make the ladders that a site begins with, for people and for bots.

    Where people, or bots, have or had a ladder already, they get none.
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
    """Return the terms of the duels on a ladder: rated and public."""
    return Terms(ladder.preset, ladder.settings, ladder.edition, public=True, clock=ladder.clock)


def find_ladder(session: Session, token: LadderToken) -> Ladder:
    """Find a ladder to read; raises NotFound."""
    # PostgreSQL refuses a NUL in a text, and no token has one.
    found = None if "\0" in token else session.scalar(select(Ladder).where(Ladder.token == token))
    if found is None:
        raise NotFound
    return found


def lock_ladder(session: Session, token: LadderToken) -> Ladder:
    """Lock a ladder whose places are to change; raises NotFound, and LadderRefused if it is closed."""
    number = find_ladder(session, token).id
    ladder = lock_by_number(session, number)
    if ladder.closed_at is not None:
        raise LadderRefused(LadderRefusal.CLOSED)
    return ladder


def lock_by_number(session: Session, number: LadderId) -> Ladder:
    """Lock a ladder and read its present state."""
    query = select(Ladder).where(Ladder.id == number).with_for_update()
    return session.scalars(query.execution_options(populate_existing=True)).one()


def close(session: Session, token: LadderToken, now: datetime) -> Ladder:
    """Close a ladder for good; its season ends now, and its places stay visible.

    Raises NotFound, and LadderRefused if it is closed already.
    """
    ladder = lock_ladder(session, token)
    end_season(session, ladder, now)
    ladder.ends_at = None
    ladder.closed_at = now
    session.flush()
    return ladder


CHAMPIONS = 3
OPEN = (LadderChallengeState.WAITING, LadderChallengeState.PLAYING)
"""The states of a challenge that is not settled."""
SETTLED = tuple(state for state in LadderChallengeState if state not in OPEN)


def end_season(session: Session, ladder: Ladder, now: datetime) -> None:
    """End the season of a locked ladder: record its first three, void its challenges, begin the next one."""
    for place, user_id in _first(session, ladder):
        champion = LadderChampion(
            ladder_id=ladder.id, season=ladder.season, place=place, user_id=user_id, at=now
        )
        session.add(champion)
    session.execute(
        update(LadderChallenge)
        .where(LadderChallenge.ladder_id == ladder.id, LadderChallenge.state.in_(OPEN))
        .values(state=LadderChallengeState.VOID, settled_at=now, version=LadderChallenge.version + 1),
        execution_options={"synchronize_session": False},
    )
    ladder.season += 1
    ladder.begins_at = now
    if ladder.season_days and ladder.ends_at:
        season = timedelta(days=ladder.season_days)
        # A season that ended late shortens the next one to no less than half its length.
        ladder.ends_at = max(ladder.ends_at + season, now + season / 2)
    session.flush()


def _first(session: Session, ladder: Ladder) -> list[tuple[int, UserId]]:
    on_it = (LadderPlace.ladder_id == ladder.id, LadderPlace.place <= CHAMPIONS)
    query = select(LadderPlace.place, LadderPlace.user_id).where(*on_it).order_by(LadderPlace.place)
    return [(place or 0, user_id) for place, user_id in session.execute(query)]


def places_of(session: Session, ladder: Ladder, user_ids: Collection[UserId]) -> Mapping[UserId, LadderPlace]:
    """Return the present places of those of some accounts that have one."""
    theirs = (LadderPlace.ladder_id == ladder.id, LadderPlace.user_id.in_(user_ids))
    query = select(LadderPlace).where(*theirs, LadderPlace.place.is_not(None))
    found = session.scalars(query.execution_options(populate_existing=True))
    return {place.user_id: place for place in found}


def place_of(session: Session, ladder: Ladder, user_id: UserId) -> LadderPlace:
    """Return the place of an account; raises LadderRefused if it has none."""
    found = places_of(session, ladder, (user_id,)).get(user_id)
    if found is None:
        raise LadderRefused(LadderRefusal.NOT_ON_LADDER)
    return found


def holder_of(session: Session, ladder: Ladder, place: int | None) -> UserId:
    """Return the account that holds a place now."""
    query = select(LadderPlace.user_id).where(LadderPlace.ladder_id == ladder.id, LadderPlace.place == place)
    return session.scalars(query).one()


def number_of(place: LadderPlace) -> int:
    """Return the number of a place that is held."""
    if place.place is None:
        raise LadderRefused(LadderRefusal.NOT_ON_LADDER)
    return place.place


def is_away(place: LadderPlace, now: datetime) -> bool:
    """Tell whether somebody has time off."""
    return place.away_until is not None and now < place.away_until


def move(session: Session, ladder: Ladder, user_id: UserId, made: PlaceMove) -> None:
    """Move somebody on a locked ladder; the others make room."""
    shift = made.shift(ladder.length)
    on_it = update(LadderPlace).where(LadderPlace.ladder_id == ladder.id)
    statements = []
    if shift.first <= shift.last:
        between = on_it.where(LadderPlace.place.between(shift.first, shift.last))
        statements.append(between.values(place=LadderPlace.place + shift.by))
    statements.append(on_it.where(LadderPlace.user_id == user_id).values(place=made.after))
    session.flush()
    for statement in statements:
        session.execute(statement, execution_options={"synchronize_session": False})
    ladder.length += (made.before is None) - (made.after is None)


def note_move(  # one argument per attribute
    session: Session,
    ladder: Ladder,
    user_id: UserId,
    made: PlaceMove,
    why: MoveReason,
    now: datetime,
    challenge_id: LadderChallengeId | None = None,
) -> None:
    """Record who moved and why."""
    session.add(
        LadderMove(
            ladder_id=ladder.id,
            user_id=user_id,
            before=made.before,
            after=made.after,
            why=why,
            challenge_id=challenge_id,
            at=now,
        )
    )
