"""Challenges: who may make and accept them; made, withdrawn, declined, accepted, expired; rematches."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from secrets import token_urlsafe

from sqlalchemy import Select, and_, func, or_, select, update
from sqlalchemy.orm import Session, joinedload

from adjudicator import PhaseKind
from clocks.terms import PRESETS as CLOCKS
from clocks.terms import Clock
from intimate.duel import begin
from intimate.entries import HomesList, check_list
from intimate.players import Player
from models import Challenge, Database, StoredDuel, User
from models.account import AccountKind
from models.challenge import ChallengeKind, ChallengeState
from models.ids import ChallengeId, ChallengeToken, UserId
from models.sealed import token_hash
from services.accounts.accounts import are_alike, lock_accounts
from services.accounts.blocks import add_block, blocks
from services.accounts.sessions import check_open
from services.challenges.notifications import notify_of_challenge, notify_of_expiry, notify_of_refusal
from services.challenges.refusals import ChallengeRefusal, ChallengeRefused
from services.duels.access import lock_awaited_duel, note_arrival
from services.duels.beginning import MOST_DUELS, check_room, store_new_duel
from services.duels.entering import CheckedEntry, store_entry, store_readiness
from services.duels.refusals import DuelRefusal, DuelRefused
from services.matches import begin_match, match_of
from services.ratings.shown import ratings_of
from services.refused import NotFound
from services.terms import STILL_RATED, Terms

MOST_WAITING = 20
MOST_MADE = 30
"""How many challenges an account may make within a day."""
MOST_WITHDRAWN = 3
"""How many challenges to one player an account may withdraw in a day."""
A_DAY = timedelta(days=1)


def check_number(session: Session, user_id: UserId, now: datetime) -> None:
    """Raise ChallengeRefused if an account has made too many challenges."""
    mine = select(func.count()).select_from(Challenge).where(Challenge.challenger_id == user_id)
    if (session.scalar(mine.where(Challenge.state == ChallengeState.WAITING)) or 0) >= MOST_WAITING:
        raise ChallengeRefused(ChallengeRefusal.TOO_MANY_WAITING)
    if (session.scalar(mine.where(Challenge.created_at > now - A_DAY)) or 0) >= MOST_MADE:
        raise ChallengeRefused(ChallengeRefusal.TOO_MANY_MADE)


def check_opponent(session: Session, user_id: UserId, opponent_id: UserId, now: datetime) -> None:
    """Raise ChallengeRefused if an account cannot challenge another one by name."""
    check_blocks(session, user_id, opponent_id)
    settled = select(Challenge.state, Challenge.settled_at).where(
        Challenge.challenger_id == user_id,
        Challenge.opponent_id == opponent_id,
        Challenge.kind == ChallengeKind.NAMED,
        # No challenge waits longer than two weeks.
        Challenge.created_at > now - timedelta(days=15),
        Challenge.settled_at > now - A_DAY,
    )
    found = session.execute(settled).all()
    declined = [at for state, at in found if state == ChallengeState.DECLINED and at]
    if declined:
        raise ChallengeRefused(ChallengeRefusal.DECLINED_LATELY, again_at=max(declined) + A_DAY)
    if sum(state == ChallengeState.WITHDRAWN for state, _ in found) >= MOST_WITHDRAWN:
        raise ChallengeRefused(ChallengeRefusal.WITHDRAWN_TOO_OFTEN)


def check_blocks(session: Session, user_id: UserId, other_id: UserId) -> None:
    """Raise ChallengeRefused if one of the two has blocked the other."""
    if blocks(session, other_id, user_id):
        raise ChallengeRefused(ChallengeRefusal.BLOCKED)
    if blocks(session, user_id, other_id):
        raise ChallengeRefused(ChallengeRefusal.HAS_BLOCKED)


def check_kinds(session: Session, user_id: UserId, other_id: UserId, *, counts: bool) -> None:
    """Raise ChallengeRefused if the duel is to be rated and only one of the two is a bot."""
    both = session.get_one(User, user_id), session.get_one(User, other_id)
    if counts and not are_alike(*both):
        raise ChallengeRefused(ChallengeRefusal.OTHER_KIND, theirs=both[1].kind)


def counts(challenge: Challenge) -> bool:
    """Tell whether the duel of a challenge is to be rated."""
    return challenge.rated and not set(challenge.settings) - STILL_RATED


def terms_with(challenge: Challenge, second: User) -> Terms:
    """Return the terms that apply if this account accepts."""
    agreed = terms(challenge)
    return replace(agreed, rated=False) if second.kind == AccountKind.GUEST else agreed


def check_acceptance(session: Session, challenge: Challenge, second: User, now: datetime) -> None:
    """Raise ChallengeRefused if an account cannot accept a challenge that it sees."""
    user_id = second.id
    if challenge.state != ChallengeState.WAITING:
        raise ChallengeRefused(ChallengeRefusal.SETTLED)
    if challenge.expires_at is not None and now >= challenge.expires_at:
        raise ChallengeRefused(ChallengeRefusal.EXPIRED)
    check_blocks(session, user_id, challenge.challenger_id)
    if second.kind == AccountKind.GUEST:
        if challenge.kind == ChallengeKind.OPEN:
            raise ChallengeRefused(ChallengeRefusal.NEEDS_ACCOUNT)
        return
    check_kinds(session, user_id, challenge.challenger_id, counts=counts(challenge))
    if challenge.rating_low is None or challenge.rating_high is None:
        return
    rating = rating_of(session, user_id, challenge.pace, challenge.preset, now)
    if not challenge.rating_low <= rating <= challenge.rating_high:
        low, high = challenge.rating_low, challenge.rating_high
        raise ChallengeRefused(ChallengeRefusal.OUT_OF_RANGE, rating=rating, low=low, high=high)


def rating_of(session: Session, user_id: UserId, pace: str, preset: str, now: datetime) -> int:
    """Return the rating of an account in a pool, as pages show it."""
    return round(ratings_of(session, (user_id,), pace, preset, now)[user_id].value.rating)


def create(  # noqa: PLR0913  # one argument per attribute
    session: Session,
    challenger_id: UserId,
    kind: ChallengeKind,
    opponent: User | None,
    terms: Terms,
    now: datetime,
    *,
    within: int | None = None,
    most_duels: int = MOST_DUELS,
) -> Challenge:
    """Make a challenge: an open one, one to a player by name, or one with a link for a friend.

    within: how far a rating may be from the challenger's to accept an open challenge. most_duels: how many
    duels the site allows an account at once. Raises ChallengeRefused and DuelRefused.
    """
    if opponent is not None and opponent.id == challenger_id:
        raise ChallengeRefused(ChallengeRefusal.OWN)
    if opponent is not None and opponent.closed_at is not None:
        raise ChallengeRefused(ChallengeRefusal.OPPONENT_CLOSED)
    # Two challenges of one player at the same moment are counted one after the other.
    lock_accounts(session, (challenger_id,))
    check_open(session, challenger_id)
    check_number(session, challenger_id, now)
    if opponent is not None:
        check_opponent(session, challenger_id, opponent.id, now)
        check_kinds(session, challenger_id, opponent.id, counts=terms.counts)
    check_room(
        session, [challenger_id, *([opponent.id] if opponent else [])], most_duels, terms.duels_at_once
    )
    challenge = _new(challenger_id, kind, terms, now)
    challenge.opponent_id = opponent.id if opponent else None
    if kind == ChallengeKind.OPEN and within is not None:
        rating = rating_of(session, challenger_id, terms.clock.pace, terms.preset, now)
        challenge.rating_low, challenge.rating_high = rating - within, rating + within
    session.add(challenge)
    session.flush()
    notify_of_challenge(session, challenge, now)
    return challenge


def _new(challenger_id: UserId, kind: ChallengeKind, terms: Terms, now: datetime) -> Challenge:
    return Challenge(
        token=token_urlsafe(9),
        challenger_id=challenger_id,
        kind=kind,
        preset=terms.preset,
        settings=dict(terms.settings),
        edition=terms.edition,
        public=terms.public,
        clock=terms.clock,
        pace=terms.clock.pace,
        clock_name=_name_of(terms.clock),
        homes=terms.homes,
        rated=terms.rated,
        match=terms.match,
        created_at=now,
        expires_at=expires_at(kind, terms.clock, now),
        state=ChallengeState.WAITING,
    )


def _name_of(clock: Clock) -> str:
    """Return the name of a clock; days of rest do not change it."""
    usual = replace(clock, rest_days=(), zone="UTC") if clock.rest_days else clock
    return next((name for name, known in CLOCKS.items() if known == usual), "")


def accept(
    session: Session, token: ChallengeToken, user_id: UserId, now: datetime, most_duels: int = MOST_DUELS
) -> StoredDuel:
    """Begin the duel, or the match with its first duel; if several accept at once, one succeeds.

    With a guest it is unrated, even if a rated one was offered.

    Raises NotFound, ChallengeRefused, and DuelRefused of either player.
    """
    challenge = visible(session, token, user_id)
    if challenge.challenger_id == user_id:
        raise ChallengeRefused(ChallengeRefusal.OWN)
    second = session.get_one(User, user_id)
    agreed, both = terms_with(challenge, second), (user_id, challenge.challenger_id)
    # Lock accounts before challenges, as blocking somebody and closing an account do.
    lock_accounts(session, both)
    check_acceptance(session, challenge, second, now)
    leave_waiting(session, challenge, ChallengeState.ACCEPTED, now, opponent_id=user_id)
    check_room(session, both, most_duels, agreed.duels_at_once)
    begin = begin_match if agreed.match else store_new_duel
    duel = begin(session, challenge.challenger, second, agreed, now)
    note_arrival(duel, Player.SECOND, now)
    session.flush()
    session.execute(update(Challenge).where(Challenge.id == challenge.id).values(duel_id=duel.id))
    session.refresh(challenge)
    return duel


def decline(session: Session, token: ChallengeToken, user_id: UserId, now: datetime) -> None:
    """Decline a challenge made to oneself by name."""
    challenge = visible(session, token, user_id)
    if challenge.opponent_id != user_id:
        raise ChallengeRefused(ChallengeRefusal.NOT_THE_OPPONENT)
    leave_waiting(session, challenge, ChallengeState.DECLINED, now, untold_id=challenge.challenger_id)
    notify_of_refusal(session, challenge, now)


def withdraw(session: Session, token: ChallengeToken, user_id: UserId, now: datetime) -> None:
    """Take one's own challenge back."""
    challenge = visible(session, token, user_id)
    if challenge.challenger_id != user_id:
        raise ChallengeRefused(ChallengeRefusal.NOT_THE_CHALLENGER)
    # A player challenged by name may have seen it, so they are notified that it is gone.
    unseen = {"untold_id": challenge.opponent_id} if challenge.opponent_id else {}
    leave_waiting(session, challenge, ChallengeState.WITHDRAWN, now, **unseen)


def unseen_endings(session: Session, user_id: UserId) -> Sequence[Challenge]:
    """List ended challenges of which the account does not know yet, the latest first."""
    query = with_players().where(Challenge.untold_id == user_id)
    return session.scalars(query.order_by(Challenge.id.desc())).all()


def note_ending_seen(session: Session, token: ChallengeToken, user_id: UserId) -> None:
    """Record that an account has seen how its own challenge ended."""
    is_theirs = (Challenge.token_hash == token_hash(token), Challenge.untold_id == user_id)
    session.execute(update(Challenge).where(*is_theirs).values(untold_id=None))


def visible(session: Session, token: ChallengeToken, user_id: UserId | None) -> Challenge:
    """Find a challenge; only its two players may see one made by name. Raises NotFound."""
    challenge = session.scalar(with_players().where(Challenge.token_hash == token_hash(token)))
    if challenge is None:
        raise NotFound
    if challenge.kind == ChallengeKind.NAMED and user_id not in {
        challenge.challenger_id,
        challenge.opponent_id,
    }:
        raise NotFound
    return challenge


def terms(challenge: Challenge) -> Terms:
    """Return the terms of the duel."""
    return Terms(
        challenge.preset,
        challenge.settings,
        challenge.edition,
        challenge.public,
        challenge.clock,
        challenge.homes,
        challenge.rated,
        challenge.match,
    )


def with_players() -> Select[Challenge]:
    """Challenges, with all that a list of them shows."""
    players = joinedload(Challenge.challenger), joinedload(Challenge.opponent)
    return select(Challenge).options(*players, joinedload(Challenge.duel))


def last_made(session: Session, user_id: UserId) -> Challenge | None:
    """Return the last challenge that an account made, in any state."""
    query = select(Challenge).where(Challenge.challenger_id == user_id)
    newest = (Challenge.created_at.desc(), Challenge.id.desc())
    return session.scalars(query.order_by(*newest).limit(1)).one_or_none()


def begins_with_ranking(terms: Terms) -> bool:
    """Tell whether both players rank the powers before anything else."""
    return begin(terms.rules()).kind is PhaseKind.HOMES


def check_ranking(ranking: HomesList) -> None:
    """Raise EntryError for a ranking that could not be handed in."""
    check_list(ranking)


def join(
    session: Session,
    token: ChallengeToken,
    user_id: UserId,
    ranking: HomesList | None,
    now: datetime,
    most_duels: int = MOST_DUELS,
) -> StoredDuel:
    """Accept a challenge and hand in a checked ranking; raises what `accept` raises."""
    duel = accept(session, token, user_id, now, most_duels)
    if ranking is not None and duel.phase is not None:
        locked = lock_awaited_duel(session, duel.token, user_id, duel.phase, now)
        if locked.player is None:
            raise ValueError("the account that accepted is not a player of the duel")
        store_entry(locked, CheckedEntry(duel.id, duel.phase, locked.player, ranking), now)
        store_readiness(locked, now)
    return duel


def leave_waiting(
    session: Session, challenge: Challenge, state: ChallengeState, now: datetime, **values: int
) -> None:
    """Leave the waiting state by compare-and-set; raises ChallengeRefused if somebody was first."""
    claimed = session.execute(
        update(Challenge)
        .where(Challenge.id == challenge.id, Challenge.state == ChallengeState.WAITING)
        .values(state=state, settled_at=now, version=Challenge.version + 1, **values)
        .returning(Challenge.id),
        execution_options={"synchronize_session": False},
    ).scalar()
    if claimed is None:
        raise ChallengeRefused(ChallengeRefusal.SETTLED)
    session.refresh(challenge)


LIVE_OPEN = timedelta(minutes=30)
WAITS = {
    ChallengeKind.OPEN: timedelta(days=14),
    ChallengeKind.NAMED: timedelta(days=14),
    ChallengeKind.LINK: timedelta(days=30),
}
"""How long a challenge waits, by its kind; an open one for a live duel waits only LIVE_OPEN."""
MOST_AT_ONCE = 100


def expires_at(kind: ChallengeKind, clock: Clock, now: datetime) -> datetime:
    """Return when a challenge made now expires."""
    return now + (LIVE_OPEN if kind == ChallengeKind.OPEN and clock.is_live else WAITS[kind])


def expire_due(database: Database, now: datetime) -> int:
    """Expire the challenges that are due, and return how many."""
    query = select(Challenge.id).where(Challenge.state == ChallengeState.WAITING, Challenge.expires_at <= now)
    with database.reading() as session:
        due = session.scalars(query.order_by(Challenge.expires_at).limit(MOST_AT_ONCE)).all()
    return sum(expire(database, challenge_id, now) for challenge_id in due)


def expire(database: Database, challenge_id: ChallengeId, now: datetime) -> bool:
    """Expire one challenge, in a transaction of its own, unless somebody has settled it first."""
    try:
        with database.writing() as session:
            challenge = session.get_one(Challenge, challenge_id)
            leave_waiting(session, challenge, ChallengeState.EXPIRED, now, untold_id=challenge.challenger_id)
            notify_of_expiry(session, challenge, now)
    except ChallengeRefused:
        return False
    return True


def block_player(session: Session, user_id: UserId, blocked_id: UserId, now: datetime) -> None:
    """Block a player: their challenges are declined, those to them withdrawn.

    The blocked player learns nothing else. Raises AccountRefused.
    """
    add_block(session, user_id, blocked_id, now)
    theirs = and_(Challenge.challenger_id == blocked_id, Challenge.opponent_id == user_id)
    mine = and_(Challenge.challenger_id == user_id, Challenge.opponent_id == blocked_id)
    query = select(Challenge).where(Challenge.state == ChallengeState.WAITING, or_(theirs, mine))
    # In a fixed order: two who block each other at once lock the same challenges.
    for challenge in session.scalars(query.order_by(Challenge.id)).all():
        state = ChallengeState.WITHDRAWN if challenge.challenger_id == user_id else ChallengeState.DECLINED
        try:
            leave_waiting(session, challenge, state, now, untold_id=blocked_id)
        except ChallengeRefused:
            continue


def offer_rematch(
    session: Session,
    stored: StoredDuel,
    user_id: UserId,
    now: datetime,
    *,
    exchanged: bool,
    most_duels: int = MOST_DUELS,
) -> Challenge:
    """Challenge the opponent of a finished duel again; if their own offer waits, return that instead.

    exchanged: each begins with the other's home power, without a choice. Raises
    ChallengeRefused and DuelRefused.
    """
    player = stored.player(user_id)
    if player is None:
        raise DuelRefused(DuelRefusal.NOT_A_PLAYER)
    if stored.phase is not None:
        raise ChallengeRefused(ChallengeRefusal.STILL_RUNNING)
    if stored.is_against_level:
        raise ChallengeRefused(ChallengeRefusal.PRACTICE)
    match = match_of(session, stored.id)
    if match and match.ended_at is None:
        raise ChallengeRefused(ChallengeRefusal.MATCH_RUNNING)
    opponent = stored.players[player.opponent]
    waiting = waiting_offer(session, opponent.id, user_id)
    if waiting:
        return waiting
    terms = _terms(stored, player, exchanged=exchanged, is_match=match is not None)
    return create(session, user_id, ChallengeKind.NAMED, opponent, terms, now, most_duels=most_duels)


def waiting_offer(session: Session, challenger_id: UserId, opponent_id: UserId) -> Challenge | None:
    """Return the newest challenge of one account to another that waits for its answer."""
    query = select(Challenge).where(
        Challenge.challenger_id == challenger_id,
        Challenge.opponent_id == opponent_id,
        Challenge.state == ChallengeState.WAITING,
    )
    return session.scalars(query.order_by(Challenge.id.desc()).limit(1)).one_or_none()


def _terms(stored: StoredDuel, player: Player, *, exchanged: bool, is_match: bool) -> Terms:
    """Return the terms of a duel for a rematch, in which the challenger is the first player."""
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
