"""Every dependency is pinned by its hash, and no file says where to fetch it."""

import ast
import re
from importlib.metadata import packages_distributions

import pytest

from tests.quality.project import ROOT, files, imported, tree

PINS = ("requirements.txt", "requirements/dev.txt", "requirements/peer.txt", "requirements/characters.txt")
ASKED = ("requirements/site.in", "requirements/dev.in", "requirements/peer.in", "requirements/characters.in")
BUILD = (*PINS, *ASKED, "pyproject.toml", "setup.py", "Makefile", ".ci/run", "Procfile")
INDEX = re.compile(
    r"https?://(?!(localhost|127\.0\.0\.1)\b)|(--|\b)(extra-)?index[-_]url\s*=?\s*\S*:|find[-_]links\s*="
)


def text(file):
    return (ROOT / file).read_text("utf-8")


def pins(file):
    """List the pinned packages of a file, each with the text after it."""
    joined = text(file).replace("\\\n", " ")
    return [line for line in joined.splitlines() if line.strip() and not line.lstrip().startswith("#")]


@pytest.mark.parametrize("file", PINS)
def test_every_part_is_pinned_with_its_hashes(file):
    loose = [pin for pin in pins(file) if not re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", pin)]
    assert pins(file)
    assert loose == []


def test_the_tests_run_with_the_very_parts_that_the_server_has():
    assert set(pins("requirements.txt")) <= set(pins("requirements/dev.txt"))


@pytest.mark.parametrize("file", ASKED)
def test_every_part_that_is_asked_for_is_pinned(file):
    asked = {normal(line) for line in text(file).splitlines() if re.match(r"\w", line)}
    pinned = {normal(pin) for pin in pins(PINS[ASKED.index(file)])}
    assert asked - pinned == set()


def test_the_package_for_comparison_needs_the_same_versions_as_the_tests():
    """Installing it must change no other part."""
    versions = [dict(pin.split()[0].split("==") for pin in pins(file)) for file in PINS[1:3]]
    shared = versions[0].keys() & versions[1].keys()
    assert {part: versions[1][part] for part in shared} == {part: versions[0][part] for part in shared}


COMMANDS = {
    "gunicorn": ("Procfile", "gunicorn --config"),
    "httptools": ("web/core/server.py", "httptools_impl"),
    "honcho": ("Makefile", "honcho start"),
    "import-linter": ("tests/quality/test_layers.py", '"lint-imports"'),
    "openapi-python-client": ("tests/web/api/test_generated_client.py", '"openapi-python-client")'),
    "pytest-timeout": ("pyproject.toml", 'timeout = "'),
    "pytest-xdist": ("Makefile", "--numprocesses"),
    "redis": ("web/core/configuration.py", '"RATELIMIT_STORAGE_URI": redis'),
    "ruff": ("Makefile", "ruff check"),
    "uvloop": ("web/core/server.py", '"loop": "uvloop"'),
    "twine": ("tests/quality/test_wheel.py", '"-m", "twine", "check"'),
    "tzdata": ("clocks/terms.py", "available_timezones"),
}
"""Packages used without an import: the file, and the words there that use it."""


def test_every_part_that_is_asked_for_is_used():
    taken = {top for file in files(".", "*.py") for node in ast.walk(tree(file)) for top in imported(node)}
    modules = {}
    for module, parts in packages_distributions().items():
        for part in parts:
            modules.setdefault(normal(part), set()).add(module)
    asked = {normal(line) for file in ASKED[:2] for line in text(file).splitlines() if re.match(r"\w", line)}
    unused = {part for part in asked - COMMANDS.keys() if not modules.get(part, set()) & taken}
    assert unused == set()
    assert [part for part, (file, words) in COMMANDS.items() if words not in text(file)] == []


def normal(line):
    return re.match(r"[\w.-]+", line)[0].lower().replace("_", "-")


@pytest.mark.parametrize("file", BUILD)
def test_no_build_file_names_an_index_of_packages(file):
    assert [line for line in text(file).splitlines() if INDEX.search(line)] == []


def test_every_package_of_node_is_named_with_its_version():
    packages = re.findall(r"npm pack --silent (\S+)", text("Makefile"))
    assert packages
    assert [each for each in packages if not re.search(r"@(\d+\.\d+\.\d+|\$\(TYPESCRIPT\))$", each)] == []
