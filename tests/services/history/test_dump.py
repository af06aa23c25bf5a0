"""The dump: a file for each month, written once, with all finished public duels and nothing else."""

import gzip
import json
import stat
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from sqlalchemy import update

from intimate.record import load
from intimate.replay import replay
from models import StoredDuel
from services.history.dump import find_file, list_files, write_dump
from services.history.lines import schema_text
from services.privacy import deletion
from tests.fixtures_duels import FIRST, LISTS, NOON, SECOND, Clock
from tests.schemas import faults

OCTOBER, NOVEMBER = datetime(2026, 10, 30, 20, tzinfo=UTC), NOON
DECEMBER = datetime(2026, 12, 1, tzinfo=UTC)
SCHEMA = json.loads(schema_text())


@pytest.fixture
def ended(any_database, begun):
    """Return a function that plays a duel to its end at some moment."""

    def play(at, *, public=True):
        contest = begun(public=public, clock=Clock(misses=9)).resolve(LISTS[FIRST], LISTS[SECOND], NOON)
        contest.resolve({"bids": {"ITALY": 5}}, {"bids": {"RUSSIA": 30}}, NOON)
        contest.resolve({"orders": {"AUSTRIA": ["A VIE - GAL"]}}, None, NOON)
        contest.happen(SECOND, "draw_offered", NOON)
        contest.happen(FIRST, "conceded", NOON)
        with any_database.writing() as session:
            session.execute(update(StoredDuel).where(StoredDuel.id == contest.id).values(ended_at=at))
        return contest.token

    return play


def written(instance, name):
    """Return the lines of a file, as its reader finds it."""
    file, path = find_file(instance, name)
    packed = path.read_bytes()
    assert (len(packed), sha256(packed).hexdigest()) == (file.size, file.sha256)
    lines = gzip.decompress(packed).splitlines()
    assert len(lines) == file.duels
    return [json.loads(line) for line in lines]


def test_every_line_is_as_the_schema_says_and_replays_to_its_result(any_database, ended, begun, tmp_path):
    ended(NOVEMBER)
    begun().happen(FIRST, "conceded", NOVEMBER)
    write_dump(any_database, tmp_path, NOVEMBER + timedelta(hours=5))
    found = written(tmp_path, "duels-2026-11.jsonl.gz")
    assert len(found) == 2
    for line in found:
        assert faults(line, SCHEMA) == []
        result = list(replay(load(line)))[-1]["result"]
        assert (result["winner"], result["reason"]) == (line["result"]["winner"], line["result"]["reason"])
    assert [line["homes"] for line in found] == [{"first": "AUSTRIA", "second": "FRANCE"}, {}]
    broken = {**found[0], "pace": "slow", "result": {}, "ended_at": "now"}
    assert len(faults(broken, SCHEMA)) == 3


def test_a_month_has_its_duels_in_the_order_of_their_ends_and_no_private_or_lapsed_or_running_one(
    any_database, ended, begun, tmp_path
):
    late = ended(NOVEMBER + timedelta(hours=2))
    first, early = ended(OCTOBER), ended(NOVEMBER)
    ended(NOVEMBER, public=False)
    begun(clock=Clock(300, 300, 120)).sweep(NOVEMBER + timedelta(hours=3))
    begun()
    names = write_dump(any_database, tmp_path, NOVEMBER + timedelta(hours=5))
    assert names == ["duels-2026-10.jsonl.gz", "duels-2026-11.jsonl.gz"]
    assert [[line["duel"] for line in written(tmp_path, name)] for name in names] == [[first], [early, late]]
    assert [file.name for file in list_files(tmp_path)] == names[::-1]


def test_a_month_that_is_over_is_written_once_and_this_one_once_a_day(any_database, ended, tmp_path):
    def write(at):
        return write_dump(any_database, tmp_path, at)

    assert write(NOVEMBER) == []
    ended(NOVEMBER)
    assert len(write(NOVEMBER)) == 1
    ended(NOVEMBER)
    assert write(NOVEMBER + timedelta(hours=11)) == []
    assert len(write(NOVEMBER + timedelta(hours=12))) == 1
    assert len(written(tmp_path, "duels-2026-11.jsonl.gz")) == 2
    late = ended(DECEMBER - timedelta(seconds=1))
    assert write(DECEMBER + timedelta(minutes=5)) == ["duels-2026-12.jsonl.gz"]
    assert write(DECEMBER + timedelta(hours=1)) == ["duels-2026-11.jsonl.gz"]
    final = written(tmp_path, "duels-2026-11.jsonl.gz")
    assert [file.is_final for file in list_files(tmp_path)] == [False, True]
    assert late in {line["duel"] for line in final}
    ended(NOVEMBER)  # what comes later into a month that is over changes nothing
    assert write(DECEMBER + timedelta(days=2)) == ["duels-2026-12.jsonl.gz"]
    assert written(tmp_path, "duels-2026-11.jsonl.gz") == final


def test_the_file_of_a_month_that_is_over_is_written_anew_without_who_deleted_their_account(
    any_database, people, ended, tmp_path
):
    ended(NOVEMBER)
    for at in (NOVEMBER, DECEMBER + timedelta(days=1)):
        write_dump(any_database, tmp_path, at)
    with any_database.writing() as session:
        deletion.delete_account(session, people["boris"], DECEMBER + timedelta(days=2))
    assert "duels-2026-11.jsonl.gz" in write_dump(
        any_database, tmp_path, DECEMBER + timedelta(days=2, hours=2)
    )
    (line,) = written(tmp_path, "duels-2026-11.jsonl.gz")
    assert line["players"]["second"].startswith("[anonymous ")
    assert write_dump(any_database, tmp_path, DECEMBER + timedelta(days=2, hours=3)) == []


def test_files_are_their_owner_s_alone_and_what_was_replaced_is_gone(any_database, ended, tmp_path):
    for day in range(3):
        ended(NOVEMBER + timedelta(days=day))
        write_dump(any_database, tmp_path, NOVEMBER + timedelta(days=day))
    files = [path for path in (tmp_path / "dump").iterdir() if path.suffix == ".gz"]
    assert len(files) == 1
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "dump").stat().st_mode) == 0o700


def test_what_fails_midway_leaves_what_was_there(any_database, ended, tmp_path, monkeypatch):
    def fail(*_):
        yield b"half a file"
        raise OSError("the disk is full")

    ended(NOVEMBER)
    write_dump(any_database, tmp_path, NOVEMBER)
    before = written(tmp_path, "duels-2026-11.jsonl.gz")
    monkeypatch.setattr("services.history.dump.lines_of", fail)
    with pytest.raises(OSError, match="full"):
        write_dump(any_database, tmp_path, NOVEMBER + timedelta(days=1))
    assert written(tmp_path, "duels-2026-11.jsonl.gz") == before
    assert not [path for path in (tmp_path / "dump").iterdir() if path.suffix == ".new"]


@pytest.mark.parametrize(
    "name", ["files.json", "../secret_key", "duels-2026-11.jsonl.gz/..", "duels-9999-99.jsonl.gz", ""]
)
def test_no_other_file_is_found(tmp_path, name):
    (tmp_path / "secret_key").write_text("s")
    assert find_file(tmp_path, name) is None


def test_of_a_year_with_an_end_in_it_every_month_is_named_as_the_calendar_has_it(
    any_database, ended, tmp_path
):
    ended(NOVEMBER)
    names = write_dump(any_database, tmp_path, datetime(2027, 2, 3, tzinfo=UTC))
    assert [name[6:13] for name in names] == ["2026-11", "2026-12", "2027-01", "2027-02"]
