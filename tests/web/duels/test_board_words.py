"""The words of the board: place names with the articles and prepositions of each language."""

import pytest

from adjudicator import PhaseKind, standard
from web.core.translation import in_language
from web.duels.script_words import board_words

SENTENCES = {
    ("en", "go", "BLA"): "Go to the Black Sea",
    ("en", "support", "MUN"): "Support the unit in Munich",
    ("en", "convoy", "BEL"): "Convoy the army in Belgium",
    ("fr", "go", "BLA"): "Aller vers la mer Noire",
    ("fr", "go", "ALB"): "Aller vers l’Albanie",
    ("fr", "support", "MUN"): "Soutenir l’unité de Munich",
    ("fr", "support", "ENG"): "Soutenir l’unité de la Manche",
    ("fr", "support", "YOR"): "Soutenir l’unité du Yorkshire",
    ("fr", "convoy", "BEL"): "Convoyer l’armée de Belgique",
    ("fr", "convoy", "SPA"): "Convoyer l’armée d’Espagne",
}


def filled(words, sentence, province):
    """Fill a sentence in as the scripts do."""
    for form, name in words["places"][province].items():
        sentence = sentence.replace(f"{{{form}}}", name)
    return sentence


@pytest.mark.parametrize(("language", "sentence", "province"), SENTENCES)
def test_a_place_has_its_article_and_preposition(site, language, sentence, province):
    with site.test_request_context(), in_language(language):
        words = board_words(PhaseKind.MOVEMENT)
        assert filled(words, words[sentence], province) == SENTENCES[language, sentence, province]


def sentences(words):
    """List all sentences, those of the groups too."""
    inner = [text for text in words["does"].values() if text]
    return [text for text in words.values() if isinstance(text, str)] + inner


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", [PhaseKind.MOVEMENT, PhaseKind.RETREATS, PhaseKind.ADJUSTMENTS])
def test_every_province_is_named_and_nothing_is_left_to_fill_in(site, language, kind):
    with site.test_request_context(), in_language(language):
        words = dict(board_words(kind))
        provinces = {place.partition("/")[0] for place in words["places"]}
        assert provinces == standard().spaces.keys()
        orders = words.pop("inPlaceOf")  # takes orders, not places
        assert orders.count("{now}") == orders.count("{before}") == 1
        assert [text for text in sentences(words) if set("{}%") & set(filled(words, text, "NTH"))] == []


@pytest.mark.parametrize(("language", "letters"), [("en", ["H"]), ("fr", ["H", "T"])])
def test_a_unit_is_let_hold_by_h_and_by_the_letter_of_the_language(site, language, letters):
    with site.test_request_context(), in_language(language):
        assert board_words(PhaseKind.MOVEMENT)["letters"]["hold"] == letters
