"""What is told of duels: called where a duel begins, and where a chapter is stored."""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from intimate.chapter import Chapter
from intimate.events import BY_THE_ARBITER, EventKind
from intimate.players import Player
from models import Channel, Message, StoredDuel, User
from models.telling import KINDS
from services.duels.tables import Seat
from services.telling.outbox import News, channels_on, tell_each, write

OF_TIME = frozenset({"pause_offered", "pause_begun", "pause_over", "time_given"})
STUCK, RULED, CALLED, ANSWERED = "stuck", "ruled", "called", "answered"
FOR_GOOD = frozenset({STUCK, RULED, CALLED, ANSWERED})
"""What is worth telling whatever has become of the duel, on each channel that wants anything."""
OFFERS = frozenset({EventKind.DRAW_OFFERED, EventKind.STALEMATE_CLAIMED, EventKind.END_ASKED})


def tell_of_new_duel(
    session: Session, stored: StoredDuel, now: datetime, told: Collection[Player], begun_by: str = ""
) -> None:
    """Tell players that a new duel awaits them; begun_by: what began it, other than a challenge."""
    subject = f"duel:{stored.token}:begun"
    more = {"begun_by": begun_by} if begun_by else {}
    news = {
        player: News(("turn",), subject, {**_facts(stored, player), **more}, stored.id)
        for player in Player
        if player in told and player in stored.awaited
    }
    _write(session, stored, news, now, begins=True)


def tell_of_chapter(seat: Seat, chapter: Chapter, now: datetime) -> None:
    """Tell both players of a chapter that was just stored, but for who brought it about and sees it.

    Where a phase begins with it, the reminders of that phase are written too.
    """
    stored = seat.stored
    news = {
        player: _of_chapter(stored, chapter, player)
        for player in Player
        if player is not seat.player and _kinds(stored, chapter, player)
    }
    # After a correction the phase is played at once.
    has_begun = chapter.event is None or chapter.event.kind is EventKind.TAKEN_BACK
    begins = has_begun and stored.phase is not None
    if news or begins:
        _write(seat.session, stored, news, now, begins=begins)


def tell_of_time(seat: Seat, what: str, now: datetime) -> None:
    """Tell the opponent of what a player has done about the time; reminders follow the deadlines.

    what: one of OF_TIME; anything else is told to nobody.
    """
    stored, player = seat.stored, seat.player
    reconsider_reminders(seat.session, Message.duel_id == stored.id, now)
    if player is None or what not in OF_TIME:
        return
    facts = {**_facts(stored, player.opponent), "event": what}
    # Who offers again and again is told of once in a phase.
    at = "" if what == "pause_offered" else now.isoformat(timespec="seconds")
    subject = f"duel:{stored.token}:{what}:{_phase_told(stored)}:{at}"
    news = {player.opponent: News(("offer",), subject, facts, stored.id)}
    _write(seat.session, stored, news, now, begins=False)


def tell_of_stuck(session: Session, stored: StoredDuel, now: datetime) -> None:
    """Tell both players and the site's keepers that a duel is stuck, on each channel that wants anything."""
    keepers = session.scalars(select(User.id).where(User.is_keeper))
    facts = {"player": None, "phase": str(stored.phase), "event": STUCK}
    subject = f"duel:{stored.token}:{STUCK}:{now.isoformat(timespec='seconds')}"
    news = News(KINDS, subject, facts, stored.id)
    tell_each(session, dict.fromkeys({stored.first_id, stored.second_id, *keepers}, (news,)), now)


def _of_chapter(stored: StoredDuel, chapter: Chapter, player: Player) -> News:
    ordinal = stored.ordinal - 1
    facts = {
        **_facts(stored, player),
        "chapter": ordinal,
        "resolved": str(chapter.phase) if chapter.phase and chapter.event is None else None,
        "event": _event_told(chapter),
    }
    subject = f"duel:{stored.token}:chapter:{ordinal}"
    return News(_kinds(stored, chapter, player), subject, facts, stored.id)


def _event_told(chapter: Chapter) -> str | None:
    if chapter.event is None:
        return None
    return RULED if chapter.event.kind in BY_THE_ARBITER else chapter.event.kind.value


def _facts(stored: StoredDuel, player: Player) -> dict[str, Any]:
    """Return what every message about a duel says: whom it is for, and the phase that is awaited."""
    return {"player": player.value, "phase": str(stored.phase) if stored.phase else None}


def _kinds(stored: StoredDuel, chapter: Chapter, player: Player) -> tuple[str, ...]:
    """List what a chapter may be told to a player as; the first that a channel wants is taken."""
    event = chapter.event
    if event and event.kind in BY_THE_ARBITER:
        return ("ended" if stored.phase is None else "offer", *KINDS)
    if stored.phase is None:
        return ("ended",) if event else ("ended", "resolved")
    if event:
        return ("offer",) if event.kind in OFFERS and event.player is not player else ()
    if stored.clock.is_live:
        return ()
    return ("turn", "resolved") if player in stored.awaited else ("resolved",)


def _write(
    session: Session, stored: StoredDuel, news: dict[Player, News], now: datetime, *, begins: bool
) -> None:
    """Write the news of each player, and reminders where a phase begins; nobody is told of practice."""
    if stored.level is not None:
        return
    parts = {stored.first_id: Player.FIRST, stored.second_id: Player.SECOND}
    told: list[tuple[Channel, News]] = []
    for channel in channels_on(session, parts):
        player = parts[channel.user_id]
        told += [(channel, news[player])] if player in news else []
        told += [(channel, each) for each in _reminders(stored, channel.user, player, now)] if begins else []
    write(session, told, now)


def _reminders(stored: StoredDuel, user: User, player: Player, now: datetime) -> Iterator[News]:
    """Yield the reminder of the phase that begins, if the player is awaited and wants one."""
    due = stored.times.due.get(player)
    if stored.phase is None or due is None or not user.lead_seconds or stored.clock.is_live:
        return
    yield News(
        ("reminder",),
        _reminder(stored, player),
        _facts(stored, player),
        stored.id,
        reminder_at(user, now, due),
        due,
    )


def _reminder(stored: StoredDuel, player: Player) -> str:
    return f"duel:{stored.token}:reminder:{_phase_told(stored)}:{player}"


def _phase_told(stored: StoredDuel) -> str:
    """Name the awaited phase in subjects; one that begins anew is told of anew."""
    anew = stored.times.begun_anew
    return f"{stored.phase}-{anew}" if anew else str(stored.phase)


def reminder_at(user: User, begun: datetime, due: datetime) -> datetime:
    """Return when to remind of a deadline, quiet hours aside: never before half of the time is over."""
    return max(due - timedelta(seconds=user.lead_seconds), begun + (due - begun) / 2)


def revive_reminder(session: Session, stored: StoredDuel, player: Player, now: datetime) -> None:
    """Let a player who is not ready any more be reminded, if their reminder was dropped meanwhile."""
    subject = _reminder(stored, player)
    dropped = (Message.due_at.is_(None), Message.told_at.is_(None), Message.tries == 0)
    is_theirs = (Message.duel_id == stored.id, Message.subject == subject)
    session.execute(update(Message).where(*is_theirs, *dropped).values(due_at=now, until=None))


def reconsider_reminders(session: Session, whose: ColumnElement[bool], now: datetime) -> None:
    """Let the next delivery look anew at reminders that wait, since what decides on their time has changed.

    whose: which of the messages, as those of one account or of one duel.
    """
    waiting = (Message.kind == "reminder", Message.due_at.is_not(None), Message.tries == 0)
    session.execute(update(Message).where(whose, *waiting).values(due_at=now))
