"""The wheel: its content, and that it works alone in a fresh environment."""

import ast
import json
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from adjudicator import Game, __version__
from adjudicator.interchange import answer_line
from intimate.record import load
from intimate.replay import replay
from tests.adjudicator.random_phases import random_phase
from tests.intimate.random_duels import random_duel
from tests.quality.project import ROOT, files, name

DELIVERED = (
    "adjudicator",
    "games",
    "intimate",
    "intimate_client",
    "intimate_env",
    "intimate_league",
    "intimate_mcp",
    "opponent",
)
PAGES = (ROOT / "docs" / "wheel.md", ROOT / "PACKAGE.md")
HOME = "https://example.org/duels"
TYPED = """
from adjudicator import Game, Kind, Move, Power, standard
from intimate.play import play
from opponent import LEVELS

steps: int = standard().steps_between[Kind.ARMY]["PAR"]["MUN"]  # type: ignore[index]
reveal_type(Game.start().choices([Power("FRANCE")]).units[0].orders)
reveal_type(play)
reveal_type(LEVELS)
Game.start().play({Power("FRANCE"): ["A PAR - BUR"]})
"""
LINK = re.compile(r"\]\((?!https://)")
UNDOCUMENTED = """
import adjudicator, inspect, types
kinds = (types.FunctionType, types.MethodDescriptorType, types.ClassMethodDescriptorType, property)
public = {name: getattr(adjudicator, name) for name in adjudicator.__all__}
asked = {name: one for name, one in public.items() if inspect.isroutine(one) or isinstance(one, type)}
for name, one in list(asked.items()):
    if isinstance(one, type) and one.__module__.startswith("adjudicator"):
        members = {f"{name}.{key}": value for key, value in vars(one).items() if not key.startswith("_")}
        asked |= {key: value for key, value in members.items() if isinstance(value, kinds)}
print([name for name, one in asked.items() if not inspect.getdoc(one)])
"""
"""A program that prints the public names of the adjudicator without help text."""


@dataclass(frozen=True)
class Installed:
    """The wheel, in an environment of its own with nothing else."""

    wheel: Path
    environment: Path
    compiled: bool

    @property
    def python(self):
        return self.environment / "bin" / "python"

    def run(self, *command, given="", path=""):
        """Run a command there, far from the sources."""
        return subprocess.run(
            [self.environment / "bin" / command[0], *command[1:]],
            input=given,
            cwd=self.environment,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(path), "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
        )


@pytest.fixture(
    scope="module",
    params=[pytest.param(False, marks=pytest.mark.slow), pytest.param(True, marks=pytest.mark.soak)],
    ids=["plain", "compiled"],
)
def installed(request, tmp_path_factory):
    """Build the wheel once, without a network, and install it in a fresh environment without an index."""
    place = tmp_path_factory.mktemp("wheel")
    choice = [
        f"WHEEL={place}/build",
        f"DIST={place}/dist",
        f"PROJECT_URL={HOME}",
        *([] if request.param else ["PURE=1"]),
    ]
    # The environment of this process has what make would install.
    run("make", "--silent", "--old-file", ".venv/dev", "wheel", *choice)
    (wheel,) = (place / "dist").glob("*.whl")
    environment = place / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", environment / "bin/python"]
    run(*pip, "install", "--quiet", "--no-index", wheel)
    return Installed(wheel, environment, request.param)


def run(*command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=3000)
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_holds_every_file_of_its_packages_and_nothing_of_the_site(installed):
    held = set(zipfile.ZipFile(installed.wheel).namelist())
    wanted = {name(path) for package in DELIVERED for path in files(package)}
    assert wanted - held == set()
    assert {f"{package}/py.typed" for package in DELIVERED} <= held
    others = {path for path in held - wanted if ".dist-info/" not in path}
    assert bool(others) is installed.compiled
    assert {Path(path).suffix for path in others} <= {".so"}
    assert installed.wheel.name.endswith("-py3-none-any.whl") is not installed.compiled


def test_the_rules_need_nothing_and_the_opponent_numpy(installed):
    done = installed.run(
        "python", "-c", "import adjudicator, intimate.play; print(adjudicator.orders.__file__)"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert Path(done.stdout.strip()).suffix == (".so" if installed.compiled else ".py")
    asked = "import importlib.metadata as m; print(m.requires('intimate-diplomacy'))"
    needed = ast.literal_eval(installed.run("python", "-c", asked).stdout)
    assert needed
    assert [part for part in needed if "extra ==" not in part] == []
    assert 'numpy>=2; extra == "opponent"' in needed
    libraries = sysconfig.get_path("purelib")  # numpy's
    done = installed.run(
        "python", "-c", "import opponent.choosing, numpy; print(opponent.__file__)", path=libraries
    )
    assert done.stdout.startswith(str(installed.environment)), done.stderr


def test_its_version_is_that_of_the_sources_and_its_commands_say_it(installed):
    asked = "import importlib.metadata as m; print(m.version('intimate-diplomacy'))"
    assert installed.run("python", "-c", asked).stdout.strip() == __version__
    for command in ("diplomacy-adjudicate", "intimate-replay"):
        assert installed.run(command, "--version").stdout == f"{command} {__version__}\n"


def test_a_position_is_drawn_by_it_alone(installed):
    drawn = "from adjudicator import Game; print(Game.start().position.svg())"
    done = installed.run("python", "-c", drawn)
    assert (done.stdout, done.stderr) == (f"{Game.start().position.svg()}\n", "")


def test_the_packed_sources_build_the_same_wheel(installed, tmp_path):
    (sources,) = installed.wheel.parent.glob("*.tar.gz")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-index"]
    done = subprocess.run(
        [*pip, "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, sources],
        cwd=tmp_path,
        env={**os.environ, "PURE_PYTHON": "" if installed.compiled else "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=3000,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name == installed.wheel.name
    assert set(zipfile.ZipFile(wheel).namelist()) == set(zipfile.ZipFile(installed.wheel).namelist())


def test_its_metadata_name_licence_authors_and_page(installed):
    with zipfile.ZipFile(installed.wheel) as wheel:
        (metadata,) = (path for path in wheel.namelist() if path.endswith(".dist-info/METADATA"))
        told = wheel.read(metadata).decode()
        assert any(path.endswith("/LICENSE") for path in wheel.namelist())
    assert "\nLicense-Expression: BSD-3-Clause\n" in told
    assert "\nAuthor: the Intimate Diplomacy developers\n" in told
    assert "\nKeywords: diplomacy," in told
    assert "\n# intimate-diplomacy\n" in told
    assert f"\nProject-URL: Homepage, {HOME}\n" in told


def test_the_built_files_pass_the_checks_of_the_index(installed):
    done = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *installed.wheel.parent.iterdir()],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_the_wheel_s_page_has_no_links_into_the_repository():
    assert LINK.findall(PAGES[1].read_text("utf-8")) == []


def test_help_shows_the_docstrings_of_the_sources(installed):
    done = installed.run("python", "-c", UNDOCUMENTED)
    assert (done.stdout, done.stderr) == ("[]\n", "")
    for shown, told in {
        "legal_orders": "The legal orders of each unit in a movement phase",
        "Fates.result": "The result of one set, with outcomes and reasons.",
        "Support": "Support a unit's move",
        "Support.target": "The province that the support is aimed at.",
        "Unit.province": "The province that the unit occupies",
    }.items():
        assert told in installed.run("python", "-c", f"import adjudicator; help(adjudicator.{shown})").stdout


def test_the_commands_answer_as_the_sources_do(installed):
    lines = [json.dumps(random_phase(seed)) for seed in range(20)]
    done = installed.run("diplomacy-adjudicate", given="\n".join([*lines, "no JSON"]))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [answer_line(line) for line in [*lines, "no JSON"]]
    record = random_duel(0).record
    done = installed.run("intimate-replay", given=json.dumps(record))
    assert [json.loads(line) for line in done.stdout.splitlines()] == json.loads(
        json.dumps(list(replay(load(record))))
    )
    assert installed.run("intimate-replay", "verify", "--all", given=json.dumps(record)).returncode == 1
    assert installed.run("intimate-replay", "saved-game", given="{").returncode == 2
    assert installed.run("diplomacy-adjudicate", "--edition", "1823").stderr.startswith(
        "usage: diplomacy-adj"
    )


def test_the_examples_of_its_pages_are_true_of_it(installed):
    """The Python ones; numpy and the libraries of the environments are available."""
    done = installed.run("python", "-m", "doctest", *PAGES, path=sysconfig.get_path("purelib"))
    assert (done.returncode, done.stdout) == (0, "")


def test_users_of_the_wheel_get_its_types(installed):
    program = installed.environment / "program.py"
    program.write_text(TYPED, "utf-8")
    cache = installed.environment / "cache"
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={cache}"]
    done = subprocess.run(
        [*command, "--python-executable", installed.python, program.name],
        cwd=installed.environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    told = done.stdout
    assert "error: Cannot find" not in told
    assert "Hold" in told
    assert 'Revealed type is "def (duel: intimate.duel.Duel' in told
    assert 'List item 0 has incompatible type "str"' in told
    assert told.count("error:") == 1
