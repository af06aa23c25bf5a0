"""Orders as people type them, read with their position: there, one meaning is enough (1971 VII.4)."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from adjudicator import PhaseKind, read_position
from adjudicator.editions import edition
from adjudicator.notation import Ambiguous, Fault, Here, Invalid, explain, read, read_lines
from adjudicator.notation import reading as reading_module

TYPED = tomllib.loads(Path(__file__).with_name("typed.toml").read_text(encoding="utf-8"))
CASES = TYPED["cases"]


def answered(case):
    """Return the expected result of a case, given as the command's object."""
    if "meanings" in case:
        return [("ambiguous", case["meanings"])]
    return [("order", order) for order in case["orders"]] or [("invalid", None)]


def answer_of(line):
    answer = json.loads(line)
    if "order" in answer:
        return "order", answer["order"]
    assert answer["message"]
    assert answer["word"]
    return answer["error"], answer.get("meanings")


def command(text, *arguments):
    said = [sys.executable, "-m", "adjudicator", "read", "--language", *arguments]
    return subprocess.run(said, input=text, capture_output=True, check=False, timeout=60, text=True)


@pytest.mark.parametrize("position", TYPED["positions"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_typed_order_is_read_with_its_position_by_the_command(position, language, tmp_path):
    cases = [case for case in CASES if (case["position"], case["language"]) == (position, language)]
    file = tmp_path / "position.json"
    file.write_text(json.dumps(TYPED["positions"][position]) + "\n", encoding="utf-8")
    sheet = "".join(case["text"] + "\n" for case in cases)
    done = command(sheet, language, "--position", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    found = [answer_of(line) for line in done.stdout.splitlines()]
    assert found == [answer for case in cases for answer in answered(case)]


@pytest.mark.parametrize("text", ["", "# nothing", "FRANCE", ";"])
def test_a_line_without_an_order_is_answered_too(text, tmp_path):
    file = tmp_path / "position.json"
    file.write_text(json.dumps(TYPED["positions"]["autumn"]), encoding="utf-8")
    (line,) = command(f"{text}\n", "en", "--position", str(file)).stdout.splitlines()
    assert json.loads(line)["error"] == "invalid"


@pytest.mark.parametrize(
    "given", [None, "", "{}", "[]", '{"phase": "S1901M", "units": {"FRANCE": ["A XYZ"]}}']
)
def test_a_position_that_cannot_be_read_ends_the_command(given, tmp_path):
    file = tmp_path / "position.json"
    if given is not None:
        file.write_text(given, encoding="utf-8")
    done = command("A Par H\n", "en", "--position", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert "error" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_position_no_meanings_are_listed_and_short_words_stay_unread():
    done = command("F Nth - Nor\nA Par m Bur\nA VEN = TYR\nA Bud\n", "en")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(answer["error"], answer["word"], "meanings" in answer) for answer in answers] == [
        ("ambiguous", "Nor", False),
        ("invalid", "m", False),
        ("invalid", "=", False),
        ("invalid", "A Bud", False),
    ]


def test_roma_is_rome_without_a_position_too():
    assert str(read("A Roma H", "en")) == "A ROM H"


def here(kind, centers=None, **units):
    return Here.of(read_position(units, centers), kind)


def refused(text, language, known):
    with pytest.raises((Invalid, Ambiguous)) as found:
        read(text, language, None, known)
    return found.value


HINTS = {
    PhaseKind.MOVEMENT: ("H (hold), - (move), S (support) or C (convoy)", "T (tient), - (va), S (soutient)"),
    PhaseKind.RETREATS: ("R (retreat) and a space, or D (disband)", "R (retraite) et une case, ou D"),
    PhaseKind.ADJUSTMENTS: ("B (build), D (remove) or waive", "B (construire), D (retirer) ou renonce"),
}


@pytest.mark.parametrize("kind", HINTS)
def test_the_hint_fits_the_phase(kind):
    error = refused("A Par", "en", here(kind, FRANCE=["A PAR"], centers={"FRANCE": ["PAR"]}))
    assert error.fault is Fault.NO_ACTION
    english, french = HINTS[kind]
    assert f"write {english}" in explain(error, "en")
    assert f"écrivez {french}" in explain(error, "fr")


def test_a_code_means_its_province_even_if_another_reading_would_be_possible():
    known = here(PhaseKind.MOVEMENT, FRANCE=["F WES"])
    assert str(read("F Wes - MAR", "fr", "anjou", known)) == "F WES - MAR"


def test_the_table_of_the_edition_comes_before_other_possible_readings():
    livonian = here(PhaseKind.MOVEMENT, ENGLAND=["A LVP"], RUSSIA=["A LVN"])
    assert str(read("Liv H", "fr", "parker", livonian)) == "A LVN H"
    assert str(read("Liv H", "fr", "parker", here(PhaseKind.MOVEMENT, ENGLAND=["A LVP"]))) == "A LVP H"


def test_if_no_meaning_is_possible_all_meanings_are_named():
    known = here(PhaseKind.MOVEMENT, FRANCE=["A MAR"])
    assert refused("A Mar - Liv", "en", known).meanings == ("LVN", "LVP")


def test_a_text_of_too_many_meanings_is_not_tried_out(monkeypatch):
    known, tried = here(PhaseKind.MOVEMENT, FRANCE=["F MAO"]), []
    given = read("F Mao H", "en")
    monkeypatch.setattr(reading_module.grammar, "order", lambda sentence: tried.append(sentence) or given)
    read("F Mao - Mer", "fr", None, known)
    assert len(tried) > 1
    tried.clear()
    read("F Mer S F Mer - Mer", "fr", None, known)
    assert len(tried) == 1


def test_a_judge_s_remark_and_the_number_of_a_line_are_passed_over():
    known = here(PhaseKind.MOVEMENT, FRANCE=["A PAR", "F BRE"])
    sheet = "1. A Par - Bur (*bounce*)\n2) F Bre - MAO (dislodged)"
    assert [str(line.order) for line in read_lines(sheet, "en", None, known)] == [
        "A PAR - BUR",
        "F BRE - MAO",
    ]


def test_a_verb_of_a_line_counts_for_what_follows_it_and_no_further():
    owned = {"FRANCE": ["PAR", "MAR", "BRE", "SPA"]}
    known = Here(
        PhaseKind.ADJUSTMENTS, read_position({"FRANCE": ["A PAR"]}, owned).occupants().get, lambda _: True
    )
    lines = read_lines("Build A Par, F Bre and A Mar\nA Par", "en", None, known)
    assert [str(line.order) for line in lines[:3]] == ["A PAR B", "F BRE B", "A MAR B"]
    assert lines[3].error.fault is Fault.NO_ACTION


def test_the_edition_of_the_request_decides_which_orders_are_possible():
    units = {"FRANCE": ["F POR"], "ENGLAND": ["F MAO"]}
    named = {"anjou": False, "standard": True}
    for name, can in named.items():
        known = Here.of(read_position(units), PhaseKind.MOVEMENT, edition(name))
        assert known.can(read("F Por S F MAO - Spa", "en")) is can
