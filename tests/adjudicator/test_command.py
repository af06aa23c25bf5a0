"""`python -m adjudicator`: one line in, one line out, for any input."""

import json
import subprocess
import sys

import pytest

NEXT = b'{"id": "next", "phase": "S1901M"}'
LINES = [
    b"",
    b"\xff\xfe\x00",
    b"\xc3",
    b"null",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"id": "\\ud800", "phase": "S1901M"}',
    b'{"id": NaN, "phase": "S1901M"}',
    b'{"id": 1, "phase": "S1901M", "edition": "no such"}',
    b'{"id": 1, "phase": "S1901M", "rules": {"no such": 1}}',
    b'{"id": 1, "phase": "S1901M", "orders": {"FRANCE": ["' + b"x" * 3_000_000 + b'"]}}',
    b'{"id": 1, "phase": "S1901M", "units": {"FRANCE": ["A PAR", "F PAR"]}}',
    '{"id": "é\u2028\x85", "phase": "S1901M"}'.encode(),
    b'\xef\xbb\xbf{"id": 1, "phase": "S1901M"}',
    b"\r",
]


def run_command(text, *arguments, **environment):
    command = [sys.executable, "-m", "adjudicator", *arguments]
    return subprocess.run(command, input=text, capture_output=True, check=False, timeout=60, **environment)


@pytest.fixture(scope="module")
def answers():
    done = run_command(b"".join(line + b"\n" + NEXT + b"\n" for line in LINES))
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.split(b"\n")[:-1]]


def test_every_line_is_answered_and_the_next_one_served(answers):
    assert len(answers) == 2 * len(LINES)
    assert {answer["id"] for answer in answers[1::2]} == {"next"}
    assert all("error" not in answer for answer in answers[1::2])


def test_bad_lines_are_answered_with_an_error(answers):
    served = {answer["id"] for answer in answers[::2] if "error" not in answer}
    assert served == {"\ud800", 1, "é\u2028\x85"}


def test_a_last_line_without_its_end_is_answered():
    assert json.loads(run_command(NEXT).stdout)["id"] == "next"


def test_the_command_ends_silently_if_its_output_is_closed():
    """As in `diplomacy-adjudicate < requests | head -1`."""
    command = [sys.executable, "-m", "adjudicator"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:
        process.stdout.close()
        process.stdin.write((NEXT + b"\n") * 3)
        process.stdin.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (0, b"")


def test_empty_input_has_empty_output():
    assert run_command(b"").stdout == b""


def test_answers_do_not_depend_on_the_language_of_the_machine():
    plain = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = run_command('{"id": "é", "phase": "S1901M"}\n'.encode(), env=plain)
    assert json.loads(done.stdout)["id"] == "é"


def test_an_answer_comes_before_the_next_line_is_asked_for():
    """Other programs use it line by line."""
    command = [sys.executable, "-m", "adjudicator"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for number in range(3):
            process.stdin.write(b'{"id": %d, "phase": "S1901M"}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()


@pytest.mark.parametrize(("edition", "unit"), [("standard", "F SPA/NC"), ("parker", "F GAS")])
def test_the_edition_of_requests_that_name_none_can_be_chosen(edition, unit):
    """002 12.2: an omitted coast makes the move void."""
    request = {"phase": "S1901M", "units": {"FRANCE": ["F GAS"]}, "orders": {"FRANCE": ["F GAS - SPA"]}}
    answered = json.loads(run_command(json.dumps(request).encode(), "--edition", edition).stdout)
    assert answered["units_after"] == {"FRANCE": [unit]}


def test_an_edition_that_does_not_exist_is_refused_at_once():
    done = run_command(NEXT, "--edition", "no such")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"no such" in done.stderr
