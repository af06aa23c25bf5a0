"""The texts of e-mails about an account, in its language; their links are signed here.

An e-mail to an unverified address contains no text that a stranger could have chosen; otherwise they could
send it to anybody through the site. Only the page behind its link names the account.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import current_app, render_template, url_for

from models import Message, SecurityEventKind, User
from services.accounts import account_emails
from web.accounts.security import event_names, event_sentence
from web.core.messages import MessageText
from web.core.translation import gettext, in_language
from web.words.times import duration

Paragraphs = Sequence["str | Link"]
LETTERS = (
    SecurityEventKind.NEW_DEVICE,
    SecurityEventKind.CODE_FAILED,
    SecurityEventKind.CODE_REUSED,
    SecurityEventKind.RECOVERY_USED,
    SecurityEventKind.FACTOR_ON,
    SecurityEventKind.FACTOR_OFF,
    SecurityEventKind.FACTOR_LIFTED,
    SecurityEventKind.CODES_MADE,
    SecurityEventKind.PASSKEY_ADDED,
    SecurityEventKind.PASSKEY_REMOVED,
    SecurityEventKind.PASSKEY_REFUSED,
    SecurityEventKind.CHANNEL_ADDED,
    SecurityEventKind.CHANNEL_CHANGED,
    SecurityEventKind.CHANNEL_REMOVED,
    SecurityEventKind.CALENDAR_MADE,
    SecurityEventKind.CALENDAR_REMOVED,
)
"""The events whose e-mails share one text."""


@dataclass(frozen=True)
class AccountEmail:
    """An e-mail: its subject, and the same content as plain text and as HTML."""

    subject: str
    text: str
    html: str


class Link(NamedTuple):
    """A link, on a line of its own."""

    url: str

    def __str__(self) -> str:
        return self.url


def page_link(site_url: str, endpoint: str, **values: str) -> Link:
    """Return the full address of a page, built without a request."""
    path = current_app.url_map.bind("").build(endpoint, values)
    return Link(f"{site_url.rstrip('/')}{path}")


def signed_link(
    site_url: str, endpoint: str, purpose: account_emails.Purpose, claim: account_emails.Claim
) -> Link:
    """Return the full address of a page that lets its bearer do something."""
    key: str = current_app.config["SECRET_KEY"]
    return page_link(site_url, endpoint, token=account_emails.sign(key, purpose, claim))


@dataclass(frozen=True)
class Links:
    """The links of one e-mail; site_url: what every address of the site begins with."""

    message: Message
    site_url: str

    def page(self, endpoint: str) -> Link:
        """Return the address of a page that anybody can open."""
        return page_link(self.site_url, endpoint)

    def signed(self, endpoint: str, purpose: account_emails.Purpose) -> Link:
        """Return the address of the page on which its bearer does what the e-mail is about."""
        return signed_link(self.site_url, endpoint, purpose, account_emails.claim_of(self.message))


Words = Callable[[User, Links], tuple[str, Paragraphs]]


def email_text(message: Message, user: User, site_url: str) -> AccountEmail:
    """Write the text of an e-mail about an account; raises KeyError for other messages."""
    words = WORDS[message.kind]
    with in_language(user.language):
        subject, paragraphs = words(user, Links(message, site_url))
        lines = [*paragraphs, gettext("Intimate Diplomacy, %(site)s", site=site_url)]
        html = render_template("accounts/letter.html", subject=subject, paragraphs=lines)
    return AccountEmail(subject, "\n\n".join(map(str, lines)) + "\n", html)


def verify(_: User, links: Links) -> tuple[str, Paragraphs]:
    """Ask the owner of an address whether it is theirs."""
    return gettext("Verify your e-mail address"), (
        gettext(
            "Somebody, probably you, gave this address for an account. To let the account use it, open this "
            "page within %(time)s and press its button:",
            time=duration(int(account_emails.LIFETIMES["verify"].total_seconds())),
        ),
        links.signed("accounts.verify", account_emails.Purpose.VERIFY),
        gettext("If it was not you, do nothing: the address will not be used."),
    )


def taken(user: User, links: Links) -> tuple[str, Paragraphs]:
    """Notify the owner of a verified address that it was given for another account."""
    return gettext("Your address was given for another account"), (
        gettext(
            "Somebody, probably you, gave this address for another account. It is the address of your "
            "account %(name)s already, and an address belongs to one account, so nothing was changed.",
            name=user.name,
        ),
        gettext("If you have forgotten the password of %(name)s, choose a new one here:", name=user.name),
        links.page("accounts.forgotten"),
        gettext("If it was not you, do nothing."),
    )


def reset(user: User, links: Links) -> tuple[str, Paragraphs]:
    """Let the owner of an account choose a new password."""
    return gettext("Choose a new password"), (
        gettext(
            "Somebody, probably you, has forgotten the password of your account %(name)s. Choose a new one "
            "on this page within an hour; it works once:",
            name=user.name,
        ),
        links.signed("accounts.reset", account_emails.Purpose.RESET),
        gettext("If it was not you, do nothing: your password stays as it is."),
    )


def password_changed(user: User, links: Links) -> tuple[str, Paragraphs]:
    """Notify an owner that their password was changed."""
    return gettext("Your password was changed"), (
        gettext(
            "The password of your account %(name)s was changed. Wherever else you were logged in, you no "
            "longer are.",
            name=user.name,
        ),
        gettext("If it was not you, choose another password at once:"),
        links.page("accounts.forgotten"),
    )


def key_made(user: User, links: Links) -> tuple[str, Paragraphs]:
    """Notify an owner that a bot can act for their account."""
    return gettext("An API key was created"), (
        gettext(
            "Someone created a key for your account %(name)s: a program that has it can act for you.",
            name=user.name,
        ),
        gettext("If it was not you, revoke the key, and change your password:"),
        links.page("accounts.keys"),
    )


def address_changed(user: User, links: Links) -> tuple[str, Paragraphs]:
    """Notify the former address that another one is used now."""
    return gettext("Your e-mail address was changed"), (
        gettext(
            "Your account %(name)s has another e-mail address now; nothing more will come to this one.",
            name=user.name,
        ),
        *_stranger(links),
    )


def address_removed(user: User, links: Links) -> tuple[str, Paragraphs]:
    """Notify the former address that the account has none any more."""
    return gettext("Your e-mail address was removed"), (
        gettext(
            "Your account %(name)s has no e-mail address any more; nothing more will come to this one, and a "
            "forgotten password cannot be replaced.",
            name=user.name,
        ),
        *_stranger(links),
    )


def warned(user: User, links: Links) -> tuple[str, Paragraphs]:
    """Notify an owner of a moderator's warning."""
    return gettext("A warning from the moderators"), (
        gettext("%(name)s, a moderator warns you:", name=user.name),
        links.message.facts["text"],
        gettext("It stands on your pages until you have said there that you have read it:"),
        links.page("duels.index"),
    )


def account_closed(user: User, links: Links) -> tuple[str, Paragraphs]:
    """Notify an owner that their account is closed, with the contact address."""
    return gettext("Your account is closed"), (
        gettext("A moderator has closed your account %(name)s:", name=user.name),
        links.message.facts["text"],
        gettext("Your duels stay. Those that still run are lost when you store nothing in them."),
        *([whom_to_write()] if whom_to_write() else []),
    )


def account_opened(user: User, links: Links) -> tuple[str, Paragraphs]:
    """Notify an owner that their account is open again."""
    return gettext("Your account is open again"), (
        gettext("A moderator has reopened your account %(name)s:", name=user.name),
        links.message.facts["text"],
        links.page("accounts.login"),
    )


def account_deleted(_: User, links: Links) -> tuple[str, Paragraphs]:
    """Notify the former owner of an account that it is deleted."""
    return gettext("Your account is deleted"), (
        gettext(
            "Your account %(name)s is deleted, as you asked. Duels that went on are conceded; finished ones "
            "stay under another name.",
            name=links.message.facts["name"],
        ),
        gettext("Nothing more will come to this address."),
        *([whom_to_write()] if whom_to_write() else []),
    )


def of_account(kind: str) -> Words:
    """Return the function that words an event of an account."""

    def worded(user: User, links: Links) -> tuple[str, Paragraphs]:
        subject, lines = words_of(kind, user.name, links.message.facts)
        return subject, (*lines, links.page("accounts.security"))

    return worded


def words_of(kind: str, name: str, facts: Mapping[str, Any]) -> tuple[str, Sequence[str]]:
    """Return the subject and the sentences about an event of an account of this name."""
    sentence = event_sentence(kind, name, facts.get("agent", ""), facts.get("detail", ""))
    advice = gettext("If it was not you, log out everywhere else and change your password at once:")
    return event_names()[kind], (sentence, advice)


def whom_to_write() -> str:
    """Give the contact address for mistaken decisions of moderators; nothing if the site has none."""
    contact = current_app.config["CONTACT"]
    return (
        gettext("If you think that this is a mistake, write to %(address)s.", address=contact)
        if contact
        else ""
    )


def _stranger(links: Links) -> Paragraphs:
    """Say what to do if somebody else has used the account."""
    return (
        gettext(
            "If it was not you, somebody knows your password: log in, change it, and give your address again."
        ),
        links.page("accounts.settings"),
        gettext("If you cannot log in, write to the administrator."),
    )


WORDS: Mapping[str, Words] = {
    "verify": verify,
    "taken": taken,
    "reset": reset,
    SecurityEventKind.PASSWORD_CHANGED: password_changed,
    SecurityEventKind.KEY_MADE: key_made,
    SecurityEventKind.ADDRESS_CHANGED: address_changed,
    SecurityEventKind.ADDRESS_REMOVED: address_removed,
    "warned": warned,
    "account_closed": account_closed,
    "account_opened": account_opened,
    "account_deleted": account_deleted,
    **{kind: of_account(kind) for kind in LETTERS},
}
"""The function that words each kind of e-mail."""


def say_account(message: Message) -> MessageText:
    """Write what happened to an account, for any channel."""
    subject, lines = words_of(message.facts["event"], message.user.name, message.facts)
    return MessageText(subject, lines, url_for("accounts.security", _external=True), gettext("Security"))


MESSAGES = {"account": say_account}
