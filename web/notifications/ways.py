"""The settings of the senders; a worker delivers with `senders_of`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import click
from flask import Flask, current_app
from py_vapid import Vapid

from models import Message
from services.notifications.delivery import deliver_due
from services.notifications.senders import Compose, Content, Sender
from services.notifications.senders.mail import MailSender, MailSettings, SettingRefused, parse_settings
from services.notifications.senders.outward import Outward
from services.notifications.senders.push import PushSender
from services.notifications.senders.webhook import DiscordSender, WebhookSender
from web.core.command_group import CommandGroup
from web.core.configuration import made_once
from web.core.session import database
from web.notifications.content import content_of


@dataclass(frozen=True, slots=True)
class Ways:
    """The settings of the senders.

    mail: None if the site sends none. contact: where push services may write.
    """

    mail: MailSettings | None
    outward: Outward
    contact: str


def init_app(app: Flask) -> None:
    """Read the settings, so that their faults show at the start; add the commands."""
    app.extensions["ways"] = read_ways(app.config)
    app.cli.add_command(group)
    app.cli.add_command(group, "telling")  # its former name, which cron jobs may still call


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


def faults(config: Mapping[str, Any]) -> Iterator[str]:
    """List the faults of settings for sending."""
    try:
        read_ways(config)
    except SettingRefused as error:
        yield f"{error}."
    if config.get("VAPID_PRIVATE_KEY"):
        try:
            read_vapid(config["VAPID_PRIVATE_KEY"])
        except SettingRefused as error:
            yield f"{error}: it is what a file `vapid.pem` holds, which the site makes where none is set."


def senders_of(app: Flask) -> Mapping[str, Sender]:
    """Return a sender for each kind of channel; none for e-mail if the site sends none."""
    with app.app_context():
        found, compose = ways(), composer(app)
        senders: dict[str, Sender] = {
            "push": PushSender(found.outward, vapid(), found.contact, compose),
            "webhook": WebhookSender(found.outward, compose),
            "discord": DiscordSender(found.outward, compose),
        }
    return senders | ({"mail": MailSender(found.mail, compose)} if found.mail else {})


def composer(app: Flask) -> Compose:
    """Return a function that writes the texts of messages outside any request."""

    def compose(message: Message) -> Content:
        with app.test_request_context(base_url=app.config["SITE_URL"]):
            return content_of(message)

    return compose


def vapid() -> Vapid:
    """Return the key by which push services know the site; made once if none is set."""
    text = current_app.config.get("VAPID_PRIVATE_KEY") or made_once(
        Path(current_app.config["INSTANCE"]) / "vapid.pem", new_key
    )
    return read_vapid(text)


def read_vapid(text: str) -> Vapid:
    """Read a private key, as PEM with or without its first and last lines; raises SettingRefused."""
    read: Callable[[str], Vapid] = Vapid.from_string
    try:
        return Vapid.from_pem(text.strip().encode()) if "-----BEGIN" in text else read(text)
    except (ValueError, TypeError) as error:
        raise SettingRefused("VAPID_PRIVATE_KEY is not a private key of the curve P-256") from error


def new_key() -> str:
    """Make a private key."""
    made = Vapid()
    made.generate_keys()
    return str(made.private_pem().decode())


group = CommandGroup("notifications", help="Messages outside the pages.")


@group.command("deliver")
def deliver() -> None:
    """Send what is due, once, and say how many messages were sent."""
    if ways().mail is None:
        click.echo(NO_MAIL, err=True)
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001  # threads need the application itself
    click.echo(deliver_due(database(), app.config["CLOCK"], senders_of(app)))


NO_MAIL = "The site sends no mail: set SMTP_URL and MAIL_FROM (docs/running.md)."
