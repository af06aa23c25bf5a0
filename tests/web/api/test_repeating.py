"""A request with an `Idempotency-Key` is done once, however often it is sent."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import func, select, text

from models import AskedOnce, Challenge
from services.api import idempotency
from tests.builders import start
from tests.fixtures_site import NOON
from tests.web.api.asking import PATH
from web.api import OPERATIONS

OPEN = {"kind": "open"}
KEY = {"Idempotency-Key": "6f1c9e2e"}


def post(program, path, body=None, **headers):
    return program.ask("POST", path, body, **{**KEY, **headers})


def challenges(database):
    with database.reading() as session:
        return session.scalar(select(func.count()).select_from(Challenge))


@pytest.fixture
def anna(pages, program):
    pages()
    return program("anna")


@pytest.fixture
def stored(site):
    return site.extensions["database"]


def test_a_request_that_comes_again_is_answered_alike_and_not_done_again(anna, stored):
    before = challenges(stored)
    first, second = post(anna, "/challenges", OPEN), post(anna, "/challenges", OPEN)
    assert (first.status_code, first.text) == (second.status_code, second.text)
    assert first.status_code == 201
    assert second.headers["Location"] == first.headers["Location"]
    assert second.headers["Cache-Control"] == "no-store"
    assert ("Idempotency-Replayed" in first.headers, second.headers["Idempotency-Replayed"]) == (
        False,
        "true",
    )
    assert challenges(stored) == before + 1
    assert anna.ask("POST", "/challenges", OPEN).json["challenge"] != first.json["challenge"]


def test_another_body_or_address_with_the_same_key_is_refused_and_another_operation_is_not(anna, stored):
    made = post(anna, "/challenges", OPEN).json["challenge"]
    before = challenges(stored)
    other = post(anna, "/challenges", {**OPEN, "public": False})
    assert (other.status_code, other.json["code"]) == (422, "idempotency_key_reused")
    assert post(anna, "/challenges?a=1", OPEN).json["code"] == "idempotency_key_reused"
    assert challenges(stored) == before
    withdrawn = post(anna, f"/challenges/{made}/withdraw")
    assert (withdrawn.status_code, withdrawn.json["state"]) == (200, "withdrawn")
    assert post(anna, f"/challenges/{made}/withdraw").text == withdrawn.text
    assert post(anna, "/challenges/other/withdraw").json["code"] == "idempotency_key_reused"


def test_the_same_key_of_another_account_is_another(anna, program, stored):
    post(anna, "/challenges", OPEN)
    before = challenges(stored)
    assert post(program("boris"), "/challenges", OPEN).status_code == 201
    assert challenges(stored) == before + 1


def test_a_refused_request_is_not_kept_and_can_be_repeated(anna, stored):
    assert post(anna, "/challenges", {"kind": "named", "opponent": "nobody-of-this-name"}).status_code == 422
    with stored.reading() as session:
        assert session.scalar(select(func.count()).select_from(AskedOnce)) == 0
    assert post(anna, "/challenges", OPEN).status_code == 201


@pytest.mark.parametrize("key", ["", " ", "a b", "é", "x" * 256])
def test_an_invalid_idempotency_key_is_refused(anna, stored, key):
    before = challenges(stored)
    answer = anna.client.post(
        f"{PATH}/challenges", json=OPEN, headers={**anna.headers, "Idempotency-Key": key}
    )
    assert answer.status_code == 422
    assert [fault["field"] for fault in answer.json["errors"]] == ["Idempotency-Key"]
    assert challenges(stored) == before


def test_a_repeated_request_waits_for_the_first_and_is_later_called_in_doubt(anna, stored, monkeypatch, site):
    """If the process dies before it stores the answer, the request is never done again."""
    monkeypatch.setattr(idempotency, "keep", lambda *_: None)
    assert post(anna, "/challenges", OPEN).status_code == 201
    before = challenges(stored)
    busy = post(anna, "/challenges", OPEN)
    assert (busy.status_code, busy.json["code"]) == (409, "idempotency_key_busy")
    with stored.writing() as session:
        session.execute(text("UPDATE asked_once SET asked_at = :at"), {"at": NOON - timedelta(hours=1)})
    assert post(anna, "/challenges", OPEN).json["code"] == "in_doubt"
    assert challenges(stored) == before


def test_of_two_equal_requests_at_once_one_is_done(anna, stored, monkeypatch):
    """The second one looks before the first is stored; the first one's row stops it."""
    looked, really = [], idempotency.kept

    def blind_at_first(session, asked, now):
        looked.append(asked)
        return None if len(looked) == 2 else really(session, asked, now)

    monkeypatch.setattr(idempotency, "kept", blind_at_first)
    first, second = post(anna, "/challenges", OPEN), post(anna, "/challenges", OPEN)
    assert first.text == second.text
    assert len(looked) == 3


def test_after_a_day_the_key_is_free_and_the_worker_forgets_it(anna, stored):
    post(anna, "/challenges", OPEN)
    old = NOON - timedelta(hours=25)
    with stored.writing() as session:
        session.execute(text("UPDATE asked_once SET asked_at = :at"), {"at": old})
    before = challenges(stored)
    assert "Idempotency-Replayed" not in post(anna, "/challenges", OPEN).headers
    assert challenges(stored) == before + 1
    assert idempotency.forget_old(stored, NOON) == 0
    assert idempotency.forget_old(stored, NOON + timedelta(days=20)) == 1


def test_kept_answers_per_account_are_limited(anna, stored, monkeypatch):
    monkeypatch.setattr(idempotency, "MOST_KEPT", 1)
    post(anna, "/challenges", OPEN)
    before = challenges(stored)
    answer = post(anna, "/challenges", OPEN, **{"Idempotency-Key": "another"})
    assert (answer.status_code, answer.json["code"]) == (409, "limit_reached")
    assert challenges(stored) == before
    assert post(anna, "/challenges", OPEN).headers["Idempotency-Replayed"] == "true"


def test_an_event_of_a_duel_is_done_once_and_nothing_of_its_answer_is_stored_in_clear(duel, stored):
    begun = duel(start("S1902M"))
    anna, token = begun.programs["anna"], begun.contest.token
    event = {"event": "draw_offered", "phase": "S1902M"}
    first, second = post(anna, f"/duels/{token}/events", event), post(anna, f"/duels/{token}/events", event)
    assert (first.status_code, second.text) == (200, first.text)
    with stored.reading() as session:
        rows = session.execute(text("SELECT * FROM asked_once")).mappings().all()
    said = json.dumps([dict(row) for row in rows], default=str)
    assert len(rows) == 1
    assert not any(
        word in said for word in (token, "S1902M", "AUSTRIA", "draw_offered", KEY["Idempotency-Key"])
    )


def test_every_operation_that_is_posted_takes_a_key_and_says_so(site):
    document = site.test_client().get(f"{PATH}/openapi.json").json
    described = {each["operationId"]: each for path in document["paths"].values() for each in path.values()}
    for each in OPERATIONS:
        named = [given["name"] for given in described[each.name]["parameters"] if given["in"] == "header"]
        assert named == (["Idempotency-Key"] if each.method == "POST" else []), each.name
        assert ("idempotency_key_reused" in each.all_problems) is (each.method == "POST")


def test_idempotency_keys_depend_on_every_part_of_the_request():
    asked = [
        idempotency.KeyedRequest.of(1, "a", "bc", "/x", b"y"),
        idempotency.KeyedRequest.of(1, "ab", "c", "/x", b"y"),
        idempotency.KeyedRequest.of(1, "a", "bc", "/xy", b""),
    ]
    assert len({each.key_hash for each in asked[:2]}) == len({each.body_hash for each in asked[1:]}) == 2
