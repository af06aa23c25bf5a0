"""Every word of the site is in every language; English is the language of the source and has no catalogue."""

import re
import subprocess
from pathlib import Path

import pytest
from babel.messages.checkers import checkers
from babel.messages.pofile import read_po

from tests.quality.project import ROOT, name

CATALOGUES = sorted((ROOT / "translations").glob("*/LC_MESSAGES/messages.po"))
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sdif]|\{\w*\}")


def several(text):
    """List the forms of a message, one or one for each number."""
    return [text] if isinstance(text, str) else list(text)


def read(path: Path):
    """Return a catalogue, and its messages by (context, what the source says)."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.parts[-3] if path.suffix == ".po" else None)
    return catalogue, {
        (message.context, several(message.id)[0]): message for message in catalogue if message.id
    }


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Return what the code and the pages say, as `make messages` would find it."""
    pot = tmp_path_factory.mktemp("catalogue") / "messages.pot"
    subprocess.run(["make", "--silent", "extract", f"POT={pot}"], cwd=ROOT, check=True, timeout=60)
    return read(pot)[1]


@pytest.fixture(params=CATALOGUES, ids=name)
def catalogue(request):
    return read(request.param)


def test_there_is_a_french_catalogue():
    assert ROOT / "translations/fr/LC_MESSAGES/messages.po" in CATALOGUES


def test_nothing_is_left_untranslated(source, catalogue):
    assert sorted(source.keys() - catalogue[1].keys(), key=str) == []
    empty = [key for key, message in catalogue[1].items() if not all(several(message.string))]
    assert empty == []


def test_no_translation_is_unused(source, catalogue):
    assert sorted(catalogue[1].keys() - source.keys(), key=str) == []
    assert list(catalogue[0].obsolete) == []


def test_no_translation_is_a_guess(catalogue):
    assert [key for key, message in catalogue[1].items() if message.fuzzy] == []


def test_plurals_are_plurals_in_both(source, catalogue):
    both = source.keys() & catalogue[1].keys()
    assert [key for key in both if source[key].pluralizable != catalogue[1][key].pluralizable] == []


def test_translations_fill_in_the_same_things(catalogue):
    differing = [key for key, message in catalogue[1].items() if not fills_in_the_same(message)]
    assert differing == []


def fills_in_the_same(message):
    """Compare what is filled in; a singular may leave its number out."""
    wanted = placeholders(several(message.id)[-1])
    forms = [placeholders(form) for form in several(message.string)]
    return forms[-1] == wanted and all(form <= wanted for form in forms)


def placeholders(text):
    return set(PLACEHOLDER.findall(text.replace("%%", "")))


def test_babel_finds_nothing_wrong(catalogue):
    for message in catalogue[1].values():
        for check in checkers:
            check(catalogue[0], message)
