"""The logic of the scripts, without a browser: Node runs each file here as the tests of one script."""

import subprocess

import pytest

from tests.quality.project import ROOT, files, name

TESTS = files("tests/static/js", "test_*.js")


@pytest.mark.parametrize("file", TESTS, ids=name)
def test_the_script_does_what_its_tests_say(node, file):
    # Node warns that it recognises each script as a module only by its content.
    command = [node, "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", "--test-reporter=spec", file]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_file_is_named_after_the_script_that_it_tests():
    tested = {file.relative_to(ROOT / "tests").with_name(file.name.removeprefix("test_")) for file in TESTS}
    assert tested
    assert [str(script) for script in tested if not (ROOT / script).exists()] == []
