"""Mail: by SMTP, as text and as plain HTML, with the picture inside."""

import smtplib
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from email.charset import QP, Charset
from email.errors import MessageError
from email.headerregistry import Address
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.policy import compat32
from email.utils import format_datetime, formataddr, parseaddr
from html import escape
from http import HTTPStatus
from queue import Empty, SimpleQueue
from urllib.parse import parse_qs, unquote, urlsplit

from models import Message
from services.notifications.senders import Compose, Content, Failed, Sender

PORTS = {"smtp": 587, "smtps": 465}
SECONDS = 20
"""How long the mail server may take for each answer."""
PAUSE = 30
"""Seconds before a mail server that could not be reached is tried again."""
OK = 250
PERMANENT = HTTPStatus.INTERNAL_SERVER_ERROR
"""SMTP answers from this number on are permanent."""


POLICY = compat32.clone(linesep="\r\n")
"""This policy folds headers only at spaces, which addresses do not have; others break long addresses."""
UTF8 = Charset("utf-8")
UTF8.body_encoding = QP


class SettingRefused(ValueError):
    """A setting for mail is not usable; the text says which and why."""


@dataclass(frozen=True, slots=True)
class MailSettings:
    """The server that takes the mail, and the sender.

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
        raise SettingRefused("SMTP_URL is not a valid address") from error
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
    if not address.username or not address.domain or not spec.isascii():
        raise SettingRefused("MAIL_FROM must look like duels@example.org")
    return address


class MailSender(Sender):
    """Sends messages by mail; connections are kept from one to the next."""

    def __init__(self, settings: MailSettings, compose: Compose) -> None:
        self._settings, self._compose = settings, compose
        self._left_alone_until = 0.0
        self._kept: SimpleQueue[smtplib.SMTP] = SimpleQueue()

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

    def rest(self) -> None:
        """Close the connections, ignoring the server's last answers."""
        with suppress(Empty):
            while True:
                with closing(self._kept.get_nowait()) as server, suppress(OSError, smtplib.SMTPException):
                    server.quit()

    @contextmanager
    def _connected(self) -> Iterator[smtplib.SMTP]:
        """Yield a kept connection or a new one, and keep it afterwards unless it has failed."""
        server = self._kept_one() or connect(self._settings)
        try:
            yield server
        except Failed:
            self._kept.put(server)
            raise
        except BaseException:
            server.close()
            raise
        self._kept.put(server)

    def _kept_one(self) -> smtplib.SMTP | None:
        """Return a kept connection that still answers: servers end idle or much used ones."""
        with suppress(Empty):
            server = self._kept.get_nowait()
            with suppress(OSError, smtplib.SMTPException):
                if server.noop()[0] == OK:
                    return server
            server.close()
        return None


def connect(settings: MailSettings) -> smtplib.SMTP:
    """Connect to the server and log in."""
    server: smtplib.SMTP
    if settings.encryption == "tls":
        context = ssl.create_default_context()
        server = smtplib.SMTP_SSL(settings.host, settings.port, timeout=SECONDS, context=context)
    else:
        server = smtplib.SMTP(settings.host, settings.port, timeout=SECONDS)
    with ExitStack() as failing:
        failing.callback(server.close)
        if settings.encryption == "starttls":
            server.starttls(context=ssl.create_default_context())
        if settings.user:
            server.login(settings.user, settings.password)
        failing.pop_all()
    return server


def hand_over(server: smtplib.SMTP, mail: MIMEMultipart) -> None:
    """Send a mail; raises Failed if this mail, rather than the site as such, is refused."""
    try:
        server.send_message(mail)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        raise Failed("refused", temporary=min(codes) < PERMANENT) from error
    except smtplib.SMTPDataError as error:
        raise Failed("refused") from error


def written(content: Content, sender: Address) -> MIMEMultipart:
    """Write a message as mail; raises Failed if the address is not valid."""
    mail = MIMEMultipart("alternative", policy=POLICY)
    mail["From"] = formataddr((sender.display_name, sender.addr_spec))
    mail["To"] = _recipient(content.to)
    mail["Subject"] = one_line(content.subject)
    mail["Date"] = format_datetime(content.at)
    mail["Message-ID"] = f"<{content.id}@{urlsplit(content.site).hostname}>"
    mail["Auto-Submitted"] = "auto-generated"
    if content.unsubscribe_url:
        mail["List-Unsubscribe"] = f"<{content.unsubscribe_url}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail["Content-Language"] = content.language
    mail.attach(_part(content.text or as_text(content), "plain"))
    html = _part(content.html or as_html(content), "html")
    mail.attach(_with_picture(html, content.picture.png) if content.picture else html)
    return mail


def _recipient(to: str | None) -> str:
    """Check the recipient's address; accounts only have addresses that every server accepts."""
    try:
        address = Address(addr_spec=one_line(to or "")).addr_spec
    except (ValueError, MessageError, IndexError) as error:
        raise Failed("refused", temporary=False) from error
    if not address.isascii():
        raise Failed("refused", temporary=False)
    return address


def _part(text: str, kind: str) -> MIMEText:
    return MIMEText(text, kind, UTF8, policy=POLICY)  # type: ignore[arg-type]  # it takes a Charset as well


def _with_picture(html: MIMEText, png: bytes) -> MIMEMultipart:
    picture = MIMEImage(png, "png", policy=POLICY)
    picture["Content-ID"] = "<board>"
    picture["Content-Disposition"] = 'inline; filename="board.png"'
    return MIMEMultipart("related", _subparts=(html, picture), policy=POLICY)


def one_line(text: str) -> str:
    """Write a text on one line, as a header needs it."""
    return " ".join(text.split())


def as_text(content: Content) -> str:
    """Write the text part."""
    footer = "\n".join(
        filter(None, (content.footer, f"{content.unsubscribe_label} {content.unsubscribe_url}".strip()))
    )
    link = f"{content.link}\n{content.url}"
    return "\n\n".join(filter(None, (*content.lines, link, *content.details, "-- \n" + footer))) + "\n"


def as_html(content: Content) -> str:
    """Write the HTML part: paragraphs, the picture and links, nothing else."""
    picture = content.picture
    parts = [
        *(f"<p>{escape(line)}</p>" for line in content.lines),
        f'<p><a href="{escape(content.url)}">{escape(content.link)}</a></p>',
        *(f"<p>{escape(line)}</p>" for line in content.details),
        f'<p><img src="cid:board" alt="{escape(picture.words)}" width="600"></p>' if picture else "",
        f"<p><small>{_footer(content)}</small></p>" if content.footer else "",
        f'<p><small><a href="{escape(content.unsubscribe_url)}">'
        f"{escape(content.unsubscribe_label)}</a></small></p>"
        if content.unsubscribe_url
        else "",
    ]
    head = f'<html lang="{content.language}"><head><meta charset="utf-8"></head>'
    return f"<!doctype html>\n{head}<body>\n{chr(10).join(filter(None, parts))}\n</body></html>\n"


def _footer(content: Content) -> str:
    """Write the footer; the address in it is a link."""
    address = escape(content.footer_url)
    link = f'<a href="{address}">{address}</a>'
    return escape(content.footer).replace(address, link) if address else escape(content.footer)
