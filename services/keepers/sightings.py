"""Sightings: from which devices and addresses an account was used, noted once a day and forgotten in time."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from sqlalchemy import ColumnElement, delete, exists, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from models import Database, Sighting
from services.keepers.digests import Kind

KEPT = timedelta(days=90)
MOST_TOGETHER = 50
"""Where more accounts than these come from, it tells nothing: a university, a network of phones."""
Seen = Mapping[Kind, str]
"""The digests of one visit, by their kind."""
Same = tuple[ColumnElement[bool], ...]


def is_noted(session: Session, user_id: int, seen: Seen, today: date) -> bool:
    """Tell whether all of a visit is noted for the day already."""
    of_today = (
        select(func.count())
        .select_from(Sighting)
        .where(Sighting.user_id == user_id, Sighting.digest.in_(seen.values()), Sighting.last_on >= today)
    )
    return session.scalar(of_today) == len(seen)


def note_sightings(session: Session, user_id: int, seen: Seen, today: date) -> None:
    """Note the device and the address of a visit, and who shares them."""
    for kind, digest in sorted(seen.items()):
        is_new = _note(session, user_id, kind, digest, today)
        _mark_shared(session, _same(kind, digest), today, is_new=is_new)


def _same(kind: str, digest: str) -> Same:
    return Sighting.kind == kind, Sighting.digest == digest


def _note(session: Session, user_id: int, kind: Kind, digest: str, today: date) -> bool:
    """Note one sighting; return True when it is the first of its kind."""
    own = update(Sighting).where(Sighting.user_id == user_id, *_same(kind, digest))
    if session.execute(own.values(last_on=today).returning(Sighting.user_id)).all():
        return False
    try:
        with session.begin_nested():
            new = Sighting(user_id=user_id, kind=kind, digest=digest, first_on=today, last_on=today)
            session.add(new)
    except IntegrityError:  # another page of the same browser was first
        return False
    return True


def _mark_shared(session: Session, same: Same, today: date, *, is_new: bool) -> None:
    """Mark what several accounts share with the day on which the last of them came."""
    found = select(Sighting.shared_on).where(*same).limit(MOST_TOGETHER + 1)
    days = session.scalars(found).all()
    if 1 < len(days) <= MOST_TOGETHER and (is_new or None in days):
        session.execute(update(Sighting).where(*same).values(shared_on=today))


def forget_old(database: Database, now: datetime) -> int:
    """Delete sightings that are older than `KEPT`, and note who is alone by now; return how many went."""
    first = now.date() - KEPT
    with database.reading() as session:
        if session.scalar(select(Sighting.user_id).where(Sighting.last_on < first).limit(1)) is None:
            return 0
    other = aliased(Sighting)
    others = exists().where(
        other.kind == Sighting.kind, other.digest == Sighting.digest, other.user_id != Sighting.user_id
    )
    with database.writing() as session:
        gone = session.execute(delete(Sighting).where(Sighting.last_on < first).returning(Sighting.user_id))
        number = len(gone.all())
        alone = update(Sighting).where(Sighting.shared_on.is_not(None), ~others)
        session.execute(alone.values(shared_on=None), execution_options={"synchronize_session": False})
    return number
