"""The ways on which messages leave, as the settings have them; a worker delivers with `senders_of`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Flask, current_app
from py_vapid import Vapid

from models import Message
from services.telling.senders.mail import MailSender, MailSettings, SettingRefused, parse_settings
from services.telling.senders.outward import Outward
from services.telling.senders.push import PushSender
from services.telling.senders.webhook import DiscordSender, WebhookSender
from services.telling.sending import Compose, Content, Sender
from web.frame.configuration import made_once
from web.telling.content import content_of


@dataclass(frozen=True, slots=True)
class Ways:
    """What the settings say.

    mail: None where the site sends none. contact: whom push services may write to.
    """

    mail: MailSettings | None
    outward: Outward
    contact: str


def init_app(app: Flask) -> None:
    """Read the settings, so that what is wrong with them is said when the site starts."""
    app.extensions["ways"] = read_ways(app.config)


def ways() -> Ways:
    """Return the ways of this application."""
    return cast("Ways", current_app.extensions["ways"])


def read_ways(config: Mapping[str, Any]) -> Ways:
    """Read the settings; raises SettingRefused."""
    url, sender = config.get("SMTP_URL"), config.get("MAIL_FROM")
    if bool(url) != bool(sender):
        raise SettingRefused("SMTP_URL and MAIL_FROM are set together, or neither")
    if urlsplit(config["SITE_URL"]).scheme not in {"http", "https"}:
        raise SettingRefused("SITE_URL must look like https://duels.example.org")
    try:
        networks = [
            ip_network(each.strip()) for each in config.get("RECEIVER_NETWORKS", "").split(",") if each
        ]
    except ValueError as error:
        raise SettingRefused("RECEIVER_NETWORKS must look like 10.0.0.0/8,fd00::/8") from error
    mail = parse_settings(url, sender) if url and sender else None
    contact = (
        f"mailto:{mail.sender.addr_spec}"
        if mail
        else f"mailto:webmaster@{urlsplit(config['SITE_URL']).hostname}"
    )
    return Ways(mail, Outward(networks, allows_http=bool(config.get("RECEIVER_HTTP"))), contact)


def senders_of(app: Flask) -> Mapping[str, Sender]:
    """Return a sender for each kind of channel; none for mail where the site sends none."""
    with app.app_context():
        found, compose = ways(), composer(app)
        senders: dict[str, Sender] = {
            "push": PushSender(found.outward, vapid(), found.contact, compose),
            "webhook": WebhookSender(found.outward, compose),
            "discord": DiscordSender(found.outward, compose),
        }
    return senders | ({"mail": MailSender(found.mail, compose)} if found.mail else {})


def composer(app: Flask) -> Compose:
    """Return a function that puts messages into words, outside of any request."""

    def compose(message: Message) -> Content:
        with app.test_request_context(base_url=app.config["SITE_URL"]):
            return content_of(message)

    return compose


def vapid() -> Vapid:
    """Return the key by which push services know the site; made once where none is set."""
    text = current_app.config.get("VAPID_PRIVATE_KEY") or made_once(
        Path(current_app.config["INSTANCE"]) / "vapid.pem", new_key
    )
    return read_vapid(text)


def read_vapid(text: str) -> Vapid:
    """Read a private key, as PEM or without its first line and its last; raises SettingRefused."""
    read: Callable[[str], Vapid] = Vapid.from_string
    try:
        return Vapid.from_pem(text.strip().encode()) if "-----BEGIN" in text else read(text)
    except (ValueError, TypeError) as error:
        raise SettingRefused("VAPID_PRIVATE_KEY is no private key of the curve P-256") from error


def new_key() -> str:
    """Make a private key."""
    made = Vapid()
    made.generate_keys()
    return str(made.private_pem().decode())
