"""Messages between two players: sending, reading, deleting, counting them; what each player accepts."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session

from intimate.players import Player
from models import StoredDuel, TalkMessage
from models.ids import DuelToken, TalkMessageId, UserId
from models.talk import TalkMode
from services.duels.access import check_token
from services.refused import NotFound
from services.talk.notifications import notify_of_talk
from services.talk.phrases import Phrase
from services.talk.refusals import TalkRefusal, TalkRefused

LONGEST = 500
SHOWN = 200
"""How many of the latest messages a page shows."""
MOST: Mapping[timedelta, int] = {timedelta(minutes=10): 20, timedelta(days=1): 200}
"""How many messages a player may send in one duel within each time."""
BEFORE, AFTER = 10, 5
"""How many messages around a reported one moderators read with it."""
STRICTNESS = (TalkMode.OPEN, TalkMode.PHRASES, TalkMode.MUTED)
SAID = {Player.FIRST: StoredDuel.said_first, Player.SECOND: StoredDuel.said_second}
READ = {Player.FIRST: StoredDuel.read_first, Player.SECOND: StoredDuel.read_second}
TAKES = {Player.FIRST: StoredDuel.talk_first, Player.SECOND: StoredDuel.talk_second}


class Words(NamedTuple):
    """A message: a phrase, or a text."""

    phrase: Phrase | None = None
    text: str = ""


def mode_of(stored: StoredDuel) -> TalkMode:
    """What can be said in a duel: the stricter of its players' settings."""
    return max((stored.talk_mode(player) for player in Player), key=STRICTNESS.index)


def list_talk(session: Session, stored: StoredDuel, player: Player | None) -> Sequence[TalkMessage]:
    """List the latest messages in a duel, the oldest first; none for anybody but its players."""
    if player is None or not stored.said:
        return ()
    query = select(TalkMessage).where(TalkMessage.duel_id == stored.id)
    return session.scalars(query.order_by(TalkMessage.id.desc()).limit(SHOWN)).all()[::-1]


def say(session: Session, token: DuelToken, user_id: UserId, words: Words, now: datetime) -> TalkMessage:
    """Send a message to the other player; raises NotFound, TalkRefused.

    All earlier messages then count as read by the sender.
    """
    stored, player = _lock(session, token, user_id)
    text = _checked(words)
    if stored.players[player.opponent].closed_at is not None:
        raise TalkRefused(TalkRefusal.ACCOUNT_CLOSED)
    mode = mode_of(stored)
    if mode is TalkMode.MUTED:
        raise TalkRefused(TalkRefusal.MUTED, theirs=stored.talk_mode(player.opponent) is mode)
    if mode is TalkMode.PHRASES and words.phrase is None:
        raise TalkRefused(TalkRefusal.PHRASES_ONLY, "text")
    _check_number(session, stored, player, now)
    made = TalkMessage(
        duel_id=stored.id, player=player, author_id=user_id, phrase=words.phrase, text=text, said_at=now
    )
    session.add(made)
    session.flush()
    if not stored.unread(player.opponent):
        notify_of_talk(session, stored, player, now)
    _set(session, stored, {SAID[player]: SAID[player] + 1, READ[player]: SAID[player.opponent]})
    return made


def mark_read(session: Session, token: DuelToken, user_id: UserId) -> None:
    """Note that a player has read the other's messages; raises NotFound, TalkRefused."""
    stored, player = _lock(session, token, user_id)
    if stored.unread(player):
        _set(session, stored, {READ[player]: SAID[player.opponent]})


def take(session: Session, token: DuelToken, user_id: UserId, mode: TalkMode) -> None:
    """Set whether a player accepts everything, phrases only, or nothing; raises NotFound, TalkRefused."""
    stored, player = _lock(session, token, user_id)
    _set(session, stored, {TAKES[player]: mode})


def unsay(session: Session, token: DuelToken, user_id: UserId, message_id: TalkMessageId) -> None:
    """Delete a player's message; raises NotFound, TalkRefused."""
    stored, player = _lock(session, token, user_id)
    of_them = (TalkMessage.duel_id == stored.id, TalkMessage.player == player)
    own = delete(TalkMessage).where(*of_them, TalkMessage.id == message_id)
    if session.scalar(own.returning(TalkMessage.id)) is None:
        raise NotFound


def around(session: Session, stored: StoredDuel, message_id: TalkMessageId) -> Sequence[TalkMessage]:
    """List a message of the other player and those around it; none if there is no such message."""
    of_duel = TalkMessage.duel_id == stored.id
    before, after = (
        session.scalars(select(TalkMessage).where(of_duel, which).order_by(order).limit(most)).all()
        for which, order, most in (
            (TalkMessage.id <= message_id, TalkMessage.id.desc(), BEFORE + 1),
            (TalkMessage.id > message_id, TalkMessage.id.asc(), AFTER),
        )
    )
    return [*before[::-1], *after] if before and before[0].id == message_id else ()


def lock(session: Session, token: DuelToken, user_id: UserId) -> tuple[StoredDuel, Player]:
    """Lock a duel for one of its players, without reading entries; raises NotFound, TalkRefused."""
    check_token(token)
    plays = or_(StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)
    query = select(StoredDuel).where(StoredDuel.token == token)
    stored = session.scalar(
        query.where(plays).with_for_update(), execution_options={"populate_existing": True}
    )
    player = stored.player(user_id) if stored else None
    if stored is None or player is None:
        is_public = session.scalar(select(StoredDuel.public).where(StoredDuel.token == token))
        raise TalkRefused(TalkRefusal.NOT_A_PLAYER) if is_public else NotFound
    return stored, player


def cleaned(text: str, longest: int = LONGEST) -> str:
    """Return a text with plain line ends; raises TalkRefused if it is too long."""
    text = text.strip().replace("\r\n", "\n").replace("\0", "")
    if len(text) > longest:
        raise TalkRefused(TalkRefusal.TOO_LONG, "text", most=longest)
    return text


def _lock(session: Session, token: DuelToken, user_id: UserId) -> tuple[StoredDuel, Player]:
    """Lock a duel between two people for one of them."""
    stored, player = lock(session, token, user_id)
    if stored.is_against_level:
        raise TalkRefused(TalkRefusal.NO_TALK)
    return stored, player


def _checked(words: Words) -> str | None:
    if words.phrase is not None:
        return None
    text = cleaned(words.text)
    if not text:
        raise TalkRefused(TalkRefusal.EMPTY, "text")
    return text


def _check_number(session: Session, stored: StoredDuel, player: Player, now: datetime) -> None:
    theirs = (TalkMessage.duel_id == stored.id, TalkMessage.player == player)
    for within, most in MOST.items():
        recent = select(TalkMessage.id).where(*theirs, TalkMessage.said_at > now - within).limit(most)
        if session.scalar(select(func.count()).select_from(recent.subquery())) == most:
            raise TalkRefused(TalkRefusal.TOO_MANY)


def _set(session: Session, stored: StoredDuel, values: Mapping[Any, object]) -> None:
    """Change columns of talk alone, without a new version: nothing else of the duel changes."""
    statement = update(StoredDuel).where(StoredDuel.id == stored.id).values(values)
    session.execute(statement, execution_options={"synchronize_session": False})
