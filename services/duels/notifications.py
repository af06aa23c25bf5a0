"""Notifications about duels: when one begins, and when a chapter is stored."""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session, undefer

from clocks.times import Times
from intimate.chapter import Chapter
from intimate.events import BY_THE_ARBITER, EventKind
from intimate.players import Player
from models import Channel, Message, StoredDuel, User
from models.notifications import KINDS
from services.duels.access import LockedDuel
from services.hooks import When
from services.notifications.outbox import (
    RULED,
    STUCK,
    Notice,
    channels_on,
    notify_each,
    out_of_quiet,
    quiet_around,
    reconsider_reminders,
    reminder_at,
    write,
)

CLOCK_ACTS = frozenset({"pause_offered", "pause_begun", "pause_over", "time_given"})
OFFERS = frozenset({EventKind.DRAW_OFFERED, EventKind.STALEMATE_CLAIMED, EventKind.END_ASKED})


def notify_of_new_duel(
    session: Session, stored: StoredDuel, now: datetime, players: Collection[Player], begun_by: str = ""
) -> None:
    """Notify players that a new duel awaits them; begun_by: what began it, if not a challenge."""
    subject = f"duel:{stored.token}:begun"
    more = {"begun_by": begun_by} if begun_by else {}
    news = {
        player: Notice(("turn",), subject, {**_facts(stored, player), **more}, stored.id)
        for player in Player
        if player in players and player in stored.awaited
    }
    _write(session, stored, news, now, begins=True)


def notify_of_chapter(locked: LockedDuel, chapter: Chapter, now: datetime) -> None:
    """Notify both players of a new chapter, except the one who brought it about and sees it.

    If a phase begins with it, its reminders are written too.
    """
    stored = locked.stored
    news = {
        player: _of_chapter(stored, chapter, player)
        for player in Player
        if player is not locked.player and _kinds(stored, chapter, player)
    }
    # After a correction the phase is played again at once.
    has_begun = chapter.event is None or chapter.event.kind is EventKind.TAKEN_BACK
    begins = has_begun and stored.phase is not None
    if news or begins:
        _write(locked.session, stored, news, now, begins=begins)


def notify_of_clock_act(locked: LockedDuel, what: str, now: datetime) -> None:
    """Notify the opponent of what a player has done about the clocks; reminders follow the deadlines.

    what: an act; only those in CLOCK_ACTS cause a notification.
    """
    stored, player = locked.stored, locked.player
    reconsider_reminders(locked.session, Message.duel_id == stored.id, now)
    if player is None or what not in CLOCK_ACTS:
        return
    facts = {**_facts(stored, player.opponent), "event": what}
    # A repeated offer notifies once in a phase.
    at = "" if what == "pause_offered" else now.isoformat(timespec="seconds")
    subject = f"duel:{stored.token}:{what}:{_phase_key(stored)}:{at}"
    news = {player.opponent: Notice(("offer",), subject, facts, stored.id)}
    _write(locked.session, stored, news, now, begins=False)


def notify_of_failure(session: Session, stored: StoredDuel, now: datetime) -> None:
    """Notify both players and the moderators that an error has paused a duel, on all channels in use."""
    moderators = session.scalars(select(User.id).where(User.is_moderator))
    facts = {"player": None, "phase": str(stored.phase), "event": STUCK}
    subject = f"duel:{stored.token}:{STUCK}:{now.isoformat(timespec='seconds')}"
    news = Notice(KINDS, subject, facts, stored.id)
    notify_each(session, dict.fromkeys({stored.first_id, stored.second_id, *moderators}, (news,)), now)


def _of_chapter(stored: StoredDuel, chapter: Chapter, player: Player) -> Notice:
    ordinal = stored.ordinal - 1
    facts = {
        **_facts(stored, player),
        "chapter": ordinal,
        "resolved": str(chapter.phase) if chapter.phase and chapter.event is None else None,
        "event": _event_code(chapter),
    }
    subject = f"duel:{stored.token}:chapter:{ordinal}"
    return Notice(_kinds(stored, chapter, player), subject, facts, stored.id)


def _event_code(chapter: Chapter) -> str | None:
    if chapter.event is None:
        return None
    return RULED if chapter.event.kind in BY_THE_ARBITER else chapter.event.kind.value


def _facts(stored: StoredDuel, player: Player) -> dict[str, Any]:
    """Return the facts in every message about a duel: its recipient's part, and the awaited phase."""
    return {"player": player.value, "phase": str(stored.phase) if stored.phase else None}


def _kinds(stored: StoredDuel, chapter: Chapter, player: Player) -> tuple[str, ...]:
    """List the kinds of a notification of a chapter; a channel takes the first it wants."""
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
    session: Session, stored: StoredDuel, news: dict[Player, Notice], now: datetime, *, begins: bool
) -> None:
    """Notify each player, and write reminders if a phase begins; practice notifies nobody."""
    if stored.level is not None:
        return
    parts = {stored.first_id: Player.FIRST, stored.second_id: Player.SECOND}
    notices: list[tuple[Channel, Notice]] = []
    for channel in channels_on(session, parts):
        player = parts[channel.user_id]
        notices += [(channel, news[player])] if player in news else []
        notices += (
            [(channel, each) for each in _reminders(stored, channel.user, player, now)] if begins else []
        )
    write(session, notices, now)


def _reminders(stored: StoredDuel, user: User, player: Player, now: datetime) -> Iterator[Notice]:
    """Yield the reminders of the phase that begins, if the player is awaited and wants any."""
    due = stored.times.due.get(player)
    if stored.phase is None or due is None or stored.clock.is_live:
        return
    for reminder, lead in zip(REMINDERS, _leads(user), strict=True):
        if lead:
            facts = {**_facts(stored, player), "reminder": reminder}
            subject = _reminder(stored, player, reminder)
            yield Notice(("reminder",), subject, facts, stored.id, reminder_at(lead, now, due), due)


REMINDERS = ("reminder", "again")
"""The names of the first and the second reminder of a phase, in subjects and facts."""


def _leads(user: User) -> tuple[int, int]:
    """Return how many seconds before a deadline each reminder comes; 0 for never."""
    return user.lead_seconds, user.again_seconds


def _reminder(stored: StoredDuel, player: Player, reminder: str) -> str:
    return f"duel:{stored.token}:{reminder}:{_phase_key(stored)}:{player}"


def _phase_key(stored: StoredDuel) -> str:
    """Name the awaited phase in subjects; a phase that begins anew has another name, so it notifies again."""
    anew = stored.times.begun_anew
    return f"{stored.phase}-{anew}" if anew else str(stored.phase)


def revive_reminder(session: Session, stored: StoredDuel, player: Player, now: datetime) -> None:
    """Restore the reminders of a player who is not ready any more, if they were dropped meanwhile."""
    subjects = [_reminder(stored, player, reminder) for reminder in REMINDERS]
    dropped = (Message.due_at.is_(None), Message.told_at.is_(None), Message.tries == 0)
    is_theirs = (Message.duel_id == stored.id, Message.subject.in_(subjects))
    session.execute(update(Message).where(*is_theirs, *dropped).values(due_at=now, until=None))


def turn_lasts(_: Session, message: Message, now: datetime) -> When:
    """Send the message of a turn while the turn lasts."""
    return now if _times_of_awaited(message) else None


def reminder_due(_: Session, message: Message, now: datetime) -> When:
    """Send a reminder while its deadline holds; it may have been moved, or be paused."""
    times, user = _times_of_awaited(message), message.user
    first, second = _leads(user)
    is_second = message.facts.get("reminder") == "again"
    lead = second if is_second else first
    if times is None or not lead:
        return None
    if times.pause:
        message.until = None
        return times.pause.until if times.pause.until > now else None
    due = times.due.get(Player(message.facts["player"]))
    if due is None:
        return None
    message.until = due
    at = out_of_quiet(user, reminder_at(lead, message.made_at, due), due)
    if is_second and first and at <= out_of_quiet(user, reminder_at(first, message.made_at, due), due):
        return None  # in a short phase, or about quiet hours, both would come at once
    quiet = quiet_around(user, now)
    if quiet and quiet.ends < due:
        at = max(at, quiet.ends)
    return max(at, now)


def _times_of_awaited(message: Message) -> Times | None:
    """Return the times of a duel that awaits the recipient of a message; None if it does not."""
    player, stored = Player(message.facts["player"]), message.duel
    if stored is None or player not in stored.awaited or str(stored.phase) != message.facts["phase"]:
        return None
    return None if any(entry.player is player for entry in stored.handed_in) else stored.times


def offer_stands(session: Session, message: Message, now: datetime) -> When:
    """Send the message of an offer while the offer stands; added time is not taken back."""
    query = select(StoredDuel).where(StoredDuel.id == message.duel_id).options(undefer(StoredDuel.state))
    stored = session.scalars(query).one()
    by = Player(message.facts["player"]).opponent
    stands = {
        "time_given": True,
        "pause_begun": True,
        "pause_over": True,
        "pause_offered": stored.times.pause_offer is by,
        "draw_offered": by in stored.duel.draw_offers,
        "stalemate_claimed": by in stored.duel.claims,
        "end_asked": stored.duel.end_asked is by,
    }
    return now if stored.phase and stands[message.facts["event"]] else None
