"""Puzzles come only from finished duels, are proved before they are stored, and stored once."""

import json
from random import Random

import pytest

from lab.matches.match import Match
from lab.matches.playing import Terms
from lab.mining.candidate import start_of
from lab.mining.proving import faults
from lab.puzzles import OUT, Kept, candidates, measure_anew, measured_anew, recorded
from learning.puzzle import PuzzleKind

MATCH = Match(("captain", "greedy"), 5, Terms("intimate", {"year_limit": 1904}), with_records=True)


@pytest.fixture(scope="module")
def record():
    """Return the record of a duel as a line of the archive."""
    return {**MATCH.duel(0).record, "duel": "k3v9"}


@pytest.fixture(scope="module")
def phases(record, tmp_path_factory):
    """Return the phases of that duel."""
    return positions(tmp_path_factory.mktemp("archive") / "month.jsonl", record)


def positions(path, *records):
    """Read records from a file."""
    path.write_text("".join(f"{json.dumps(each)}\n" for each in records), "utf-8")
    return [position for duel in recorded(path) for position in duel]


def test_positions_come_from_finished_duels_with_their_chapters(record, phases, tmp_path):
    assert [position.source["chapter"] for position in phases] == list(range(len(record["chapters"])))
    running = {**record, "chapters": record["chapters"][:-1]}
    assert positions(tmp_path / "running.jsonl", running) == []
    assert positions(tmp_path / "other.jsonl", {**record, "preset": "world-war-one"}) == []


@pytest.mark.parametrize(
    "kinds",
    [
        [PuzzleKind.AUCTION],
        pytest.param([PuzzleKind.GUARANTEE], marks=pytest.mark.soak),
        pytest.param([PuzzleKind.NEEDLE], marks=pytest.mark.soak),
    ],
)
def test_kept_puzzles_are_proved_and_name_their_source(phases, tmp_path, kinds):
    kept, found = Kept(tmp_path, 50), []
    chance = Random(1)  # noqa: S311  # repeatable randomness
    for position in phases:
        for each in candidates(position, kinds, chance, work=600):
            before = sum(kept.counts.values())
            kept.take(each)
            if sum(kept.counts.values()) > before:
                found.append((each, position))
    assert all(list(faults(each.puzzle)) == [] for each, _ in found)
    assert all(each.puzzle.kind in kinds and each.puzzle.source.duel == "k3v9" for each, _ in found)
    assert all(start_of(each.puzzle.start) == start_of(position.duel) for each, position in found)
    written = [line for file in tmp_path.iterdir() for line in file.read_text("utf-8").splitlines()]
    assert written == [each.line for each, _ in found]


@pytest.mark.soak
def test_no_puzzle_is_kept_twice_or_beyond_the_number_needed(phases, tmp_path):
    chance = Random(1)  # noqa: S311  # repeatable randomness
    found = [each for position in phases for each in candidates(position, [PuzzleKind.GUARANTEE], chance, 0)]
    assert found
    for _ in range(2):
        kept = Kept(tmp_path, 50)
        for each in found:
            kept.take(each)
            kept.of_duel.clear()
    file = tmp_path / "guarantee.jsonl"
    keys = [json.loads(line)["key"] for line in file.read_text("utf-8").splitlines()]
    assert len(keys) == len(set(keys)) > 0
    none = Kept(tmp_path / "none", 0)
    none.take(found[0])
    assert not none.counts


def known(kind):
    """Return the first stored puzzle of a kind."""
    return json.loads((OUT / f"{kind}.jsonl").read_text("utf-8").splitlines()[0])


@pytest.mark.parametrize("kind", [PuzzleKind.NEEDLE, PuzzleKind.MIX, PuzzleKind.AUCTION])
def test_the_worth_of_answers_is_measured_anew_for_today_s_opponent(kind):
    puzzle = known(kind)
    before = {**puzzle, "worth": 0.99, "usual_worth": 0.01}
    anew = measured_anew(before)
    assert anew["worth"] == pytest.approx(puzzle["worth"], abs=0.02)
    assert anew["usual_worth"] == pytest.approx(puzzle["usual_worth"], abs=0.02)
    assert {name: anew[name] for name in ("key", "start", "enemy", "usual")} == {
        name: puzzle[name] for name in ("key", "start", "enemy", "usual")
    }


def test_puzzles_that_no_longer_hold_are_removed_and_others_stay(tmp_path, capsys):
    puzzle = known(PuzzleKind.NEEDLE)
    none_any_more = {**puzzle, "key": "nffffffff", "best": puzzle["usual"]}
    broken = {**known(PuzzleKind.GUARANTEE), "best": {"orders": {}}}
    (tmp_path / "needle.jsonl").write_text(f"{json.dumps(puzzle)}\n{json.dumps(none_any_more)}\n")
    (tmp_path / "guarantee.jsonl").write_text(f"{json.dumps(broken)}\n")
    measure_anew(tmp_path)
    assert [json.loads(line) for line in (tmp_path / "needle.jsonl").read_text().splitlines()] == [puzzle]
    assert (tmp_path / "guarantee.jsonl").read_text() == ""
    assert "needle: 1 of 2 stay, 0 measured anew" in capsys.readouterr().out
