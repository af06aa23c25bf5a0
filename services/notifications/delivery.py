"""Delivery: claim due messages for a while, send them outside any transaction, and note the results."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache
from typing import NamedTuple

from sqlalchemy import Select, literal, select, tuple_, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, joinedload, load_only, selectinload, undefer, with_expression

from models import Channel, Database, Message, StoredDuel, Unavailable
from models.ids import MessageId, UserId
from services.hooks import When, hooks_of
from services.log_once import log_fault
from services.notifications.outbox import ALWAYS_SENT, TEST, leads_somewhere, out_of_quiet
from services.notifications.senders import Failed, Sender

log = logging.getLogger(__name__)
Clock = Callable[[], datetime]

LEASE = timedelta(minutes=15)
"""How long a worker may hold a message before another may take it: longer than any sending."""
BACK_OFF = (
    *(timedelta(minutes=minutes) for minutes in (1, 5, 30)),
    timedelta(hours=2),
    *[timedelta(hours=6)] * 11,
)
"""The times between attempts: three days in all."""
PATIENCE = timedelta(days=3)
"""A channel that has only failed for this long is switched off."""
KEPT = timedelta(days=30)
"""How long messages are kept after they were sent or given up."""
AT_ONCE = 3
"""How many messages of one account one round sends."""
BATCH = 40
"""How many messages one round sends by default."""
RUSH = 20
"""With more due messages than this, they go without pictures, which take a second each to paint."""
PAGE = 50
LOOKED_AT = 300
"""How many due messages are read at once to choose the next ones."""
SENDINGS = 8
"""How many messages are sent at the same time, so that a slow receiver holds up no other."""
NOTED_EVERY = 0.5
"""Sent messages are noted this often, in seconds; a killed worker's last ones are sent again."""
STANDING = load_only(Channel.failing_since, Channel.problem, Channel.off_at)
"""The columns of a channel's state; its sealed address is not needed for it."""


def deliver_all(
    database: Database, clock: Clock, senders: Mapping[str, Sender], may_go_on: Callable[[], bool]
) -> int:
    """Send what is due, round after round until nothing is left; return how many were sent."""
    delivered = 0
    with resting_afterwards(senders):
        while claimed := claim(database, clock(), BATCH):
            delivered += _deliver(database, clock, senders, claimed)
            if not may_go_on():
                break
    return delivered


def deliver_due(database: Database, clock: Clock, senders: Mapping[str, Sender], most: int = BATCH) -> int:
    """Send what is due, at most this many messages, and return how many were sent.

    senders: by the kind of channel. Any number of workers may do this at once.
    """
    claimed = claim(database, clock(), most)
    with resting_afterwards(senders):
        return _deliver(database, clock, senders, claimed) if claimed else 0


@contextmanager
def resting_afterwards(senders: Mapping[str, Sender]) -> Iterator[None]:
    """Let senders keep connections until the block ends."""
    try:
        yield
    finally:
        for sender in senders.values():
            sender.rest()


def _deliver(
    database: Database, clock: Clock, senders: Mapping[str, Sender], claimed: Sequence[Message]
) -> int:
    """Send what was claimed, noting regularly what has been sent; return how many were sent."""
    sent = 0
    with ThreadPoolExecutor(min(SENDINGS, len(claimed))) as threads:
        running = {threads.submit(try_to_send, senders, message): message for message in claimed}
        while running:
            done, _ = wait(running, NOTED_EVERY)
            results = [DeliveryResult(running.pop(each), each.result()) for each in done]
            note_all(database, results, clock())
            sent += sum(result.failed is None for result in results)
    return sent


def claim(database: Database, now: datetime, most: int) -> Sequence[Message]:
    """Lease due messages; cancel obsolete ones, and postpone the others.

    All questions are asked in a reading session, so that nobody waits. What the texts of messages need is
    read along, for all of them at once.
    """
    with database.reading() as session:
        numbers = [number for number, _ in zip(_in_turn(session, now), range(most), strict=False)]
        if not numbers:
            return ()
        query = _whole_messages().where(Message.id.in_(numbers)).order_by(Message.due_at, Message.id)
        query = query.options(with_expression(Message.in_rush, literal(is_rush(session, now))))
        with session.no_autoflush:  # a moved deadline changes a reminder; `_leased` stores that
            found = [(message, _time_to_send(session, message, now)) for message in session.scalars(query)]
    with database.writing(yields=True) as session:
        return _leased(session, found, now)


@cache
def _whole_messages() -> Select[Message]:
    """Select messages with their accounts, channels and duels, and the entries handed in there."""
    duel = selectinload(Message.duel)
    players = joinedload(StoredDuel.first), joinedload(StoredDuel.second)
    more = selectinload(StoredDuel.handed_in), undefer(StoredDuel.start)
    return select(Message).options(
        joinedload(Message.user), joinedload(Message.channel), duel.options(*players, *more)
    )


def _in_turn(session: Session, now: datetime) -> Iterator[MessageId]:
    """Yield due messages, the oldest first, a few per account, so that slow receivers delay nobody else."""
    place = tuple_(Message.due_at, Message.id)
    query = select(Message.due_at, Message.id, Message.user_id).where(Message.due_at <= now)
    query = query.order_by(Message.due_at, Message.id).limit(LOOKED_AT)
    of_account: Counter[UserId] = Counter()
    rows = session.execute(query).all()
    while rows:
        for _, number, user_id in rows:
            of_account[user_id] += 1
            if of_account[user_id] <= AT_ONCE:
                yield number
        last = rows[-1]
        is_last = len(rows) < LOOKED_AT
        rows = [] if is_last else session.execute(query.where(place > (last.due_at, last.id))).all()


def _leased(
    session: Session, found: Sequence[tuple[Message, datetime | None]], now: datetime
) -> Sequence[Message]:
    """Lease what is to be sent now, unless another worker was faster; postpone or cancel the rest."""
    numbers = [message.id for message, _ in found]
    query = select(Message.id, Message.tries).where(Message.due_at <= now, Message.id.in_(numbers))
    free = {row.id: row.tries for row in session.execute(query.with_for_update(skip_locked=True))}
    ours = [(message, when) for message, when in found if free.get(message.id) == message.tries]
    leased = []
    for message, when in ours:
        message.due_at = when
        if when == now:
            message.due_at, message.tries = now + LEASE, message.tries + 1
            leased.append(message)
    if ours:
        columns = ("id", "due_at", "tries", "until")
        rows = [{column: getattr(message, column) for column in columns} for message, _ in ours]
        session.execute(update(Message), rows)
    return leased


def _time_to_send(session: Session, message: Message, now: datetime) -> datetime | None:
    """Return when to send a message; give up a broken one, so that it stops no other."""
    try:
        return due_time(session, message, now)
    except (Unavailable, SQLAlchemyError):
        raise
    except Exception:
        log.exception("message %d is broken and was given up", message.id)
        return None


def try_to_send(senders: Mapping[str, Sender], message: Message) -> Failed | None:
    """Send one message; return the failure, or None."""
    kind = message.channel.kind if message.channel else "mail"
    try:
        if kind not in senders:
            return Failed("unreachable", is_ours=True)
        senders[kind].send(message)
    except Failed as failed:
        log.info("message %d by %s failed: %s", message.id, kind, failed.problem)
        return failed
    except Exception as error:  # noqa: BLE001  # it is logged
        log_fault(log, "message %d by %s could not be sent", message.id, kind, error=error)
        return Failed("unreachable", is_ours=True)
    return None


class DeliveryResult(NamedTuple):
    """A message that was tried, and the failure; None if it was sent."""

    message: Message
    failed: Failed | None


def note_all(database: Database, results: Sequence[DeliveryResult], now: datetime) -> None:
    """Note the results of messages in one transaction; if that fails, one by one."""
    if not results:
        return
    left = results
    try:
        with database.writing(yields=True) as session:
            left = note(session, results, now, waits=False)
    except Exception as error:  # noqa: BLE001  # it is logged
        log_fault(log, "%d messages are noted one by one", len(results), error=error)
    for result in left:
        try:
            with database.writing(yields=True) as session:
                note(session, [result], now, waits=True)
        except Exception as error:  # noqa: BLE001  # it is logged
            # It will be sent again when the lease is over, with the same id.
            log_fault(log, "the result of message %d could not be noted", result.message.id, error=error)


def note(
    session: Session, results: Sequence[DeliveryResult], now: datetime, *, waits: bool
) -> Sequence[DeliveryResult]:
    """Note the results of messages, unless their lease has ended and another worker has them.

    waits: wait for channels that somebody else has locked; otherwise return their results without noting
    them.
    """
    # Channels before messages: removing a channel locks both in this order.
    numbers = {result.message.channel_id for result in results} - {None}
    query = select(Channel).where(Channel.id.in_(numbers)).order_by(Channel.id).options(STANDING)
    locked = session.scalars(query.with_for_update(key_share=True, skip_locked=not waits))
    channels: dict[int | None, Channel | None] = {None: None, **{channel.id: channel for channel in locked}}
    noted = [result for result in results if result.message.channel_id in channels]
    for message, failed in noted:
        channel = channels[message.channel_id]
        if channel is not None and not (failed and failed.is_ours):
            note_on_channel(channel, failed, now)
        if failed is not None:
            _note_try(session, [message], due_at=next_try(message, failed, now))
    _note_try(session, [message for message, failed in noted if failed is None], told_at=now, due_at=None)
    return [result for result in results if result.message.channel_id not in channels]


def _note_try(session: Session, messages: Sequence[Message], **values: datetime | None) -> None:
    tried = tuple_(Message.id, Message.tries).in_([(message.id, message.tries) for message in messages])
    if messages:
        query = update(Message).where(tried, Message.told_at.is_(None)).values(values)
        session.execute(query, execution_options={"synchronize_session": False})


def next_try(message: Message, failed: Failed, now: datetime) -> datetime | None:
    """Return when to try again; None once there is no point."""
    if not failed.temporary or message.tries > len(BACK_OFF):
        return None
    return now + BACK_OFF[message.tries - 1]


def note_on_channel(channel: Channel, failed: Failed | None, now: datetime) -> None:
    """Update the state of a channel; switch it off if it leads nowhere, or has failed for too long."""
    if failed is None:
        channel.failing_since = channel.problem = None
        return
    channel.failing_since = channel.failing_since or now
    channel.problem = failed.problem
    if not failed.temporary or now - channel.failing_since >= PATIENCE:
        channel.off_at = channel.off_at or now


def is_rush(session: Session, now: datetime) -> bool:
    """Tell whether too many messages are due to paint pictures, as when thousands of duels end a phase."""
    return session.scalar(select(Message.id).where(Message.due_at <= now).offset(RUSH).limit(1)) is not None


def list_undelivered(session: Session, before: int | None = None) -> Sequence[Message]:
    """List messages that were tried and given up, the latest first; one more than a page if others follow."""
    given_up = (Message.due_at.is_(None), Message.told_at.is_(None), Message.tries > 0)
    query = select(Message).where(*given_up).options(joinedload(Message.user), joinedload(Message.channel))
    if before is not None:
        query = query.where(Message.id < before)
    return session.scalars(query.order_by(Message.id.desc()).limit(PAGE + 1)).all()


def forget_old(database: Database, now: datetime) -> int:
    """Delete old messages that were sent or given up, in batches; return how many."""
    is_over = (Message.due_at.is_(None), Message.made_at < now - KEPT)
    return database.delete_in_portions(Message.id, select(Message.id).where(*is_over))


def due_time(session: Session, message: Message, now: datetime) -> When:
    """Return now, a later instant, or None if a message is not worth sending any more.

    The `until` of a reminder follows the deadline.
    """
    if message.channel_id is None:
        return None if _is_past(message, now) else now
    if message.user.closed_at is not None or not _is_wanted(message):
        return None
    when = now if message.facts.get("event") in ALWAYS_SENT else _when_due(session, message, now)
    if _is_past(message, now):
        return None
    is_on_time = message.kind in {"reminder", TEST}
    return out_of_quiet(message.user, now) if when == now and not is_on_time else when


def _when_due(session: Session, message: Message, now: datetime) -> When:
    """Ask the features that send this kind of message; the first that does not say "now" decides."""
    for check in hooks_of(session).due_checks.get(message.kind, ()):
        if (when := check(session, message, now)) != now:
            return when
    return now


def _is_past(message: Message, now: datetime) -> bool:
    return message.until is not None and now >= message.until


def _is_wanted(message: Message) -> bool:
    """Tell whether the channel still wants messages of this kind."""
    channel = message.channel
    if channel is None or channel.off_at or not leads_somewhere(channel, message.user):
        return False
    return message.kind == TEST or message.kind in channel.kinds
