"""Web Push: an encrypted message (RFC 8291) to where a browser listens, signed by the site (RFC 8292)."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from secrets import token_bytes
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid

from models import Message
from services.notifications.refusals import NotificationRefusal, NotificationRefused
from services.notifications.senders import Compose, Content, Failed, Sender
from services.notifications.senders.outward import Outward

GONE = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})
DAY = timedelta(days=1)
SIGNED_FOR = timedelta(hours=12)
POINT, SECRET = 65, 16
"""The bytes of a browser's public key and of its secret."""
LONGEST_TITLE, LONGEST_BODY = 120, 600
"""Characters; what is encrypted must stay below 4 KB."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """The address at which a browser listens, and its encryption keys."""

    endpoint: str
    p256dh: bytes
    auth: bytes

    @classmethod
    def parse(cls, address: Mapping[str, Any]) -> "Subscription":
        """Read what a browser gave (endpoint, p256dh, auth); raises NotificationRefused."""
        try:
            key, auth = (decoded(address[name]) for name in ("p256dh", "auth"))
            EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key)
        except (KeyError, ValueError, AttributeError) as error:
            raise NotificationRefused(NotificationRefusal.SUBSCRIPTION) from error
        if len(key) != POINT or len(auth) != SECRET:
            raise NotificationRefused(NotificationRefusal.SUBSCRIPTION)
        return cls(str(address["endpoint"]), key, auth)


def decoded(text: str) -> bytes:
    """Read bytes written as browsers do: base64 for addresses, without padding; raises ValueError."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def public_key(vapid: Vapid) -> str:
    """Write the site's public key as browsers ask for it."""
    point = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


class PushSender(Sender):
    """Sends messages to browsers.

    contact: where a push service may write about the site, as mailto: or https:.
    """

    def __init__(self, outward: Outward, vapid: Vapid, contact: str, compose: Compose) -> None:
        self._outward, self._vapid, self._contact, self._compose = outward, vapid, contact, compose

    def send(self, message: Message) -> None:
        """Send a message; raises Failed, permanent if the browser does not listen any more."""
        content = self._compose(message)
        to = subscription_of(message)
        status = self._outward.post(to.endpoint, encrypted(content, to), self._headers(content, to))
        if status in GONE:
            raise Failed("gone", temporary=False)
        if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            raise Failed("refused")

    def _headers(self, content: Content, to: Subscription) -> dict[str, str]:
        parts = urlsplit(to.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int((content.at + SIGNED_FOR).timestamp()),
            "sub": self._contact,
        }
        signed: dict[str, str] = self._vapid.sign(claims)
        return {
            **signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(time_to_live(content)),
            "Urgency": "high" if content.kind == "reminder" else "normal",
            "Topic": content.id,
        }


def subscription_of(message: Message) -> Subscription:
    """Return where the browser of a message listens; raises Failed."""
    try:
        return Subscription.parse(message.channel.address if message.channel else {})
    except NotificationRefused as error:
        raise Failed("gone", temporary=False) from error


def time_to_live(content: Content) -> int:
    """Return the seconds for which a push service stores a message: until the deadline, at most a day."""
    left = content.deadline - content.at if content.deadline else DAY
    return int(max(timedelta(), min(DAY, left)).total_seconds())


def encrypted(content: Content, to: Subscription) -> bytes:
    """Encrypt what the browser shows (static/js/service-worker.js), so that only it can read it."""
    shown = {
        "title": content.subject[:LONGEST_TITLE],
        "body": "\n".join(content.lines)[:LONGEST_BODY],
        "url": content.url,
        "tag": content.id,
        "icon": f"{content.site}/static/icon.svg",
        "lang": content.language,
    }
    body: bytes = http_ece.encrypt(
        json.dumps(shown, ensure_ascii=False).encode(),
        salt=token_bytes(16),
        private_key=generate_private_key(SECP256R1()),
        dh=to.p256dh,
        auth_secret=to.auth,
        version="aes128gcm",
    )
    return body
