"""Duels as they are stored: begun, found and listed."""

from datetime import datetime, timedelta
from secrets import choice, token_hex

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import Session, joinedload, undefer

from intimate import snapshot
from intimate.duel import Duel
from intimate.duel import begin as begin_duel
from intimate.play import awaits
from intimate.players import Player
from intimate.sealing import digest
from intimate.settings import rules
from intimate.view import View
from models import StoredDuel, User
from services.terms import Terms

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
TOKEN_LENGTH = 8


class UnknownDuel(Exception):
    """There is no such duel, or none that this reader may see."""


class NotAPlayer(Exception):
    """Only the two players may do this."""


def begin(session: Session, first: User, second: User, terms: Terms, now: datetime) -> StoredDuel:
    """Begin a duel on stated terms; the secret that lots are drawn from is sealed now."""
    secret = token_hex()
    stored = StoredDuel(
        token="".join(choice(ALPHABET) for _ in range(TOKEN_LENGTH)),
        first_id=first.id,
        second_id=second.id,
        preset=terms.preset,
        settings=dict(terms.settings),
        edition=terms.edition,
        public=terms.public,
        phase_seconds=terms.phase_seconds,
        ordinal=0,
        lots_secret=secret,
        lots_seal=digest(secret),
        created_at=now,
    )
    keep(stored, begin_duel(terms.rules()), now)
    session.add(stored)
    session.flush()
    return stored


def keep(stored: StoredDuel, duel: Duel, now: datetime) -> None:
    """Store what a duel has become; a new phase has its whole time before it."""
    if stored.phase != (str(duel.phase) if duel.phase else None) or stored.deadline_at is None:
        stored.deadline_at = now + timedelta(seconds=stored.phase_seconds) if duel.phase else None
    stored.state = snapshot.take(duel)
    stored.phase = str(duel.phase) if duel.phase else None
    waited_for = awaits(duel)
    stored.awaits_first = Player.FIRST in waited_for
    stored.awaits_second = Player.SECOND in waited_for
    stored.lots_opened = bool(duel.homes) or duel.result is not None
    if duel.result:
        stored.ended_at = now
        stored.winner = duel.result.winner
        stored.reason = duel.result.reason


def restored(stored: StoredDuel) -> Duel:
    """The duel as the rules know it."""
    return snapshot.restore(stored.state, rules(stored.preset, stored.settings, stored.edition))


def player_of(stored: StoredDuel, user_id: int | None) -> Player | None:
    """Which player an account is, None for a spectator."""
    if user_id == stored.first_id:
        return Player.FIRST
    return Player.SECOND if user_id == stored.second_id else None


def view_of(stored: StoredDuel, user_id: int | None) -> View:
    """The duel as an account may see it."""
    return View(restored(stored), player_of(stored, user_id))


def find(session: Session, token: str, user_id: int | None) -> StoredDuel:
    """The duel, as far as this reader may see it; raises UnknownDuel."""
    query = with_players().where(named(token)).options(undefer(StoredDuel.state))
    stored = session.scalar(query)
    if stored is None or not (stored.public or player_of(stored, user_id)):
        raise UnknownDuel
    return stored


def locked(session: Session, token: str, user_id: int) -> tuple[StoredDuel, Player]:
    """The duel, held against every other change, for one of its players; raises UnknownDuel, NotAPlayer."""
    hold(session, named(token))
    stored = find(session, token, user_id)
    player = player_of(stored, user_id)
    if player is None:
        raise NotAPlayer
    return stored, player


def named(token: str) -> ColumnElement[bool]:
    """The duel of that name; raises UnknownDuel for what can be none (PostgreSQL takes no NUL in a text)."""
    if not token.isalnum():
        raise UnknownDuel
    return StoredDuel.token == token


def hold(session: Session, which: ColumnElement[bool]) -> int | None:
    """Lock one duel until the transaction ends (SQLite holds the whole database already)."""
    return session.scalar(select(StoredDuel.id).where(which).with_for_update())


def with_players() -> Select[StoredDuel]:
    """Duels, with the names of their players."""
    return select(StoredDuel).options(joinedload(StoredDuel.first), joinedload(StoredDuel.second))
