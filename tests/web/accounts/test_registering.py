"""The address on the registration form: optional, and its answer reveals no one else's account."""

import re

import pytest

from tests.fixtures_site import PASSWORD, TOKEN, Visitor
from tests.web.accounts.postbox import ANNAS, BORIS
from tests.web.counting import Meter

CHALLENGE = {"kind": "link", "preset": "intimate", "public": "yes", "clock": "live"}


def register(visitor, name, **fields):
    return visitor.post("/register", name=name, password=PASSWORD, **fields)


def test_an_address_is_optional_and_gets_an_e_mail_if_given(mail):
    assert register(Visitor(mail.site), "boris").status_code == 303
    assert mail.kinds() == []
    anna = Visitor(mail.site)
    assert register(anna, "anna", email=f" {ANNAS.upper()} ").status_code == 303
    assert mail.kinds(ANNAS) == ["verify"]
    assert f"An e-mail is on its way to {ANNAS}" in anna.get("/account").text
    assert "not verified" in anna.get("/account").text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("anna", "not an e-mail address"),
        ("anna@example.org\0", "not an e-mail address"),
        ("änna@example.org", "without accents"),
        (f"{'a' * 300}@example.org", "at most 254"),
    ],
)
def test_an_invalid_address_is_shown_at_its_field_and_all_but_the_password_kept(mail, typed, said):
    answer = register(Visitor(mail.site), "anna", email=typed)
    assert answer.status_code == 422
    assert said in re.search(r'id="email-errors">(.*?)</p>', answer.text)[1]
    assert 'value="anna"' in answer.text
    assert f'value="{typed}"' in answer.text
    assert PASSWORD not in answer.text


def shown(answer, reader, name, address):
    """Return everything that a newcomer sees, without their own name and address."""
    page = re.sub(r'data-viewer="\d+', "", TOKEN.sub("", reader.get("/account").text))
    return (
        answer.status_code,
        answer.headers["Location"],
        page.replace(name, "NAME").replace(address, "ADDRESS"),
    )


def test_registering_does_not_reveal_whether_an_address_is_known(mail, monkeypatch):
    mail.member("anna", ANNAS)
    meter, seen = Meter(mail.site, monkeypatch), []
    for name, address in (("clara", ANNAS), ("diane", BORIS)):
        reader = Visitor(mail.site)
        reader.token()
        with meter.counted() as counts:
            answer = register(reader, name, email=address)
        again = reader.post("/account/address/letter")
        seen.append((shown(answer, reader, name, address), counts.statements, again.status_code))
    assert seen[0] == seen[1]
    assert mail.kinds(ANNAS) == ["verify", "taken", "taken"]
    assert mail.kinds(BORIS) == ["verify", "verify"]


def test_registering_with_a_challenge_may_include_an_address(mail):
    guest = Visitor(mail.site)
    assert 'name="email"' in guest.get("/challenges/new").text
    fields = {**CHALLENGE, "name": "anna", "password": PASSWORD, "as": "newcomer"}
    refused = guest.post("/challenges/new", **fields, email="anna@")
    assert refused.status_code == 422
    assert 'href="#email"' in refused.text
    made = guest.post("/challenges/new", **fields, email=ANNAS)
    assert made.status_code == 303
    assert f"An e-mail is on its way to {ANNAS}" in guest.get(made.headers["Location"]).text
    assert mail.kinds(ANNAS) == ["verify"]


def test_the_address_field_is_ignored_when_logging_in(mail):
    mail.member("anna")
    guest = Visitor(mail.site)
    fields = {**CHALLENGE, "name": "anna", "password": PASSWORD, "as": "member", "email": "nonsense"}
    made = guest.post("/challenges/new", **fields)
    assert made.status_code == 303
    assert "on its way" not in guest.get(made.headers["Location"]).text
    assert mail.kinds() == []


def test_a_friend_s_link_asks_only_for_name_and_password(mail):
    link = mail.member("anna").post("/challenges/new", **CHALLENGE).headers["Location"]
    guest = Visitor(mail.site)
    assert 'name="email"' not in guest.get(link).text
    joined = guest.post(f"{link}/join", name="boris", password=PASSWORD, email=BORIS, **{"as": "newcomer"})
    assert joined.status_code == 303
    assert mail.kinds() == []


def test_an_address_is_not_flooded_and_the_form_says_what_to_do(mail):
    answers = [register(Visitor(mail.site), f"n{number}", email=ANNAS) for number in range(6)]
    assert [answer.status_code for answer in answers] == [303] * 3 + [422] * 3
    assert "Wait an hour" in answers[-1].text
    assert mail.kinds(ANNAS) == ["verify"] * 3
    assert register(Visitor(mail.site), "n5").status_code == 303


def test_without_mail_the_field_says_so_and_no_mail_is_stored(site, visit, sqlite_database):
    reader = visit()
    assert "sends no e-mail" in reader.get("/register").text
    assert register(reader, "anna", email=ANNAS).status_code == 303
    page = reader.get("/account").text
    assert ANNAS in page
    assert "on its way" not in page
