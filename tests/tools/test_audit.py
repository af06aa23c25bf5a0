"""Looking up known vulnerabilities of the pinned packages."""

import pytest
import requests

from tools.audit import Pin, main, pins_in

PINS = """alpha==1.0 \\
    --hash=sha256:00
    # via beta
beta==2.1 ; python_version < "3.12" \\
    --hash=sha256:01
"""


@pytest.fixture
def pinned(tmp_path):
    file = tmp_path / "requirements.txt"
    file.write_text(PINS)
    return [file]


def test_every_pin_is_asked_about_once(pinned):
    assert pins_in(pinned * 2) == [Pin("alpha", "1.0"), Pin("beta", "2.1")]


def test_a_known_fault_fails_and_is_named(pinned, capsys):
    assert main(pinned, lambda pins: [["PYSEC-1"] if pin.name == "beta" else [] for pin in pins]) == 1
    assert capsys.readouterr().out == "beta 2.1: https://osv.dev/PYSEC-1\n"
    assert main(pinned, lambda pins: [[] for _ in pins]) == 0
    assert "None of 2 packages" in capsys.readouterr().out


@pytest.mark.parametrize("error", [requests.ConnectionError, requests.HTTPError, ValueError, KeyError])
def test_an_unavailable_list_of_faults_is_reported_and_does_not_fail(pinned, capsys, error):
    def away(_):
        raise error

    assert main(pinned, away) == 0
    assert "NOT AUDITED" in capsys.readouterr().out
