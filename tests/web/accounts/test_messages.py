"""The text of account e-mails: short, in the account's language, with links to the site's own address."""

import html
import re

import pytest

from models import Message, User
from services.accounts.account_emails import LIFETIMES
from tests.fixtures_site import NOON
from web.accounts.messages import WORDS, email_text

SITE = "https://duels.example.org/play/"
STRANGERS = {"verify"}
"""The e-mails that go to unverified addresses."""
QUOTING = {"warned", "account_closed", "account_opened"}
"""The e-mails that quote a moderator."""
LINKLESS = {"account_closed", "account_deleted"}
SIGNED = {"verify": "/account/verify/", "reset": "/reset/"}


def message(kind):
    until = NOON + LIFETIMES[kind] if kind in LIFETIMES else None
    facts = (
        {"state": "0" * 24} if until else {"text": "Be <polite>."} if kind in QUOTING else {"name": "Anna"}
    )
    return Message(user_id=1, address="anna@example.org", kind=kind, facts=facts, until=until)


@pytest.fixture
def worded(site):
    """Return a function that writes an e-mail to Anna outside any request."""

    def worded(kind, language="en", address=SITE):
        with site.app_context():
            return email_text(message(kind), User(id=1, name="Anna", language=language), address)

    return worded


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", WORDS)
def test_an_account_e_mail_says_the_same_as_text_and_as_html(worded, kind, language):
    letter = worded(kind, language)
    assert f'<html lang="{language}">' in letter.html
    paragraphs = re.findall("<p>(.*?)</p>", letter.html)
    plain = [html.unescape(re.sub("<[^>]*>", "", paragraph)) for paragraph in paragraphs]
    assert letter.text == "\n\n".join(plain) + "\n"
    assert letter.subject
    assert "\n" not in letter.subject
    assert ("Anna" in letter.text) == (kind not in STRANGERS)
    assert ("Be <polite>." in letter.text) == (kind in QUOTING)


@pytest.mark.parametrize("kind", WORDS)
def test_an_account_e_mail_is_in_the_language_of_the_account(worded, kind):
    assert worded(kind).subject != worded(kind, "fr").subject
    assert re.search(r"\b[Vv](ous|otre|os)\b", worded(kind, "fr").text)


@pytest.mark.parametrize("kind", WORDS)
@pytest.mark.parametrize("address", [SITE, "http://localhost:8000"])
def test_every_link_begins_as_the_site_does(worded, kind, address):
    letter = worded(kind, address=address)
    links = re.findall('href="([^"]+)"', letter.html)
    assert bool(links) != (kind in LINKLESS)
    start = f"{address.rstrip('/')}{SIGNED.get(kind, '/')}"
    assert [link for link in links if not link.startswith(start) or "//" in link[8:]] == []


@pytest.mark.parametrize("kind", SIGNED)
def test_an_account_e_mail_sent_again_has_the_same_link(worded, kind):
    assert worded(kind) == worded(kind)


def test_the_mail_about_a_closed_account_names_the_contact_if_there_is_one(site, worded):
    site.config["CONTACT"] = ""
    assert "write to" not in worded("account_closed").text
    site.config["CONTACT"] = "contact@example.org"
    assert "write to contact@example.org." in worded("account_closed").text


def test_a_mail_of_an_unknown_kind_is_an_error(worded):
    with pytest.raises(KeyError):
        worded("blank")
