"""Who may rule on a duel: arbiters called by a player, or those of its tournament; never a player.

Only arbiters appointed by the site rule on rated duels, since closing, correcting or taking back such a
duel changes ratings, and anybody may organise a tournament. Like moderators, arbiters decide about nobody
whom they are playing.
"""

from collections.abc import Callable
from datetime import datetime
from functools import cache

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    CompoundSelect,
    Exists,
    Integer,
    Select,
    SQLColumnExpression,
    and_,
    bindparam,
    exists,
    literal,
    or_,
    select,
    union,
)
from sqlalchemy.orm import Session, aliased

from models import (
    Entrant,
    Match,
    ModeratorAct,
    Pairing,
    Report,
    StoredDuel,
    Tournament,
    TournamentArbiter,
    User,
)
from models.ids import DuelId, PairingId, UserId
from models.moderation import Act, ReportKind, ReportState
from services.accounts.accounts import named
from services.refused import NotFound

Authority = Callable[[Session, StoredDuel, UserId], bool]


def is_called(session: Session, stored: StoredDuel, user_id: UserId) -> bool:
    """Tell whether an account is an arbiter of the site, and the duel has an open call or is stuck."""
    query = _appointed(user_id, stored)
    if stored.stuck_at is None:
        query = query.where(
            exists().where(
                Report.duel_id == stored.id,
                Report.kind == ReportKind.ARBITER,
                Report.state == ReportState.OPEN,
            )
        )
    return session.scalar(query) is not None


def rules_in_tournament(session: Session, stored: StoredDuel, user_id: UserId) -> bool:
    """Tell whether an account arbitrates the tournament of the duel, and is appointed where it is rated."""
    if stored.rated and session.scalar(_appointed(user_id, stored)) is None:
        return False
    return may_arbitrate(session, stored, user_id)


def _appointed(user_id: UserId, stored: StoredDuel) -> Select[UserId]:
    """Select an account if it is open, an arbiter of the site, and not playing either of the players now."""
    return select(User.id).where(
        User.id == user_id,
        User.closed_at.is_(None),
        or_(User.is_arbiter, User.is_moderator),
        ~play_each_other(user_id, stored.first_id),
        ~play_each_other(user_id, stored.second_id),
    )


Account = UserId | SQLColumnExpression[UserId] | BindParameter[int]
"""The number of an account, as it is or in a statement."""


def play_each_other(one: Account, other: Account) -> Exists:
    """Match if two accounts have a running duel with each other."""
    duel = aliased(StoredDuel)
    sides = (
        and_(duel.first_id == one, duel.second_id == other),
        and_(duel.first_id == other, duel.second_id == one),
    )
    return exists().where(or_(*sides), duel.ended_at.is_(None)).correlate_except(duel)


def is_disinterested(arbiter: Account) -> tuple[ColumnElement[bool], ...]:
    """Match duels that an account does not play, and whose players it is not playing elsewhere."""
    sides = (StoredDuel.first_id, StoredDuel.second_id)
    return *(side != arbiter for side in sides), *(~play_each_other(arbiter, side) for side in sides)


AUTHORITIES: tuple[Authority, ...] = (is_called, rules_in_tournament)
"""The grounds on which an account that plays neither side may rule on a duel; one is enough."""


def may_rule(session: Session, stored: StoredDuel, user_id: UserId | None) -> bool:
    """Tell whether an account may rule on a duel, and see it as a spectator does."""
    if user_id is None or stored.player(user_id) is not None:
        return False
    return any(authority(session, stored, user_id) for authority in AUTHORITIES)


def may_call(session: Session, stored: StoredDuel, user_id: UserId | None) -> bool:
    """Tell whether an account may call the arbiter: a player, or an arbiter of the duel's tournament."""
    return user_id is not None and (
        stored.player(user_id) is not None or may_arbitrate(session, stored, user_id)
    )


def may_arbitrate(session: Session, about: Tournament | StoredDuel, user_id: UserId | None) -> bool:
    """Tell whether an account arbitrates a tournament: an arbiter who does not play in it."""
    tournament = about if isinstance(about, Tournament) else tournament_of(session, about.id)
    if tournament is None or user_id is None:
        return False
    return user_id in arbiter_ids(session, tournament)


def tournament_of(session: Session, duel_id: DuelId) -> Tournament | None:
    """Return the tournament of a duel, if it is part of one."""
    pairing = pairing_of(session, duel_id)
    return session.get(Tournament, pairing.tournament_id) if pairing else None


def pairing_of(session: Session, duel_id: DuelId) -> Pairing | None:
    """Return the pairing that a duel decides, alone or with the other duel of its match, if there is one."""
    return session.scalar(_pairing_query(), {"duel_id": duel_id})


def pairing_ids() -> CompoundSelect[PairingId]:
    """Select the number of the pairing of the duel `duel_id`, by the indexes of both columns."""
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


def arbiter_ids(session: Session, tournament: Tournament) -> set[UserId]:
    """Return the open accounts that may rule: organiser and arbiters, unless they play or have played."""
    named = select(TournamentArbiter.user_id).where(TournamentArbiter.tournament_id == tournament.id)
    played = select(Entrant.user_id).where(Entrant.tournament_id == tournament.id)
    # Numbers first: with an OR, PostgreSQL would read all accounts.
    query = select(User.id).where(
        User.closed_at.is_(None),
        User.id.in_(union(select(literal(tournament.organiser_id)), named)),
        User.id.not_in(played.where(Entrant.user_id.is_not(None))),
    )
    return set(session.scalars(query))


def appoint(session: Session, name: str, now: datetime, *, off: bool = False) -> User:
    """Appoint an account as arbiter, or end that; raises NotFound."""
    user = named(session, name)
    if user is None:
        raise NotFound
    if user.is_arbiter is off:
        user.is_arbiter = not off
        act = Act.UNMADE_ARBITER if off else Act.MADE_ARBITER
        session.add(ModeratorAct(act=act, about_id=user.id, reason="", at=now))
    return user
