"""Channels of notifications: added, changed, switched on again and removed by their owner."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from models import Channel, Message, User
from models.ids import ChannelId, UserId
from models.notifications import KINDS, ChannelKind
from services.notifications.outbox import TEST, Notice, reconsider_reminders, write
from services.notifications.refusals import NotificationRefusal, NotificationRefused
from services.refused import NotFound

MOST = 10
USUAL = ("turn", "reminder", "challenge", "offer", "talk", "ended", "tournament")
OF_DEVICES = ("account",)
"""More kinds that a device gets at first; not webhooks, since others may read them."""
LEADS = (0, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600)
"""The seconds before a deadline at which an account can be reminded; 0 is never."""
MINUTES = 24 * 60
LARGEST = 2**31 - 1
"""The largest number of a row."""


def kinds_for(kind: str) -> Sequence[str]:
    """List the kinds of notifications that a channel can carry; e-mails about the account are sent anyway."""
    return tuple(each for each in KINDS if each not in OF_DEVICES or kind != "mail")


def mail_channel(session: Session, user: User, now: datetime) -> Channel:
    """Return the e-mail channel of an account whose address is verified, and switch it on."""
    query = select(Channel).where(Channel.user_id == user.id, Channel.kind == ChannelKind.MAIL)
    channel = session.scalars(query.order_by(Channel.id)).first()
    if channel is None:
        return _add(session, user.id, "mail", {}, now)
    switch_on(channel)
    return channel


def add_channel(
    session: Session, user_id: UserId, kind: str, address: Mapping[str, Any], now: datetime
) -> Channel:
    """Add a channel with a checked address; raises NotificationRefused.

    An address is not added twice: the channel that has it is switched on.
    """
    # Two channels that are added at the same moment are counted one after the other.
    session.execute(select(User.id).where(User.id == user_id).with_for_update(key_share=True))
    channels = channels_of(session, user_id)
    where = _where(kind, address)
    for channel in channels:
        if channel.kind == kind and _where(kind, channel.address) == where:
            channel.address = {**channel.address, **address}
            switch_on(channel)
            return channel
    if len(channels) >= MOST:
        raise NotificationRefused(NotificationRefusal.TOO_MANY_CHANNELS, most=MOST)
    secret = {"secret": token_urlsafe(24)} if kind == "webhook" else {}
    return _add(session, user_id, kind, {**address, **secret}, now)


def add_browser(
    session: Session, user_id: UserId, address: Mapping[str, Any], replaced: str | None, now: datetime
) -> Channel:
    """Add a browser; replaced: its former subscription, which is removed. Raises TooManyChannels."""
    kinds = None
    for channel in channels_of(session, user_id):
        if replaced and channel.kind == ChannelKind.PUSH and channel.address.get("endpoint") == replaced:
            kinds = channel.kinds
            session.delete(channel)
    session.flush()
    added = add_channel(session, user_id, "push", address, now)
    added.kinds = kinds if kinds is not None else added.kinds
    return added


def _where(kind: str, address: Mapping[str, Any]) -> object:
    return address.get("endpoint" if kind == "push" else "url")


def _add(session: Session, user_id: UserId, kind: str, address: Mapping[str, Any], now: datetime) -> Channel:
    kinds = [*USUAL, *(OF_DEVICES if kind == "push" else ())]
    channel = Channel(user_id=user_id, kind=kind, address=dict(address), kinds=kinds, created_at=now)
    session.add(channel)
    session.flush()
    return channel


def channels_of(session: Session, user_id: UserId) -> Sequence[Channel]:
    """List the channels of an account, the oldest first."""
    return session.scalars(select(Channel).where(Channel.user_id == user_id).order_by(Channel.id)).all()


def own_channel(session: Session, user_id: UserId, channel_id: ChannelId) -> Channel:
    """Find a channel of an account; raises NotFound."""
    query = select(Channel).where(Channel.id == channel_id, Channel.user_id == user_id)
    channel = session.scalar(query) if channel_id <= LARGEST else None
    if channel is None:
        raise NotFound
    return channel


def choose_kinds(channel: Channel, kinds: Collection[str]) -> None:
    """Set the kinds of notifications of a channel; raises ValueError."""
    if not set(kinds) <= set(kinds_for(channel.kind)):
        raise ValueError(kinds)
    channel.kinds = [kind for kind in KINDS if kind in kinds]


def switch_on(channel: Channel) -> None:
    """Switch a channel on again."""
    channel.off_at = channel.failing_since = channel.problem = None


def remove(session: Session, channel: Channel) -> None:
    """Remove a channel and its waiting messages; raises ValueError for e-mail, whose address stays."""
    if channel.kind == ChannelKind.MAIL:
        raise ValueError(channel.kind)
    session.delete(channel)


def send_test(session: Session, channel: Channel, now: datetime) -> None:
    """Write a test message for a channel."""
    write(session, [(channel, Notice((TEST,), f"{TEST}:{now.isoformat()}", {}))], now)


def untick(session: Session, channel_id: ChannelId, kind: str) -> Channel | None:
    """Remove a kind from a channel, which may be repeated; return the channel, None if it is gone."""
    channel = session.get(Channel, channel_id, with_for_update={"key_share": True})
    if channel is not None:
        choose_kinds(channel, set(channel.kinds) - {kind})
    return channel


def choose_times(
    session: Session,
    user_id: UserId,
    lead_seconds: int,
    quiet: tuple[int, int] | None,
    now: datetime,
    again_seconds: int = 0,
) -> None:
    """Set how long before a deadline an account is reminded, and its quiet hours, in minutes of the day.

    again_seconds: how long before it a second time; 0 for never. Waiting messages are rescheduled. Raises
    ValueError.
    """
    if not {lead_seconds, again_seconds} <= set(LEADS) or not all(
        0 <= minutes < MINUTES for minutes in quiet or ()
    ):
        raise ValueError(lead_seconds, again_seconds, quiet)
    user = session.get_one(User, user_id)
    user.lead_seconds, user.again_seconds = lead_seconds, again_seconds
    user.quiet_from, user.quiet_to = quiet or (None, None)
    reconsider_reminders(session, Message.user_id == user_id, now)


def last_tests(session: Session, channel_ids: Collection[ChannelId]) -> Mapping[ChannelId, Message]:
    """Return the latest test of each channel that has had one."""
    latest = select(func.max(Message.id)).where(Message.channel_id.in_(channel_ids), Message.kind == TEST)
    query = select(Message).where(Message.id.in_(latest.group_by(Message.channel_id)))
    return {message.channel_id: message for message in session.scalars(query) if message.channel_id}
