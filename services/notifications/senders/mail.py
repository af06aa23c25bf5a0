"""Mail: by SMTP, as text and as plain HTML, with the picture inside."""

import smtplib
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from html import escape
from http import HTTPStatus
from urllib.parse import parse_qs, unquote, urlsplit

from models import Message
from services.notifications.senders import Compose, Content, Failed

PORTS = {"smtp": 587, "smtps": 465}
SECONDS = 20
"""The time that the mail server has for each answer."""
PAUSE = 30
"""Seconds for which a mail server that could not be reached is left alone."""
PERMANENT = HTTPStatus.INTERNAL_SERVER_ERROR
"""Answers of SMTP from this number on, 500, are for good."""


class SettingRefused(ValueError):
    """A setting for mail cannot be used; the text says which and why."""


@dataclass(frozen=True, slots=True)
class MailSettings:
    """Which server takes the mail, and from whom it comes.

    encryption: "tls" from the first byte on, "starttls" as soon as it is connected, or "none".
    """

    host: str
    port: int
    sender: Address
    user: str = ""
    password: str = field(default="", repr=False)
    encryption: str = "starttls"


def parse_settings(url: str, sender: str) -> MailSettings:
    """Read smtp://user:password@host:587, smtps://…, with ?starttls=no; raises SettingRefused."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise SettingRefused("SMTP_URL: this is no address") from error
    if parts.scheme not in PORTS or not host:
        raise SettingRefused("SMTP_URL must look like smtp://user:password@host:587 or smtps://…")
    starttls = parse_qs(parts.query).get("starttls", ["yes"])[-1] != "no"
    encryption = "tls" if parts.scheme == "smtps" else "starttls" if starttls else "none"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailSettings(host, port or PORTS[parts.scheme], parse_sender(sender), user, password, encryption)


def parse_sender(text: str) -> Address:
    """Read an address, with or without a name before it; raises SettingRefused."""
    name, spec = parseaddr(text)
    try:
        address = Address(name, addr_spec=spec)
    except (ValueError, MessageError, IndexError) as error:
        raise SettingRefused("MAIL_FROM must look like duels@example.org") from error
    if not address.username or not address.domain:
        raise SettingRefused("MAIL_FROM must look like duels@example.org")
    return address


class MailSender:
    """Sends messages by mail."""

    def __init__(self, settings: MailSettings, compose: Compose) -> None:
        self._settings, self._compose = settings, compose
        self._left_alone_until = 0.0

    def send(self, message: Message) -> None:
        """Send a message to the address of its account; raises Failed."""
        if time.monotonic() < self._left_alone_until:
            raise Failed("unreachable", is_ours=True)
        mail = written(self._compose(message), self._settings.sender)
        try:
            with self._connected() as server:
                hand_over(server, mail)
        except (OSError, smtplib.SMTPException) as error:
            self._left_alone_until = time.monotonic() + PAUSE
            raise Failed("unreachable", is_ours=True) from error

    @contextmanager
    def _connected(self) -> Iterator[smtplib.SMTP]:
        """Connect and log in; how the server says goodbye changes nothing."""
        settings = self._settings
        server: smtplib.SMTP
        if settings.encryption == "tls":
            context = ssl.create_default_context()
            server = smtplib.SMTP_SSL(settings.host, settings.port, timeout=SECONDS, context=context)
        else:
            server = smtplib.SMTP(settings.host, settings.port, timeout=SECONDS)
        try:
            if settings.encryption == "starttls":
                server.starttls(context=ssl.create_default_context())
            if settings.user:
                server.login(settings.user, settings.password)
            yield server
            with suppress(OSError, smtplib.SMTPException):
                server.quit()
        finally:
            server.close()


def hand_over(server: smtplib.SMTP, mail: EmailMessage) -> None:
    """Send a mail; raises Failed where it is refused, and not the site as such."""
    try:
        server.send_message(mail)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        raise Failed("refused", temporary=min(codes) < PERMANENT) from error
    except (smtplib.SMTPDataError, smtplib.SMTPNotSupportedError) as error:
        raise Failed("refused") from error


def written(content: Content, sender: Address) -> EmailMessage:
    """Write a message as mail; raises Failed where the address is none."""
    mail = EmailMessage(SMTP)
    mail["From"] = sender
    mail["To"] = _recipient(content.to)
    mail["Subject"] = one_line(content.subject)
    mail["Date"] = format_datetime(content.at)
    mail["Message-ID"] = f"<{content.id}@{urlsplit(content.site).hostname}>"
    mail["Auto-Submitted"] = "auto-generated"
    if content.off_url:
        mail["List-Unsubscribe"] = f"<{content.off_url}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(content.text or as_text(content))
    mail.add_alternative(content.html or as_html(content), subtype="html")
    if content.picture:
        _put_in(mail, content.picture.png)
    mail["Content-Language"] = content.language
    return mail


def _recipient(to: str | None) -> Address:
    try:
        return Address(addr_spec=one_line(to or ""))
    except (ValueError, MessageError, IndexError) as error:
        raise Failed("refused", temporary=False) from error


def _put_in(mail: EmailMessage, png: bytes) -> None:
    html = mail.get_payload(1)
    if isinstance(html, EmailMessage):
        html.add_related(png, "image", "png", cid="<board>", disposition="inline", filename="board.png")


def one_line(text: str) -> str:
    """Write a text on one line, as a header needs it."""
    return " ".join(text.split())


def as_text(content: Content) -> str:
    """Write the text part."""
    footer = "\n".join(filter(None, (content.footer, f"{content.off} {content.off_url}".strip())))
    return (
        "\n\n".join(filter(None, (*content.lines, f"{content.link}\n{content.url}", "-- \n" + footer))) + "\n"
    )


def as_html(content: Content) -> str:
    """Write the HTML part: paragraphs, the picture and links, nothing else."""
    picture = content.picture
    parts = [
        *(f"<p>{escape(line)}</p>" for line in content.lines),
        f'<p><a href="{escape(content.url)}">{escape(content.link)}</a></p>',
        f'<p><img src="cid:board" alt="{escape(picture.words)}" width="600"></p>' if picture else "",
        f"<p><small>{escape(content.footer)}</small></p>" if content.footer else "",
        f'<p><small><a href="{escape(content.off_url)}">{escape(content.off)}</a></small></p>'
        if content.off_url
        else "",
    ]
    head = f'<html lang="{content.language}"><head><meta charset="utf-8"></head>'
    return f"<!doctype html>\n{head}<body>\n{chr(10).join(filter(None, parts))}\n</body></html>\n"
