"""Access to the API: only with a key in the header, within its rights and its rate limit."""

import pytest
from sqlalchemy import select, update

from models import ApiToken, User
from services.api.keys import PREFIX, Scope, list_tokens, revoke_token
from services.moderation.acts import close_account, open_account
from tests.fixtures_duels import LATER
from tests.fixtures_site import NOON
from tests.web.api.asking import PATH, Program, key_of
from web.api import OPERATIONS

BODIES = {
    "make_challenge": {},
    "begin_practising": {},
    "put_entry": {"orders": {}},
    "put_readiness": {"ready": True},
    "challenge_for_place": {"opponent": "anna"},
    "enter_league": {"at_once": 2},
    "begin_league_duels": {"duels": 2},
    "make_event": {"event": "conceded", "phase": "HOMES"},
    "act_on_time": {"act": "come", "phase": "HOMES"},
}
PARTS = {
    "duel": "abc",
    "challenge": "abc",
    "ladder": "abc",
    "phase": "HOMES",
    "int:ordinal": "0",
    "int(max=2147483647):number": "1",
    "int(max=2147483647):message": "1",
}


def address(operation):
    path = operation.path
    for name, value in PARTS.items():
        path = path.replace(f"<{name}>", value)
    return path


def codes(program):
    """Call every operation; return the status of each."""
    return {each.name: program.code(each.method, address(each), BODIES.get(each.name)) for each in OPERATIONS}


@pytest.fixture
def anna(pages):
    pages()
    return "anna"


def test_without_a_key_nothing_opens_and_a_cookie_or_a_key_in_an_address_is_none(
    site, sqlite_database, pages
):
    reader, key = pages().readers["anna"], key_of(sqlite_database, "anna")
    assert set(codes(Program(site, None)).values()) == {"no_key"}
    for each in OPERATIONS:
        for query in ("", f"?access_token={key}", f"?token={key}&key={key}"):
            answer = reader.client.open(
                f"{PATH}{address(each)}{query}", method=each.method, json={}, headers=reader.headers
            )
            assert (answer.status_code, answer.json["code"]) == (401, "no_key")
            assert answer.headers["WWW-Authenticate"].startswith("Bearer ")
            assert "Set-Cookie" not in answer.headers
            assert "Cookie" not in answer.headers.get("Vary", "")
    assert Program(site, None).client.get(f"{PATH}/openapi.json").status_code == 200
    assert "anna" in reader.get("/account").text


def test_a_key_opens_what_its_rights_say_and_nothing_else(site, sqlite_database, anna):
    for scope in Scope:
        found = codes_by_scope(Program(site, key_of(sqlite_database, anna, scope)), scope)
        assert "scope_missing" not in found["own"]
        assert found["others"] == {"scope_missing"}


def codes_by_scope(program, scope):
    found = {"own": set(), "others": set()}
    for each in OPERATIONS:
        answer = program.ask(each.method, address(each), BODIES.get(each.name))
        told = answer.json["code"] if answer.mimetype == "application/problem+json" else "done"
        found["own" if each.scope is scope else "others"].add(told)
        if each.scope is not scope:
            assert f'scope="{each.scope}"' in answer.headers["WWW-Authenticate"]
    return found


def test_a_key_that_is_unknown_revoked_or_expired_opens_nothing(site, sqlite_database, anna):
    good, short = (key_of(sqlite_database, anna, days=days) for days in (None, 1))
    assert Program(site, good).get_json("/account")["name"] == "anna"
    forged = f"{PREFIX}{'0' * 42}"
    assert [Program(site, key).code("GET", "/account") for key in (forged, "x", f"{good[:-1]}!")] == [
        "key_unknown"
    ] * 3
    site.config["CLOCK"] = lambda: NOON.replace(day=NOON.day + 1)
    assert Program(site, short).code("GET", "/account") == "key_expired"
    with sqlite_database.writing() as session:
        owner = session.scalars(select(User.id).where(User.name == anna)).one()
        *_, first = list_tokens(session, owner)
        assert not revoke_token(session, owner + 1, first.id, LATER)
        assert revoke_token(session, owner, first.id, LATER)
        assert not revoke_token(session, owner, first.id, LATER)
    refused = Program(site, good).get("/account")
    assert (refused.status_code, refused.json["code"]) == (401, "key_revoked")
    assert 'error="invalid_token"' in refused.headers["WWW-Authenticate"]


def test_a_closed_account_is_shut_to_its_keys_until_it_is_open_again(site, sqlite_database, anna):
    program = Program(site, key_of(sqlite_database, anna))
    with sqlite_database.writing() as session:
        owner = session.scalars(select(User.id).where(User.name == anna)).one()
        close_account(session, None, owner, "Enough.", LATER)
    answer = program.get("/account")
    assert (answer.status_code, answer.json["code"], answer.json["detail"]) == (
        403,
        "account_closed",
        "Enough.",
    )
    with sqlite_database.writing() as session:
        open_account(session, None, owner, "Sorry.", LATER)
    assert program.get_json("/account")["name"] == "anna"


def test_a_guest_s_key_does_not_work_and_uses_of_a_key_are_noted_now_and_then(site, sqlite_database, anna):
    program = Program(site, key_of(sqlite_database, anna))

    def seen_at():
        with sqlite_database.reading() as session:
            return session.scalars(select(ApiToken.seen_at)).one()

    moments = [LATER, LATER.replace(minute=5), LATER.replace(minute=11)]
    seen = []
    for moment in moments:
        site.config["CLOCK"] = lambda moment=moment: moment
        program.get_json("/account")
        seen.append(seen_at())
    assert seen == [LATER, LATER, moments[2]]
    with sqlite_database.writing() as session:
        session.execute(update(User).where(User.name == anna).values(kind="guest"))
    assert program.code("GET", "/account") == "key_unknown"


def test_the_api_rate_limit_holds_for_each_key(site, sqlite_database, anna):
    site.extensions["counting"].storage.reset()
    site.config["API_RATE"] = "5 per minute"
    flood, other = (Program(site, key_of(sqlite_database, name)) for name in (anna, "boris"))
    answers = [flood.get("/account") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert [answer.headers["RateLimit"].partition(";t=")[0] for answer in answers[:2]] == [
        '"key";r=4',
        '"key";r=3',
    ]
    assert answers[0].headers["RateLimit-Policy"] == '"key";q=5;w=60'
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60
    assert answers[-1].json["detail"] == "Rate limit of this key exceeded. Wait."
    assert other.get("/account").status_code == 200
    site.extensions["counting"].storage.reset()


def test_guessing_keys_is_stopped_while_valid_keys_from_that_address_work(site, sqlite_database, anna):
    site.extensions["counting"].storage.reset()
    guessing, good = Program(site, "guess"), Program(site, key_of(sqlite_database, anna))
    assert [guessing.get("/account").status_code for _ in range(60)] == [401] * 60
    for key in ("guess", f"{PREFIX}{'0' * 42}"):
        stopped = Program(site, key).get("/account")
        assert stopped.status_code == 429
        assert stopped.json["detail"] == "Too many wrong keys from this address. Wait."
    assert good.get("/account").status_code == 200
    site.extensions["counting"].storage.reset()


ERRORS = [
    ("GET", "/nothing", {}, 404, "not_found"),
    ("POST", "/account", {}, 405, "method_not_allowed"),
    ("OPTIONS", "/account", {}, 405, "method_not_allowed"),
    ("POST", "/challenges", {"data": "{", "content_type": "application/json"}, 400, "malformed"),
    ("POST", "/challenges", {"data": b"\xff", "content_type": "application/json"}, 400, "malformed"),
    ("POST", "/challenges", {"data": "[" * 9999, "content_type": "application/json"}, 400, "malformed"),
    (
        "POST",
        "/challenges",
        {"data": '{"opponent": "\\ud800"}', "content_type": "application/json"},
        400,
        "malformed",
    ),
    ("POST", "/challenges", {"data": "kind=open", "content_type": "text/plain"}, 415, "not_json"),
    ("POST", "/challenges", {}, 415, "not_json"),
    ("POST", "/challenges", {"data": "x" * 300_000, "content_type": "application/json"}, 413, "too_large"),
]


def test_every_error_is_a_problem_in_the_language_that_is_asked_for(site, sqlite_database, anna, monkeypatch):
    program = Program(site, key_of(sqlite_database, anna))
    for method, path, sent, status, code in ERRORS:
        answer = program.client.open(f"{PATH}{path}", method=method, headers=program.headers, **sent)
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json"), (
            path,
            answer.text,
        )
        assert (answer.json["code"], answer.json["status"]) == (code, status)
        assert answer.json["type"] == f"{site.config['SITE_URL']}/help/api#{code}"
    assert "Allow" in program.client.post(f"{PATH}/account", headers=program.headers).headers
    french = program.get("/nothing", **{"Accept-Language": "fr"})
    assert french.json["title"] != program.get("/nothing").json["title"]
    site.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr("web.api.account.read_own", lambda *_: 1 / 0)
    broken = program.get("/account")
    assert (broken.status_code, broken.json["code"]) == (500, "our_fault")
    assert "ZeroDivisionError" not in broken.text


def test_a_locked_database_asks_the_client_to_retry(any_database, site_with):
    site = site_with(any_database, DATABASE_WAIT_SECONDS=0.1)
    with any_database.writing() as session:
        session.add(User(name="anna", name_key="anna", password_hash="", language="en", created_at=NOON))
    program = Program(site, key_of(any_database, "anna"))
    with any_database.writing() as session:
        session.scalars(select(User).with_for_update()).one()
        answer = program.post("/challenges", {})
    assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (503, "busy", "5")
    assert program.post("/challenges", {}).status_code == 201
