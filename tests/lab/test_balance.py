"""Measuring the pairings: known true values are found again, and a run can be stopped and repeated."""

import json
import shutil
import sys

import pytest

from intimate.rules import PAIRS, STARTING_CREDITS
from intimate.variants.even import read_tables
from lab import balance
from lab.balancing import published
from lab.balancing.adopting import adopt, spread
from lab.balancing.fit import Even
from lab.balancing.plan import BLOCK, Plan, shift_of, shifted
from lab.balancing.results import Mixed, common, read_lines
from tests.lab.made_up import EVEN_AT, lines
from tests.quality.project import ROOT
from tests.schemas import faults


@pytest.fixture(scope="module")
def found():
    return published.figures(lines(8064))


def test_the_credits_that_make_pairings_even_are_found_again(found):
    missed = [
        name
        for name, of in found["pairings"].items()
        if of["low"] is None or not of["low"] <= EVEN_AT[name] <= of["high"]
    ]
    off = [abs(of["shift"] - EVEN_AT[name]) for name, of in found["pairings"].items()]
    assert len(missed) <= 3  # of 21 at 95 % each, more than three miss once in fifty tries
    assert sum(off) / len(off) < 0.8


def test_results_are_those_with_the_usual_credits_and_all_are_counted(found):
    assert found["measured"]["duels"] == 8064
    assert {of["duels"] for of in found["pairings"].values()} == {192}
    for of in found["pairings"].values():
        assert sum(of[result] for result in published.RESULTS) == sum(of["ends"].values()) == 192
        assert of["years"] == 4 * 192


def test_offered_credits_are_whole_one_sided_and_within_the_tested_range(found):
    for name, of in found["pairings"].items():
        one, other = (STARTING_CREDITS[power] for power in PAIRS[name])
        shift = of["credits"][0] - one or other - of["credits"][1]
        assert abs(shift - (of["shift"] if of["low"] * of["high"] > 0 else 0)) <= 0.55
        assert min(of["credits"][0] - one, of["credits"][1] - other) == 0
    one_sided = [{**line, "result": "won"} for line in lines(1008)]
    for of in published.figures(one_sided)["pairings"].values():
        assert of["shift"] is None or of["shift"] < -6
        assert max(map(abs, (of["credits"][0], of["credits"][1]))) <= 24 + 6


@pytest.mark.parametrize(
    ("bounds", "credits_"), [((0.2, 5.8), [27, 24]), ((-5.8, -0.2), [24, 27]), ((-0.2, 6.2), [24, 24])]
)
def test_credits_stay_the_usual_ones_unless_it_is_sure_which_side_needs_more(bounds, credits_):
    assert published.offered("AUSTRIA-ITALY", Even(sum(bounds) / 2, *bounds)) == credits_


def test_few_duels_tell_nothing_and_offer_the_usual_credits():
    few = published.figures(lines(42))
    assert {of["shift"] for of in few["pairings"].values()} == {None}
    assert few["pairings"]["AUSTRIA-TURKEY"]["credits"] == [24, 20]


def test_the_same_duels_give_the_same_files_and_an_earlier_table_stays(found, tmp_path):
    for folder in ("one", "other"):
        published.publish(lines(8064), found, tmp_path / folder)
    for name in (published.FIGURES, published.RAW):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()
    preset = tmp_path / "even.json"
    shutil.copy(published.PRESET, preset)
    before = read_tables(preset.read_text("utf-8"))
    assert published.write_preset(found, preset)
    assert not published.write_preset(found, preset)
    *earlier, last = read_tables(preset.read_text("utf-8"))
    assert earlier == before
    assert last.measured["duels"] == 8064
    offered = {name: list(last.credits.by_pair[pair]) for name, pair in PAIRS.items()}
    assert offered == {name: of["credits"] for name, of in found["pairings"].items()}


def test_shifts_take_turns_once_each_pair_was_played_in_every_seat():
    assert [shift_of(number * BLOCK) for number in range(5)] == [0, 2, 0, -2, 0]
    assert shift_of(BLOCK) == shift_of(2 * BLOCK - 1) == 2
    assert shifted(("ITALY", "TURKEY"), 2) == {"ITALY": 26, "TURKEY": 20}
    assert shifted(("ITALY", "TURKEY"), -2) == {"ITALY": 24, "TURKEY": 22}


def test_a_duel_is_a_line_that_its_number_repeats():
    schema = json.loads((ROOT / "static/balance/line.schema.json").read_text("utf-8"))
    plan, numbers = Plan("greedy"), [BLOCK, BLOCK + 1]
    played = [json.loads(plan.line(number)) for number in numbers]
    assert [faults(line, schema) for line in played] == [[], []]
    assert [line["homes"]["first"] for line in played] == ["AUSTRIA", "ENGLAND"]
    assert [line["credits"] for line in played] == [{"AUSTRIA": 26, "ENGLAND": 20}] * 2
    assert json.loads(plan.line(BLOCK))["phase"] == played[0]["phase"]
    assert [faults(line, schema) for line in lines(2)] == [[], []]


def test_a_run_that_was_stopped_goes_on_and_nothing_else_is_added_to_it(tmp_path, monkeypatch, capsys):
    raw = tmp_path / "raw.jsonl"

    def run(*more):
        command = ["balance.py", "--player", "greedy", "--raw", str(raw), *more]
        monkeypatch.setattr(sys, "argv", command)
        balance.main()

    with pytest.raises(SystemExit, match="no duels"):
        run("--duels", "0")
    run("--duels", "2")
    whole = raw.read_text("utf-8")
    raw.write_text(whole[:-20], "utf-8")
    run("--duels", "2")
    assert raw.read_text("utf-8") == whole
    assert "AUSTRIA-ENGLAND" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="seed is 1 in duel 0, 2 in others"):
        run("--duels", "4", "--seed", "2")
    assert raw.read_text("utf-8") == whole
    with pytest.raises(Mixed, match="program"):
        common([*read_lines(raw), {**read_lines(raw)[0], "program": "0123456789ab"}])


def test_duels_of_another_version_count_if_a_sample_replays_the_same(tmp_path):
    raw, plan, numbers = tmp_path / "raw.jsonl", Plan("greedy"), range(6)
    old = [
        json.loads(line) | {"program": "0123456789ab", "on": "2026-01-01"} for line in plan.lines(numbers, 1)
    ]
    raw.write_text("".join(f"{json.dumps(line)}\n" for line in old), "utf-8")
    adopt(plan, raw, 3, 1)
    assert read_lines(raw) == [line | {"program": plan.noted["program"]} for line in old]
    assert spread(range(6), 3) == [0, 2, 4]
    assert spread([1, 5], 3) == [1, 5]


@pytest.mark.parametrize("other", [{"result": "drawn"}, {"seed": 2}, {"rules": "0"}])
def test_duels_of_another_version_are_refused_if_a_sample_or_the_rules_differ(other, tmp_path):
    raw, plan = tmp_path / "raw.jsonl", Plan("greedy")
    old = json.dumps(json.loads(plan.line(0)) | {"program": "0123456789ab", **other}) + "\n"
    raw.write_text(old, "utf-8")
    with pytest.raises(Mixed):
        adopt(plan, raw, 1, 1)
    assert raw.read_text("utf-8") == old
