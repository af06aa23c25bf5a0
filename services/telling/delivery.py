"""Delivery: what is due is claimed for a while, sent outside of any transaction, and noted as told."""

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, joinedload

from models import Channel, Database, Message, Unavailable
from services.telling.sending import Failed, Sender
from services.telling.worth import when_to_tell
from services.trouble import log_fault

log = logging.getLogger(__name__)
Clock = Callable[[], datetime]

LEASE = timedelta(minutes=15)
"""The time that a worker has for a message before another one may take it: longer than any sending."""
BACK_OFF = (
    *(timedelta(minutes=minutes) for minutes in (1, 5, 30)),
    timedelta(hours=2),
    *[timedelta(hours=6)] * 11,
)
"""The times between two tries: three days together."""
PATIENCE = timedelta(days=3)
"""The time after which a channel that has failed ever since is switched off."""
KEPT = timedelta(days=30)
"""The time for which messages that were told or given up are stored."""
AT_ONCE = 3
"""Messages of one account that are sent in one round."""
SENDINGS = 8
"""Messages that are sent at the same time, so that a slow receiver holds up no other."""


def deliver_due(database: Database, clock: Clock, senders: Mapping[str, Sender], most: int = 20) -> int:
    """Send what is due, at most so many messages, and return how many were told.

    senders: by the kind of channel. Any number of workers may do this at once.
    """
    claimed = claim(database, clock(), most)
    if not claimed:
        return 0
    with ThreadPoolExecutor(min(SENDINGS, len(claimed))) as threads:
        return sum(threads.map(lambda message: deliver(database, clock, senders, message), claimed))


def claim(database: Database, now: datetime, most: int) -> Sequence[Message]:
    """Lease messages that are due, and let go of those that are not worth telling or not yet."""
    with database.reading() as session:
        if session.scalar(select(Message.id).where(Message.due_at <= now).limit(1)) is None:
            return ()
    query = (
        select(Message)
        .where(Message.due_at <= now, Message.id.in_(_in_turn(now)))
        .options(joinedload(Message.user), joinedload(Message.channel))
        .order_by(Message.due_at, Message.id)
        .limit(most)
        .with_for_update(of=Message, skip_locked=True)
    )
    with database.writing() as session:
        return [message for message in session.scalars(query).all() if _leased(session, message, now)]


def _in_turn(now: datetime) -> Select[int]:
    """Select what is due, a few of each account: whoever has slow receivers holds up nobody else."""
    place = func.row_number().over(partition_by=Message.user_id, order_by=(Message.due_at, Message.id))
    numbered = select(Message.id, place.label("place")).where(Message.due_at <= now).subquery()
    return select(numbered.c.id).where(numbered.c.place <= AT_ONCE)


def _leased(session: Session, message: Message, now: datetime) -> bool:
    """Lease a message if it is to be told now; otherwise it waits, or is given up."""
    message.due_at = _when_to_tell(session, message, now)
    if message.due_at != now:
        return False
    message.due_at, message.tries = now + LEASE, message.tries + 1
    return True


def _when_to_tell(session: Session, message: Message, now: datetime) -> datetime | None:
    """Give up a message that cannot be judged, so that it stops no other."""
    try:
        return when_to_tell(session, message, now)
    except (Unavailable, SQLAlchemyError):
        raise
    except Exception:
        log.exception("message %d is broken and given up", message.id)
        return None


def deliver(database: Database, clock: Clock, senders: Mapping[str, Sender], message: Message) -> bool:
    """Send one message that was claimed and note what became of it; return True when it was told."""
    failed = try_to_send(senders, message)
    try:
        with database.writing() as session:
            note(session, message, failed, clock())
    except Exception as error:  # noqa: BLE001  # it is logged
        # It will be told again when the lease is over; what identifies it goes along.
        log_fault(log, "what became of message %d could not be noted", message.id, error=error)
    return failed is None


def try_to_send(senders: Mapping[str, Sender], message: Message) -> Failed | None:
    """Send one message; return how that failed, or None."""
    kind = message.channel.kind if message.channel else "mail"
    try:
        if kind not in senders:
            return Failed("unreachable", is_ours=True)
        senders[kind].send(message)
    except Failed as failed:
        log.info("message %d by %s failed: %s", message.id, kind, failed.problem)
        return failed
    except Exception:
        log.exception("message %d by %s could not be sent", message.id, kind)
        return Failed("unreachable", is_ours=True)
    return None


def note(session: Session, message: Message, failed: Failed | None, now: datetime) -> None:
    """Note what became of a message, unless its lease has ended and another worker has it."""
    if message.channel_id is not None and not (failed and failed.is_ours):
        # Before the message: whoever removes a channel locks both in this order.
        channel = session.get(Channel, message.channel_id, with_for_update={"key_share": True})
        if channel is not None:
            note_on_channel(channel, failed, now)
    told = {"told_at": now, "due_at": None}
    values = told if failed is None else {"due_at": next_try(message, failed, now)}
    still_ours = (Message.id == message.id, Message.tries == message.tries, Message.told_at.is_(None))
    session.execute(update(Message).where(*still_ours).values(values))


def next_try(message: Message, failed: Failed, now: datetime) -> datetime | None:
    """Return when to try again; None once it is of no use."""
    if not failed.temporary or message.tries > len(BACK_OFF):
        return None
    return now + BACK_OFF[message.tries - 1]


def note_on_channel(channel: Channel, failed: Failed | None, now: datetime) -> None:
    """Note how a channel does; switch it off when it leads nowhere, or has failed for too long."""
    if failed is None:
        channel.failing_since = channel.problem = None
        return
    channel.failing_since = channel.failing_since or now
    channel.problem = failed.problem
    if not failed.temporary or now - channel.failing_since >= PATIENCE:
        channel.off_at = channel.off_at or now


def forget_old(database: Database, now: datetime) -> int:
    """Delete messages that were told or given up long ago; return how many."""
    done = func.coalesce(Message.told_at, Message.made_at)
    with database.writing() as session:
        deleted = session.execute(
            delete(Message).where(Message.due_at.is_(None), done < now - KEPT).returning(Message.id)
        )
        return len(deleted.all())
