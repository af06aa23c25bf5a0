"""The page "What if" shows nothing sealed and does not depend on it, on either database."""

import pytest

from tests.fixtures_duels import FIRST, LATER, SECOND, Contest
from tests.fixtures_site import Visitor
from tests.web.conftest import members_of
from tests.web.reading import without_tokens
from tests.web.what_if.test_pages import BATTLE, written


@pytest.fixture
def watched(any_database, site_with):
    """Return a duel on each kind of database that awaits orders, and its viewers."""
    site = site_with(any_database, CLOCK=lambda: LATER)
    Visitor(site).registered("anna")
    readers = {"rival": Visitor(site).registered("boris"), "visitor": Visitor(site)}
    contest = Contest(any_database, members_of(any_database)).at(BATTLE)
    contest.happen(SECOND, "draw_offered")
    for reader in readers.values():
        reader.get("/rules")  # show one-time messages now
    return contest, readers


def views(contest, readers):
    """Return everything that others see of "What if", without what differs at every look."""
    play, path = written(["A PAR - BUR", "A MUN - BUR"], []), f"/duels/{contest.token}/what-if"
    return {
        (name, place): (answer.status_code, answer.headers.get("Location"), without_tokens(answer))
        for name, reader in readers.items()
        for place, answer in [
            *((place, reader.get(f"{path}/{place}")) for place in ("now", "start", "0", f"0?play={play}")),
            ("tried", reader.post(f"{path}/0", orders="A Par - Bur, A Mun - Bur")),
            ("own", reader.post(f"{path}/0", own="yes")),
        ]
    }


def test_sealed_entries_never_change_an_answer_of_what_if(watched):
    contest, readers = watched
    before = views(contest, readers)
    contest.store(FIRST, {"orders": {"AUSTRIA": ["A MUN - RUH"]}})
    assert views(contest, readers) == before
    contest.hand_in(FIRST)
    assert views(contest, readers) == before
    assert contest.entry(FIRST).ready
    pages = [look[2] for look in before.values() if look[0] == 200]
    assert len(pages) == 8
    assert not any('selected value="A MUN' in page for page in pages)
