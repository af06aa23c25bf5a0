"""The documentation is true: examples, links, commands, tables."""

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import EDITIONS
from app import create_app
from intimate.events import BY_THE_ARBITER, EventKind
from intimate.rules import STARTING_CREDITS
from intimate.settings import READERS, all_settings, rules
from intimate.variants import PRESETS
from tests.fixtures_site import ENTRY_KEYS
from tests.quality.project import ROOT, files, name
from web.core.configuration import FLAGS, NUMBERS, TEXTS

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
MAKE = re.compile(r"\bmake (?:[A-Z]+=\S+ )*([a-z]+)\b")
FLASK = re.compile(r"flask --app app ([a-z-]+)(?: ([a-z-]+))?")
ROW = re.compile(r"^\| `([^`]+)` \| (.*?) \|", re.MULTILINE)
SECONDS = 60


def text(page):
    return page.read_text("utf-8")


def blocks(page, *languages):
    """List the fenced blocks of a page in some languages."""
    return [body for language, body in FENCE.findall(text(page)) if language in languages]


def examples(page):
    """List (command, output) for every shell example of a page; a command may contain a document."""
    for body in blocks(page, "console"):
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            first, _, rest = part.partition("\n")
            if first.endswith("<<'END'"):
                document, _, printed = rest.partition("END\n")
                yield f"{first}\n{document}END\n", printed
            else:
                yield first, rest


EXAMPLES = [
    pytest.param(command, printed, id=f"{name(page)} {number}")
    for page in PAGES
    for number, (command, printed) in enumerate(examples(page), 1)
]


@pytest.mark.parametrize(("command", "printed"), EXAMPLES)
def test_a_command_prints_what_the_page_says(command, printed):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env={**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=SECONDS,
    )
    assert done.stdout == printed


def test_a_snippet_answers_what_the_page_says(subtests):
    for page in [page for page in PAGES if blocks(page, "python")]:
        with subtests.test(page=page):
            failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
            assert tried
            assert failed == 0


def test_json_is_json(subtests):
    for page in PAGES:
        with subtests.test(page=page):
            for body in blocks(page, "json"):
                json.loads(body)


def anchors(page):
    """List the anchors of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", text(page)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_leads_somewhere(subtests):
    for page in PAGES:
        with subtests.test(page=page):
            for link in LINK.findall(FENCE.sub("", text(page))):
                if "://" not in link:
                    place, _, anchor = link.partition("#")
                    target = (page.parent / place).resolve() if place else page
                    assert target.exists(), link
                    assert not anchor or anchor in anchors(target), link


def test_every_make_target_exists(subtests):
    for page in PAGES:
        with subtests.test(page=page):
            targets = set(re.findall(r"^([a-z]+):", text(ROOT / "Makefile"), re.MULTILINE))
            code = [*blocks(page, "sh"), *re.findall(r"`([^`\n]+)`", FENCE.sub("", text(page)))]
            named = {target for piece in code for target in MAKE.findall(piece)}
            assert named <= targets


@pytest.fixture(scope="module")
def commands(tmp_path_factory):
    """Return the commands of the site."""
    settings = {"INSTANCE": tmp_path_factory.mktemp("site"), "ENTRY_KEYS": ENTRY_KEYS[0], "TESTING": True}
    return create_app(settings).cli.commands


def test_every_command_of_the_site_exists(commands, subtests):
    for page in PAGES:
        with subtests.test(page=page):
            for group, command in FLASK.findall(text(page)):
                assert group in commands
                subcommands = getattr(commands[group], "commands", {})
                assert not subcommands or command in subcommands


def rows(page, heading):
    """Return a table's second column by its first, under a heading of a page."""
    found = re.search(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", text(page), re.MULTILINE | re.DOTALL)
    return dict(ROW.findall(found[1]))


def test_the_table_of_settings_has_every_setting_with_its_default():
    written = rows(ROOT / "docs/rules.md", "10. Settings")
    assert list(written) == list(READERS)
    usual = all_settings(rules("intimate", {}))
    assert written.pop("starting_credits") == "as in 3.1"
    assert {setting: json.loads(default) for setting, default in written.items()} == {
        setting: usual[setting] for setting in written
    }


def test_the_table_of_settings_names_values_that_can_be_chosen():
    for line in re.findall(r"^\| `.*$", text(ROOT / "docs/rules.md"), re.MULTILINE):
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        setting = cells[0].strip("` ")
        if setting in READERS:
            for value in re.findall(r'"\w+"(?!:)', cells[2]):
                rules("intimate", {setting: json.loads(value)})


def test_the_table_of_presets_has_every_preset_with_what_differs():
    written = rows(ROOT / "docs/rules.md", "9. Presets")
    assert list(written) == list(PRESETS)
    usual = all_settings(rules("intimate", {}))
    for preset, words in written.items():
        values = all_settings(PRESETS[preset])
        differing = {setting for setting in values if values[setting] != usual[setting]}
        assert set(re.findall(r"`(\w+)`", words)) == differing, preset


def test_the_rules_tell_the_starting_credits():
    page = text(ROOT / "docs/rules.md")
    written = "England, France, Russia and Turkey 20; Germany 22; Austria and Italy 24"
    assert written in page
    assert sorted(STARTING_CREDITS.values()) == [20, 20, 20, 20, 22, 24, 24]


def test_the_rules_say_that_an_arbiter_may_grant_a_stalemate():
    granting = text(ROOT / "docs/rules.md").partition("**8.2**")[2].partition("**8.3**")[0]
    assert EventKind.STALEMATE_GRANTED in BY_THE_ARBITER
    assert "An arbiter of the duel may grant a standing claim" in granting
    assert f"`{EventKind.STALEMATE_GRANTED}`" in granting


def test_the_formats_name_every_edition():
    page = text(ROOT / "docs/formats.md")
    assert [edition for edition in EDITIONS if f"`{edition}`" not in page] == []


def test_the_table_of_variables_has_every_variable_that_is_read():
    code = text(ROOT / "web/core/configuration.py") + text(ROOT / "gunicorn.conf.py")
    read = {*TEXTS, *FLAGS, *NUMBERS, *re.findall(r'environ\S*\("([A-Z_]{2,})"', code)}
    assert set(rows(ROOT / "docs/running.md", "Settings")) == read


GENERATED = {"instance/", "build/", "dump/", "translations/CODE/", "migrations/versions/NNNN_what.py"}
"""Paths that exist only on a site, or after somebody has created them."""
PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)*(?:\.py|/))`")


def test_every_module_and_folder_that_a_page_names_exists(subtests):
    known = {name(path) for path in files()}
    known |= {f"{parent}/" for path in known for parent in map(str, Path(path).parents)}
    for page in PAGES:
        with subtests.test(page=page):
            named = set(PATH.findall(FENCE.sub("", text(page)))) - GENERATED
            assert [
                path for path in named if not any(f"/{each}".endswith(f"/{path}") for each in known)
            ] == []
