"""Every message exists in every language; English is the language of the source and has no catalogue."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.checkers import checkers
from babel.messages.pofile import read_po

from tests.quality.project import ROOT, name

CATALOGUES = sorted((ROOT / "translations").glob("*/LC_MESSAGES/messages.po"))
WORST = {
    "en": r"[Ww]hom?ever|(is|are) told|[Kk]eepers?\b|keeps the site|by lot\b|on leave\b|[Bb]eforehand"
    r"|\b[Dd](rive|riving|riven|rove)s?\b.*\bout\b|via convoy"
    r"|(unit, a|into one|the same|free|find a) place\b",
    "fr": r"^Qui (?!.*\?$)|[;:] qui |[a-zé]\. Qui |tient le site|[Pp]ar courrier|au supérieur|\b[Cc]hass[eé]",
}
"""Wordings to avoid: riddles in the passive, and second names for one thing."""
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sdif]|\{\w*\}")


def several(text):
    """List the forms of a message: one, or one for each number."""
    return [text] if isinstance(text, str) else list(text)


def read(path: Path):
    """Return a catalogue, and its messages by (context, source text)."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.parts[-3] if path.suffix == ".po" else None)
    return catalogue, {
        (message.context, several(message.id)[0]): message for message in catalogue if message.id
    }


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Return the messages in the code and the pages, as `make messages` would find them."""
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


def test_no_catalogue_is_left_out_when_all_are_compiled(catalogue):
    """A catalogue marked as fuzzy in its header is silently skipped."""
    assert not catalogue[0].fuzzy


def test_plurals_are_plurals_in_both(source, catalogue):
    both = source.keys() & catalogue[1].keys()
    assert [key for key in both if source[key].pluralizable != catalogue[1][key].pluralizable] == []


def test_translations_fill_in_the_same_things(catalogue):
    differing = [key for key, message in catalogue[1].items() if not fills_in_the_same(message)]
    assert differing == []


def fills_in_the_same(message):
    """Compare the placeholders; a singular may leave its number out."""
    wanted = placeholders(several(message.id)[-1])
    forms = [placeholders(form) for form in several(message.string)]
    return forms[-1] == wanted and all(form <= wanted for form in forms)


def placeholders(text):
    return set(PLACEHOLDER.findall(text.replace("%%", "")))


def test_babel_finds_nothing_wrong(catalogue):
    for message in catalogue[1].values():
        for check in checkers:
            check(catalogue[0], message)


def test_no_english_sentence_is_a_riddle(source):
    said = [form for message in source.values() for form in several(message.id)]
    assert [form for form in said if re.search(WORST["en"], form)] == []


def test_no_french_sentence_is_a_riddle():
    _, french = read(ROOT / "translations/fr/LC_MESSAGES/messages.po")
    said = [form for message in french.values() for form in several(message.string)]
    plain = [re.sub("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]", " ", form) for form in said]
    assert [form for form in plain if re.search(WORST["fr"], form)] == []


def test_a_template_that_does_not_parse_stops_the_extraction(tmp_path):
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/broken.html").write_text('{{ _("Said") }}{% if %}')
    command = [sys.executable, "-m", "babel.messages.frontend", "extract"]
    command += ["--mapping-file", str(ROOT / "babel.cfg"), "--output-file", "messages.pot", "."]
    done = subprocess.run(command, cwd=tmp_path, check=False, timeout=60, capture_output=True)
    assert done.returncode != 0
