"""Proving one's identity outside log-in: accounts with two-step log-in are asked for the code too."""

import pytest
from sqlalchemy import select

from models import Passkey, RecoveryCode, SecondFactor, User
from services.accounts import passkeys
from services.accounts.security import UNSEEN
from tests.fixtures_site import PASSWORD, Visitor
from tests.web.accounts.postbox import ANNAS
from tests.web.accounts.steps import App, is_logged_in, kept
from tests.web.reading import text


@pytest.fixture
def anna(member):
    return member("anna")


@pytest.fixture
def app(anna, app_of):
    return app_of("anna")


def test_a_new_password_by_e_mail_also_requires_the_code(mail):
    mail.member("anna", ANNAS)
    app, reader = App(mail.site, "anna"), Visitor(mail.site)
    reader.post("/forgotten", who=ANNAS)
    link = mail.link(ANNAS, "reset")
    for typed in ({}, {"second_code": ""}, {"second_code": "000000"}):
        assert reader.post(link, password="another battery", **typed).status_code == 422
        assert not is_logged_in(reader)
    assert "password_changed" not in mail.kinds(ANNAS)
    assert Visitor(mail.site).post("/login", name="anna", password=PASSWORD).status_code == 200
    assert reader.post(link, password="another battery", second_code=app.next_code()).status_code == 303
    assert is_logged_in(reader)


def test_account_changes_that_need_the_password_need_the_code_too(mail):
    anna = mail.member("anna", ANNAS)
    app = App(mail.site, "anna")
    forms = {
        "/account/address": {"email": "anna@example.com", "email_password": PASSWORD},
        "/account/address/remove": {"email_password": PASSWORD},
        "/account/password": {"current_password": PASSWORD, "password": "another battery"},
    }
    assert anna.get("/account").text.count('name="second_code"') == 2
    for path, fields in forms.items():
        for code in ("", "000000"):
            assert anna.post(path, **fields, second_code=code).status_code == 422
    with mail.database.reading() as session:
        assert session.scalars(select(User.email)).one() == ANNAS
    for path, fields in forms.items():
        assert anna.post(path, **fields, second_code=app.next_code()).status_code == 303


def test_a_proof_needs_password_and_code(app, anna):
    app.wait(minutes=11)
    fields = {"name": "My bot", "scopes": ["read"], "days": "30"}
    asked = anna.post("/account/keys", **fields)
    assert 'name="second_code"' in asked.text
    for code in ("", "000000"):
        wrong = anna.post("/account/keys", **fields, proof_password=PASSWORD, second_code=code)
        assert wrong.status_code == 422
    done = anna.post("/account/keys", **fields, proof_password=PASSWORD, second_code=app.next_code())
    assert "Key created" in text(done)
    assert "Is it you?" not in anna.post("/account/sessions/end-others").text


def test_with_the_account_its_second_factor_and_its_passkeys_are_deleted(app, anna, sqlite_database):
    with sqlite_database.writing() as session:
        passkey = Passkey(credential="x", public_key=b"x", transports=[])
        passkeys.add(session, session.scalars(select(User.id)).one(), "Phone", passkey, UNSEEN, app.now)
    app.wait(minutes=11)
    asked = anna.post("/account/data/delete", name="anna")
    assert 'name="second_code"' in asked.text
    proof = {"proof_password": PASSWORD, "second_code": app.code()}
    assert anna.post("/account/data/delete", name="anna", **proof).status_code == 303
    with sqlite_database.reading() as session:
        for table in (SecondFactor, RecoveryCode, Passkey):
            assert session.scalars(select(table)).all() == []


def test_codes_guessed_elsewhere_do_not_lock_the_owner_s_session(app, anna, visit):
    reader = visit()
    asked = reader.post("/login", name="anna", password=PASSWORD)
    for _ in range(11):
        last = reader.post("/login", **kept(asked), second_code="000000")
    assert last.status_code == 429
    fields = {"current_password": PASSWORD, "password": "another battery"}
    assert anna.post("/account/password", **fields, second_code=app.next_code()).status_code == 303
