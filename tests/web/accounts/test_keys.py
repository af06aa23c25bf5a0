"""The page of API keys: created and shown once, listed, revoked; and turning an account into a bot."""

import re

import pytest
from sqlalchemy import select, update

from models import ApiToken, User
from tests.fixtures_duels import LATER
from tests.fixtures_site import NOON, PASSWORD
from tests.web.api.asking import Program
from tests.web.reading import text

FIELDS = {"name": "My bot", "scopes": ["read", "play"], "days": "30"}
KEY = re.compile(r'value="(id_\w+)"')


@pytest.fixture
def anna(site, member):
    site.config["CLOCK"] = lambda: NOON
    return member("anna")


def test_a_key_is_shown_once_opens_the_api_and_is_revoked_by_its_owner_alone(
    site, anna, member, sqlite_database
):
    made = anna.post("/account/keys", **FIELDS)
    assert made.headers["Cache-Control"] == "no-store"
    (key,) = KEY.findall(made.text)
    assert key not in anna.get("/account/keys").text
    site.config["CLOCK"] = lambda: LATER
    program = Program(site, key)
    assert program.get_json("/account")["key"] == {
        "name": "My bot",
        "scopes": ["read", "play"],
        "expires_at": "2026-12-20T12:00:00Z",
    }
    listed = text(anna.get("/account/keys"))
    assert "My bot" in listed
    assert "last used just now" in listed
    with sqlite_database.reading() as session:
        number = session.scalars(select(ApiToken.id)).one()
    for wrong in (str(number), "x", "-1", str(2**40)):
        member(f"b{wrong[:2].replace('-', '_')}").post("/account/keys/revoke", key=wrong)
    assert program.get_json("/account")["name"] == "anna"
    assert anna.post("/account/keys/revoke", key=str(number)).status_code == 303
    assert program.code("GET", "/account") == "key_revoked"
    assert "My bot" not in text(anna.get("/account/keys"))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "Give the key a name"),
        ({"scopes": []}, "Choose at least one right."),
        ({"scopes": ["all"]}, "is not a valid"),
        ({"days": "7"}, "Not a valid choice"),
    ],
)
def test_faults_are_shown_at_their_field_and_no_key_is_made(anna, sqlite_database, wrong, said):
    answer = anna.post("/account/keys", **{**FIELDS, **wrong})
    assert answer.status_code == 422
    assert said in answer.text
    with sqlite_database.reading() as session:
        assert session.scalars(select(ApiToken)).all() == []


def test_reloading_the_answer_makes_no_second_key(anna, sqlite_database):
    anna.post("/account/keys", **FIELDS)
    again = anna.post("/account/keys", **FIELDS)
    assert (again.status_code, KEY.findall(again.text)) == (422, [])
    assert "A key of yours has this name already." in text(again)
    with sqlite_database.reading() as session:
        assert len(session.scalars(select(ApiToken)).all()) == 1


def test_a_new_password_ends_no_key_and_says_so(anna, site, sqlite_database):
    (key,) = KEY.findall(anna.post("/account/keys", **FIELDS).text)
    fields = {"current_password": PASSWORD, "password": "another horse battery"}
    changed = anna.post("/account/password", **fields)
    assert changed.status_code == 303
    assert "1 API key still opens your account" in text(anna.get("/account"))
    assert Program(site, key).get_json("/account")["name"] == "anna"


def test_the_owner_is_written_to_when_a_key_is_made(mail):
    anna = mail.member("anna", "anna@example.org")
    with mail.database.writing() as session:
        session.execute(update(User).values(verified_at=NOON))
    assert anna.post("/account/keys", **FIELDS).status_code == 200
    assert mail.kinds()[-1] == "key_made"
    assert mail.link(kind="key_made") == "/account/keys"


def test_an_account_turned_into_a_bot_is_marked_everywhere_and_cannot_be_turned_back(
    anna, member, visit, sqlite_database
):
    assert anna.post("/account/kind", kind="program").status_code == 303
    with sqlite_database.reading() as session:
        assert session.scalars(select(User.kind)).one() == "program"
    boris = member("boris")
    terms = {"preset": "intimate", "public": "yes", "clock": "day"}
    asked = {"kind": "named", "opponent": "anna", **terms}
    assert 'name="rated" type="checkbox" value="y">' in boris.get("/challenges/new?kind=named&to=anna").text
    refused = boris.post("/challenges/new", **asked, rated="y")
    assert "anna is a bot: rated duels are between people, or between bots." in text(refused)
    made = boris.post("/challenges/new", **asked)
    assert made.status_code == 303
    for page in ("/challenges/",):
        assert marked(boris, page), page
    assert anna.post(f"{made.headers['Location']}/accept").status_code == 303
    duel = anna.get("/duels/next").headers["Location"]
    for page in ("/duels/", duel, "/players/anna", "/duels/watch"):
        assert marked(boris, page), page
    assert marked(visit(), "/")
    assert not marked(boris, "/players/boris", "boris")
    assert anna.post("/account/kind", kind="person").status_code == 422
    assert "since it has played, that cannot change" in text(anna.get("/account/keys"))


def marked(reader, page, name="anna"):
    """Whether the bot mark stands beside the account's name everywhere on a page."""
    shown = reader.get(page).text
    names = re.findall(rf'class="player"[^>]*>{name}(?:</a>)?(?:</span>)?\s*(<span class="tag kind")?', shown)
    to = re.findall(rf'To {name} ?<span class="tag kind"', shown)
    return bool(names or to) and all(names)


def test_a_guest_has_no_form_to_make_a_key(anna, sqlite_database):
    with sqlite_database.writing() as session:
        session.execute(update(User).values(kind="guest"))
    page = anna.get("/account/keys")
    assert 'action="/account/keys"' not in page.text
    assert anna.post("/account/keys", **FIELDS).status_code == 403
