"""When its time comes: whether a message is still worth telling, and whether now."""

from collections.abc import Callable, Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from clocks.times import Times
from intimate.players import Player
from models import Challenge, LadderChallenge, Message, StoredDuel, StoredEntry
from services.duels.tables import is_of_present_phase
from services.telling.duels import FOR_GOOD, reminder_at
from services.telling.outbox import TEST, leads_somewhere
from services.telling.quiet import out_of_quiet, quiet_around

When = datetime | None


def when_to_tell(session: Session, message: Message, now: datetime) -> When:
    """Return now, a later instant, or None where a message is not worth telling any more.

    The `until` of a reminder follows the deadline.
    """
    if message.channel_id is None:
        return None if _is_past(message, now) else now
    if message.user.closed_at is not None or not _is_wanted(message):
        return None
    judge = None if message.facts.get("event") in FOR_GOOD else JUDGES.get(message.kind)
    when = judge(session, message, now) if judge else now
    if _is_past(message, now):
        return None
    is_on_time = message.kind in {"reminder", TEST}
    return out_of_quiet(message.user, now) if when == now and not is_on_time else when


def _is_past(message: Message, now: datetime) -> bool:
    return message.until is not None and now >= message.until


def _is_wanted(message: Message) -> bool:
    """Tell whether the channel still wants what it wanted when the message was written."""
    channel = message.channel
    if channel is None or channel.off_at or not leads_somewhere(channel, message.user):
        return False
    return message.kind == TEST or message.kind in channel.kinds


def _of_turn(session: Session, message: Message, now: datetime) -> When:
    """Tell a turn while it lasts."""
    return now if _times_of_awaited(session, message) else None


def _of_reminder(session: Session, message: Message, now: datetime) -> When:
    """Remind of a deadline while it is to be kept; it may have been moved, or stand still in a pause."""
    times, user = _times_of_awaited(session, message), message.user
    if times is None or not user.lead_seconds:
        return None
    if times.pause:
        message.until = None
        return times.pause.until if times.pause.until > now else None
    due = times.due.get(Player(message.facts["player"]))
    if due is None:
        return None
    message.until = due
    at = out_of_quiet(user, reminder_at(user, message.made_at, due), due)
    quiet = quiet_around(user, now)
    if quiet and quiet.ends < due:
        at = max(at, quiet.ends)
    return max(at, now)


def _times_of_awaited(session: Session, message: Message) -> Times | None:
    """Return the times of a duel in which something is to be done by the player of a message, else None."""
    player = Player(message.facts["player"])
    handed_in = (
        select(StoredEntry.id)
        .where(is_of_present_phase(StoredEntry), StoredEntry.player == player, StoredEntry.ready)
        .exists()
    )
    query = select(StoredDuel).where(StoredDuel.id == message.duel_id, ~handed_in)
    stored = session.scalar(query)
    if stored is None or player not in stored.awaited or str(stored.phase) != message.facts["phase"]:
        return None
    return stored.times


def _of_offer(session: Session, message: Message, now: datetime) -> When:
    """Tell an offer while it stands; time that was given is not taken back."""
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


def _of_challenge(session: Session, message: Message, now: datetime) -> When:
    """Tell a challenge while it waits for its answer, and what became of it at any time."""
    if message.facts["what"] not in {"made", "soon"}:
        return now
    if "ladder" in message.facts:
        found = session.get(LadderChallenge, message.facts["challenge"])
        return now if found is not None and found.state == "waiting" else None
    token = message.facts["challenge"]
    return (
        now if session.scalar(select(Challenge.state).where(Challenge.token == token)) == "waiting" else None
    )


JUDGES: Mapping[str, Callable[[Session, Message, datetime], When]] = {
    "turn": _of_turn,
    "reminder": _of_reminder,
    "offer": _of_offer,
    "challenge": _of_challenge,
}
