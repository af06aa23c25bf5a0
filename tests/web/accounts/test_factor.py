"""The second factor on the page of security: set up, switched off, recovery codes."""

import re
from urllib.parse import unquote

import pytest
from pyotp import TOTP

from tests.fixtures_site import PASSWORD
from tests.web.reading import text

PAGE = "/account/security"
SECRET = re.compile(r"secret=([A-Z2-7]+)")
FILE = re.compile(r'href="data:text/plain;charset=utf-8,([^"]+)" download="recovery-codes.txt"')


@pytest.fixture
def anna(member):
    return member("anna")


@pytest.fixture
def app(anna, app_of):
    return app_of("anna")


def test_it_is_set_up_by_a_code_and_the_recovery_codes_are_shown_once(anna, visit):
    assert "can ask for a code" in text(anna.get(PAGE))
    shown = anna.post("/account/factor")
    secret = SECRET.search(shown.text)[1]
    assert shown.headers["Cache-Control"] == "no-store"
    assert '<svg viewBox="' in shown.text
    assert " ".join(re.findall("....", secret)) in text(shown)
    wrong = anna.post("/account/factor", second_code="000000")
    assert wrong.status_code == 422
    assert SECRET.search(wrong.text)[1] == secret
    assert "000000" not in wrong.text
    assert visit().post("/login", name="anna", password=PASSWORD).status_code == 303
    made = anna.post("/account/factor", second_code=TOTP(secret).now())
    codes = re.findall(r"<li>((?:\d{4} ?){6})</li>", made.text)
    file = unquote(FILE.search(made.text)[1])
    assert len(codes) == 10
    assert made.headers["Cache-Control"] == "no-store"
    assert file.startswith("Recovery codes, account anna, Intimate Diplomacy\r\n")
    assert all(f"{code}\r\n" in file for code in codes)
    page = anna.get(PAGE)
    assert "10 recovery codes are left" in text(page)
    assert "Log-in in two steps switched on" in text(page)
    assert "Wrong" not in text(page)
    assert secret not in page.text
    assert codes[0] not in page.text
    assert anna.post("/account/factor").status_code == 303


@pytest.mark.parametrize("path", ["", "/off", "/codes"])
def test_who_reloads_an_answer_is_led_back(anna, path):
    assert anna.get(f"/account/factor{path}").headers["Location"] == f"{PAGE}#factor-heading"


@pytest.mark.parametrize("path", ["", "/off", "/codes"])
def test_a_visitor_is_asked_to_log_in_and_a_late_member_who_they_are(anna, app, visit, path):
    assert visit().post(f"/account/factor{path}").status_code == 401
    app.wait(minutes=11)
    assert "Is it you?" in anna.post(f"/account/factor{path}").text


def test_it_is_switched_off_by_password_and_code_however_late_one_has_logged_in(anna, app, visit):
    for typed in ({}, {"proof_password": PASSWORD}, {"second_code": app.next_code()}):
        assert "Is it you?" in anna.post("/account/factor/off", **typed).text
    wrong = anna.post("/account/factor/off", proof_password="wrong horse", second_code=app.next_code())
    assert wrong.status_code == 422
    done = anna.post("/account/factor/off", proof_password=PASSWORD, second_code=app.next_code())
    assert done.status_code == 303
    assert "asks for no code any more" in text(anna.get(PAGE))
    assert visit().post("/login", name="anna", password=PASSWORD).status_code == 303
    again = anna.post("/account/factor/off", proof_password=PASSWORD)
    assert again.status_code == 303


def test_new_recovery_codes_are_made_and_the_former_ones_work_no_more(anna, app, visit):
    made = anna.post("/account/factor/codes")
    codes = re.findall(r"<li>((?:\d{4} ?){6})</li>", made.text)
    for code, status in ((app.recovery[0], 422), (codes[0], 303)):
        reader = visit()
        reader.post("/login", name="anna", password=PASSWORD)
        assert reader.post("/login", name="anna", second_code=code).status_code == status


def test_where_it_is_not_on_there_are_no_recovery_codes_to_renew(anna):
    assert anna.post("/account/factor/codes").status_code == 303
    assert "recovery" not in text(anna.get(PAGE))


def test_a_secret_that_has_waited_for_too_long_is_another_one(anna, app_of, member):
    member("boris")
    clock = app_of("boris")
    secret = SECRET.search(anna.post("/account/factor").text)[1]
    clock.wait(minutes=61)
    fields = {"proof_password": PASSWORD, "second_code": TOTP(secret).at(clock.now)}
    anna.post("/account/factor", proof_password=PASSWORD)
    late = anna.post("/account/factor", second_code=fields["second_code"])
    assert late.status_code == 422
    assert SECRET.search(late.text)[1] != secret


def test_its_pages_are_in_french_too(member):
    assert "deux étapes" in member("anna", "fr").post("/account/factor").text
