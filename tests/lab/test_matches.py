"""The arena plays and counts as it says, and can repeat its duels."""

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import Hold, Kind, Location, Unit, standard
from intimate.entries import Orders, Sheet
from intimate.record import load
from intimate.replay import replay
from intimate.schedule import fixture
from lab.matches import lines
from lab.matches.figures import by_home, percentile, results, thoughts, wilson
from lab.matches.match import Match
from lab.matches.playing import Fault, Outcome, Terms
from lab.players.contestant import Reply
from lab.players.roster import contestant

LIMITED = Terms("intimate", {"year_limit": 1903})
MATCH = Match(("greedy", "random"), 7, LIMITED, with_records=True)
ROUND = 42


@pytest.fixture(scope="module")
def duels():
    return list(MATCH.duels(range(2)))


def timeless(duel):
    """Remove the seconds that answers took."""
    known = tuple([thought._replace(seconds=0) for thought in of] for of in duel.thoughts)
    return dataclasses.replace(duel, thoughts=known)


class Answering:
    """Hands in the same entry every time."""

    def __init__(self, entry):
        self.entry = entry

    def answer(self, view, chance, past):
        return Reply(self.entry)


def test_in_42_duels_every_home_power_meets_every_other_from_both_sides():
    played = [fixture(number) for number in range(2 * ROUND)]
    powers = standard().powers
    wanted = {(one, other) for one in powers for other in powers if one != other}
    assert {each.homes for each in played[:ROUND]} == wanted
    assert played[0].homes == played[1].homes[::-1]
    assert played[0].seat is played[ROUND].seat.opponent


def test_a_duel_is_repeated_by_its_seed_and_number(duels):
    assert timeless(MATCH.duel(1)) == timeless(duels[1])
    other = MATCH._replace(seed=8).duel(1)
    assert other.record["chapters"] != duels[1].record["chapters"]


def test_the_record_of_a_duel_replays_to_its_result(duels):
    for duel in duels:
        result = list(replay(load(json.loads(json.dumps(duel.record)))))[-1]["result"]
        winner = {Outcome.WON: duel.fixture.seat, Outcome.LOST: duel.fixture.seat.opponent}
        assert result["reason"] == duel.reason
        assert duel.outcome is Outcome.STOPPED or result["winner"] == winner.get(duel.outcome)


def test_a_duel_that_a_year_stopped_counts_and_is_not_won(duels):
    won = dataclasses.replace(duels[0], outcome=Outcome.WON, phase="F1902R")
    stopped = dataclasses.replace(won, outcome=Outcome.STOPPED, phase="W1904A")
    assert results([won, won, won, stopped])[:6] == ("4", "3", "0", "0", "1", "75.0")
    assert results([won, stopped])[-1] == "3.0"
    assert [row[2:4] for row in by_home([won, stopped])] == [("2", "1")]


def test_intervals_are_those_of_wilson():
    assert wilson(97, 100) == pytest.approx((0.9155, 0.9897), abs=1e-4)
    assert wilson(0, 0) == (0, 1)
    assert wilson(400, 400).high == 1


def test_answers_are_measured_by_kind_of_phase(duels):
    rows = list(thoughts(("a", "b"), duels))
    assert {(row[0], row[1]) for row in rows} >= {("a", "auction"), ("b", "movement")}
    assert percentile([3, 1, 2], 99) == 3
    assert percentile(range(1, 201), 99) == 198


def test_a_match_goes_on_from_its_file_even_where_the_last_line_was_cut_short(tmp_path, duels):
    for name in ("duels.jsonl", "duels.jsonl.gz"):
        path = tmp_path / name
        with lines.opened(path, "w") as out:
            out.write(lines.line(MATCH, duels[0]) + "\n" + lines.line(MATCH, duels[1])[:50])
        lines.mend(path)
        with lines.opened(path, "a") as out:
            out.write(lines.line(MATCH._replace(seed=8), duels[1]) + "\n")
        found = lines.played(path, MATCH)
        assert list(found) == [0]
        assert timeless(found[0]) == timeless(duels[0])


def test_an_interruption_while_mending_a_file_loses_nothing(tmp_path, duels, monkeypatch):
    path = tmp_path / "duels.jsonl"
    path.write_text(lines.line(MATCH, duels[0]) + "\n", "utf-8")

    def stop(_):
        raise KeyboardInterrupt

    with monkeypatch.context() as stopped:
        stopped.setattr(lines.json, "dumps", stop)
        with pytest.raises(KeyboardInterrupt):
            lines.mend(path)
    assert list(lines.played(path, MATCH)) == [0]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (Sheet({"AUSTRIA": 5}), "a home power cannot be hired"),
        (Orders(), "another kind of entry"),
    ],
)
def test_an_invalid_entry_names_the_player_and_the_duel(entry, said):
    match = MATCH._replace(contestants=(Answering(entry), contestant("random")))
    with pytest.raises(Fault, match=rf"greedy in duel 0 of seed 7, S1901B.*{said}"):
        match.duel(0)


def test_an_exception_of_a_player_names_the_player_and_the_duel():
    match = MATCH._replace(contestants=(contestant("random"), object()))
    with pytest.raises(Fault, match="random in duel 0 of seed 7, S1901B: raised AttributeError"):
        match.duel(0)


def test_orders_for_foreign_units_name_the_player_and_the_duel():
    class Meddler:
        def answer(self, view, chance, past):
            if view.duel.for_hire and not view.duel.takes_orders:
                return Reply(Sheet())
            return Reply(Orders({view.home: [Hold(Unit(Kind.ARMY, Location("MOS")))]}))

    match = MATCH._replace(contestants=(Meddler(), contestant("random")))
    with pytest.raises(Fault, match="no such units of AUSTRIA"):
        match.duel(0)


def test_an_unknown_contestant_is_refused():
    for name in ("emperor", "marshal:many", "exploiter/greedy"):
        with pytest.raises(ValueError, match="is not one of recruit"):
            contestant(name)


def test_the_program_prints_its_tables_and_notes_each_duel(tmp_path):
    program = Path(__file__).parents[2] / "lab" / "arena.py"
    chosen = ["greedy", "random", "--only", "0", "1", "--limit", "1902", "--out", tmp_path / "duels.jsonl"]
    done = subprocess.run([sys.executable, program, *chosen], capture_output=True, text=True, check=True)
    assert "| 2     |" in done.stdout
    assert len((tmp_path / "duels.jsonl").read_text().splitlines()) == 2
