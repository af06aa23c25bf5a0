"""The security page: open sessions and recent events."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from tests.fixtures_site import PASSWORD, Visitor
from tests.web.reading import text

PAGE = "/account/security"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
MARK = re.compile(r'name="session" value="(\w+)"')


def is_logged_in(reader):
    return 'class="who-name"' in reader.get("/").text


@pytest.fixture
def anna(member):
    return member("anna")


@pytest.fixture
def elsewhere(anna, visit):
    """Return Anna in another browser."""
    reader = visit(**{"User-Agent": FIREFOX})
    reader.post("/login", name="anna", password=PASSWORD)
    return reader


@pytest.fixture
def later(site, anna):
    """Let so much time pass that the last log-in is no longer a recent proof."""
    now = datetime.now(UTC) + timedelta(minutes=11)
    site.config["CLOCK"] = lambda: now


def test_a_member_sees_their_sessions_and_can_end_one(anna, elsewhere):
    shown = text(anna.get(PAGE))
    assert shown.index("this device") < shown.index("Firefox, Linux")
    own, other = MARK.findall(anna.get(PAGE).text)
    assert anna.post("/account/sessions/end", session=other).status_code == 303
    assert not is_logged_in(elsewhere)
    shown = text(anna.get(PAGE))
    assert "Logged out there: Firefox, Linux." in shown
    assert "Logged out on another device" in shown
    anna.post("/account/sessions/end", session="unknown")
    assert is_logged_in(anna)
    anna.post("/account/sessions/end", session=own)
    assert not is_logged_in(anna)


def test_a_member_can_end_all_other_sessions_at_once(anna, elsewhere):
    anna.post("/account/sessions/end-others")
    assert "Logged out on 1 other device." in text(anna.get(PAGE))
    assert (is_logged_in(anna), is_logged_in(elsewhere)) == (True, False)
    anna.post("/account/sessions/end-others")
    assert "You are logged in nowhere else." in text(anna.get(PAGE))


def test_sessions_of_other_accounts_cannot_be_ended(anna, elsewhere, member):
    mark = MARK.findall(elsewhere.get(PAGE).text)[0]
    member("boris").post("/account/sessions/end", session=mark)
    assert is_logged_in(elsewhere)


def test_security_events_are_listed_without_secrets(anna, visit):
    for _ in range(2):
        visit(**{"User-Agent": FIREFOX}).post("/login", name="Anna", password="wrong horse battery")
    anna.post("/account/keys", name="My bot", scopes=["read"], days="30")
    page = anna.get(PAGE)
    assert "Wrong password × 2" in text(page)
    assert "API key created · My bot" in text(page)
    assert "wrong horse" not in page.text
    assert PASSWORD not in page.text


@pytest.mark.usefixtures("later")
def test_without_a_recent_proof_the_password_is_asked_for_and_the_form_is_kept(anna):
    fields = {"name": "My bot", "scopes": ["read", "play"], "days": "30"}
    asked = anna.post("/account/keys", **fields)
    assert "Is it you?" in asked.text
    assert asked.text.count('name="scopes"') == 2
    wrong = anna.post("/account/keys", **fields, proof_password="wrong horse battery")
    assert wrong.status_code == 422
    assert "not your present password" in wrong.text
    assert "wrong horse" not in wrong.text
    assert "My bot" not in text(anna.get("/account/keys"))
    assert "Key created" in anna.post("/account/keys", **fields, proof_password=PASSWORD).text
    assert "Is it you?" not in anna.post("/account/sessions/end-others").text


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("path", ["/account/sessions/end", "/account/sessions/end-others"])
def test_the_question_is_asked_before_a_session_is_ended_and_leads_back(anna, path):
    assert "Is it you?" in anna.post(path, session="x").text
    assert anna.get(path).headers["Location"] == PAGE


@pytest.mark.usefixtures("later")
def test_nobody_guesses_a_password_where_it_is_to_be_proved(anna):
    tries = [anna.post("/account/sessions/end-others", proof_password="guess") for _ in range(11)]
    assert [answer.status_code for answer in tries] == [422] * 10 + [429]


def test_a_visitor_is_asked_to_log_in(visit):
    assert visit().get(PAGE).status_code == 303
    assert visit().post("/account/sessions/end-others").status_code == 401


def test_a_log_in_from_a_new_device_is_mailed(mail):
    mail.member("anna", "anna@example.org")
    Visitor(mail.site, "en", {"User-Agent": FIREFOX}).post("/login", name="anna", password=PASSWORD)
    assert mail.kinds()[-1] == "new_device"
    letter = mail.read(kind="new_device")
    assert "Firefox, Linux" in letter.text
    assert mail.link(kind="new_device") == PAGE


def test_the_page_is_in_french_too(member):
    assert "Sécurité" in member("anna", "fr").get(PAGE).text
