"""The outbox: messages stored in the transaction of the event they report; quiet hours postpone them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, select, update
from sqlalchemy.orm import Session, contains_eager

from models import Channel, Message, StoredDuel, User
from models.base import unless_there
from models.ids import DuelId, UserId
from models.notifications import ChannelKind
from services.zones import zone_of

DAY = timedelta(days=1)
MARGIN = timedelta(minutes=5)
"""How long before quiet hours a reminder is due that would fall into them."""


class Quiet(NamedTuple):
    """Quiet hours as instants: the first one, and the first one after them."""

    begins: datetime
    ends: datetime


def quiet_around(user: User, instant: datetime) -> Quiet | None:
    """Return an account's quiet hours around an instant; None if it falls into none."""
    begins, ends = user.quiet_from, user.quiet_to
    if begins is None or ends is None or begins == ends:
        return None
    zone = zone_of(user.zone)
    today = instant.astimezone(zone).date()
    for day in (today - DAY, today):
        quiet = Quiet(
            min(_instants(day, begins, zone)), max(_instants(day + DAY * (ends < begins), ends, zone))
        )
        if quiet.begins <= instant < quiet.ends:
            return quiet
    return None


def _instants(day: date, minutes: int, zone: tzinfo) -> list[datetime]:
    """Return the instants at which clocks show a time: two if they are put back, or forward over it."""
    shown = time(*divmod(minutes, 60))
    return [datetime.combine(day, shown.replace(fold=fold), zone).astimezone(UTC) for fold in (0, 1)]


def out_of_quiet(user: User, instant: datetime, deadline: datetime | None = None) -> datetime:
    """Move an instant that falls into quiet hours to their end.

    deadline: if it is not after their end, the instant is moved before their beginning instead.
    """
    quiet = quiet_around(user, instant)
    if quiet is None:
        return instant
    return quiet.ends if deadline is None or quiet.ends < deadline else quiet.begins - MARGIN


def reminder_at(lead: int, begun: datetime, due: datetime) -> datetime:
    """Return when to remind of a deadline, regardless of quiet hours: not before half of the time is over.

    lead: how many seconds before it somebody wants to be reminded.
    """
    return max(due - timedelta(seconds=lead), begun + (due - begun) / 2)


def reconsider_reminders(session: Session, whose: ColumnElement[bool], now: datetime) -> None:
    """Let the next delivery check waiting reminders again, since their time may have changed.

    whose: which messages, such as those of one account or of one duel.
    """
    waiting = (Message.kind == "reminder", Message.due_at.is_not(None), Message.tries == 0)
    session.execute(update(Message).where(whose, *waiting).values(due_at=now))


TEST = "test"
"""The kind of a test message, which every channel takes."""
STUCK, RULED, CALLED, ANSWERED = "stuck", "ruled", "called", "answered"
ALWAYS_SENT = frozenset({STUCK, RULED, CALLED, ANSWERED})
"""Events whose messages are always sent, on each channel that wants any kind."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to notify somebody of.

    kinds: it is sent as the first of these that a channel wants. subject: names the news, so that no
    channel gets it twice. facts: small JSON values, nothing sealed, no text in any language. due_at: not to
    be sent earlier. until: not worth sending afterwards; for a reminder the deadline.
    """

    kinds: Sequence[str]
    subject: str
    facts: Mapping[str, Any]
    duel_id: DuelId | None = None
    due_at: datetime | None = None
    until: datetime | None = None


def notify(  # noqa: PLR0913  # one argument per attribute
    session: Session,
    user_ids: Collection[UserId],
    kind: str,
    subject: str,
    facts: Mapping[str, Any],
    now: datetime,
    *,
    duel: StoredDuel | None = None,
    due_at: datetime | None = None,
    until: datetime | None = None,
) -> None:
    """Write a message for each active channel of these accounts that wants this kind."""
    news = Notice((kind,), subject, facts, duel.id if duel else None, due_at, until)
    notify_each(session, dict.fromkeys(user_ids, (news,)), now)


def notify_each(session: Session, news: Mapping[UserId, Iterable[Notice]], now: datetime) -> None:
    """Write messages for several accounts, each with its own news; all channels are read at once."""
    channels = channels_on(session, news)
    write(session, [(channel, each) for channel in channels for each in news[channel.user_id]], now)


def channels_on(session: Session, user_ids: Collection[UserId]) -> Sequence[Channel]:
    """List the active channels of some accounts, with their accounts, locked against removal."""
    if not user_ids:
        return ()
    found = session.scalars(_channels_query(), {"user_ids": list(user_ids)})
    return [channel for channel in found if leads_somewhere(channel, channel.user)]


@cache
def _channels_query() -> Select[Channel]:
    """Select the active channels of some accounts; built once."""
    theirs = Channel.user_id.in_(bindparam("user_ids", expanding=True))
    return (
        select(Channel)
        .join(Channel.user)
        .options(contains_eager(Channel.user))
        .where(theirs, Channel.off_at.is_(None))
        .order_by(Channel.id)
        .with_for_update(read=True, key_share=True, of=Channel)
    )


def leads_somewhere(channel: Channel, user: User) -> bool:
    """Tell whether a channel has an address; for e-mail it is the account's, once that is verified."""
    return channel.kind != ChannelKind.MAIL or bool(user.email and user.verified_at)


def write(session: Session, notices: Iterable[tuple[Channel, Notice]], now: datetime) -> None:
    """Write the messages that the channels want, each only once even if repeated."""
    rows = [row for channel, news in notices if (row := _row(channel, news, now)) is not None]
    if rows:
        session.execute(unless_there(session, Message), rows)


def _row(channel: Channel, news: Notice, now: datetime) -> dict[str, Any] | None:
    kind = next((kind for kind in news.kinds if kind == TEST or kind in channel.kinds), None)
    at = _due_at(channel.user, kind, news, now) if kind else None
    if at is None:
        return None
    return {
        "user_id": channel.user_id,
        "channel_id": channel.id,
        "kind": kind,
        "subject": news.subject,
        "duel_id": news.duel_id,
        "facts": dict(news.facts),
        "made_at": now,
        "due_at": at,
        "until": news.until,
    }


def _due_at(user: User, kind: str, news: Notice, now: datetime) -> datetime | None:
    """Return when to send it; None if quiet hours leave no time for it."""
    at = max(now, news.due_at or now)
    if kind == TEST:
        return at
    moved = out_of_quiet(user, at, news.until if kind == "reminder" else None)
    return moved if moved >= now else None
