"""Every refusal of a use case has a message in each language."""

import importlib
import inspect
import pkgutil
from enum import StrEnum

import services
from app import REFUSALS
from games import GameFault
from web.core.i18n import LANGUAGES


def codes_of_features():
    """Return the enumerations of refusal codes by name."""
    for module in pkgutil.walk_packages(services.__path__, "services."):
        importlib.import_module(module.name)
    refusals = {each for each in StrEnum.__subclasses__() if each.__name__.endswith("Refusal")}
    return refusals | {GameFault}  # refusals by the rules of a game at a table


def test_every_code_has_one_sentence():
    said = {type(next(iter(sentences))): sentences for sentences in REFUSALS}
    assert len(said) == len(REFUSALS)
    assert set(said) == codes_of_features()
    assert {codes: list(sentences) for codes, sentences in said.items()} == {
        each: list(each) for each in said
    }


def test_every_sentence_is_said_in_each_language(site):
    plain = [
        sentence
        for sentences in REFUSALS
        for sentence in sentences.values()
        if not inspect.signature(sentence).parameters
    ]
    said = []
    for language in LANGUAGES:
        with site.test_request_context(headers={"Accept-Language": language}):
            said.append([sentence() for sentence in plain])
    for sentences in zip(*said, strict=True):
        assert all(sentences)
        assert len(set(sentences)) == len(LANGUAGES)
