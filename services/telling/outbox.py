"""The outbox: messages written in the transaction of what they tell, for whoever wants to be told."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import Session, contains_eager

from models import Channel, Message, StoredDuel, User
from models.inserting import unless_there
from services.telling.quiet import out_of_quiet

TEST = "test"
"""The kind of a message that its owner asked for to try a channel; no channel has to want it."""


@dataclass(frozen=True, slots=True)
class News:
    """One thing to tell.

    kinds: what it may be told as, the first that a channel wants. subject: names what is told, so that no
    channel is told it twice. facts: small JSON values, nothing sealed, no text in a language. due_at:
    not to be told earlier. until: not worth telling afterwards; of a reminder the deadline.
    """

    kinds: Sequence[str]
    subject: str
    facts: Mapping[str, Any]
    duel_id: int | None = None
    due_at: datetime | None = None
    until: datetime | None = None


def tell(  # noqa: PLR0913  # all that a message is
    session: Session,
    user_ids: Collection[int],
    kind: str,
    subject: str,
    facts: Mapping[str, Any],
    now: datetime,
    *,
    duel: StoredDuel | None = None,
    due_at: datetime | None = None,
    until: datetime | None = None,
) -> None:
    """Write a message for each channel of these accounts that is on and wants this kind."""
    news = News((kind,), subject, facts, duel.id if duel else None, due_at, until)
    tell_each(session, dict.fromkeys(user_ids, (news,)), now)


def tell_each(session: Session, news: Mapping[int, Iterable[News]], now: datetime) -> None:
    """Write messages for several accounts, each with news of its own; the channels are found at once."""
    channels = channels_on(session, news)
    write(session, [(channel, each) for channel in channels for each in news[channel.user_id]], now)


def channels_on(session: Session, user_ids: Collection[int]) -> Sequence[Channel]:
    """List the channels of some accounts that are on, with their accounts; none is removed meanwhile."""
    if not user_ids:
        return ()
    found = session.scalars(_channels_query(), {"user_ids": list(user_ids)})
    return [channel for channel in found if leads_somewhere(channel, channel.user)]


@cache
def _channels_query() -> Select[Channel]:
    """Select the channels of some accounts that are on; built once."""
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
    """Tell whether a channel has an address; of mail it is the account's, once that is verified."""
    return channel.kind != "mail" or bool(user.email and user.verified_at)


def write(session: Session, told: Iterable[tuple[Channel, News]], now: datetime) -> None:
    """Write the messages that the channels want, each once whatever happens again."""
    rows = [row for channel, news in told if (row := _row(channel, news, now)) is not None]
    if rows:
        session.execute(unless_there(session, Message), rows)


def _row(channel: Channel, news: News, now: datetime) -> dict[str, Any] | None:
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


def _due_at(user: User, kind: str, news: News, now: datetime) -> datetime | None:
    """Return when to tell it; None where quiet hours leave no time to."""
    at = max(now, news.due_at or now)
    if kind == TEST:
        return at
    moved = out_of_quiet(user, at, news.until if kind == "reminder" else None)
    return moved if moved >= now else None
