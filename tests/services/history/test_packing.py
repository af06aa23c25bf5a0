"""Packing the rows that an earlier version stored at full size."""

import json

from sqlalchemy import LargeBinary, column, func, select, table, update

from adjudicator import Phase
from intimate.entries import Sheet
from models import StoredEntry
from models.packing import is_packed, unpack
from services.history.chapters import pack_all
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND

CHAPTERS = table("chapters", *(column(name, LargeBinary) for name in ("entries", "line", "state")))


def stored_before(contest):
    """Store chapters and their entries in the old form."""
    with contest.database.writing() as session:
        row = session.execute(select(CHAPTERS)).mappings().one()
        plain = {name: json.dumps(unpack(value)).encode() for name, value in row.items()}
        session.execute(update(CHAPTERS).values(plain))
        for phase, sealed_at in (("HOMES", LATER), ("S1902B", None)):
            entry = {"phase": Phase.parse(phase), "player": FIRST, "content": Sheet(), "stored_at": LATER}
            session.add(StoredEntry(**entry, duel_id=contest.id, sealed_at=sealed_at))


def test_old_chapters_are_packed_and_nothing_else_changes(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    record = contest.record()
    stored_before(contest)
    assert pack_all(contest.database) == 2
    assert contest.record() == record
    with contest.database.reading() as session:
        assert all(map(is_packed, session.execute(select(CHAPTERS)).one()))
        assert session.scalar(select(func.count()).select_from(StoredEntry)) == 1
    assert pack_all(contest.database) == 0


def test_entries_for_the_present_and_later_phases_are_not_packed(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.store(FIRST, {"bids": {}})
    contest.hand_in(FIRST)
    assert pack_all(contest.database) == 0
    assert contest.content(FIRST) == {"bids": {}}


def test_nothing_is_kept_that_was_entered_for_a_duel_that_is_over(contest):
    contest.store(FIRST, LISTS[FIRST])
    contest.happen(SECOND, "conceded")
    with contest.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(StoredEntry)) == 0
