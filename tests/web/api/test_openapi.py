"""The description of the API is OpenAPI 3.1, and the API follows it: schemathesis finds nothing."""

import json
import re

import pytest
import schemathesis
from jsonschema import Draft202012Validator
from schemathesis.engine import events, from_schema
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR

from adjudicator import standard
from intimate.settings import READERS
from services.api.keys import Scope
from tests.builders import start
from tests.fixtures_duels import LATER
from tests.quality.project import ROOT
from tests.web.api.asking import key_of
from web.api import OPERATIONS
from web.api.openapi import templated
from web.api.problems import KINDS
from web.api.shapes import Power, Settings

FEW, MANY = 2, 300
TAKEN = [200, 201, 403, 404, 409, 422]


@pytest.fixture
def document(site):
    return site.test_client().get("/api/v1/openapi.json").json


def test_the_document_is_openapi_and_says_of_each_operation_all_that_can_come_of_it(document):
    assert list(OPENAPI_31_VALIDATOR.iter_errors(document)) == []
    described = {
        each["operationId"]: each for methods in document["paths"].values() for each in methods.values()
    }
    assert set(described) == {each.name for each in OPERATIONS}
    for each in OPERATIONS:
        told = described[each.name]
        assert told["security"] == [{"key": [each.scope.value]}]
        assert {str(int(KINDS[code].status)) for code in each.all_problems} < set(told["responses"])
        assert all(response["description"] for response in told["responses"].values())
    assert {each.scope for each in OPERATIONS} == set(Scope)
    assert {code for each in OPERATIONS for code in each.all_problems} == set(KINDS) - {"method_not_allowed"}


def test_every_body_and_every_part_of_an_address_has_an_example_that_is_taken(document):
    for each in OPERATIONS:
        told = document["paths"][re.sub(r"<(?:[^<>]*:)?(\w+)>", r"{\1}", each.path)][each.method.lower()]
        for parameter in told["parameters"]:
            if parameter["in"] == "path":
                schema, example = parameter["schema"], parameter["example"]
                assert re.search(schema["pattern"], example) if "pattern" in schema else example >= 0
        assert bool(each.body) == bool(each.example)
        if each.body:
            assert told["requestBody"]["content"]["application/json"]["example"] == each.example
            each.body.model_validate_json(json.dumps(each.example), strict=True)


def test_every_answer_has_an_example_that_its_schema_admits(document):
    components = {"components": document["components"]}
    for each in OPERATIONS:
        told = document["paths"][templated(each.path)][each.method.lower()]
        (content,) = told["responses"][str(int(each.status))]["content"].values()
        validator = Draft202012Validator({**components, **content["schema"]})
        assert [error.message for error in validator.iter_errors(content["example"])] == [], each.name


def titles_in(value, path=()):
    """List the titles of all schemas in a document, each with its place."""
    if isinstance(value, dict):
        if isinstance(value.get("title"), str):
            yield value["title"], path
        for name, part in value.items():
            yield from titles_in(part, (*path, name))
    if isinstance(value, list):
        for number, part in enumerate(value):
            yield from titles_in(part, (*path, number))


def test_each_title_is_that_of_one_schema_and_of_nothing_else(document):
    """Client generators name classes by titles: of two with the same title, they lose one."""
    schemas = document["components"]["schemas"]
    found = [(title, path) for title, path in titles_in(document) if path != ("info",)]
    assert found == [(name, ("components", "schemas", name)) for name in schemas]
    classes = [name.replace("_", "").casefold() for name in schemas]
    assert len(set(classes)) == len(classes)
    assert "title" in schemas["ProblemSaid"]["properties"]


def test_the_models_know_every_power_and_every_setting():
    assert Power.__args__ == standard().powers
    assert list(Settings.__annotations__) == list(READERS)


def test_the_page_about_the_api_lists_every_operation_and_every_problem_in_both_languages(visit):
    for language in ("en", "fr"):
        page = visit(language).get("/help/api").text
        assert all(f'id="{code}"' in page for code in KINDS)
        assert all(str(each.path.partition("<")[0]) in page for each in OPERATIONS)
        assert "/api/v1/openapi.json" in page


LEFT_TO_PAGES = {
    "Play now": "Jouer maintenant",
    "tournaments": "tournois",
    "rematches": "revanches",
    "arbiter": "arbitre",
    "analysis": "analyse",
    "what-if": "Et si",
    "blocking": "blocage",
}


def test_the_api_s_documents_name_what_only_pages_can_do(document, visit):
    texts = [document["info"]["description"], (ROOT / "docs" / "api.md").read_text("utf-8")]
    for text in (*texts, visit("en").get("/help/api").text):
        assert [words for words in LEFT_TO_PAGES if words not in text] == []
    french = visit("fr").get("/help/api").text
    assert [words for words in LEFT_TO_PAGES.values() if words not in french] == []
    asked = " ".join(each.path for each in OPERATIONS)
    assert not re.search("play-now|seek|tournament|rematch|arbiter|judge|what|block|report|hint", asked)


def test_streams_are_said_to_be_counted_by_each_process(visit):
    assert "open streams per server process" in visit("en").get("/help/api").text
    assert "two streams in each server process" in (ROOT / "docs" / "api.md").read_text("utf-8")


@pytest.fixture
def found(site, sqlite_database, pages, monkeypatch, tmp_path):
    """Return a function that runs schemathesis on a part of the API and returns its findings.

    The site has a duel and challenges; the requests come from the bot of Anna, who plays the duel.
    """
    monkeypatch.chdir(tmp_path)
    site.config["API_RATE"] = "1000000 per minute"
    site.extensions["counting"].storage.reset()
    begun = pages(start("S1902M"))
    key = key_of(sqlite_database, "anna", now=LATER)
    known = {"duel": [begun.contest.token], "phase": ["S1902M", "S1902R", "S1903B"]}

    def found(most, **phases):
        config = {
            "workers": 1,
            "headers": {"Authorization": f"Bearer {key}"},
            "generation": {"max-examples": most, "database": "none", "deterministic": True},
            "dictionaries": {name: {"values": values} for name, values in known.items()},
            "parameters": {f"path.{name}": {"dictionary": name, "probability": 0.7} for name in known},
            # Schemathesis drops the key by other means than an application allows; test_access.py tests this.
            "checks": {"ignored_auth": {"enabled": False}},
            # No schema can express what the rules of the game refuse, which names are in a list,
            # or which keys of requests are used already.
            "operations": [
                {
                    "include-operation-id": name,
                    "checks": {"positive_data_acceptance": {"expected-statuses": TAKEN}},
                }
                for name in sorted(
                    {each.name for each in OPERATIONS if each.method == "POST"}
                    | {"put_entry", "put_time_off", "list_challenges", "list_duels", "list_public_duels"}
                    | {"export_duels", "export_league", "show_ratings", "show_rating_history", "show_ranking"}
                )
            ],
            "phases": phases,
        }
        loaded = schemathesis.openapi.from_wsgi(
            "/api/v1/openapi.json", site, config=schemathesis.Config.from_dict(config)
        )
        return [told for event in from_schema(loaded).execute() for told in faults_of(event)]

    return found


def faults_of(event):
    """List what an event of schemathesis found: the request, and what was wrong with the answer."""
    if isinstance(event, events.NonFatalError | events.FatalError):
        yield repr(event)
    if isinstance(event, events.ScenarioFinished):
        for checks in event.recorder.checks.values():
            for check in checks:
                if check.failure_info:
                    yield f"{event.label}: {check.failure_info.failure} {check.failure_info.code_sample}"


OFF = {"enabled": False}


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
def test_schemathesis_finds_nothing(found):
    assert found(FEW, examples=OFF, stateful=OFF) == []


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore:Generating overly large repr")
def test_schemathesis_finds_nothing_for_long(found):
    assert found(MANY) == []
