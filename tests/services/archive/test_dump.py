"""The dump: one file for each month, written once, with all finished public duels and nothing else."""

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
from services.archive.dump import find_file, lines_of, list_files, schema_text, write_dump
from services.privacy import deletion
from tests.fixtures_duels import FIRST, LISTS, NOON, SECOND, Clock
from tests.schemas import faults

OCTOBER, NOVEMBER = datetime(2026, 10, 30, 20, tzinfo=UTC), NOON
DECEMBER = datetime(2026, 12, 1, tzinfo=UTC)
SCHEMA = json.loads(schema_text())


@pytest.fixture
def ended(any_database, begun):
    """Return a function that plays a duel to its end at a given time."""

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


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "dump"


def written(folder, name):
    """Return the lines of a file as a user reads them."""
    file, path = find_file(folder, name)
    packed = path.read_bytes()
    assert (len(packed), sha256(packed).hexdigest()) == (file.size, file.sha256)
    lines = gzip.decompress(packed).splitlines()
    assert len(lines) == file.duels
    return [json.loads(line) for line in lines]


def test_every_line_is_as_the_schema_says_and_replays_to_its_result(any_database, ended, begun, folder):
    ended(NOVEMBER)
    begun().happen(FIRST, "conceded", NOVEMBER)
    write_dump(any_database, folder, NOVEMBER + timedelta(hours=5))
    found = written(folder, "duels-2026-11.jsonl.gz")
    assert len(found) == 2
    for line in found:
        assert faults(line, SCHEMA) == []
        result = list(replay(load(line)))[-1]["result"]
        assert (result["winner"], result["reason"]) == (line["result"]["winner"], line["result"]["reason"])
    assert [line["homes"] for line in found] == [{"first": "AUSTRIA", "second": "FRANCE"}, {}]
    broken = {**found[0], "pace": "slow", "result": {}, "ended_at": "now"}
    assert len(faults(broken, SCHEMA)) == 3


def test_a_month_has_its_duels_in_the_order_of_their_ends_and_no_private_or_lapsed_or_running_one(
    any_database, ended, begun, folder
):
    late = ended(NOVEMBER + timedelta(hours=2))
    first, early = ended(OCTOBER), ended(NOVEMBER)
    ended(NOVEMBER, public=False)
    begun(clock=Clock(300, 300, 120)).sweep(NOVEMBER + timedelta(hours=3))
    begun()
    names = write_dump(any_database, folder, NOVEMBER + timedelta(hours=5))
    assert names == ["duels-2026-10.jsonl.gz", "duels-2026-11.jsonl.gz"]
    assert [[line["duel"] for line in written(folder, name)] for name in names] == [[first], [early, late]]
    assert [file.name for file in list_files(folder)] == names[::-1]


def test_ended_duels_are_added_once_a_day_and_past_months_stay_unchanged(any_database, ended, folder):
    def write(at):
        return write_dump(any_database, folder, at)

    assert write(NOVEMBER) == []
    first = ended(NOVEMBER)
    assert len(write(NOVEMBER + timedelta(hours=2))) == 1
    second = ended(NOVEMBER + timedelta(hours=3))
    assert write(NOVEMBER + timedelta(hours=11)) == []
    assert len(write(NOVEMBER + timedelta(hours=12))) == 1
    assert [line["duel"] for line in written(folder, "duels-2026-11.jsonl.gz")] == [first, second]
    late = ended(DECEMBER - timedelta(seconds=1))
    assert write(DECEMBER + timedelta(minutes=5)) == ["duels-2026-12.jsonl.gz"]
    assert write(DECEMBER + timedelta(hours=1)) == ["duels-2026-11.jsonl.gz"]
    final = written(folder, "duels-2026-11.jsonl.gz")
    assert [file.is_final for file in list_files(folder)] == [False, True]
    assert [line["duel"] for line in final] == [first, second, late]
    ended(NOVEMBER)  # a late change to a past month has no effect
    assert write(DECEMBER + timedelta(days=2)) == ["duels-2026-12.jsonl.gz"]
    assert written(folder, "duels-2026-11.jsonl.gz") == final


def test_adding_duels_does_not_read_those_already_in_the_file(any_database, ended, folder, monkeypatch):
    read = []

    def noting(session, numbers):
        read.extend(numbers)
        return lines_of(session, numbers)

    monkeypatch.setattr("services.archive.dump.lines_of", noting)
    for day in range(4):
        ended(NOVEMBER + timedelta(days=day))
        write_dump(any_database, folder, NOVEMBER + timedelta(days=day, hours=2))
    assert len(read) == len(set(read)) == len(written(folder, "duels-2026-11.jsonl.gz")) == 4


def test_a_file_on_a_list_of_0_1_is_rewritten(any_database, ended, folder):
    ended(NOVEMBER)
    write_dump(any_database, folder, NOVEMBER + timedelta(hours=2))
    listed = json.loads((folder / "files.json").read_text("utf-8"))
    del listed[0]["through"]
    (folder / "files.json").write_text(json.dumps(listed), "utf-8")
    assert write_dump(any_database, folder, NOVEMBER + timedelta(hours=3)) == ["duels-2026-11.jsonl.gz"]
    assert len(written(folder, "duels-2026-11.jsonl.gz")) == 1


def test_a_worker_that_is_stopped_ends_within_a_few_duels_and_leaves_what_was_there(
    any_database, ended, folder
):
    for hour in range(3):
        ended(NOVEMBER + timedelta(hours=hour))
    write_dump(any_database, folder, NOVEMBER + timedelta(hours=2))
    before = written(folder, "duels-2026-11.jsonl.gz")
    assert write_dump(any_database, folder, NOVEMBER + timedelta(days=1), lambda: False) == []
    assert written(folder, "duels-2026-11.jsonl.gz") == before
    assert not [path for path in folder.iterdir() if path.suffix == ".new"]
    assert write_dump(any_database, folder, NOVEMBER + timedelta(days=1)) == ["duels-2026-11.jsonl.gz"]


def test_files_left_by_a_killed_worker_are_removed(any_database, ended, folder):
    ended(NOVEMBER)
    write_dump(any_database, folder, NOVEMBER + timedelta(hours=2))
    (folder / "duels-2026-11.jsonl.gz.4711.new").write_bytes(b"half a file")
    (folder / "duels-2026-11-0123456789abcdef.jsonl.gz").write_bytes(b"never named")
    write_dump(any_database, folder, NOVEMBER + timedelta(hours=3))
    assert sorted(path.suffix for path in folder.iterdir()) == ["", ".gz", ".json"]
    assert len(written(folder, "duels-2026-11.jsonl.gz")) == 1


def test_the_file_of_a_past_month_is_rewritten_without_a_deleted_account(any_database, people, ended, folder):
    ended(NOVEMBER)
    for at in (NOVEMBER, DECEMBER + timedelta(days=1)):
        write_dump(any_database, folder, at)
    with any_database.writing() as session:
        deletion.delete_account(session, people["boris"], DECEMBER + timedelta(days=2))
    assert "duels-2026-11.jsonl.gz" in write_dump(any_database, folder, DECEMBER + timedelta(days=2, hours=2))
    (line,) = written(folder, "duels-2026-11.jsonl.gz")
    assert line["players"]["second"].startswith("[anonymous ")
    assert write_dump(any_database, folder, DECEMBER + timedelta(days=2, hours=3)) == []


def test_only_the_owner_can_read_the_files_and_replaced_ones_are_removed(any_database, ended, folder):
    for day in range(3):
        ended(NOVEMBER + timedelta(days=day))
        write_dump(any_database, folder, NOVEMBER + timedelta(days=day))
    files = [path for path in folder.iterdir() if path.suffix == ".gz"]
    assert len(files) == 1
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_failed_dump_leaves_the_old_file(any_database, ended, folder, monkeypatch):
    def fail(*_):
        yield b"half a file"
        raise OSError("the disk is full")

    ended(NOVEMBER)
    write_dump(any_database, folder, NOVEMBER + timedelta(hours=2))
    before = written(folder, "duels-2026-11.jsonl.gz")
    ended(NOVEMBER + timedelta(hours=3))
    monkeypatch.setattr("services.archive.dump.lines_of", fail)
    with pytest.raises(OSError, match="full"):
        write_dump(any_database, folder, NOVEMBER + timedelta(days=1))
    assert written(folder, "duels-2026-11.jsonl.gz") == before
    assert not [path for path in folder.iterdir() if path.suffix == ".new"]


@pytest.mark.parametrize(
    "name", ["files.json", "../secret_key", "duels-2026-11.jsonl.gz/..", "duels-9999-99.jsonl.gz", ""]
)
def test_no_other_file_is_found(tmp_path, folder, name):
    (tmp_path / "secret_key").write_text("s")
    assert find_file(folder, name) is None


def test_every_month_up_to_now_has_a_file_across_a_new_year(any_database, ended, folder):
    ended(NOVEMBER)
    names = write_dump(any_database, folder, datetime(2027, 2, 3, tzinfo=UTC))
    assert [name[6:13] for name in names] == ["2026-11", "2026-12", "2027-01", "2027-02"]
