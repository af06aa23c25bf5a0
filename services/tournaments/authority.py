"""Who may organise a tournament, and who may rule on its duels: nobody who plays in it."""

from collections.abc import Sequence
from functools import cache

from sqlalchemy import CompoundSelect, Integer, Select, bindparam, or_, select, union
from sqlalchemy.orm import Session

from models import Entrant, Match, Pairing, StoredDuel, Tournament, TournamentArbiter, User
from services.tournaments.errors import NotAllowed


def may_arbitrate(session: Session, about: Tournament | StoredDuel, user_id: int | None) -> bool:
    """Tell whether an account may rule on a tournament or a duel of one: an arbiter who does not play."""
    tournament = about if isinstance(about, Tournament) else tournament_of(session, about.id)
    if tournament is None or user_id is None:
        return False
    return user_id in arbiter_ids(session, tournament)


def tournament_of(session: Session, duel_id: int) -> Tournament | None:
    """Return the tournament of which a duel is part, if it is of one."""
    pairing = pairing_of(session, duel_id)
    return session.get(Tournament, pairing.tournament_id) if pairing else None


def pairing_of(session: Session, duel_id: int) -> Pairing | None:
    """Return the pairing that a duel decides, alone or with the other one of its match, if there is one."""
    return session.scalar(_pairing_query(), {"duel_id": duel_id})


def pairing_ids() -> CompoundSelect[int]:
    """Select the number of the pairing of a duel, `duel_id`, by the indexes of both columns that name it."""
    duel_id = bindparam("duel_id", type_=Integer)
    of_match = select(Pairing.id).join(Match, Match.id == Pairing.match_id)
    return union(
        select(Pairing.id).where(Pairing.duel_id == duel_id),
        of_match.where(Match.home_id == duel_id),
        of_match.where(Match.away_id == duel_id),
    )


@cache
def _pairing_query() -> Select[Pairing]:
    return select(Pairing).where(Pairing.id.in_(pairing_ids()))


def arbiter_ids(session: Session, tournament: Tournament) -> set[int]:
    """Return the open accounts that may rule: organiser and arbiters, unless they play or have played."""
    named = select(TournamentArbiter.user_id).where(TournamentArbiter.tournament_id == tournament.id)
    played = select(Entrant.user_id).where(Entrant.tournament_id == tournament.id)
    query = select(User.id).where(
        User.closed_at.is_(None),
        or_(User.id == tournament.organiser_id, User.id.in_(named)),
        User.id.not_in(played.where(Entrant.user_id.is_not(None))),
    )
    return set(session.scalars(query))


def arbiters(session: Session, tournament: Tournament) -> Sequence[User]:
    """List the accounts that may rule, by their names."""
    ids = arbiter_ids(session, tournament)
    return session.scalars(select(User).where(User.id.in_(ids)).order_by(User.name)).all()


def named_arbiters(session: Session, tournament: Tournament) -> Sequence[User]:
    """List the arbiters whom the organiser has named."""
    named = select(TournamentArbiter.user_id).where(TournamentArbiter.tournament_id == tournament.id)
    return session.scalars(select(User).where(User.id.in_(named)).order_by(User.name)).all()


def check_organises(tournament: Tournament, user_id: int) -> None:
    """Raise NotAllowed for anybody but the organiser."""
    if tournament.organiser_id != user_id:
        raise NotAllowed("not_organiser")


def check_arbitrates(session: Session, tournament: Tournament, user_id: int) -> None:
    """Raise NotAllowed for anybody but an arbiter who does not play."""
    if not may_arbitrate(session, tournament, user_id):
        raise NotAllowed("not_arbiter")
