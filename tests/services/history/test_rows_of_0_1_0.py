"""Rows stored by 0.1.0: read unchanged, and played on.

That version wrote `rows_of_0_1_0.json`: a duel of eight chapters with a dislodgement, a retreat, a build,
an offer, an overbid, and a sealed entry. Its auctions have no prices, its states no `lost`.
"""

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import JSON, insert, select, type_coerce

from clocks.terms import Clock
from clocks.times import Times
from intimate.codec import write_duel, write_stored_line
from intimate.entries import Orders
from intimate.events import EventKind
from intimate.players import Player
from intimate.record import load
from intimate.replay import chapters_of, replay
from intimate.sealing import faults
from models import StoredChapter, StoredDuel, StoredEntry
from services.duels.access import find_duel
from services.history.chapters import load_chapter
from services.history.series import extend_series
from tests.fixtures_duels import FIRST, SECOND, Contest

ROWS = json.loads((Path(__file__).parent / "rows_of_0_1_0.json").read_text("utf-8"))
INSTANTS = {"deadline_at", "created_at", "ended_at", "stored_at", "sealed_at", "resolved_at"}


def values(row, **more):
    """Return the values of a row as 0.1.0 stored them: JSON and names, but converted instants."""
    found = {
        key: datetime.fromisoformat(row[key]) if key in INSTANTS and row[key] else row[key] for key in row
    }
    if "phase_seconds" in found:  # as the migration to clocks rewrites it
        found["clock"] = Clock(*[found.pop("phase_seconds")] * 3)
        found |= {"due_first": found["deadline_at"], "due_second": found["deadline_at"]}
        found["running"] = Times(due=dict.fromkeys(Player, found["deadline_at"]))
    if "content" in found:
        found["content"] = type_coerce(found["content"], JSON)
    return {**found, **more}


@pytest.fixture
def old(any_database, people):
    """Return the duel of 0.1.0 in each kind of database."""
    contest = Contest(any_database, people)
    players = {"first_id": people["anna"], "second_id": people["boris"]}
    with any_database.writing() as session:
        session.execute(insert(StoredDuel).values(values(ROWS["duel"], **players)))
        contest.token = ROWS["duel"]["token"]
        contest.id = session.scalar(select(StoredDuel.id).where(StoredDuel.token == contest.token))
        for model, rows in ((StoredEntry, ROWS["entries"]), (StoredChapter, ROWS["chapters"])):
            for row in rows:
                session.execute(insert(model).values(values(row, duel_id=contest.id)))
    return contest


@pytest.fixture
def loaded(old):
    """Return its chapters as values, each with the duel before it."""
    with old.database.reading() as session:
        stored = find_duel(session, old.token, None).stored
        return [load_chapter(session, stored, ordinal) for ordinal in range(stored.ordinal)]


def test_the_rows_are_those_of_a_version_without_prices_and_lost_centres():
    """Otherwise the tests below would prove nothing."""
    auctions = [row["line"]["auction"] for row in ROWS["chapters"] if "auction" in row["line"]]
    assert len(auctions) == 2
    assert all("prices" not in auction for auction in auctions)
    assert all("lost" not in row["state"] for row in [*ROWS["chapters"], ROWS["duel"]])


def test_the_state_reads_as_it_is(old):
    assert write_duel(old.stored().duel) == ROWS["duel"]["state"]
    assert old.stored().duel.position.lost == {}


def test_the_entry_reads_as_it_is(old):
    entry = old.entry(FIRST)
    assert isinstance(entry.content, Orders)
    assert old.content(FIRST) == ROWS["entries"][0]["content"]
    assert (entry.player, str(entry.phase), entry.seal) == (FIRST, "S1902M", ROWS["entries"][0]["seal"])


def test_every_chapter_reads_as_it_is(loaded):
    for past, row in zip(loaded, ROWS["chapters"], strict=True):
        assert (past.chapter.phase and str(past.chapter.phase)) == row["phase"]
        assert write_duel(past.chapter.after) == row["state"]
        line = write_stored_line(past.chapter)
        line.get("auction", {}).pop("prices", None)
        assert line == row["line"]
    assert loaded[6].chapter.event.kind is EventKind.DRAW_OFFERED


def test_the_prices_that_were_not_stored_follow_from_what_was(loaded):
    """§4.4: Italy has served the first for a year, which takes a credit off; half of the rest is paid."""
    assert loaded[1].chapter.auction.prices == {FIRST: {"ITALY": 5}, SECOND: {"GERMANY": 6}}
    overbid = loaded[7].chapter.auction
    assert overbid.prices == {FIRST: {"ITALY": 1}, SECOND: {}}
    assert overbid.paid == {FIRST: 1, SECOND: 17}


def test_the_chapters_are_those_that_the_rules_give_today(loaded):
    """Except for the centres lost in the year, which 0.1.0 did not store."""
    record = load(ROWS["record"])
    for past, played in zip(loaded, chapters_of(record), strict=True):
        after = replace(played.after, position=replace(played.after.position, lost={}))
        assert replace(past.chapter, seals={}) == replace(played, seals={}, after=after)


def test_the_record_of_an_old_duel_is_unchanged(old):
    assert old.record() == ROWS["record"]
    assert list(faults(old.record(), missing_too=True)) == []


def test_the_figures_of_such_a_duel_are_complete(old):
    with old.database.reading() as session:
        figures = extend_series(session, find_duel(session, old.token, None).stored)
    assert figures.start == {FIRST: 24, SECOND: 20}
    assert [year.number for year in figures.years] == [1901, 1902]
    assert (figures.years[1].overbid, figures.years[1].after_auction) == ((SECOND,), {FIRST: 22, SECOND: 0})


def test_an_old_duel_is_played_on_and_its_seals_still_hold(old):
    sealed = old.entry(FIRST)
    old.store(FIRST, old.content(FIRST))
    assert old.entry(FIRST).seal == sealed.seal
    old.enter(SECOND, {"orders": {"FRANCE": ["A BUR - PAR"]}})
    assert old.phase == "F1902M"
    record = old.record()
    assert record["chapters"][:-1] == ROWS["record"]["chapters"]
    assert record["chapters"][-1]["entries"]["first"]["seal"] == sealed.seal
    assert list(faults(record, missing_too=True)) == []
    assert list(replay(load(record)))[-2]["units"]["AUSTRIA"] == ["A BUD", "A GAL", "A MUN", "F TRI"]
