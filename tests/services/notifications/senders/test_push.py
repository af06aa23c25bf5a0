"""Web Push: only the browser can read a message, and it knows the sender."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid

from services.notifications.refusals import NotificationRefusal
from services.notifications.senders import Failed
from services.notifications.senders.push import PushSender, Subscription, public_key
from tests.receivers import AT, content, message, way
from tests.refusing import refuses

SECRET = b"sixteen bytes 16"


def text(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """A browser that receives messages, with a key of its own."""

    def __init__(self, endpoint):
        self.key = ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.address = {"endpoint": endpoint, "p256dh": text(point), "auth": text(SECRET)}

    def read(self, body):
        return json.loads(
            http_ece.decrypt(body, private_key=self.key, auth_secret=SECRET, version="aes128gcm")
        )


@pytest.fixture
def browser(receiver):
    return Browser(receiver[1])


@pytest.fixture
def vapid():
    made = Vapid()
    made.generate_keys()
    return made


@pytest.fixture
def push(browser, vapid):
    """Return a function that sends a message to the browser."""

    def push(**values):
        sender = PushSender(way(), vapid, "mailto:contact@example.org", lambda _: content(**values))
        sender.send(message("push", **browser.address))

    return push


def test_the_browser_reads_what_was_sent(push, browser, receiver):
    push()
    ((_, headers, body),) = receiver[0].got
    assert browser.read(body) == {
        "title": "Your turn",
        "body": "A phase is resolved.\nYou have until tomorrow.",
        "url": "https://duels.example.org/duels/abc",
        "tag": "message-7",
        "icon": "https://duels.example.org/static/icon.svg",
        "lang": "en",
    }
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["Topic"] == "message-7"
    assert (headers["TTL"], headers["Urgency"]) == ("86400", "normal")
    assert b"Your turn" not in body


def test_a_push_message_identifies_the_site(push, receiver, vapid):
    push()
    headers = receiver[0].got[0][1]
    assert Vapid.verify(headers["Authorization"])
    assert f"k={public_key(vapid)}" in headers["Authorization"]
    claims = headers["Authorization"].partition("t=")[2].split(".")[1]
    told = json.loads(urlsafe_b64decode(claims + "=="))
    assert told == {
        "aud": receiver[1].removesuffix("/hook"),
        "exp": int((AT + timedelta(hours=12)).timestamp()),
        "sub": "mailto:contact@example.org",
    }


def test_it_is_kept_until_the_deadline_and_a_reminder_is_urgent(push, receiver):
    for hours in (6, 100, -1):
        push(kind="reminder", deadline=AT + timedelta(hours=hours))
    assert [(headers["TTL"], headers["Urgency"]) for _, headers, _ in receiver[0].got] == [
        ("21600", "high"),
        ("86400", "high"),
        ("0", "high"),
    ]


def test_a_long_message_is_cut_so_that_it_can_be_sent(push, browser, receiver):
    push(subject="ä" * 5000, lines=("€" * 5000,))
    body = receiver[0].got[0][2]
    assert len(body) < 4096
    assert browser.read(body)["title"] == "ä" * 120


@pytest.mark.parametrize(
    ("status", "problem", "temporary"),
    [(404, "gone", False), (410, "gone", False), (429, "refused", True), (500, "refused", True)],
)
def test_the_push_service_s_status_decides_about_another_attempt(push, receiver, status, problem, temporary):
    receiver[0].status = status
    with pytest.raises(Failed) as failed:
        push()
    assert (failed.value.problem, failed.value.temporary) == (problem, temporary)


@pytest.mark.parametrize(
    "changes",
    [
        {"p256dh": ""},
        {"p256dh": "not base64!"},
        {"p256dh": text(b"\4" + b"x" * 64)},
        {"auth": ""},
        {"auth": text(b"short")},
        {"auth": "é"},
        {"p256dh": 5},
        {"auth": None},
    ],
)
def test_an_invalid_push_subscription_is_refused(browser, changes):
    with refuses(NotificationRefusal.SUBSCRIPTION):
        Subscription.parse({**browser.address, **changes})


def test_a_stored_subscription_that_is_none_is_gone(vapid):
    with pytest.raises(Failed, match="gone"):
        PushSender(way(), vapid, "mailto:contact@example.org", lambda _: content()).send(message("push"))
