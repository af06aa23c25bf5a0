"""Logging in with the e-mail address: only with a verified one, and without revealing whose it is."""

import pytest
from sqlalchemy import event

from services.accounts import accounts
from tests.fixtures_site import PASSWORD, Visitor
from tests.web.accounts.postbox import ANNAS, BORIS
from tests.web.accounts.steps import App

WRONG, NOBODYS = "wrong horse battery", "nobody@example.org"
WORDS = "Wrong name, address or password."


@pytest.fixture
def anna(mail):
    """Return a member with a verified address, logged out."""
    anna = mail.member("anna", ANNAS)
    anna.post("/logout")
    return anna


def log_in(mail, name, password=PASSWORD, network=None):
    reader = Visitor(mail.site)
    if network:
        reader.at(network)
    return reader.post("/login", name=name, password=password)


@pytest.mark.parametrize("typed", [ANNAS, "ANNA@Example.ORG", f" {ANNAS} "])
def test_a_verified_address_stands_for_the_name(mail, anna, typed):
    assert "Name or e-mail address" in Visitor(mail.site).get("/login").text
    assert log_in(mail, typed).status_code == 303
    assert log_in(mail, "anna").status_code == 303
    refused = log_in(mail, typed, WRONG)
    assert (refused.status_code, WORDS in refused.text) == (422, True)


def test_an_address_that_is_not_verified_lets_nobody_in(mail, anna):
    reader = Visitor(mail.site)
    reader.post("/register", name="boris", password=PASSWORD, email=BORIS)
    assert log_in(mail, BORIS).status_code == 422
    assert log_in(mail, "boris").status_code == 303


def test_the_second_factor_is_asked_for_as_ever(mail, anna):
    assert anna.post("/login", name="anna", password=PASSWORD).status_code == 303
    app = App(mail.site, "anna")
    reader = Visitor(mail.site)
    asked = reader.post("/login", name=ANNAS, password=PASSWORD)
    assert asked.status_code == 200
    assert 'name="second_code"' in asked.text
    assert reader.post("/login", name=ANNAS, second_code=app.recovery[0]).status_code == 303


@pytest.mark.parametrize("typed", ["x@", "@", "a@b@c", "anna@", "\0@example.org", "x" * 250 + "@example.org"])
def test_an_invalid_address_logs_nobody_in(mail, anna, typed):
    assert log_in(mail, typed).status_code == 422


def test_attempts_by_address_do_not_reveal_whose_address_it_is(mail, anna):
    """After all attempts at a name, its address and any other address get the same answer."""
    network = "198.51.100.9"
    assert {log_in(mail, "anna", WRONG, network).status_code for _ in range(10)} == {422}
    assert log_in(mail, "anna", PASSWORD, network).status_code == 429
    for address in (ANNAS, NOBODYS):
        answer = log_in(mail, address, PASSWORD, network)
        assert (answer.status_code, WORDS in answer.text) == (422, True)
    assert log_in(mail, ANNAS, PASSWORD, "198.51.100.10").status_code == 303
    assert log_in(mail, ANNAS, PASSWORD).status_code == 303


def test_known_and_unknown_addresses_allow_the_same_number_of_attempts(mail, anna):
    for last, address in enumerate((ANNAS, NOBODYS), 20):
        network = f"198.51.100.{last}"
        answers = [log_in(mail, address, WRONG, network).status_code for _ in range(11)]
        assert answers == [422] * 10 + [429], address
    assert log_in(mail, "anna", PASSWORD, "198.51.100.20").status_code == 429  # they count for the name too


def test_a_wrong_password_takes_the_same_work_for_known_and_unknown_addresses(mail, anna, monkeypatch):
    """As many passwords are compared, and the same kinds of statements sent, as many of them writing."""
    compared, asked = [], []
    matches = accounts.matches
    monkeypatch.setattr(accounts, "matches", lambda *both: compared.append(1) or matches(*both))
    event.listen(
        mail.database.engine, "before_cursor_execute", lambda *given: asked.append(given[2].split()[0])
    )
    seen = {}
    for address in (ANNAS, NOBODYS):
        log_in(mail, address, WRONG, "198.51.100.40")
        compared.clear()
        asked.clear()
        answer = log_in(mail, address, WRONG, "198.51.100.40")
        writes = sum(verb in {"INSERT", "UPDATE", "DELETE"} for verb in asked)
        seen[address] = len(compared), writes > 0, answer.status_code, answer.text.replace(address, "")
    one, other = (list(each) for each in seen.values())
    assert one[:3] == other[:3] == [1, True, 422]
