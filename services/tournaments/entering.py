"""Signing up and off, joining late, leaving between rounds, and naming arbiters."""

from contextlib import suppress
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from competition.tournament.values import System
from models import Entrant, Tournament, TournamentArbiter, User
from models.ids import TournamentToken, UserId
from models.tournament import UNFINISHED, TournamentState
from services.accounts.accounts import are_alike, lock_accounts
from services.accounts.names import name_key
from services.accounts.sessions import check_open
from services.duels.authority import arbiter_ids
from services.tournaments.log import note
from services.tournaments.making import MOST_PLAYERS, WHOLE
from services.tournaments.refusals import TournamentRefusal, TournamentRefused
from services.tournaments.tournaments import check_organises, lock

MOST_ARBITERS = 8


def sign_up(session: Session, token: TournamentToken, user: User, now: datetime) -> Entrant:
    """Sign an account up; once rounds are being played, it takes part from the next one on.

    Raises TournamentRefused if sign-up is closed or all places are taken, for arbiters, for entrants, and
    for an organiser without another arbiter; AccountClosed.
    """
    lock_accounts(session, (user.id,))
    check_open(session, user.id)
    tournament = lock(session, token)
    refuse = refusal_to_sign_up(session, tournament, user.id, now)
    if refuse:
        raise refuse
    late = tournament.state == TournamentState.RUNNING
    entrant = Entrant(
        tournament_id=tournament.id,
        user_id=user.id,
        name=user.name,
        first_round=tournament.round + 1,
        lot=_last_lot(session, tournament) + 1 if late else 0,
        joined_at=now,
    )
    session.add(entrant)
    session.flush()
    note(session, tournament, "late" if late else "joined", now, by_id=user.id, entrant=entrant)
    return entrant


def refusal_to_sign_up(
    session: Session, tournament: Tournament, user_id: UserId, now: datetime
) -> TournamentRefused | None:
    """Return why an account cannot take part; None if it can."""
    if entrant_of(session, tournament, user_id):
        return TournamentRefused(TournamentRefusal.IN_ALREADY)
    if _is_named(session, tournament, user_id):
        return TournamentRefused(TournamentRefusal.NAMED_ALREADY)
    if not is_open(tournament, now):
        return TournamentRefused(TournamentRefusal.CLOSED)
    if not are_alike(tournament.organiser, session.get_one(User, user_id)):
        return TournamentRefused(TournamentRefusal.OTHER_KIND)
    if players(session, tournament) >= places(tournament):
        return TournamentRefused(TournamentRefusal.FULL, most=places(tournament))
    return _why_arbitrates(session, tournament, user_id)


def _is_named(session: Session, tournament: Tournament, user_id: UserId) -> bool:
    """Tell whether somebody of this name takes part without an account: it may be the same person."""
    key = name_key(session.get_one(User, user_id).name)
    guests = select(Entrant.name).where(Entrant.tournament_id == tournament.id, Entrant.user_id.is_(None))
    return key in map(name_key, session.scalars(guests))


def _why_arbitrates(session: Session, tournament: Tournament, user_id: UserId) -> TournamentRefused | None:
    """Return why a person who may rule in a tournament cannot play in it; None if they can."""
    if session.get(TournamentArbiter, (tournament.id, user_id)):
        return TournamentRefused(TournamentRefusal.ARBITER_PLAYS)
    if user_id == tournament.organiser_id and not arbiter_ids(session, tournament) - {user_id}:
        return TournamentRefused(TournamentRefusal.ORGANISER_PLAYS)
    return None


def is_open(tournament: Tournament, now: datetime) -> bool:
    """Tell whether anybody can still sign up, for the first round or for a later one."""
    if tournament.state == TournamentState.OPEN:
        return tournament.closes_at is None or now < tournament.closes_at
    is_whole = System(tournament.system) in WHOLE
    return (
        tournament.state == TournamentState.RUNNING
        and not is_whole
        and tournament.round < len(tournament.plan["rounds"])
    )


def sign_off(session: Session, token: TournamentToken, user_id: UserId, now: datetime) -> None:
    """Sign an account off: before the start without a trace, afterwards from the next round on."""
    tournament = lock(session, token)
    entrant = entrant_of(session, tournament, user_id)
    if entrant is None or entrant.left_at is not None:
        raise TournamentRefused(TournamentRefusal.NOT_IN)
    if tournament.state == TournamentState.OPEN:
        note(session, tournament, "signed_off", now, by_id=user_id, entrant=entrant)
        session.delete(entrant)
        session.flush()
    elif tournament.state == TournamentState.RUNNING:
        leave(session, tournament, entrant, now)
        note(session, tournament, "left", now, by_id=user_id, entrant=entrant, number=tournament.round)
    else:
        raise TournamentRefused(TournamentRefusal.OVER)


def sign_off_everywhere(session: Session, user_id: UserId, now: datetime) -> None:
    """Sign an account off from all tournaments, as when a moderator closes it."""
    query = (
        select(Tournament.token)
        .join(Entrant, Entrant.tournament_id == Tournament.id)
        .where(Entrant.user_id == user_id, Entrant.left_at.is_(None))
        .where(Tournament.state.in_(UNFINISHED))
        .order_by(Tournament.id)
    )
    for token in session.scalars(query).all():
        with suppress(TournamentRefused):  # it may be over by the time it is locked
            sign_off(session, token, user_id, now)


def leave(session: Session, tournament: Tournament, entrant: Entrant, now: datetime) -> None:
    """Draw an entrant for no further rounds; their running duels go on."""
    entrant.left_at, entrant.last_round = now, tournament.round
    session.flush()


def name_arbiter(session: Session, token: TournamentToken, by_id: UserId, user: User, now: datetime) -> None:
    """Name an arbiter, who does not play, beside the organiser; raises TournamentRefused."""
    tournament = lock(session, token)
    check_organises(tournament, by_id)
    if tournament.state not in UNFINISHED:
        raise TournamentRefused(TournamentRefusal.OVER)
    if user.id == tournament.organiser_id:
        raise TournamentRefused(TournamentRefusal.ARBITER_ALREADY, "arbiter")
    if entrant_of(session, tournament, user.id):
        raise TournamentRefused(TournamentRefusal.PLAYER_ARBITRATES, "arbiter")
    if session.get(TournamentArbiter, (tournament.id, user.id)):
        raise TournamentRefused(TournamentRefusal.ARBITER_ALREADY, "arbiter")
    named = select(func.count()).where(TournamentArbiter.tournament_id == tournament.id)
    if (session.scalar(named) or 0) >= MOST_ARBITERS:
        raise TournamentRefused(TournamentRefusal.ARBITERS, "arbiter", most=MOST_ARBITERS)
    session.add(TournamentArbiter(tournament_id=tournament.id, user_id=user.id))
    note(session, tournament, "arbiter", now, by_id=by_id, facts={"arbiter": user.name})


def dismiss_arbiter(
    session: Session, token: TournamentToken, by_id: UserId, user: User, now: datetime
) -> None:
    """Dismiss a named arbiter; an organiser who plays needs another one."""
    tournament = lock(session, token)
    check_organises(tournament, by_id)
    if session.get(TournamentArbiter, (tournament.id, user.id)) is None:
        raise TournamentRefused(TournamentRefusal.NO_ARBITER)
    if not arbiter_ids(session, tournament) - {user.id}:
        raise TournamentRefused(TournamentRefusal.LAST_ARBITER)
    of_it = (TournamentArbiter.tournament_id == tournament.id, TournamentArbiter.user_id == user.id)
    session.execute(delete(TournamentArbiter).where(*of_it))
    note(session, tournament, "no_arbiter", now, by_id=by_id, facts={"arbiter": user.name})


def entrant_of(session: Session, tournament: Tournament, user_id: UserId | None) -> Entrant | None:
    """Return the entry of an account in a tournament, if there is one."""
    of_it = (Entrant.tournament_id == tournament.id, Entrant.user_id == user_id)
    return session.scalar(select(Entrant).where(*of_it)) if user_id is not None else None


def players(session: Session, tournament: Tournament) -> int:
    """Count those who take part."""
    return session.scalar(select(func.count()).where(Entrant.tournament_id == tournament.id)) or 0


def places(tournament: Tournament) -> int:
    """Return how many can take part."""
    return tournament.most_players or MOST_PLAYERS[System(tournament.system)]


def _last_lot(session: Session, tournament: Tournament) -> int:
    query = select(func.max(Entrant.lot)).where(Entrant.tournament_id == tournament.id)
    return session.scalar(query) or 0
