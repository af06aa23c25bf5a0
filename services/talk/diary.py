"""A player's diary: a note per phase, private until both players open their diaries after the end."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from intimate.players import Player
from models import DiaryNote, StoredDuel
from models.ids import DuelToken, UserId
from services.talk.refusals import TalkRefusal, TalkRefused
from services.talk.talk import cleaned, lock

LONGEST_NOTE = 4_000
OPENS = {Player.FIRST: StoredDuel.diary_first, Player.SECOND: StoredDuel.diary_second}


def are_open(stored: StoredDuel) -> bool:
    """Tell whether both diaries are open to all viewers of the duel: it is over, and both players agree."""
    return stored.phase is None and all(stored.opens_diary(player) for player in Player)


def list_notes(session: Session, stored: StoredDuel, player: Player | None) -> Sequence[DiaryNote]:
    """List the notes that a viewer may read, in the order in which they were written."""
    query = select(DiaryNote).where(DiaryNote.duel_id == stored.id)
    if not are_open(stored):
        if player is None:
            return ()
        query = query.where(DiaryNote.player == player)
    return session.scalars(query.order_by(DiaryNote.id)).all()


def write_note(session: Session, token: DuelToken, user_id: UserId, text: str, now: datetime) -> None:
    """Write the note on the awaited phase; an empty text deletes it.

    Raises NotFound, TalkRefused.
    """
    stored, player = lock(session, token, user_id)
    if stored.phase is None:
        raise TalkRefused(TalkRefusal.OVER)
    text = cleaned(text, LONGEST_NOTE)
    of_phase = (
        DiaryNote.duel_id == stored.id,
        DiaryNote.player == player,
        DiaryNote.phase == stored.phase,
    )
    if not text:
        session.execute(delete(DiaryNote).where(*of_phase))
        return
    note = session.scalar(select(DiaryNote).where(*of_phase))
    if note is None:
        note = DiaryNote(duel_id=stored.id, player=player, author_id=user_id, phase=stored.phase)
        session.add(note)
    note.text, note.written_at = text, now


def open_diary(session: Session, token: DuelToken, user_id: UserId, *, opens: bool) -> None:
    """Open a player's diary after the end, or close it; raises NotFound, TalkRefused."""
    stored, player = lock(session, token, user_id)
    statement = update(StoredDuel).where(StoredDuel.id == stored.id).values({OPENS[player]: opens})
    session.execute(statement, execution_options={"synchronize_session": False})
