"""Still pictures do not change with stored orders, and are missing where the duel is hidden."""

import pytest
from argon2 import PasswordHasher

from services.accounts import accounts
from services.accounts.passwords import hashed
from services.terms import Terms
from tests.builders import start
from tests.fixtures_duels import FIRST, LATER, NOON, SECOND, Contest
from tests.fixtures_site import ENTRY_KEYS, PASSWORD, Visitor

PLACES = [
    f"{place}/board.{look}"
    for place in ("", "/chapters/0", "/chapters/1", "/chapters/2")
    for look in ("svg", "svg?theme=dark", "png?width=480", "svg?after=yes", "png?width=480&after=yes")
]
FIRST_MOVES = {"orders": {"AUSTRIA": ["A BUD - SER"]}}, {"orders": {"FRANCE": ["A PAR - BUR"]}}


@pytest.fixture
def watched(any_database, tmp_path, monkeypatch):
    """Return a function that begins a duel on each kind of database, with its viewers."""
    from app import create_app  # noqa: PLC0415 -- tests of the rules must run without the pages

    monkeypatch.setattr("services.accounts.passwords.hasher", PasswordHasher(1, 8, 1))
    with any_database.writing() as session:
        people = {
            name: accounts.register(session, name, hashed(PASSWORD, name), "en", NOON).id
            for name in ("anna", "boris", "clara")
        }
    url = any_database.url.render_as_string(hide_password=False)
    settings = {"TESTING": True, "DATABASE_URL": url, "INSTANCE": tmp_path, "SECRET_KEY": "s"}
    site = create_app({**settings, "ENTRY_KEYS": ENTRY_KEYS[0], "CLOCK": lambda: LATER})
    readers = {name: Visitor(site, "en", {}) for name in people}
    for name, reader in readers.items():
        assert reader.post("/login", name=name, password=PASSWORD).status_code == 303
    readers["visitor"] = Visitor(site, "fr", {})

    def begin(*, public):
        contest = Contest(any_database, people, Terms(public=public)).at(start("S1902B"))
        contest.resolve({"bids": {}}, {"bids": {}})
        contest.resolve(*FIRST_MOVES)
        return contest, readers

    yield begin
    site.extensions["database"].close()


def sight(contest, reader, place):
    answer = reader.get(f"/duels/{contest.token}{place}")
    return answer.status_code, answer.headers.get("ETag"), answer.data if answer.status_code == 200 else b""


def views(contest, readers):
    return {(name, place): sight(contest, readers[name], place) for name in readers for place in PLACES}


def test_everybody_sees_the_same_and_nothing_of_what_is_stored_or_handed_in(watched):
    contest, readers = watched(public=True)
    before = views(contest, readers)
    contest.store(FIRST, {"orders": {"AUSTRIA": ["A VIE - GAL", "F TRI - VEN"]}})
    assert views(contest, readers) == before
    contest.hand_in(FIRST)
    contest.store(SECOND, {"orders": {"FRANCE": ["A MAR - SPA"]}})
    assert views(contest, readers) == before
    assert contest.entry(FIRST).ready
    for place in PLACES:
        assert len({before[name, place][2] for name in readers if before[name, place][0] == 200}) <= 1
    assert {before[name, "/board.svg"][0] for name in readers} == {200}
    assert b"data-order" not in before["anna", "/board.svg"][2]
    assert b"data-order" in before["anna", "/chapters/1/board.svg"][2]


def test_a_private_duel_is_unknown_to_all_but_its_players(watched):
    contest, readers = watched(public=False)
    for place in ["/board.svg", "/board.png?width=480", "/chapters/1/board.svg", "/chapters/1/board.png"]:
        for name in ("clara", "visitor"):
            answer = readers[name].get(f"/duels/{contest.token}{place}")
            nothing = readers[name].get(f"/duels/unknown2{place}")
            assert answer.status_code == nothing.status_code == 404
            assert "ETag" not in answer.headers
        for name in ("anna", "boris"):
            answer = readers[name].get(f"/duels/{contest.token}{place}")
            assert answer.status_code == 200
            assert answer.headers["Cache-Control"] == "private, no-cache"


def test_knowing_the_etag_of_a_private_picture_reveals_nothing(watched):
    contest, readers = watched(public=False)
    name = readers["anna"].get(f"/duels/{contest.token}/board.svg").headers["ETag"]
    readers["visitor"].headers["If-None-Match"] = name
    assert readers["visitor"].get(f"/duels/{contest.token}/board.svg").status_code == 404
