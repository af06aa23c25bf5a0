"""Webhooks: signed JSON, and messages in Discord."""

import hmac
import json
from datetime import timedelta

import pytest

from services.notifications.refusals import NotificationRefused
from services.notifications.senders import AttachedPicture, Failed
from services.notifications.senders.webhook import DiscordSender, WebhookSender, check_discord, for_discord
from tests.receivers import AT, content, message, receiving, way

DUEL = {"duel": "abc", "phase": "S1901M", "deadline": AT + timedelta(hours=6)}


def send(url, kind="webhook", **values):
    sender = (WebhookSender if kind == "webhook" else DiscordSender)(way(), lambda _: content(**values))
    sender.send(message(kind, url=url, secret="shared"))


def test_a_webhook_gets_what_happened_as_json(receiver):
    server, url = receiver
    send(url, **DUEL)
    ((_, headers, body),) = server.got
    assert json.loads(body) == {
        "id": "message-7",
        "kind": "turn",
        "duel": "abc",
        "url": "https://duels.example.org/duels/abc",
        "phase": "S1901M",
        "deadline": "2026-11-20T18:00:00Z",
        "text": "Your turn\nA phase is resolved.\nYou have until tomorrow.",
    }
    assert headers["Content-Type"] == "application/json"
    assert headers["Idempotency-Key"] == "message-7"
    assert headers["User-Agent"] == "IntimateDiplomacy (+https://duels.example.org)"
    at = int(AT.timestamp())
    signed = hmac.digest(b"shared", f"{at}.".encode() + body, "sha256").hex()
    assert headers["X-Signature"] == f"t={at},v1={signed}"
    assert headers["X-Signature-256"] == f"sha256={hmac.digest(b'shared', body, 'sha256').hex()}"


def test_the_same_message_sent_twice_is_known_by_its_name(receiver):
    server, url = receiver
    send(url)
    send(url)
    first, second = server.got
    assert first[1]["Idempotency-Key"] == second[1]["Idempotency-Key"]
    assert first[2] == second[2]


@pytest.mark.parametrize(
    ("kind", "status", "problem", "temporary"),
    [
        ("webhook", 410, "gone", False),
        ("webhook", 404, "refused", True),
        ("webhook", 500, "refused", True),
        ("webhook", 302, "refused", True),
        ("discord", 404, "gone", False),
        ("discord", 429, "refused", True),
    ],
)
def test_the_receiver_s_status_decides_about_another_attempt(receiver, kind, status, problem, temporary):
    server, url = receiver
    server.status = status
    with pytest.raises(Failed) as failed:
        send(url, kind)
    assert (failed.value.problem, failed.value.temporary) == (problem, temporary)


def test_a_receiver_that_redirects_inwards_gets_nothing_sent_there(receiver):
    server, url = receiver
    with receiving() as (inner, elsewhere):
        server.status, server.headers = 307, {"Location": elsewhere}
        with pytest.raises(Failed):
            send(url)
        assert inner.got == []


def test_discord_gets_a_text_and_calls_nobody(receiver):
    server, url = receiver
    send(url, "discord", subject="@everyone [click](https://evil.example) **now**")
    body = json.loads(server.got[0][2])
    assert body["allowed_mentions"] == {"parse": []}
    assert body["content"] == r"@everyone \[click\]\(https://evil.example\) \*\*now\*\*"
    assert body["embeds"][0]["url"] == "https://duels.example.org/duels/abc"


def test_a_picture_is_shown_in_discord_only_where_everybody_may_see_it():
    public, private = (
        AttachedPicture(b"png", "The board", url) for url in ("https://duels.example.org/p.png", None)
    )
    assert for_discord(content(picture=public))["embeds"][0]["image"] == {"url": public.url}
    assert "image" not in for_discord(content(picture=private))["embeds"][0]
    assert "image" not in for_discord(content())["embeds"][0]


@pytest.mark.parametrize(
    "url",
    [
        "https://discord.com.evil.example/api/webhooks/1/x",
        "https://discord.com@evil.example/api/webhooks/1/x",
        "https://evil.example/discord.com/api/webhooks/1/x",
        "https://discord.com:8443/api/webhooks/1/x",
        "https://discord.com/api/users/1",
        "http://discord.com/api/webhooks/1/x",
        "https://[discord.com/api/webhooks/1/x",
        "",
    ],
)
def test_only_webhooks_of_discord_are_webhooks_of_discord(url):
    with pytest.raises(NotificationRefused):
        check_discord(url)


@pytest.mark.parametrize("host", ["discord.com", "discordapp.com"])
def test_both_names_of_discord_are_its_own(host):
    assert check_discord(f"https://{host}/api/webhooks/1/x").startswith("https://")
