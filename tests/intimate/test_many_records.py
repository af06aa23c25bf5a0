"""`python -m intimate --lines FILE`: a file of records, one a line."""

import json

import pytest

from adjudicator import __version__
from adjudicator.__main__ import main as adjudicate
from tests.builders import event, record
from tests.intimate.commands import here, run

CONCEDED = record(event("conceded", "first"))
OFFERED = record(event("draw_offered", "second"))


def lines(*records):
    return "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in records)


def test_each_line_is_replayed_and_numbered():
    done = here("--lines - replay", lines(CONCEDED, "", OFFERED))
    printed = [json.loads(line) for line in done.lines.splitlines()]
    assert (done.status, done.error) == (0, "")
    assert [line["record"] for line in printed] == [1, 1, 3, 3]
    assert printed[1]["result"]["winner"] == "second"
    assert printed[3]["result"] is None


def test_a_broken_record_is_named_and_the_others_are_replayed():
    done = here("--lines - replay", lines("{", CONCEDED, record(event("draw_agreed", "first"))))
    assert done.status == 2
    assert [line.partition(":")[0] for line in done.error.splitlines()] == ["1", "3"]
    assert [json.loads(line)["record"] for line in done.lines.splitlines()] == [2, 2]


def test_a_file_may_be_named(tmp_path):
    file = tmp_path / "records.jsonl"
    file.write_text(lines(CONCEDED, CONCEDED), "utf-8")
    done = run(f"--lines {file} saved-game", "")
    assert (done.status, len(done.lines.splitlines())) == (0, 2)


def test_a_missing_file_is_named_in_the_error(tmp_path):
    done = run(f"--lines {tmp_path / 'none.jsonl'} replay", "")
    assert done.status == 2
    assert "none.jsonl" in done.error


def test_seals_are_verified_line_by_line():
    sealed = record({"phase": "HOMES", "entries": {"first": {"homes": None, "salt": "a", "seal": "b"}}})
    done = here("--lines - verify", lines(CONCEDED, sealed))
    assert (done.status, done.lines) == (1, "2: HOMES: first: wrong\n")


@pytest.mark.parametrize("command", [None, adjudicate])
def test_the_commands_print_their_version(command, capsys, monkeypatch):
    if command is None:
        assert run("--version", "").lines == f"python -m intimate {__version__}\n"
    else:
        monkeypatch.setattr("sys.argv", ["adjudicator", "--version"])
        with pytest.raises(SystemExit, match="0"):
            command()
        assert capsys.readouterr().out == f"python -m adjudicator {__version__}\n"
