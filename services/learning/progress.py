"""Which lessons a member has solved, or knows and skips: one document a member."""

from collections.abc import Mapping

from sqlalchemy.orm import Session

from learning.course import course
from models import Progress
from models.base import unless_there
from models.ids import UserId

States = Mapping[str, str]
"""`solved` or `skipped`, by the key of the lesson."""
SOLVED, SKIPPED = "solved", "skipped"


def progress_of(session: Session, user_id: UserId) -> States:
    """Return how far a member is."""
    found = session.get(Progress, user_id)
    return found.lessons if found else {}


def note(session: Session, user_id: UserId, states: States) -> None:
    """Join what is known to what is new: what is solved stays so, unknown lessons are left out."""
    session.execute(unless_there(session, Progress).values(user_id=user_id, lessons={}))
    stored = session.get_one(Progress, user_id, with_for_update=True)
    new = {key: state for key, state in states.items() if key in course() and state in {SOLVED, SKIPPED}}
    solved = {key: SOLVED for key, state in stored.lessons.items() if state == SOLVED}
    stored.lessons = {**stored.lessons, **new, **solved}
