"""The French of the site: no page has a wording that native readers disliked."""

import html
import re

import pytest

from adjudicator.notation.vocabulary import language_of
from tests.builders import start
from tests.fixtures_duels import LISTS, SECOND
from tests.intimate.winters import winter
from tests.quality.test_catalogues import CATALOGUES, read, several
from tests.web.french import WORDINGS
from tests.web.reading import rows, text
from tests.web.scene import Scene
from web.core.errors import explained
from web.core.translation import in_language

SCENES = ("HOMES", "S1901B", "S1901M", "F1901R", "W1901A", None)
"""Each kind of phase once, and the end of a duel, which then has a chapter of each kind."""
ROUTED = {"FRANCE": {"A SER": ["ALB", "GRE"]}}
UNBROKEN, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
LOOSE = re.compile(rf" [;:!?»]|« |[{UNBROKEN} ][;!?]|{NARROW}[:»]|«{NARROW}|'")


def spaced(words):
    """Return text with plain spaces, and with JSON's escaped letters decoded."""
    words = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), words)
    return words.replace(UNBROKEN, " ").replace(NARROW, " ")


def written():
    """List all French text: the catalogue, and the sentences about orders."""
    (french,) = (path for path in CATALOGUES if path.parts[-3] == "fr")
    said = language_of("fr")
    messages = [form for message in read(french)[1].values() for form in several(message.string)]
    return [*messages, *said.forms.values(), *said.faults.values(), *said.reasons.values()]


def stumbles(words):
    """List the wordings that should not be there."""
    return [left for left in WORDINGS if re.search(left, spaced(html.unescape(words)))]


@pytest.mark.parametrize(("left", "right"), WORDINGS.items())
def test_french_texts_use_the_corrected_wording(left, right):
    found = list(map(spaced, written()))
    assert [words for words in found if re.search(left, words)] == []
    assert [words for words in found if re.search(right, words)]


def test_spaces_that_belong_to_a_sign_do_not_break_and_apostrophes_are_curved():
    """A full one before a colon and inside quotation marks, a narrow one before ; ! and ?"""
    assert [words for words in written() if LOOSE.search(re.sub(r"%\(\w+\)[sd]", "", words))] == []


@pytest.fixture
def scene(site, sqlite_database, member, visit):
    return Scene(site, sqlite_database, member, visit)


@pytest.mark.parametrize("phase", SCENES)
def test_no_french_page_contains_a_rejected_wording(scene, phase):
    scene.begin(phase)
    found = {}
    for reader in (scene.sides["second"], scene.others["visitor"]):
        for address in scene.addresses() if phase is None else [scene.path, "/duels/", "/challenges/new"]:
            answer = reader.get(address)
            if answer.mimetype == "text/html" and answer.status_code == 200:
                assert '<html lang="fr"' in answer.text
                found[address] = stumbles(answer.text)
    assert len(found) > (20 if phase is None else 2)
    assert {address: left for address, left in found.items() if left} == {}


def test_no_french_refusal_or_error_page_contains_a_rejected_wording(pages, site):
    duel = pages(start("S1902R", dislodged=ROUTED))
    refused = duel.post("boris", "typed", orders="A Gal - War\nA Ser B\nF Ser R Alb\nnonsense")
    assert refused.status_code == 422
    assert stumbles(refused.text) == []
    with site.test_request_context(), in_language("fr"):
        errors = [*explained(403), *explained(413), *explained(415), *explained(503)]
    assert [words for words in errors if stumbles(words)] == []
    assert {"Vous n’y avez pas accès", "Envoi trop volumineux"} <= set(errors)


def test_a_place_has_its_article_and_one_unit_is_one(pages):
    duel = pages(start("S1902R", dislodged=ROUTED))
    page = duel.get("boris")
    assert '<option value="A SER R ALB">fait retraite vers l’Albanie</option>' in page.text
    assert "sans ordre, cette unité est dissoute : A Serbie" in spaced(text(page))


def test_one_duel_awaits_a_player_and_two_await_them(pages):
    duel = pages(start("S1902M"))
    assert "1 duel vous attend " in text(duel.get("boris"))
    pages(start("S1902M"))
    assert "2 duels vous attendent " in text(duel.get("boris"))


def test_a_mercenary_is_commande_and_a_power_commandee(pages):
    duel = pages(start("S1902B"))
    duel.contest.resolve({"bids": {"ITALY": 3}}, {"bids": {}})
    heads = [row for row in rows(duel.get("boris", "/chapters/0")) if row[0] in {"Mercenaire", "Puissance"}]
    assert [(head[0], [word for word in head if word.startswith("Command")]) for head in heads] == [
        ("Mercenaire", ["Commandé par"]),
        ("Puissance", ["Commandée par"]),
    ]


@pytest.mark.parametrize(
    ("begin", "entry", "words"),
    [
        (None, LISTS[SECOND], "liste validée"),
        (start("S1902B"), {"bids": {}}, "offres validées"),
        (start("S1902M"), {"orders": {}}, "ordres validés"),
    ],
)
def test_the_handed_in_entry_is_named_by_its_kind_in_french(pages, begin, entry, words):
    duel = pages(begin)
    assert words not in text(duel.get("boris"))
    duel.contest.enter(SECOND, entry)
    assert words in text(duel.get("boris"))


def test_an_order_of_winter_is_what_is_to_be_done_and_is_read_as_it_stands_in_the_box(pages):
    duel = pages(winter())
    assert duel.post("boris", "typed", orders="F Bre D").status_code == 303
    page = duel.get("boris")
    assert ">Retirer F Brest</textarea>" in page.text
    assert "<title>Retirer F Brest</title>" in page.text
    assert "se dissout" not in page.text
    assert duel.post("boris", "typed", orders="Retirer F Brest").status_code == 303
    assert duel.content("boris") == {"orders": {"FRANCE": ["F BRE D"]}}
    duel.contest.resolve(None, None)
    assert ["Flotte Brest", "Retirer F Brest", "réussi", ""] in rows(duel.get("boris", "/chapters/0"))


@pytest.mark.parametrize("page", ["", "/what-if/now"])
@pytest.mark.parametrize(
    ("reader", "sea", "codes"),
    [("anna", "English Channel", ("LON", "ENG", "NTH")), ("boris", "la Manche", ("LON", "MAN", "NRD"))],
)
def test_the_codes_of_the_board_are_explained_where_orders_are_typed_and_by_the_board(
    pages, reader, sea, codes, page
):
    duel = pages(start("S1902M"))
    duel.contest.resolve(None, None)
    shown = duel.get(reader, page, follow_redirects=True).text
    (hint,) = re.findall(r'id="typed-hint">(.*?)</p>', shown, re.DOTALL)
    assert all(code in hint for code in codes)
    (legend,) = re.findall(r'<details class="legend">(.*?)</details>', shown, re.DOTALL)
    assert sea in legend
