"""No cached page names the owner of a deleted account."""

import pytest
from sqlalchemy import update

from models import StoredDuel
from services.privacy.deletion import concede_running, delete_account
from tests.builders import start
from tests.fixtures_duels import FIRST, LATER
from tests.judged import played

PAGES = ("", "/chapters/0", "/chapters/2", "/feed.atom", "/record.json", "/rating")
AROUND = ("/duels/watch", "/duels/watch?ended=yes", "/archive/", "/players/boris", "/ratings/days/intimate")


@pytest.mark.parametrize("is_over", [True, False])
def test_no_page_names_a_deleted_account(pages, sqlite_database, is_over):
    duel = pages(None if is_over else start("S1901B"))
    if is_over:
        played(duel.contest)
    else:
        duel.contest.play_on("S1902B")
    looks = [f"{duel.path}{page}" for page in PAGES] + list(AROUND)

    def naming():
        return [look for look in looks if "anna" in duel.readers["visitor"].get(look).text]

    assert {duel.path, f"{duel.path}/chapters/2", f"{duel.path}/feed.atom", "/players/boris"} <= set(naming())
    with sqlite_database.writing() as session:
        delete_account(session, duel.contest.users[FIRST], LATER)
    concede_running(sqlite_database, lambda: LATER, duel.contest.users[FIRST])
    assert naming() == []


def test_no_page_of_a_stuck_duel_names_a_deleted_account(pages, sqlite_database):
    duel = pages(start("S1901B"))
    duel.contest.play_on("S1902B")
    with sqlite_database.writing() as session:
        session.execute(update(StoredDuel).values(stuck_at=LATER))
    looks = [duel.path, f"{duel.path}/chapters/2", "/duels/watch", "/players/boris"]

    def naming():
        return [look for look in looks if "anna" in duel.readers["visitor"].get(look).text]

    assert naming() == looks
    with sqlite_database.writing() as session:
        delete_account(session, duel.contest.users[FIRST], LATER)
    assert concede_running(sqlite_database, lambda: LATER, duel.contest.users[FIRST]) == 0
    assert naming() == []
