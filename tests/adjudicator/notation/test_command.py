"""`python -m adjudicator read`, as docs/formats.md describes it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def run(*arguments, given=b""):
    """Run the command on some bytes."""
    return subprocess.run(
        [sys.executable, "-m", "adjudicator", *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        check=False,
        timeout=60,
        env={"LC_ALL": "C", "PYTHONUTF8": "0"},
    )


def answers(given, *arguments):
    done = run("read", *arguments, given=given)
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def test_an_order_is_answered_in_its_canonical_form():
    assert answers(b"A Paris - Burgundy\n", "--language", "en") == [{"order": "A PAR - BUR"}]


def test_every_line_is_answered_blank_ones_too():
    given = "A Par – Bur\n\nA Liv H\r\nA Foo H\n".encode()
    assert answers(given, "--language", "fr") == [
        {"order": "A PAR - BUR"},
        {"error": "invalid", "word": "", "message": "Rien n’est écrit ici\u00a0: écrivez un ordre."},
        {
            "error": "ambiguous",
            "word": "Liv",
            "message": "«\u00a0Liv\u00a0» peut vouloir dire la Livonie ou Liverpool\u00a0:"
            " écrivez le nom entier.",
        },
        {
            "error": "invalid",
            "word": "Foo",
            "message": "«\u00a0Foo\u00a0» ne veut rien dire ici\u00a0: écrivez le nom ou l’abréviation"
            " d’une case, ou un terme d’ordre tel que T, -, S, C.",
        },
    ]


def test_the_edition_named_settles_its_abbreviations():
    for arguments in (
        ["--language", "fr", "--edition", "parker"],
        ["--edition", "parker", "--language", "fr"],
    ):
        assert answers(b"A Liv H", *arguments) == [{"order": "A LVN H"}]


def test_bytes_that_are_no_utf_8_are_answered():
    first, second = answers(b"\xff\xfe\x00\nA Par H\n", "--language", "en")
    assert first["error"] == "invalid"
    assert second == {"order": "A PAR H"}


def test_a_line_of_a_million_letters_is_answered():
    (only,) = answers(b"A Par " * 200_000, "--language", "en")
    assert only["error"] == "invalid"


@pytest.mark.parametrize(
    "arguments",
    [[], ["--language", "de"], ["--language", "fr", "--edition", "1972"]],
    ids=["none", "language", "edition"],
)
def test_invalid_arguments_exit_with_status_2(arguments):
    done = run("read", *arguments)
    assert done.returncode == 2
    assert b"usage" in done.stderr


def test_without_read_the_command_adjudicates():
    request = {
        "id": "1",
        "phase": "S1901M",
        "units": {"FRANCE": ["A PAR"]},
        "orders": {"FRANCE": ["A PAR - BUR"]},
    }
    done = run("--edition", "standard", given=json.dumps(request).encode())
    assert json.loads(done.stdout)["units_after"] == {"FRANCE": ["A BUR"]}
