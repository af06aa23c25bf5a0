"""Sessions: cookies carry their token until they end."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event, update

from models import User
from tests.fixtures_site import PASSWORD, Visitor


def is_logged_in(page):
    return 'class="who-name"' in page.text


def test_a_remembered_member_is_known_without_a_session_cookie(member, visit):
    member("anna")
    reader = visit()
    reader.post("/login", name="anna", password=PASSWORD, remember="y")
    reader.client.delete_cookie("session")
    assert is_logged_in(reader.get("/"))


def cookies(reader):
    return {name: reader.client.get_cookie(name) for name in ("session", "remember_token")}


def with_cookies(visitor, copied):
    for name, cookie in copied.items():
        if cookie is not None:
            visitor.client.set_cookie(name, cookie.value)
    return visitor


@pytest.mark.parametrize("kinds", [("session",), ("remember_token",), ("session", "remember_token")])
def test_a_copied_cookie_is_good_until_its_member_logs_out_and_for_nothing_afterwards(member, visit, kinds):
    member("anna")
    reader = visit()
    reader.post("/login", name="anna", password=PASSWORD, remember="y")
    copied = {name: cookie for name, cookie in cookies(reader).items() if name in kinds}
    assert all(copied.values())
    assert is_logged_in(with_cookies(visit(), copied).get("/"))
    reader.post("/logout")
    thief = with_cookies(visit(), copied)
    assert not is_logged_in(thief.get("/"))
    assert thief.get("/account").status_code == 303


def test_logging_out_here_logs_nobody_out_elsewhere(member, visit):
    here, elsewhere = member("anna"), visit()
    elsewhere.post("/login", name="anna", password=PASSWORD)
    here.post("/logout")
    assert is_logged_in(elsewhere.get("/"))


def test_a_new_password_invalidates_copies_of_the_own_cookie_too(member, visit):
    reader = member("anna")
    copied = cookies(reader)
    reader.post("/account/password", current_password=PASSWORD, password="another battery")
    assert is_logged_in(reader.get("/"))
    assert not is_logged_in(with_cookies(visit(), copied).get("/"))


def test_a_session_ends_after_ninety_days_without_a_visit_and_not_before(site, member):
    today = datetime.now(UTC)
    reader = member("anna")
    for days, known in ((90, True), (180, True), (271, False)):
        site.config["CLOCK"] = lambda days=days: today + timedelta(days=days)
        assert is_logged_in(reader.get("/")) == known


def test_a_page_is_shown_even_if_the_visit_cannot_be_recorded(sqlite_database, site_with):
    today = datetime.now(UTC)
    site = site_with(sqlite_database, DATABASE_WAIT_SECONDS=0.01)
    reader = Visitor(site).registered("anna")
    site.config["CLOCK"] = lambda: today + timedelta(days=1)
    with sqlite_database.writing() as session:
        session.execute(update(User).values(is_moderator=True))
        assert is_logged_in(reader.get("/"))


def test_a_cookie_of_version_0_1_0_logs_nobody_in(site, visit):
    """It carried the number of the account and a stamp."""
    reader = visit()
    with reader.client.session_transaction() as carried:
        carried["_user_id"] = "1.stamp"
    assert not is_logged_in(reader.get("/"))


def test_a_member_and_their_counts_are_read_by_one_statement(site, member):
    reader, asked = member("anna"), []
    event.listen(
        site.extensions["database"].engine,
        "before_cursor_execute",
        lambda _, __, statement, *___: asked.append(statement),
    )
    reader.get("/rules")
    assert len([statement for statement in asked if "SELECT" in statement]) == 1


def test_a_new_password_ends_every_other_session_but_not_this_one(member, visit):
    here, elsewhere = member("anna"), visit()
    elsewhere.post("/login", name="anna", password=PASSWORD, remember="y")
    answer = here.post("/account/password", current_password=PASSWORD, password="another battery")
    assert answer.status_code == 303
    assert is_logged_in(here.get("/"))
    assert not is_logged_in(elsewhere.get("/"))
    assert elsewhere.post("/login", name="anna", password=PASSWORD).status_code == 422
    assert elsewhere.post("/login", name="anna", password="another battery").status_code == 303


def test_the_token_of_forms_changes_at_log_in_and_at_log_out_and_what_was_typed_elsewhere_is_kept(
    member, visit
):
    member("anna")
    reader = visit()
    tokens = [reader.token()]
    reader.post("/login", name="anna", password=PASSWORD)
    tokens.append(reader.token())
    in_another_tab = {"csrf_token": tokens[0], "kind": "named", "opponent": "boris"}
    kept = reader.client.post("/challenges/new", data=in_another_tab, headers=reader.headers)
    assert kept.status_code == 400
    assert 'name="opponent" value="boris"' in kept.text
    assert tokens[1] in kept.text
    reader.post("/logout")
    tokens.append(reader.token())
    assert len(set(tokens)) == 3
    stale = {"csrf_token": tokens[1], "name": "anna", "password": PASSWORD}
    assert reader.client.post("/login", data=stale, headers=reader.headers).status_code == 400


def test_cookies_that_open_an_account_are_of_this_host_alone_where_all_is_https(sqlite_database, site_with):
    reader = Visitor(site_with(sqlite_database, COOKIE_SECURE=True)).registered("anna")
    reader.post("/logout")
    answer = reader.post("/login", name="anna", password=PASSWORD, remember="y")
    said = {cookie.partition("=")[0]: cookie for cookie in answer.headers.getlist("Set-Cookie")}
    (known,) = set(said) - {"__Host-session", "__Host-remember_token"}
    assert known.startswith("__Host-known_")
    assert reader.client.get_cookie("__Host-device") is not None
    for cookie in said.values():
        assert all(words in cookie for words in ("Secure", "HttpOnly", "Path=/", "SameSite=Lax"))
        assert "Domain" not in cookie
    assert is_logged_in(reader.get("/"))


def test_a_forged_cookie_logs_nobody_in(member):
    reader = member("anna")
    reader.client.set_cookie("session", "forged")
    reader.client.set_cookie("remember_token", "1.forged|0")
    assert not is_logged_in(reader.get("/"))
