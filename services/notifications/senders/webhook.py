"""Webhooks: a message as JSON, to a member's own address or to a Discord channel."""

import hmac
import json
import re
from datetime import UTC
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from models import Message
from services.notifications.refusals import NotificationRefusal, NotificationRefused
from services.notifications.senders import Compose, Content, Failed, Sender
from services.notifications.senders.outward import Outward

SIGNATURE, UNDATED_SIGNATURE = "X-Signature", "X-Signature-256"
"""The signature with a time, and the older one without, for receivers that know only that."""
DISCORD_HOSTS = frozenset({"discord.com", "discordapp.com"})
DISCORD_PATH = "/api/webhooks/"
FORMATTING = re.compile(r"([\\*_~`|>\[\]()#-])")
"""Characters that Discord uses for formatting."""


class WebhookSender(Sender):
    """Sends messages to addresses of members."""

    def __init__(self, outward: Outward, compose: Compose) -> None:
        self._outward, self._compose = outward, compose

    def send(self, message: Message) -> None:
        """Send a signed message; raises Failed, permanent if the receiver says it is gone."""
        content, address = self._compose(message), address_of(message)
        body, secret, at = as_json(for_programs(content)), str(address.get("secret", "")), content.at
        headers = {
            "Content-Type": "application/json",
            "User-Agent": user_agent(content),
            "Idempotency-Key": content.id,
            SIGNATURE: dated_signature(body, secret, int(at.timestamp())),
            UNDATED_SIGNATURE: f"sha256={signature(body, secret)}",
        }
        check_status(self._outward.post(str(address.get("url")), body, headers), {HTTPStatus.GONE})


class DiscordSender(Sender):
    """Sends messages to channels of Discord."""

    def __init__(self, outward: Outward, compose: Compose) -> None:
        self._outward, self._compose = outward, compose

    def send(self, message: Message) -> None:
        """Send a message; raises Failed, permanent if Discord does not know the address any more."""
        content, address = self._compose(message), address_of(message)
        headers = {"Content-Type": "application/json", "User-Agent": user_agent(content)}
        status = self._outward.post(str(address.get("url")), as_json(for_discord(content)), headers)
        check_status(status, {HTTPStatus.GONE, HTTPStatus.NOT_FOUND})


def address_of(message: Message) -> dict[str, Any]:
    """Return the address of the channel of a message."""
    return message.channel.address if message.channel else {}


def check_status(status: int, gone: set[HTTPStatus]) -> None:
    """Raise Failed unless the status means success."""
    if status in gone:
        raise Failed("gone", temporary=False)
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        raise Failed("refused")


def for_programs(content: Content) -> dict[str, Any]:
    """Describe a message for programs."""
    at = content.deadline
    return {
        "id": content.id,
        "kind": content.kind,
        "duel": content.duel,
        "url": content.url,
        "phase": content.phase,
        "deadline": at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z") if at else None,
        "text": "\n".join((content.subject, *content.lines)),
    }


def for_discord(content: Content) -> dict[str, Any]:
    """Describe a message for Discord, with mentions switched off."""
    embed: dict[str, Any] = {
        "title": plain(content.subject),
        "description": plain("\n".join(content.lines)),
        "url": content.url,
    }
    if content.picture and content.picture.url:
        embed["image"] = {"url": content.picture.url}
    return {"content": plain(content.subject), "embeds": [embed], "allowed_mentions": {"parse": []}}


def plain(text: str) -> str:
    """Escape a text so that Discord shows it as it is."""
    return FORMATTING.sub(r"\\\1", text)


def as_json(value: dict[str, Any]) -> bytes:
    """Write a value as the body of a request."""
    return json.dumps(value, ensure_ascii=False).encode()


def signature(body: bytes, secret: str) -> str:
    """Sign a body with HMAC-SHA256, in hexadecimal, so that its receiver knows that this site sent it."""
    return hmac.digest(secret.encode(), body, "sha256").hex()


def dated_signature(body: bytes, secret: str, at: int) -> str:
    """Sign a body with its time in seconds, so that receivers can refuse old copies."""
    return f"t={at},v1={signature(f'{at}.'.encode() + body, secret)}"


def user_agent(content: Content) -> str:
    """Return the User-Agent of requests."""
    return f"IntimateDiplomacy (+{content.site})"


def check_discord(url: str) -> str:
    """Return the address of a webhook of Discord; raises NotificationRefused for any other one."""
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise NotificationRefused(NotificationRefusal.MALFORMED) from error
    if (
        parts.scheme != "https"
        or parts.netloc not in DISCORD_HOSTS
        or not parts.path.startswith(DISCORD_PATH)
    ):
        raise NotificationRefused(NotificationRefusal.NOT_DISCORD)
    return url
