"""Notifications: channels, and messages in the outbox."""

from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, query_expression, relationship

from models.account import User
from models.base import NUMBERED, Base, one_of
from models.duel import StoredDuel
from models.ids import ChannelId, DuelId, MessageId
from models.sealed import SealedDocument
from models.types import Code, Document, Id, UserRef, UtcTime, Word

KINDS = ("turn", "reminder", "resolved", "challenge", "offer", "talk", "ended", "tournament", "account")
"""The kinds of notifications that owners can switch off for a channel; those of the account always come."""


class ChannelKind(StrEnum):
    """The kinds of channels."""

    MAIL = "mail"
    PUSH = "push"
    WEBHOOK = "webhook"
    DISCORD = "discord"


class Channel(Base):
    """A channel that notifies an account, with the kinds of messages that it carries.

    address: empty for e-mail, since the account has it; for a push subscription what the browser gave
    (endpoint, keys); for the others the `url`. It is sealed, since anybody who has it can write there. A
    channel that keeps failing is switched off at `off_at`, and its owner sees its `problem`.
    """

    __tablename__ = "channels"
    __table_args__ = (one_of("kind", ChannelKind), NUMBERED)

    id: Mapped[Id[ChannelId]]
    user_id: Mapped[UserRef] = mapped_column(index=True)
    kind: Mapped[ChannelKind] = mapped_column(Code(ChannelKind))
    address: Mapped[dict[str, Any]] = mapped_column(SealedDocument, server_default="{}")
    kinds: Mapped[list[str]] = mapped_column(JSON)
    created_at: Mapped[UtcTime]
    failing_since: Mapped[UtcTime | None]
    off_at: Mapped[UtcTime | None]
    problem: Mapped[Word | None]

    user: Mapped[User] = relationship()


IS_OVER = text("due_at IS NULL")
IS_LOST = text("due_at IS NULL AND told_at IS NULL AND tries > 0")
"""Matches messages that were tried and given up; obsolete ones were never tried."""


class Message(Base):
    """One notification to one account by one channel, written in the transaction of its event.

    channel_id: None for e-mails about the account itself, which go to `address`. subject: names the
    occasion, so that no channel is notified twice. facts: the values of the text, which is written on
    sending. due_at: the instant of the next attempt; None once it was sent or given up. until: after this it
    is not worth sending. in_rush: no column, but added by a query: whether pictures are left out, as many
    messages are due.
    """

    __tablename__ = "messages"
    __table_args__ = (
        UniqueConstraint("channel_id", "subject"),
        Index(None, "due_at", "id"),
        Index("ix_messages_over", "made_at", sqlite_where=IS_OVER, postgresql_where=IS_OVER),
        Index("ix_messages_undelivered", "id", sqlite_where=IS_LOST, postgresql_where=IS_LOST),
        NUMBERED,
    )

    id: Mapped[Id[MessageId]]
    user_id: Mapped[UserRef] = mapped_column(index=True)
    channel_id: Mapped[ChannelId | None] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    address: Mapped[str | None] = mapped_column(String(254))
    kind: Mapped[Word]
    subject: Mapped[str] = mapped_column(String(96))
    duel_id: Mapped[DuelId | None] = mapped_column(ForeignKey("duels.id"), index=True)
    facts: Mapped[Document]
    made_at: Mapped[UtcTime]
    due_at: Mapped[UtcTime | None]
    until: Mapped[UtcTime | None]
    tries: Mapped[int] = mapped_column(default=0)
    told_at: Mapped[UtcTime | None]

    user: Mapped[User] = relationship()
    channel: Mapped[Channel | None] = relationship()
    duel: Mapped[StoredDuel | None] = relationship()
    in_rush: Mapped[bool | None] = query_expression()
