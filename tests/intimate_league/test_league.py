"""The league: reproducible from its seed, both sides of each pairing, for any kind of entrant."""

import os
import re
import subprocess
import sys

import pytest

from intimate_league import play_league, standings, wilson
from intimate_league.__main__ import named_entrant
from intimate_league.entrants import ByProgram
from intimate_league.league import fingerprint
from tests.quality.project import ROOT

GREEDY = f"{ROOT / 'examples' / 'greedy.py'}:Greedy"
YEAR = {"year_limit": 1901}
PROGRAM = """
import json, sys
assert "borders" in json.loads(sys.stdin.readline())["board"]
for line in sys.stdin:
    asked = json.loads(line)
    options, orders = asked["options"], {}
    assert isinstance(asked["seed"], int) and asked["duel"]["you"] in ("first", "second")
    for unit in options["units"]:
        orders.setdefault(unit["power"], []).append(unit["orders"][0])
    for winter in options["winters"]:
        orders[winter["power"]] = []
    print(json.dumps({"bids": {}} if options["takes"] == "bids" else {"orders": orders}), flush=True)
"""


def league(entrants, duels=2, seed=1, **options):
    return list(play_league(entrants, duels, seed, settings=YEAR, **options))


def test_the_same_seed_gives_the_same_duels_with_any_number_of_processes():
    entrants = {"random": "random", "greedy": GREEDY, "recruit": "recruit"}
    once = league(entrants)
    assert fingerprint(once) == fingerprint(league(entrants, jobs=2))
    assert fingerprint(once) != fingerprint(league(entrants, seed=2))
    assert [game.names for game in once[::2]] == [
        ("random", "greedy"),
        ("random", "recruit"),
        ("greedy", "recruit"),
    ]
    assert [sum(game.illegal) for game in once] == [0] * 6


def test_another_hash_seed_plays_the_same_league():
    printed = set()
    for hashes in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "intimate_league", "random", f"greedy={GREEDY}", "--duels", "12"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hashes},
            capture_output=True,
            text=True,
            check=True,
            timeout=100,
        )
        printed.add(done.stdout)
    assert len(printed) == 1


def test_both_sides_of_a_pairing_are_played_in_a_row():
    one, other = league({"a": "random", "b": "random"})
    assert one.homes == other.homes[::-1]


def test_the_table_counts_each_entrant_against_all_others_with_an_interval():
    games = league({"random": "random", "recruit": "recruit", "again": "random"})
    table = standings(games, ["random", "recruit", "again"])
    assert [each.duels for each in table] == [4, 4, 4]
    assert sum(each.won for each in table) == sum(each.lost for each in table)
    assert sum(each.score * each.duels for each in table) == len(games)
    assert all(each.low <= each.score <= each.high for each in table)
    low, high = wilson(210, 420)
    assert (round(low, 3), round(high, 3)) == (0.452, 0.548)


def test_an_entrant_can_be_a_program_speaking_json_lines_or_a_function(tmp_path):
    program, bot = tmp_path / "program.py", tmp_path / "bot.py"
    program.write_text(PROGRAM, "utf-8")
    bot.write_text("def silly(duel, options):\n    return {'orders': {'SPAIN': ['A MAD H']}}\n", "utf-8")
    entrants = {"program": f"exec:{sys.executable} {program}", "silly": f"{bot}:silly"}
    games = league(entrants)
    assert all(game.illegal[0] == 0 for game in games)
    assert all(game.illegal[1] == game.answers[1] > 0 for game in games)


@pytest.mark.parametrize("told", ["admiral", "bot.txt:decide"])
def test_an_invalid_entrant_is_refused(told):
    with pytest.raises(ValueError, match=told):
        league({"random": "random", "other": told})


def test_the_command_prints_a_table_and_a_fingerprint():
    command = [sys.executable, "-m", "intimate_league", "random", "other=random"]
    done = subprocess.run(
        [*command, "--duels", "2", "--limit", "1901"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("| entrant | duels |")
    assert "fingerprint" in done.stdout
    alone = subprocess.run(command[:4], cwd=ROOT, capture_output=True, text=True, check=False, timeout=100)
    assert "two entrants" in alone.stderr


def test_an_entrant_program_that_stops_early_plays_by_default_and_does_not_stop_the_league():
    ended = f"exec:{sys.executable} -c pass"
    (game, *_) = league({"ended": ended, "random": "random"})
    assert game.illegal[0] == game.answers[0] > 0


def test_an_entrant_program_that_does_not_stop_is_killed(monkeypatch):
    monkeypatch.setattr("intimate_league.entrants.LONGEST_END", 0.1)
    stubborn = ByProgram(f"{sys.executable} -c 'import time; time.sleep(600)'")
    stubborn.close()
    assert stubborn._process.returncode < 0


@pytest.mark.parametrize(
    "spec", [f"{ROOT / 'examples' / 'greedy.py'}:Nobody", "nowhere.py:Bot", "exec:/nowhere"]
)
def test_an_entrant_that_is_not_there_is_refused_by_its_name(spec):
    with pytest.raises(ValueError, match=re.escape(spec)):
        league({"one": spec, "random": "random"})


CRASHES = """
import sys
value = 5
def key(duel, options): return {}["x"]
def index(duel, options): return [][1]
def leave(duel, options): sys.exit(3)
"""


@pytest.mark.parametrize("name", ["key", "index", "leave"])
def test_a_function_that_fails_plays_by_default_and_its_error_is_logged_once(tmp_path, caplog, name):
    file = tmp_path / "crash.py"
    file.write_text(CRASHES, "utf-8")
    (game, *_) = league({f"{name} {tmp_path}": f"{file}:{name}", "random": "random"})
    assert game.illegal[0] == game.answers[0] > 1
    (said,) = [record.getMessage() for record in caplog.records]
    assert f"{name} {tmp_path} failed" in said
    assert f"in {name}" in said


def test_a_program_that_does_not_answer_in_time_is_killed_and_the_league_goes_on(monkeypatch, caplog):
    monkeypatch.setattr("intimate_league.entrants.LONGEST_ANSWER", 0.2)
    monkeypatch.setattr("intimate_league.entrants.LONGEST_END", 0.1)
    hangs = f"exec:{sys.executable} -c 'import time; time.sleep(600)'"
    (game, *_) = league({"hangs": hangs, "random": "random"})
    assert game.illegal[0] == game.answers[0] > 0
    said = " ".join(record.getMessage() for record in caplog.records)
    assert "no answer within 0.2 seconds" in said
    assert "the program has ended with status -9" in said


@pytest.mark.parametrize(
    "answer",
    [
        *(None, 5, [], "bids", {}, {"orders": None}, {"bids": {}, "orders": {}}),
        *({"bids": []}, {"homes": 3}, {"orders": {"FRANCE": 1}}),
    ],
)
def test_an_answer_of_a_wrong_shape_is_illegal(answer):
    (game, *_) = league({"odd": lambda duel, options: answer, "random": "random"})
    assert game.illegal[0] == game.answers[0] > 0


def test_a_program_that_closes_its_output_and_stays_does_not_stop_the_league(monkeypatch, caplog):
    monkeypatch.setattr("intimate_league.entrants.SHORT", 0.1)
    monkeypatch.setattr("intimate_league.entrants.LONGEST_END", 0.1)
    closes = f"exec:{sys.executable} -c 'import os, time; os.close(1); time.sleep(600)'"
    (game, *_) = league({"closes": closes, "random": "random"}, duels=1)
    assert game.illegal[0] == game.answers[0] > 0
    assert "closes failed" in caplog.text
    assert "closed its input or output" in caplog.text


def test_functions_and_classes_are_entrants_themselves():
    def nothing(duel, options):
        return {"bids": {}} if options["takes"] == "bids" else {"orders": {}}

    (game, *_) = league({"nothing": nothing, "random": "random"})
    assert game.illegal == (0, 0)


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("{file}:value", "must be a function"),
        ("{file}:missing", "has no 'missing'"),
        ("{wrong}:decide", "SyntaxError"),
        ("exec:", "no command after exec:"),
        ("exec:'unbalanced", "No closing quotation"),
    ],
)
def test_an_entrant_that_cannot_play_is_refused_with_the_reason(tmp_path, spec, reason):
    file, wrong = tmp_path / "crash.py", tmp_path / "wrong.py"
    file.write_text(CRASHES, "utf-8")
    wrong.write_text("def decide(:", "utf-8")
    with pytest.raises(ValueError, match=reason):
        league({"one": spec.format(file=file, wrong=wrong), "random": "random"})


def test_a_league_takes_two_entrants_and_a_duel_at_least():
    with pytest.raises(ValueError, match="at least two entrants"):
        league({"one": "random"})
    with pytest.raises(ValueError, match="duels must be 1 or more"):
        league({"one": "random", "other": "random"}, duels=0)


def test_the_file_has_each_duel_as_soon_as_it_is_over(tmp_path):
    bot, out = tmp_path / "stops.py", tmp_path / "duels.jsonl"
    bot.write_text(
        "import pathlib\n"
        f"out = pathlib.Path({str(out)!r})\n"
        "def decide(duel, options):\n"
        "    if len(out.read_text().splitlines()) == 2: raise KeyboardInterrupt\n"
        "    return {'bids': {}} if options['takes'] == 'bids' else {'orders': {}}\n",
        "utf-8",
    )
    command = [sys.executable, "-m", "intimate_league", "random", f"mine={bot}:decide", "--out", str(out)]
    done = subprocess.run(
        [*command, "--duels", "6", "--limit", "1901"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 130
    assert "Stopped after 2 duels." in done.stderr
    assert len(out.read_text("utf-8").splitlines()) == 2
    assert "| mine | 2 |" in done.stdout


def test_an_equals_sign_inside_a_command_belongs_to_the_command():
    assert named_entrant("exec:bot --seed=3") == ("exec:bot --seed=3", "exec:bot --seed=3")
    assert named_entrant("mine=exec:bot --seed=3") == ("mine", "exec:bot --seed=3")
