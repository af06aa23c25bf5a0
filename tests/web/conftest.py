"""Duels through the pages: playing, watching and reviewing them."""

from contextlib import closing

import pytest
from sqlalchemy import select

from models import User
from services.terms import Terms
from tests.fixtures_duels import DAILY, FIRST, LATER, SECOND, Contest
from tests.web.registered import Registered

PLAYERS = {"anna": FIRST, "boris": SECOND}


def members_of(database):
    """Return the numbers of all accounts by name."""
    with database.reading() as session:
        return {user.name: user.id for user in session.scalars(select(User))}


@pytest.fixture(scope="session")
def registered():
    """Yield the registry of people who registered once and are copied into other databases."""
    with closing(Registered()) as registered:
        yield registered


@pytest.fixture
def pages(site, sqlite_database, registered, visit):
    """Return a function that begins a duel between Anna, who reads English, and Boris, who reads French."""
    members = {"anna": visit(), "boris": visit("fr")}
    registered.let_in(site, members)
    readers = {**members, "visitor": visit()}

    def begin(start=None, preset="intimate", *, public=True, clock=DAILY, **settings):
        terms = Terms(preset, settings, public=public, clock=clock)
        contest = Contest(sqlite_database, members_of(sqlite_database), terms)
        return Pages(site, contest.at(start), readers)

    return begin


class Pages:
    """The pages of one duel, and its viewers."""

    def __init__(self, site, contest, readers):
        self.site, self.contest, self.readers = site, contest, readers
        self.path = f"/duels/{contest.token}"
        self.tokens = {}
        self.clock(LATER)

    def clock(self, now):
        """Set the time."""
        self.site.config["CLOCK"] = lambda: now

    def get(self, reader="anna", page="", **options):
        return self.readers[reader].get(f"{self.path}{page}", **options)

    def post(self, reader, page, **fields):
        """Send a form of the open page, for the current phase or another one."""
        return self.send(reader, page, {"phase": self.contest.phase or "", **fields})

    def send(self, reader, page, fields):
        """Send any fields, with the viewer's token."""
        visitor = self.readers[reader]
        if reader not in self.tokens:
            self.tokens[reader] = visitor.token()
        form = {"csrf_token": self.tokens[reader], **fields}
        return visitor.client.post(f"{self.path}/{page}", data=form, headers=visitor.headers)

    def content(self, reader="anna", phase=None):
        """Return a viewer's stored entry in the format of records, None if there is none."""
        return self.contest.content(PLAYERS[reader], phase)
