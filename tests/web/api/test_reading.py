"""Request bodies are read strictly: each field once, each fault reported once, with its reason."""

import json
from typing import get_args

import pytest
from pydantic_core import core_schema

from tests.builders import start
from tests.web.api.asking import PATH
from web.api.operations import TYPES, expected_by

TYPED = [
    ("POST", "/challenges", '{"rated": "yes"}', "rated", "boolean", "true or false"),
    ("POST", "/challenges", '{"opponent": 5}', "opponent", "string", "a text"),
    ("POST", "/challenges", '{"settings": 5}', "settings", "object", "an object"),
    (
        "POST",
        "/challenges",
        '{"settings": {"loyalty": "1"}}',
        "settings.loyalty",
        "integer",
        "a whole number",
    ),
    ("PUT", "S1902M", '{"orders": []}', "orders", "object", "an object"),
    ("PUT", "S1902M", '{"orders": {"AUSTRIA": "A BUD H"}}', "orders.AUSTRIA", "array", "a list"),
    ("PUT", "S1902M", '{"orders": {"AUSTRIA": [1]}}', "orders.AUSTRIA.0", "string", "a text"),
]


@pytest.mark.parametrize(("method", "path", "body", "field", "expected", "words"), TYPED)
def test_a_wrong_type_is_refused_and_the_expected_one_named(duel, method, path, body, field, expected, words):
    begun = duel(start("S1902M"))
    path = path if path[0] == "/" else f"/duels/{begun.contest.token}/entries/{path}"
    anna = begun.programs["anna"]
    answer = anna.client.open(
        f"{PATH}{path}", method=method, data=body, content_type="application/json", headers=anna.headers
    )
    (fault,) = answer.json["errors"]
    assert (fault["field"], fault["code"], fault["expected"]) == (field, "wrong_type", expected)
    assert fault["message"] == f"This is of the wrong type: {words} is expected."


def test_every_type_that_a_body_can_lack_has_a_name():
    """It covers every type error of pydantic for the models of this API."""
    used = ("string", "int", "float", "bool", "list", "dict", "model", "date", "datetime", "none")
    known = [
        kind
        for kind in get_args(core_schema.ErrorType)
        if kind.endswith(TYPES) and kind.partition("_")[0] in used
    ]
    assert len(known) > 10
    assert [kind for kind in known if expected_by({"type": kind}) is None] == []


def send(program, method, path, text):
    """Send a body as given; return the faulty fields with their codes."""
    answer = program.client.open(
        f"{PATH}{path}", method=method, data=text, content_type="application/json", headers=program.headers
    )
    assert (answer.status_code, answer.mimetype) == (422, "application/problem+json"), answer.text
    return [(each["field"], each["code"]) for each in answer.json["errors"]]


DOUBLED = [
    ('{"kind": "named", "kind": "open"}', ["kind"]),
    (
        '{"settings": {"loyalty": 1, "loyalty": 2}, "public": true, "public": true}',
        ["public", "settings.loyalty"],
    ),
    ('{"settings": {"income": {"fixed": 1, "fixed": 2}}}', ["settings.income.fixed"]),
    ('{"unknown": [1, {"a": 1, "a": 2}]}', ["unknown.1.a"]),
]


@pytest.mark.parametrize(("body", "fields"), DOUBLED)
def test_a_field_that_stands_twice_in_a_body_is_refused_by_its_path(pages, program, body, fields):
    pages()
    anna = program("anna")
    assert send(anna, "POST", "/challenges", body) == [(field, "repeated") for field in fields]
    assert anna.get_json("/challenges")["mine"] == []


def test_a_repeated_bid_is_refused(duel):
    begun = duel(start("S1902B"))
    path, anna = f"/duels/{begun.contest.token}/entries/S1902B", begun.programs["anna"]
    assert send(anna, "PUT", path, '{"bids": {"ITALY": 1, "ITALY": 2}}') == [("bids.ITALY", "repeated")]
    assert anna.code("GET", path) == "not_found"


WRONG = [
    ({"income": 5}, "settings.income", "wrong_type"),
    ({"income": {}}, "settings.income.per_centre", "missing"),
    ({"income": {"fixed": "5"}}, "settings.income.fixed", "wrong_type"),
    ({"victory": 3}, "settings.victory", "wrong_type"),
    ({"victory": "all"}, "settings.victory", "wrong_value"),
    ({"victory": {"centres": 0}}, "settings.victory.centres", "wrong_value"),
]


@pytest.mark.parametrize(("settings", "field", "code"), WRONG)
def test_a_setting_of_several_forms_is_at_fault_once(pages, program, settings, field, code):
    pages()
    body = json.dumps({"settings": settings})
    assert send(program("anna"), "POST", "/challenges", body) == [(field, code)]


@pytest.mark.parametrize("settings", [{"income": {"fixed": 5}}, {"income": {"per_centre": 2}}])
@pytest.mark.parametrize("victory", ["home_centre", {"centres": 2}])
def test_every_form_of_a_setting_is_taken_and_shown_as_it_was_sent(pages, program, settings, victory):
    pages()
    wanted = {**settings, "victory": victory}
    made = program("anna").post("/challenges", {"settings": wanted})
    assert made.status_code == 201, made.text
    assert {**wanted, **made.json["settings"]} == wanted


LENGTHS = [
    ("S1902M", {"orders": {"AUSTRIA": ["x" * 61]}}, "60 characters at most", "60 caractères au plus"),
    ("S1902M", {"orders": {"AUSTRIA": ["A BUD H"] * 41}}, "40 elements at most", "40 éléments au plus"),
    ("HOMES", {"homes": ["FRANCE"] * 6}, "7 elements at least", "7 éléments au moins"),
]


@pytest.mark.parametrize(("phase", "body", "english", "french"), LENGTHS)
def test_a_limit_says_of_what_it_is_one(duel, phase, body, english, french):
    begun = duel(None if phase == "HOMES" else start(phase))
    path, anna = f"/duels/{begun.contest.token}/entries/{phase}", begun.programs["anna"]
    assert english in anna.put(path, body).json["errors"][0]["message"]
    answer = anna.ask("PUT", path, body, **{"Accept-Language": "fr"})
    assert french in answer.json["errors"][0]["message"]
