"""Tournaments through the pages, for organisers, players and visitors."""

import pytest

from tests.services.tournaments.conftest import EIGHT, ORGANISER, Cup


@pytest.fixture
def cup_pages(site, sqlite_database, member, visit):
    """Return a function that makes a tournament and opens the site for its organiser and first players."""

    def make(*names, **plan):
        people = {name: member(name) for name in (ORGANISER, "arno", *names[:2])}
        return CupPages(site, Cup(sqlite_database, names, **plan), people | {"visitor": visit()})

    return make


class CupPages:
    """The pages of one tournament, and their viewers."""

    def __init__(self, site, cup, readers):
        self.site, self.cup, self.readers = site, cup, readers
        self.path = f"/tournaments/{cup.token}"

    def get(self, reader="visitor", page=""):
        return self.readers[reader].get(f"{self.path}{page}")

    def post(self, reader, page, **fields):
        return self.readers[reader].post(f"{self.path}{page}", **fields)

    def act(self, reader, act, **fields):
        """Send a form of the desk and confirm."""
        sent = {f"{act}-{name}": value for name, value in fields.items() if name != "round"}
        plain = {"round": fields["round"]} if "round" in fields else {}
        return self.post(reader, f"/desk/{act}", sure=act, **sent, **plain)


__all__ = ["EIGHT", "ORGANISER"]
