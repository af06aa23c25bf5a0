"""Who has deleted their account is in tournaments under another name, in the lists and in the log."""

from collections.abc import Sequence

from sqlalchemy import Select, delete, or_, select, union, update
from sqlalchemy.orm import Session

from models import Entrant, Tournament, TournamentAct, TournamentArbiter

GOES_ON = ("open", "running")


def names_of_running(session: Session, organiser_id: int) -> Sequence[str]:
    """List the tournaments that somebody organises and that are not over."""
    own = (Tournament.organiser_id == organiser_id, Tournament.state.in_(GOES_ON))
    return session.scalars(select(Tournament.name).where(*own).order_by(Tournament.id)).all()


def forget_name(session: Session, user_id: int, before: str, after: str) -> None:
    """Put another name in the place of somebody's wherever they took part, and end their part as an arbiter.

    Pages of these tournaments are made anew.
    """
    numbers = _theirs(session, user_id, before)
    rules_on = (TournamentArbiter.user_id == user_id, TournamentArbiter.tournament_id.in_(_going_on()))
    session.execute(delete(TournamentArbiter).where(*rules_on))
    session.execute(update(Entrant).where(Entrant.user_id == user_id).values(name=after))
    for act in session.scalars(select(TournamentAct).where(TournamentAct.tournament_id.in_(numbers))):
        act.facts = {key: _renamed(value, before, after) for key, value in act.facts.items()}
    anew = update(Tournament).where(Tournament.id.in_(numbers)).values(version=Tournament.version + 1)
    session.execute(anew, execution_options={"synchronize_session": False})


def _going_on() -> Select[int]:
    return select(Tournament.id).where(Tournament.state.in_(GOES_ON))


def _theirs(session: Session, user_id: int, name: str) -> Sequence[int]:
    """List the tournaments that somebody organised, played in, or was named as an arbiter of."""
    arbiters = select(TournamentAct.tournament_id).where(
        TournamentAct.act.in_(("arbiter", "no_arbiter")),
        TournamentAct.facts["arbiter"].as_string() == name,
    )
    query = union(
        select(Tournament.id).where(Tournament.organiser_id == user_id),
        select(Entrant.tournament_id).where(Entrant.user_id == user_id),
        select(TournamentArbiter.tournament_id).where(TournamentArbiter.user_id == user_id),
        select(TournamentAct.tournament_id).where(
            or_(TournamentAct.by_id == user_id, TournamentAct.tournament_id.in_(arbiters))
        ),
    )
    return session.scalars(query).all()


def _renamed(facts: object, before: str, after: str) -> object:
    """Return facts in which a name stands in the place of another."""
    if isinstance(facts, dict):
        return {key: _renamed(value, before, after) for key, value in facts.items()}
    if isinstance(facts, list):
        return [_renamed(value, before, after) for value in facts]
    return after if facts == before else facts
