"""A table as its organiser, players and spectators see it."""

import re

import pytest
from sqlalchemy import select

from games.record import load, moves_of
from models import GameTable
from services.tables import tables

SEVEN = "Anna: Austria\nBen: England *\nChloé: France\nDan: Germany\nEve: Italy\nFred: Russia\nGil: Turkey"
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


class Table:
    """A table and the people around it."""

    def __init__(self, site, database, organiser, visitor, **fields):
        self.site, self.database, self.organiser, self.visitor = site, database, organiser, visitor
        made = organiser.post(
            "/tables/new", **{"lineup": "7", "edition": "standard", "clock": "none", "names": SEVEN, **fields}
        )
        assert made.status_code == 303, re.findall(r'class="error"[^>]*>([^<]+)', made.text)
        self.path = made.location

    @property
    def token(self):
        return self.path.rpartition("/")[2]

    def loaded(self):
        with self.database.reading() as session:
            found = tables.find(session, self.token, links=True)
            session.expunge_all()
            return found

    @property
    def game(self):
        return self.loaded().game

    @property
    def ordinal(self):
        with self.database.reading() as session:
            return session.scalar(select(GameTable.ordinal).where(GameTable.token == self.token))

    def link(self, power):
        return f"{self.path}/sheet/{self.loaded().stored.links[power]}"

    def type(self, act="reveal", who=None, ordinal=None, **sheets):
        """Send the organiser's form: the given texts by power; all other sheets are in and empty."""
        fields = {f"in_{power}": "yes" for power in POWERS}
        fields |= {f"sheet_{power}": sheet for power, sheet in sheets.items() if power in POWERS}
        fields |= {name: value for name, value in sheets.items() if name not in POWERS}
        number = self.ordinal if ordinal is None else ordinal
        return (who or self.organiser).post(f"{self.path}/sheets", act=act, ordinal=number, **fields)

    def note(self, event, **fields):
        return self.organiser.post(f"{self.path}/event", event=event, ordinal=self.ordinal, **fields)

    def hand_in(self, power, orders, phase=None):
        return self.visitor.post(self.link(power), phase=phase or str(self.game.phase), orders=orders)

    def page(self, who=None, rest=""):
        return (who or self.organiser).get(self.path + rest).text

    def record(self):
        return self.visitor.get(f"{self.path}/record.json").json

    def replayed(self):
        return list(moves_of(load(self.record())))


@pytest.fixture
def table(site, sqlite_database, member, visit):
    """Return a function that makes a table of Olga's."""
    people = {}

    def table(**fields):
        if not people:
            people["olga"], people["visitor"] = member("Olga"), visit()
        return Table(site, sqlite_database, people["olga"], people["visitor"], **fields)

    return table
