"""Errors: what happened, why, and what to do; nothing that was typed is lost."""

import re

import pytest
from flask import abort
from sqlalchemy import func, select, text

from models import Challenge, User
from tests.fixtures_site import Visitor
from web.frame.session import db

FIRST_WORDS = {
    400: "The request could not be understood",
    403: "This is not yours to see or do",
    404: "There is nothing here",
    405: "This page cannot be used in that way",
    409: "Somebody was faster",
    413: "That is too much at once",
    429: "Too many tries",
    418: "The request could not be understood",
    502: "Something went wrong here",
    503: "The site is busy",
}


@pytest.fixture
def failing(site):
    """Let the site have pages that fail as they are told."""
    site.add_url_rule("/fails/<int:code>", "fails", view_func=abort)
    site.add_url_rule("/breaks", "breaks", view_func=lambda: 1 / 0)
    return site


@pytest.mark.parametrize("code", FIRST_WORDS)
def test_every_error_has_its_page(failing, visit, code):
    answer = visit().get(f"/fails/{code}")
    assert answer.status_code == code
    assert FIRST_WORDS[code] in answer.text
    assert 'lang="en"' in answer.text


def test_an_error_is_told_in_the_reader_s_language(visit):
    assert "Il n’y a rien ici" in visit("fr").get("/nowhere").text


def test_our_own_fault_is_told_as_such(failing, visit):
    failing.testing = False
    failing.config["PROPAGATE_EXCEPTIONS"] = False
    answer = visit().get("/breaks")
    assert answer.status_code == 500
    assert "It is our fault" in answer.text
    assert "ZeroDivisionError" not in answer.text


def test_without_a_database_our_fault_is_told_all_the_same(failing, member, monkeypatch):
    reader = member("anna")
    failing.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(failing.extensions["database"], "_reading", None)
    answer = reader.get("/")
    assert answer.status_code == 500
    assert "It is our fault" in answer.text


def test_even_when_no_page_can_be_drawn_there_is_an_answer_in_both_languages(failing, visit):
    failing.config["PROPAGATE_EXCEPTIONS"] = False
    del failing.jinja_env.globals["theme"]
    answer = visit().get("/breaks")
    assert answer.status_code == 500
    assert "It is our fault" in answer.text
    assert "C’est notre faute" in answer.text


def test_the_page_of_an_error_is_whole_when_the_session_of_the_request_has_failed(any_site):
    any_site.config["PROPAGATE_EXCEPTIONS"] = False
    any_site.add_url_rule("/breaks", "breaks", view_func=lambda: db().execute(text("SELECT nothing")))
    answer = Visitor(any_site).registered("anna").get("/breaks")
    assert answer.status_code == 500
    assert "It is our fault" in answer.text
    assert 'class="who-name"' in answer.text


def test_who_meets_a_lock_is_asked_to_wait_and_keeps_what_they_sent(any_database, site_with):
    reader = Visitor(site_with(any_database, DATABASE_WAIT_SECONDS=0.1)).registered("anna")
    with any_database.writing() as session:
        session.scalars(select(User).with_for_update()).one()
        answer = reader.post("/account/language", language="fr")
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert "The site is busy" in answer.text
        assert 'name="language" value="fr"' in answer.text
        assert "Log out" in reader.get("/").text
    assert reader.post("/account/language", language="fr").status_code == 303


def test_who_finds_no_connection_free_is_asked_to_wait(any_database, site_with):
    site = site_with(any_database, DATABASE_POOL=1, DATABASE_WAIT_SECONDS=0.1)
    reader = Visitor(site).registered("anna")
    with site.extensions["database"].reading() as session:
        session.scalars(select(User)).one()
        answer = reader.get("/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "The site is busy" in answer.text
    assert reader.get("/").status_code == 200


def test_a_wrong_method_says_which_are_right(visit):
    answer = visit().get("/logout")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]


def test_what_is_too_large_is_refused_before_it_is_read(visit):
    answer = visit().post("/register", name="x" * 300_000)
    assert answer.status_code == 413
    assert "256 KB" in answer.text


BODIES = {
    "application/x-www-form-urlencoded": lambda count: "&".join(["a=b"] * count),
    "multipart/form-data; boundary=x": lambda count: (
        '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n' * count + "--x--\r\n"
    ),
}


@pytest.mark.parametrize("kind", BODIES)
def test_a_form_of_too_many_fields_is_refused_before_anything_is_made_of_it(visit, kind, monkeypatch):
    monkeypatch.setattr("flask_wtf.csrf.validate_csrf", lambda *_: pytest.fail("was looked at"))
    monkeypatch.setattr("web.frame.resend.sent", lambda: pytest.fail("was shown again"))
    for language, words in (("en", "1,000 fields"), ("fr", "1\u202f000 champs")):
        reader = visit(language)
        answer = reader.client.post(
            "/login", data=BODIES[kind](1001), content_type=kind, headers=reader.headers
        )
        assert answer.status_code == 413
        assert words in answer.text


@pytest.mark.parametrize("kind", BODIES)
def test_a_form_of_as_many_fields_as_may_be_is_read(visit, kind):
    reader = visit()
    answer = reader.client.post("/login", data=BODIES[kind](1000), content_type=kind, headers=reader.headers)
    assert answer.status_code == 400


@pytest.mark.parametrize(("count", "value"), [(900, "\n"), (2, "'" * 20_000)], ids=["fields", "letters"])
def test_what_is_too_much_is_not_shown_again_but_can_be_gone_back_to(visit, count, value):
    fields = {f"story {number}": value for number in range(count)}
    answer = expired(visit(), "/register", **fields)
    assert answer.status_code == 400
    assert "too much to be shown here" in answer.text
    assert len(answer.text) < 30_000


def expired(visitor, path, **fields):
    visitor.get("/register")  # which leaves a cookie
    return visitor.client.post(path, data={"csrf_token": "old", **fields}, headers=visitor.headers)


def test_an_expired_form_gives_back_what_was_typed_but_never_passwords(visit, sqlite_database):
    answer = expired(visit(), "/register", name="Anna <b>", password="secret-horse", text="one\ntwo")
    assert answer.status_code == 400
    assert "This form had expired" in answer.text
    assert ">Name</label>" in answer.text
    assert 'name="name" value="Anna &lt;b&gt;"' in answer.text
    assert "one\ntwo</textarea>" in answer.text
    assert "secret-horse" not in answer.text
    with sqlite_database.reading() as session:
        assert session.scalar(select(func.count()).select_from(User)) == 0


def test_what_was_chosen_and_not_typed_is_sent_again_without_being_shown(visit):
    answer = expired(visit(), "/practise", level="captain", home="", preset="intimate")
    assert answer.status_code == 400
    for name, value in (("level", "captain"), ("home", ""), ("preset", "intimate")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in answer.text
    assert "Send it again" in answer.text
    assert "What you typed" not in answer.text


def test_what_was_given_back_can_be_sent_again_from_there(member):
    reader = member("anna")
    terms = {"kind": "open", "preset": "beginner", "public": "no", "clock": "live", "loyalty": "2"}
    shown = expired(reader, "/challenges/new", **terms)
    assert 'action="/challenges/new"' in shown.text
    assert all(f'name="{name}" value="{value}"' in shown.text for name, value in terms.items())
    assert reader.post("/challenges/new", **terms).status_code == 303


def test_what_another_site_sent_is_not_offered_to_be_sent_again(visit):
    forged = visit(Origin="https://evil.example")
    answer = expired(forged, "/register", name="Anna")
    assert answer.status_code == 400
    assert "Anna" not in answer.text


def test_who_was_logged_out_meanwhile_keeps_what_they_typed(visit, sqlite_database):
    reader = visit()
    answer = reader.post("/account/language", language="fr")
    assert answer.status_code == 401
    assert 'name="language" value="fr"' in answer.text
    answer = reader.post("/challenges/new", kind="open", preset="njudge")
    assert answer.status_code == 422
    assert re.search(r'<input checked[^>]* value="njudge"', answer.text)
    assert 'name="password"' in answer.text
    with sqlite_database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Challenge)) == 0
