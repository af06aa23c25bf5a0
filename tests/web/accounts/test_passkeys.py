"""Passkeys through the pages: added, used instead of password and code, removed."""

import html
import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from models import Passkey
from tests.authenticator import Device
from tests.fixtures_site import PASSWORD, Visitor
from tests.web.accounts.postbox import ANNAS
from tests.web.accounts.steps import App, is_logged_in
from tests.web.reading import text
from web.accounts.challenges import party

PAGE = "/account/security"
OPTIONS = re.compile(r'data-options="([^"]+)"')


def asked_to_make(reader, **fields):
    page = reader.post("/account/passkeys/new", **fields)
    return html.unescape(OPTIONS.search(page.text)[1])


def add(reader, device=None, name="Phone"):
    """Add a passkey for a member; return its device."""
    device = device or Device()
    made = device.make(asked_to_make(reader))
    answer = reader.post("/account/passkeys", name=name, credential=made)
    assert answer.status_code == 303, text(answer)
    return device


def passkey_options(reader):
    answer = reader.post("/login/passkey/challenge")
    assert answer.mimetype == "application/json"
    return answer.text


def use(reader, device, **fields):
    return reader.post("/login/passkey", credential=device.sign(passkey_options(reader)), **fields)


@pytest.fixture
def anna(member):
    return member("anna")


def test_a_passkey_logs_in_without_password_and_code(anna, app_of, visit):
    device = add(anna)
    app_of("anna")
    reader = visit()
    done = use(reader, device, remember="y", next="/challenges/")
    assert (done.status_code, done.headers["Location"]) == (303, "/challenges/")
    assert is_logged_in(reader)
    assert reader.client.get_cookie("remember_token") is not None
    page = text(reader.get(PAGE))
    assert "Passkey added · Phone" in page
    assert "Logged in from a new device" in page
    assert "last used just now" in page
    assert "Key created" in reader.post("/account/keys", name="bot", scopes=["read"], days="30").text


def test_a_guest_who_logs_in_by_a_passkey_takes_their_duels_along(anna, visit):
    device, guest = add(anna), visit()
    duel = guest.post("/practise", level="captain", home="FRANCE", preset="intimate").headers["Location"]
    assert use(guest, device).status_code == 303
    assert duel in guest.get("/duels/").text


@pytest.mark.parametrize("sent", [None, "", "{}", "[]", "\0"])
def test_an_invalid_passkey_opens_nothing(visit, sent):
    reader = visit()
    answer = reader.post("/login/passkey", **({} if sent is None else {"credential": sent}))
    assert answer.status_code == 422
    assert "No account here uses this passkey" in text(answer)


def test_a_passkey_answer_works_once_even_with_a_copied_cookie(anna, visit):
    device, reader, thief = add(anna), visit(), visit()
    sent = device.sign(passkey_options(reader))
    thief.client.set_cookie("session", reader.client.get_cookie("session").value)
    assert reader.post("/login/passkey", credential=sent).status_code == 303
    again = thief.post("/login/passkey", credential=sent)
    assert again.status_code == 422
    assert "took too long" in text(again)
    assert not is_logged_in(thief)


def test_a_challenge_of_another_browser_is_not_answered(anna, visit):
    device, reader, other = add(anna), visit(), visit()
    passkey_options(other)
    assert other.post("/login/passkey", credential=device.sign(passkey_options(reader))).status_code == 422


def test_a_challenge_waits_for_ten_minutes_and_as_many_as_pages_may(site, anna, visit):
    device, reader, start = add(anna), visit(), datetime.now(UTC)
    first = passkey_options(reader)
    later = [passkey_options(reader) for _ in range(5)]
    assert reader.post("/login/passkey", credential=device.sign(first)).status_code == 422
    site.config["CLOCK"] = lambda: start + timedelta(minutes=11)
    assert reader.post("/login/passkey", credential=device.sign(later[0])).status_code == 422
    site.config["CLOCK"] = lambda: start + timedelta(minutes=9)
    assert reader.post("/login/passkey", credential=device.sign(later[1])).status_code == 303


@pytest.mark.parametrize(
    "altered", [{"origin": "http://evil.example"}, {"host": "evil.example"}, {"owner": b"boris"}], ids=str
)
def test_a_passkey_is_refused_that_signs_for_another_site_or_account(anna, visit, altered):
    device, reader = add(anna), visit()
    for name, value in altered.items():
        setattr(device, name, value)
    assert use(reader, device).status_code == 422
    assert not is_logged_in(reader)


def test_a_copied_passkey_is_refused_and_the_owner_notified(mail):
    anna = mail.member("anna", ANNAS)
    mail.site.config.update(SITE_URL="http://localhost:8000")
    device = add(anna)
    for count, status in ((5, 303), (3, 422), (3, 422)):
        device.count, reader = count, Visitor(mail.site)
        answer = use(reader, device)
        assert answer.status_code == status
    assert not is_logged_in(reader)
    assert "No account here uses this passkey" in text(answer)
    assert mail.kinds(ANNAS).count("passkey_refused") == 1
    assert "“Phone”" in mail.read(ANNAS, "passkey_refused").text
    assert "may have been copied was refused × 2 · Phone" in text(anna.get(PAGE))


def test_a_closed_account_cannot_log_in_with_a_passkey_and_the_page_says_why(site, anna, visit):
    device = add(anna)
    site.test_cli_runner().invoke(args=("accounts", "close", "anna", "--reason", "Enough."))
    reader = visit()
    assert "Enough." in text(use(reader, device))
    assert not is_logged_in(reader)


def test_passkey_attempts_are_rate_limited(visit):
    reader = visit()
    answers = [reader.post("/login/passkey", credential="{}").status_code for _ in range(31)]
    assert answers == [422] * 30 + [429]


def test_passkeys_are_listed_by_name_and_removed_one_by_one(anna, visit, sqlite_database):
    phone, key = add(anna), add(anna, name=" Key\u202e\n ")
    page = anna.get(PAGE)
    assert "Phone" in text(page)
    assert "\u202e" not in page.text
    numbers = re.findall(r'name="passkey" value="(\d+)"', page.text)
    for number in ("0", "x", "99999999999999", "", numbers[0]):
        assert anna.post("/account/passkeys/remove", passkey=number).status_code == 303
    assert "“Phone” opens your account no more" in text(anna.get(PAGE))
    assert use(visit(), phone).status_code == 422
    assert use(visit(), key).status_code == 303
    with sqlite_database.reading() as session:
        assert session.scalars(select(Passkey.name)).all() == ["Key"]


def test_nobody_removes_a_passkey_of_another_account(anna, member, visit):
    device = add(anna)
    number = re.search(r'name="passkey" value="(\d+)"', anna.get(PAGE).text)[1]
    member("boris").post("/account/passkeys/remove", passkey=number)
    assert use(visit(), device).status_code == 303


@pytest.mark.parametrize("path", ["/new", "", "/remove"])
def test_after_a_long_session_changing_passkeys_needs_a_proof(anna, app_of, visit, path):
    app_of("anna").wait(minutes=11)
    assert "Is it you?" in anna.post(f"/account/passkeys{path}", name="x", passkey="1").text
    assert visit().post(f"/account/passkeys{path}").status_code == 401
    assert anna.get(f"/account/passkeys{path}").headers["Location"] == f"{PAGE}#passkeys-heading"


def test_a_new_passkey_is_kept_while_the_password_is_asked_for(anna, app_of):
    app = app_of("anna")
    app.wait(minutes=4)
    made = Device().make(asked_to_make(anna))
    app.wait(minutes=8)
    assert "Is it you?" in anna.post("/account/passkeys", name="Phone", credential=made).text
    proof = {"proof_password": PASSWORD, "second_code": app.code()}
    assert anna.post("/account/passkeys", name="Phone", credential=made, **proof).status_code == 303
    assert "Phone" in text(anna.get(PAGE))


@pytest.mark.parametrize(
    ("altered", "said"),
    [
        ({"name": ""}, "Give the passkey a name"),
        ({"name": "\u202e"}, "Give the passkey a name"),
        ({"name": "x" * 65}, "at most 64"),
        ({"credential": ""}, "made no passkey"),
        ({"credential": "{}"}, "made no passkey"),
    ],
    ids=str,
)
def test_a_refused_passkey_can_be_made_again(anna, altered, said):
    made = Device().make(asked_to_make(anna))
    refused = anna.post("/account/passkeys", **{"name": "Phone", "credential": made, **altered})
    assert refused.status_code == 422
    assert said in text(refused)
    made = Device().make(html.unescape(OPTIONS.search(refused.text)[1]))
    assert anna.post("/account/passkeys", name="Phone", credential=made).status_code == 303


def test_a_passkey_is_added_once_for_each_time_that_it_was_asked_for(anna, member):
    device = Device()
    options = asked_to_make(anna)
    made = device.make(options)
    assert anna.post("/account/passkeys", name="Phone", credential=made).status_code == 303
    assert "took too long" in text(anna.post("/account/passkeys", name="Phone", credential=made))
    boris = member("boris")
    theirs = device.make(asked_to_make(boris))
    assert "added before" in text(boris.post("/account/passkeys", name="Mine", credential=theirs))


def test_passkeys_per_account_are_limited(anna, monkeypatch):
    monkeypatch.setattr("services.accounts.passkeys.MOST", 1)
    add(anna)
    assert anna.post("/account/passkeys/new").status_code == 303
    assert "Remove one first" in text(anna.get(PAGE))


def test_where_the_site_has_no_name_or_is_opened_by_another_no_passkey_is_offered(sqlite_database, site_with):
    for url in ("http://127.0.0.1:8000", "https://duels.example.org"):
        reader = Visitor(site_with(sqlite_database, SITE_URL=url))
        assert "data-passkey" not in reader.get("/login").text
        assert reader.post("/login/passkey/challenge").status_code == 404
        assert reader.post("/login/passkey", credential="{}").status_code == 404


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("http://localhost:8000", "http://localhost:8000"),
        ("https://localhost:443/play/", "https://localhost"),
        ("https://LOCALHOST", "https://localhost"),
        ("http://localhost:80", "http://localhost"),
        ("https://localhost:80", "https://localhost:80"),
    ],
)
def test_passkeys_are_bound_to_the_address_of_the_site(site, url, origin):
    site.config["SITE_URL"] = url
    with site.test_request_context():
        assert party() == ("localhost", origin)


def test_after_a_password_change_the_owner_is_reminded_of_their_passkeys(mail):
    anna = mail.member("anna", ANNAS)
    mail.site.config.update(SITE_URL="http://localhost:8000")
    add(anna)
    app = App(mail.site, "anna")
    fields = {"current_password": PASSWORD, "password": "another battery"}
    anna.post("/account/password", **fields, second_code=app.next_code())
    assert "1 passkey still opens your account" in text(anna.get("/account"))
