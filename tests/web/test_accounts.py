"""Accounts through the pages."""

import re

import pytest

from tests.fixtures_site import PASSWORD

FOOTER_FORMS = 2
WRONG = "wrong horse battery"


def is_logged_in(page):
    return 'class="who-name"' in page.text


def test_registering_logs_in(visit):
    reader = visit()
    assert reader.post("/register", name="Anna", password=PASSWORD).status_code == 303
    assert is_logged_in(reader.get("/"))


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [
        ("", PASSWORD, "Choose a name."),
        ("a", PASSWORD, "2 to 24 characters"),
        ("two/words", PASSWORD, "letters, digits"),
        ("anna", PASSWORD, "taken"),
        ("boris", "", "Choose a password."),
        ("boris", "eleven char", "at least 12"),
        ("boris", "x" * 129, "at most 128"),
        ("boris", "password1234", "easy to guess"),
        ("alexandra", "alexandra123", "something else than the name"),
    ],
)
def test_faults_are_shown_at_their_field_and_the_name_is_kept(member, visit, name, password, said):
    member("anna")
    answer = visit().post("/register", name=name, password=password)
    assert answer.status_code == 422
    assert said in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert "-errors" in answer.text
    assert f'value="{name}"' in answer.text
    if len(password) > 8:
        assert f'value="{password}"' not in answer.text.replace(f'value="{name}"', "")


def test_a_member_logs_out_and_in_again(member):
    reader = member("anna")
    reader.post("/logout")
    assert not is_logged_in(reader.get("/"))
    reader.post("/login", name="ANNA", password=PASSWORD)
    assert is_logged_in(reader.get("/"))


@pytest.mark.parametrize(("name", "password"), [("anna", WRONG), ("nobody", PASSWORD)])
def test_a_wrong_name_and_a_wrong_password_are_answered_alike(member, visit, name, password):
    member("anna")
    answer = visit().post("/login", name=name, password=password)
    assert answer.status_code == 422
    assert "Wrong name, address or password" in answer.text


def test_logging_in_takes_no_longer_to_refuse_a_name_that_does_not_exist(visit, monkeypatch):
    compared = []
    monkeypatch.setattr("services.accounts.accounts.matches", lambda *given: compared.append(given[1]))
    visit().post("/login", name="nobody", password=PASSWORD)
    assert compared == [None]


def test_a_visitor_is_sent_to_log_in_and_comes_back(member, visit):
    member("anna")
    reader = visit()
    asked = reader.get("/duels/?page=2")
    assert asked.status_code == 303
    form = reader.get(asked.headers["Location"])
    assert 'name="next" value="/duels/?page=2"' in form.text
    answer = reader.post("/login", name="anna", password=PASSWORD, next="/duels/?page=2")
    assert answer.headers["Location"] == "/duels/?page=2"


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        " //evil.example",
        "javascript:alert(1)",
        "",
    ],
)
def test_logging_in_never_redirects_to_another_site(member, visit, target):
    member("anna")
    reader = visit()
    assert reader.get("/login", query_string={"next": target}).text.count('name="next"') == FOOTER_FORMS
    answer = reader.post("/login", name="anna", password=PASSWORD, next=target)
    assert answer.headers["Location"] == "/duels/"


@pytest.mark.parametrize(
    ("current", "new", "said"),
    [
        (WRONG, "another battery", "not your present password"),
        (PASSWORD, "short", "at least 12"),
        ("", "", "present password"),
    ],
)
def test_changing_a_password_needs_the_old_one_and_a_good_new_one(member, current, new, said):
    reader = member("anna")
    answer = reader.post("/account/password", current_password=current, password=new)
    assert answer.status_code == 422
    assert said in answer.text
    reader.post("/logout")
    assert reader.post("/login", name="anna", password=PASSWORD).status_code == 303


def test_a_member_changes_their_language(member):
    reader = member("anna")
    assert reader.post("/account/language", language="fr").status_code == 303
    assert "Mot de passe" in reader.get("/account").text
    assert reader.post("/account/language", language="de").status_code == 422


def test_a_member_chooses_whose_codes_are_on_their_boards(member):
    reader = member("anna")
    assert chosen_codes(reader) == "language"
    assert reader.post("/account/codes", codes="french").status_code == 303
    assert chosen_codes(reader) == "french"
    assert reader.post("/account/codes", codes="german").status_code == 422
    assert chosen_codes(reader) == "french"


def chosen_codes(reader):
    inputs = re.findall(r"<input[^>]*>", reader.get("/account").text)
    chosen = [each for each in inputs if 'name="codes"' in each and "checked" in each]
    return re.search('value="([^"]+)"', chosen[0])[1]


@pytest.mark.parametrize("path", ["/login", "/register"])
def test_a_logged_in_member_is_redirected_from_the_log_in_form(member, path):
    assert member("anna").get(path).status_code == 303
