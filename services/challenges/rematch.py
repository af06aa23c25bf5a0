"""A rematch: the same two on the same terms, home powers chosen anew or exchanged; of a match another one."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from intimate.players import Player
from models import Challenge, StoredDuel
from services.challenges import challenges
from services.challenges.terms import Terms
from services.duels.tables import NotAPlayer
from services.finding.limits import MOST_DUELS
from services.matches import match_of


class StillRunning(Exception):
    """A duel that goes on has no rematch yet."""


class WasPractice(StillRunning):
    """Practice has no rematch: another one is begun."""


class MatchRunning(StillRunning):
    """A match that goes on has none either: its other duel comes first."""


def offer_rematch(
    session: Session,
    stored: StoredDuel,
    user_id: int,
    now: datetime,
    *,
    exchanged: bool,
    most_duels: int = MOST_DUELS,
) -> Challenge:
    """Challenge the opponent of a finished duel again; their own offer that waits is returned instead.

    exchanged: each begins with the home power of the other, without a choice of homes. Raises
    NotAPlayer, StillRunning, ChallengeRefused and TooManyDuels.
    """
    player = stored.player(user_id)
    if player is None:
        raise NotAPlayer
    if stored.phase is not None:
        raise StillRunning
    if stored.level is not None:
        raise WasPractice
    match = match_of(session, stored.id)
    if match and match.ended_at is None:
        raise MatchRunning
    opponent = stored.players[player.opponent]
    waiting = waiting_offer(session, opponent.id, user_id)
    if waiting:
        return waiting
    terms = _terms(stored, player, exchanged=exchanged, is_match=match is not None)
    return challenges.create(session, user_id, "named", opponent, terms, now, most_duels=most_duels)


def waiting_offer(session: Session, challenger_id: int, opponent_id: int) -> Challenge | None:
    """Return the newest challenge of one account to another that waits for its answer."""
    query = select(Challenge).where(
        Challenge.challenger_id == challenger_id,
        Challenge.opponent_id == opponent_id,
        Challenge.state == "waiting",
    )
    return session.scalars(query.order_by(Challenge.id.desc()).limit(1)).one_or_none()


def _terms(stored: StoredDuel, player: Player, *, exchanged: bool, is_match: bool) -> Terms:
    """The terms of a duel again; whoever challenges is the first player of the next one."""
    before = stored.duel.homes if exchanged else {}
    homes = {Player.FIRST: before[player.opponent], Player.SECOND: before[player]} if before else {}
    return Terms(
        stored.preset,
        stored.settings,
        stored.edition,
        stored.public,
        stored.clock,
        homes,
        stored.rated,
        is_match,
    )
