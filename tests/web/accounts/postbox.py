"""The e-mails of a site, as their recipients read them."""

import re

from sqlalchemy import select

from models import Message
from tests.fixtures_site import PASSWORD, Visitor
from web.accounts.messages import email_text

SITE = "https://duels.example.org"
ANNAS, BORIS = "anna@example.org", "boris@example.org"
LINK = re.compile(rf"{SITE}(/\S+)")


class Postbox:
    """The e-mails of a site."""

    def __init__(self, site):
        self.site = site
        self.database = site.extensions["database"]

    def messages(self, address=None):
        """Return the e-mails waiting to be sent, to one address or to all."""
        query = select(Message).where(Message.due_at.is_not(None)).order_by(Message.id)
        with self.database.reading() as session:
            return [each for each in session.scalars(query) if address in {None, each.address}]

    def kinds(self, address=None):
        return [message.kind for message in self.messages(address)]

    def read(self, address=None, kind=None):
        """Return the text of the newest e-mail."""
        message = next(each for each in reversed(self.messages(address)) if kind in {None, each.kind})
        with self.site.app_context(), self.database.reading() as session:
            fresh = session.get_one(Message, message.id)
            return email_text(fresh, fresh.user, SITE)

    def link(self, address=None, kind=None):
        """Return the path of the first link in the newest e-mail."""
        return LINK.search(self.read(address, kind).text)[1]

    def member(self, name, address=None, language="en"):
        """Return a member; an address, if given, is verified."""
        reader = Visitor(self.site, language)
        answer = reader.post("/register", name=name, password=PASSWORD, email=address or "")
        assert answer.status_code == 303, answer.text
        if address:
            assert reader.post(self.link(address, "verify")).status_code == 303
        return reader
