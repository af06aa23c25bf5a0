"""The second factor on the security page: set-up, removal, recovery codes."""

import re
from urllib.parse import unquote

import pytest
from pyotp import TOTP
from sqlalchemy import func, select

from models import Challenge, LoginSession, StoredDuel
from tests.fixtures_site import PASSWORD, Visitor
from tests.web.accounts.postbox import ANNAS
from tests.web.accounts.steps import App, is_logged_in, kept
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
    assert "Two-step log-in switched on" in text(page)
    assert "Wrong" not in text(page)
    assert secret not in page.text
    assert codes[0] not in page.text
    assert anna.post("/account/factor").status_code == 303


@pytest.mark.parametrize("path", ["", "/off", "/codes"])
def test_reloading_an_answer_leads_back_to_the_page(anna, path):
    assert anna.get(f"/account/factor{path}").headers["Location"] == f"{PAGE}#factor-heading"


@pytest.mark.parametrize("path", ["", "/off", "/codes"])
def test_a_visitor_is_asked_to_log_in_and_a_late_member_who_they_are(anna, app, visit, path):
    assert visit().post(f"/account/factor{path}").status_code == 401
    app.wait(minutes=11)
    assert "Is it you?" in anna.post(f"/account/factor{path}").text


def test_switching_off_needs_password_and_code_even_right_after_log_in(anna, app, visit):
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


SEARCH = {"pace": "days", "days_clocks": "day", "preset": "intimate", "rated": "yes"}
OFFER = {"kind": "link", "preset": "intimate", "public": "yes", "clock": "day"}


def sessions(database):
    with database.reading() as session:
        return session.scalar(select(func.count()).select_from(LoginSession))


def test_after_the_password_the_code_is_asked_for_and_the_choices_are_kept(app, log_in, sqlite_database):
    before = sessions(sqlite_database)
    reader, asked = log_in(remember="y", next="/duels/?page=2")
    assert (asked.status_code, sessions(sqlite_database), is_logged_in(reader)) == (200, before, False)
    assert PASSWORD not in asked.text
    assert kept(asked) == {"name": "Anna", "remember": "y", "next": "/duels/?page=2"}
    answer = reader.post("/login", **kept(asked), second_code=app.next_code())
    assert (answer.status_code, answer.headers["Location"]) == (303, "/duels/?page=2")
    assert is_logged_in(reader)
    assert reader.client.get_cookie("remember_token") is not None


def offered(_):
    return "/challenges/new", OFFER


def sought(_):
    return "/play", SEARCH


def invited(boris):
    link = boris.post("/challenges/new", **OFFER).headers["Location"]
    powers = ("ITALY", "FRANCE", "TURKEY", "RUSSIA", "ENGLAND", "GERMANY", "AUSTRIA")
    return f"{link}/join", {f"rank_{rank}": power for rank, power in enumerate(powers, 1)}


@pytest.mark.parametrize("way", [offered, sought, invited])
def test_a_form_in_which_one_logs_in_goes_on_after_the_code(app, member, visit, sqlite_database, way):
    path, fields = way(member("boris"))
    before = sessions(sqlite_database)
    reader = visit()
    asked = reader.post(path, **fields, name="anna", password=PASSWORD, **{"as": "member"})
    assert asked.status_code == 200
    assert kept(asked) == {**fields, "name": "anna", "as": "member"}
    assert sessions(sqlite_database) == before
    with sqlite_database.reading() as session:
        assert session.scalar(select(func.count()).select_from(StoredDuel)) == 0
        assert session.scalars(select(Challenge.challenger_id)).all() == ([2] if way is invited else [])
    wrong = reader.post(path, **kept(asked), second_code="000000")
    assert kept(wrong) == kept(asked)
    done = reader.post(path, **kept(wrong), second_code=app.next_code())
    assert done.status_code == 303, text(done)
    assert is_logged_in(reader)
    assert reader.get(done.headers["Location"]).status_code == 200


def test_a_form_that_is_refused_after_the_code_has_not_used_it(app, visit):
    reader, fields = visit(), {**OFFER, "kind": "named", "opponent": "anna"}
    asked = reader.post("/challenges/new", **fields, name="anna", password=PASSWORD, **{"as": "member"})
    refused = reader.post("/challenges/new", **kept(asked), second_code=app.next_code())
    assert "You cannot challenge yourself." in text(refused)
    assert not is_logged_in(reader)
    asked = reader.post("/challenges/new", **OFFER, name="anna", password=PASSWORD, **{"as": "member"})
    assert reader.post("/challenges/new", **kept(asked), second_code=app.code()).status_code == 303


def test_a_guest_who_logs_in_in_two_steps_takes_their_duels_along(app, visit, log_in):
    guest = visit()
    duel = guest.post("/practise", level="captain", home="FRANCE", preset="intimate").headers["Location"]
    _, asked = log_in(guest)
    assert guest.get("/account").status_code == 303
    assert guest.post("/login", **kept(asked), second_code=app.next_code()).status_code == 303
    assert "<h1>anna</h1>" in guest.get("/account").text
    assert duel in guest.get("/duels/").text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type the code"),
        ("000000", "not right"),
        ("recovery", "not right"),
        ("0" * 101, "not right"),
    ],
)
def test_a_wrong_code_is_refused_and_can_be_typed_again(app, log_in, typed, said):
    reader, asked = log_in()
    wrong = reader.post("/login", **kept(asked), second_code=typed)
    assert wrong.status_code == 422
    assert said in text(wrong)
    assert not is_logged_in(reader)
    assert reader.post("/login", **kept(wrong), second_code=app.next_code()).status_code == 303


def test_a_used_code_is_refused_and_the_owner_is_notified(mail, visit):
    anna = mail.member("anna", ANNAS)
    app = App(mail.site, "anna")
    code = app.next_code()
    for status in (303, 422):
        reader = Visitor(mail.site)
        asked = reader.post("/login", name="anna", password=PASSWORD)
        answer = reader.post("/login", **kept(asked), second_code=code)
        assert answer.status_code == status
    assert "used already" in text(answer)
    assert not is_logged_in(reader)
    assert mail.kinds(ANNAS)[-1] == "code_reused"
    assert "A code that was used already" in text(anna.get("/account/security"))


def test_wrong_codes_notify_the_owner_once_an_hour_except_their_own_typos(mail):
    reader = mail.member("anna", ANNAS)
    App(mail.site, "anna")
    reader.post("/logout")
    for visitor, told in ((reader, 0), (Visitor(mail.site), 0)):
        asked = visitor.post("/login", name="anna", password=PASSWORD)
        for _ in range(2):
            visitor.post("/login", **kept(asked), second_code="000000")
        assert mail.kinds(ANNAS).count("code_failed") == told


def test_wrong_codes_on_an_unknown_device_notify_the_owner(mail):
    mail.member("anna", ANNAS)
    App(mail.site, "anna")
    stranger = Visitor(mail.site)
    asked = stranger.post("/login", name="anna", password=PASSWORD)
    for _ in range(2):
        stranger.post("/login", **kept(asked), second_code="000000")
    assert mail.kinds(ANNAS).count("code_failed") == 1


def test_a_recovery_code_works_too_and_notifies_the_owner(mail):
    anna = mail.member("anna", ANNAS)
    app, reader = App(mail.site, "anna"), Visitor(mail.site)
    asked = reader.post("/login", name="anna", password=PASSWORD)
    assert reader.post("/login", **kept(asked), second_code=app.recovery[0]).status_code == 303
    assert is_logged_in(reader)
    assert "recovery_used" in mail.kinds(ANNAS)
    assert "9 recovery codes are left" in text(anna.get("/account/security"))


def test_wrong_codes_are_counted_per_account_and_the_form_is_kept(app, visit, log_in):
    for _ in range(2):
        reader, asked = log_in()
        for _ in range(5):
            assert reader.post("/login", **kept(asked), second_code="000000").status_code == 422
    reader, asked = log_in(next="/challenges/")
    refused = reader.post("/login", **kept(asked), second_code=app.next_code())
    assert refused.status_code == 429
    assert kept(refused) == {"name": "Anna", "next": "/challenges/"}
    assert not is_logged_in(reader)


def test_guessing_codes_does_not_lock_the_owner_out_of_a_known_browser(app, log_in):
    owner, asked = log_in()
    owner.post("/login", **kept(asked), second_code=app.next_code())
    owner.post("/logout")
    stranger, asked = log_in()
    tries = [stranger.post("/login", **kept(asked), second_code="000000") for _ in range(11)]
    assert tries[-1].status_code == 429
    _, asked = log_in(owner)
    assert owner.post("/login", **kept(asked), second_code=app.next_code()).status_code == 303


def test_a_form_that_is_too_large_to_come_along_is_not_taken(app, log_in):
    reader, answer = log_in(much="x" * 40_000)
    assert answer.status_code == 413
    assert not is_logged_in(reader)


def test_the_first_step_holds_for_ten_minutes(app, log_in):
    app.wait(seconds=0)  # from now on the site's time is the app's
    reader, asked = log_in()
    app.wait(minutes=10)
    late = reader.post("/login", **kept(asked), second_code=app.code())
    assert late.status_code == 422
    assert "came too late" in text(late)
    assert not is_logged_in(reader)


def test_a_code_alone_opens_nothing(app, visit):
    reader = visit()
    answer = reader.post("/login", name="anna", second_code=app.next_code())
    assert answer.status_code == 422
    assert not is_logged_in(reader)


def test_the_first_step_of_one_account_is_none_of_another(app, member, app_of, log_in):
    member("boris")
    theirs = app_of("boris")
    reader, _ = log_in()
    theirs.wait(seconds=30)
    assert reader.post("/login", name="boris", second_code=theirs.code()).status_code == 422
    assert not is_logged_in(reader)


@pytest.mark.parametrize("change", ["password", "factor"])
def test_a_change_between_the_two_steps_takes_effect(app, anna, log_in, run, change):
    reader, asked = log_in()
    if change == "password":
        fields = {"current_password": PASSWORD, "password": "another battery"}
        assert anna.post("/account/password", **fields, second_code=app.next_code()).status_code == 303
        assert reader.post("/login", **kept(asked), second_code=app.next_code()).status_code == 422
    else:
        run("drop-factor", "anna")
        assert reader.post("/login", **kept(asked), second_code="").status_code == 303
    assert is_logged_in(reader) == (change == "factor")


@pytest.fixture
def run(site):
    return lambda *arguments: site.test_cli_runner().invoke(args=("accounts", *arguments))


def test_an_administrator_takes_a_lost_factor_away_by_a_command(app, anna, run, log_in):
    assert "logs in by password alone" in run("drop-factor", "ANNA").output
    assert "switched off by the administrator" in text(anna.get("/account/security"))
    assert log_in()[1].status_code == 303
    for name, words in (("anna", "has no second factor"), ("nobody", "No account is named nobody")):
        done = run("drop-factor", name)
        assert done.exit_code == 1
        assert words in done.output


def test_the_closure_of_an_account_is_shown_only_after_the_code(app, run, log_in):
    run("close", "anna", "--reason", "Enough.")
    reader, asked = log_in()
    assert "Enough" not in asked.text
    assert "Enough" in reader.post("/login", **kept(asked), second_code=app.next_code()).text


def test_a_code_is_not_shown_again_where_a_form_had_expired(app, log_in):
    reader, _ = log_in()
    fields = {"csrf_token": "old", "name": "anna", "second_code": "123456"}
    again = reader.client.post("/login", data=fields, headers=reader.headers)
    assert again.status_code == 400
    assert "anna" in again.text
    assert "123456" not in again.text
