"""What a program sends is read strictly: each field once, and each fault named once, with its reason."""

import pytest

from tests.builders import start
from tests.web.api.asking import PATH


def send(program, method, path, text):
    """Send a body as it is written; return the fields at fault with their codes."""
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
    assert anna.told("/challenges")["mine"] == []


def test_of_a_bid_that_stands_twice_neither_is_taken(duel):
    begun = duel(start("S1902B"))
    path, anna = f"/duels/{begun.contest.token}/entries/S1902B", begun.programs["anna"]
    assert send(anna, "PUT", path, '{"bids": {"ITALY": 1, "ITALY": 2}}') == [("bids.ITALY", "repeated")]
    assert anna.code("GET", path) == "not_found"
