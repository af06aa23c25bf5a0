"""What is sealed has no part in what if: no page of it shows it or depends on it, on either database."""

import re

import pytest
from argon2 import PasswordHasher

from services import accounts
from services.lines_of_play import written
from services.passwords import hashed
from tests.fixtures_duels import FIRST, LATER, NOON, SECOND, Contest
from tests.fixtures_site import PASSWORD, Visitor
from tests.web.duels.test_what_if import BATTLE

CSRF = re.compile(r'name="csrf_token"[^>]* value="[^"]+"')


@pytest.fixture
def watched(any_database, tmp_path, monkeypatch):
    """Return a duel on any database that awaits orders, and those who look at it."""
    from app import create_app  # noqa: PLC0415 -- tests of the rules must run whatever the pages are like

    monkeypatch.setattr("services.passwords.hasher", PasswordHasher(1, 8, 1))
    with any_database.writing() as session:
        people = {
            name: accounts.register(session, name, hashed(PASSWORD, name), "en", NOON).id
            for name in ("anna", "boris")
        }
    url = any_database.url.render_as_string(hide_password=False)
    settings = {"TESTING": True, "DATABASE_URL": url, "INSTANCE": tmp_path, "SECRET_KEY": "s"}
    site = create_app({**settings, "CLOCK": lambda: LATER})
    readers = {"rival": Visitor(site, "en", {}), "visitor": Visitor(site, "en", {})}
    readers["rival"].post("/login", name="boris", password=PASSWORD)
    contest = Contest(any_database, people).at(BATTLE)
    contest.happen(SECOND, "draw_offered")
    yield contest, readers
    site.extensions["database"].close()


def sights(contest, readers):
    """All that the others are shown of what if, without what differs at every look."""
    play, path = written([["A PAR - BUR", "A MUN - BUR"], []]), f"/duels/{contest.token}/what-if"
    return {
        (name, place): (answer.status_code, answer.headers.get("Location"), CSRF.sub("", answer.text))
        for name, reader in readers.items()
        for place, answer in [
            *((place, reader.get(f"{path}/{place}")) for place in ("now", "start", "0", f"0?play={play}")),
            ("tried", reader.post(f"{path}/0", orders="A Par - Bur, A Mun - Bur")),
            ("own", reader.post(f"{path}/0", own="yes")),
        ]
    }


def test_what_is_sealed_never_shows_nor_changes_an_answer(watched):
    contest, readers = watched
    before = sights(contest, readers)
    contest.store(FIRST, {"orders": {"AUSTRIA": ["A MUN - RUH"]}})
    assert sights(contest, readers) == before
    contest.hand_in(FIRST)
    assert sights(contest, readers) == before
    assert contest.entry(FIRST).ready
    assert not any('selected value="A MUN' in look[2] for look in before.values())
