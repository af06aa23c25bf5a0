"""The e-mail address of an account, through the pages."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.fixtures_site import PASSWORD, TOKEN, Visitor
from tests.web.accounts.postbox import ANNAS, BORIS
from tests.web.counting import Meter

WRONG = "wrong horse battery"
NEW = "new@example.org"


def change(reader, address, password=PASSWORD):
    return reader.post("/account/address", email=address, email_password=password)


def remove(reader, password=PASSWORD):
    return reader.post("/account/address/remove", email_password=password)


@pytest.fixture
def anna(mail):
    """Return Anna, whose address is verified."""
    return mail.member("anna", ANNAS)


def test_an_address_is_added_and_verified_from_another_browser(mail):
    anna = mail.member("anna")
    assert change(anna, ANNAS).status_code == 303
    assert "not verified" in anna.get("/account").text
    elsewhere, link = Visitor(mail.site, "fr"), mail.link(ANNAS)
    page = elsewhere.get(link)
    assert page.status_code == 200
    assert ANNAS in page.text
    assert "anna" in page.text
    assert "not verified" in anna.get("/account").text  # mail scanners only look at the link
    done = elsewhere.post(link)
    assert (done.status_code, done.headers["Location"]) == (303, "/")
    assert "not verified" not in anna.get("/account").text
    assert anna.post(link).headers["Location"] == "/account"


def test_a_link_that_was_used_says_that_the_address_is_verified(mail, anna):
    link = mail.link(ANNAS, "verify")
    for answer in (anna.get(link), Visitor(mail.site).get(link)):
        assert answer.status_code == 200
        assert "is verified for the account anna" in answer.text
    assert Visitor(mail.site).post(link).status_code == 303


def test_a_link_is_good_for_three_days(mail):
    start = datetime.now(UTC)
    anna = mail.member("anna")
    change(anna, ANNAS)
    link = mail.link(ANNAS)
    mail.site.config["CLOCK"] = lambda: start + timedelta(days=3, minutes=1)
    for answer in (anna.get(link), anna.post(link)):
        assert answer.status_code == 410
        assert "It has expired" in answer.text
    assert "not verified" in anna.get("/account").text


@pytest.mark.parametrize(
    "alter", [lambda link: link[:-2], lambda link: "/account/verify/x.y"], ids=["cut", "none"]
)
def test_a_link_that_is_not_whole_says_so(mail, alter):
    anna = mail.member("anna")
    change(anna, ANNAS)
    link = alter(mail.link(ANNAS))
    for answer in (anna.get(link), anna.post(link)):
        assert answer.status_code == 404
        assert "incomplete" in answer.text


def test_a_link_for_a_password_verifies_nothing_and_one_that_verifies_resets_nothing(mail, anna):
    anna.post("/forgotten", who="anna")
    reset, verify = mail.link(ANNAS, "reset"), mail.link(ANNAS, "verify")
    swapped = {
        reset.replace("/reset/", "/account/verify/"),
        verify.replace("/account/verify/", "/reset/"),
    }
    for link in swapped:
        assert anna.get(link).status_code == 404
        assert anna.post(link, password="another battery").status_code == 404


def test_an_old_link_is_worth_nothing_once_another_address_was_given(mail):
    anna = mail.member("anna")
    change(anna, BORIS)
    link = mail.link(BORIS)
    change(anna, ANNAS)
    for answer in (anna.get(link), anna.post(link)):
        assert answer.status_code == 410
        assert "has changed since" in answer.text


def test_the_second_account_to_verify_an_address_gets_a_message(mail):
    anna, boris = mail.member("anna"), mail.member("boris")
    change(anna, ANNAS)
    link = mail.link(ANNAS)
    change(boris, ANNAS)
    boris.post(mail.link(ANNAS))
    answer = anna.post(link)
    assert answer.status_code == 410
    assert "belongs to another account" in answer.text


def test_a_new_address_is_used_once_verified_and_the_former_one_is_notified(mail, anna):
    assert change(anna, NEW).status_code == 303
    page = anna.get("/account").text
    assert ANNAS in page
    assert "not verified" not in page
    assert mail.kinds(ANNAS) == ["verify"]
    anna.post(mail.link(NEW))
    assert NEW in anna.get("/account").text
    assert mail.kinds(ANNAS) == ["verify", "address_changed"]


def test_removing_an_address_notifies_it(mail, anna):
    anna.get("/account")  # show one-time messages now
    assert remove(anna).status_code == 303
    assert ANNAS not in anna.get("/account").text
    assert mail.kinds(ANNAS) == ["verify", "address_removed"]


@pytest.mark.parametrize(
    "act", [remove, lambda reader, password: change(reader, NEW, password)], ids=["remove", "change"]
)
@pytest.mark.parametrize(("password", "said"), [(WRONG, "not your present"), ("", "Type your present")])
def test_changing_an_address_needs_the_password(mail, anna, act, password, said):
    answer = act(anna, password=password)
    assert answer.status_code == 422
    assert said in answer.text
    assert "<title>Error" in answer.text
    assert mail.kinds() == ["verify"]
    assert ANNAS in anna.get("/account").text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type an address"),
        ("new@", "not an e-mail address"),
        (f"{'a' * 300}@example.org", "at most 254"),
        ("n\0w@example.org", "not an e-mail address"),
        (ANNAS.upper(), "your address already"),
    ],
)
def test_an_impossible_new_address_is_refused_and_kept(mail, anna, typed, said):
    answer = change(anna, typed)
    assert answer.status_code == 422
    assert said in answer.text
    assert f'value="{typed}"' in answer.text
    assert PASSWORD not in answer.text
    assert mail.kinds() == ["verify"]


def test_changing_an_address_does_not_reveal_whether_it_is_known(mail, anna, monkeypatch):
    boris, meter, seen = mail.member("boris"), Meter(mail.site, monkeypatch), []
    for address in (NEW, ANNAS):
        boris.get("/rules")  # the one-time message is gone
        with meter.counted() as counts:
            answer = change(boris, address)
        page = TOKEN.sub("", boris.get("/account").text).replace(address, "ADDRESS")
        seen.append((answer.status_code, page, counts.statements))
    assert seen[0] == seen[1]
    assert mail.kinds(ANNAS) == ["verify", "taken"]


def test_resending_the_verification_mail_is_limited(mail):
    anna = mail.member("anna")
    change(anna, ANNAS)
    for _ in range(6):
        assert anna.post("/account/address/letter").status_code == 303
    assert mail.kinds(ANNAS) == ["verify"] * 3
    assert "Wait an hour" in anna.get("/account").text
    anna.post(mail.link(ANNAS))
    anna.post("/account/address/letter")
    assert mail.kinds(ANNAS) == ["verify"] * 3


def test_passwords_are_not_guessed_here_either(mail, anna):
    tries = [change(anna, NEW, WRONG).status_code for _ in range(6)]
    tries += [remove(anna, WRONG).status_code for _ in range(5)]
    assert tries == [422] * 10 + [429]


@pytest.mark.parametrize("path", ["/account/address", "/account/address/remove", "/account/address/letter"])
def test_a_visitor_has_no_address_to_change(mail, path):
    answer = Visitor(mail.site).post(path, email=NEW, email_password=PASSWORD)
    assert answer.status_code == 401
    assert NEW in answer.text
    assert PASSWORD not in answer.text


def test_pages_of_links_are_stored_and_passed_on_nowhere(mail, anna):
    anna.post("/forgotten", who="anna")
    for link in (mail.link(ANNAS, "verify"), mail.link(ANNAS, "reset")):
        for path in (link, link[:-2]):
            for answer in (anna.get(path), anna.client.post(path), Visitor(mail.site).get(path)):
                assert answer.headers["Referrer-Policy"] == "no-referrer"
                assert answer.headers["Cache-Control"] == "no-store"


def test_without_mail_a_verified_address_stays(mail, anna):
    mail.site.config["SMTP_URL"] = None
    answer = change(anna, NEW)
    assert answer.status_code == 422
    assert "sends no e-mail" in answer.text
    assert remove(anna).status_code == 303
    assert change(anna, NEW).status_code == 303
    assert anna.post("/account/address/letter").status_code == 303
    assert mail.kinds(NEW) == []
    assert "Send the link again" not in anna.get("/account").text


def test_the_password_of_an_account_with_an_address_is_not_changed_in_silence(mail, anna):
    anna.post("/account/password", current_password=PASSWORD, password="another battery")
    assert mail.kinds(ANNAS) == ["verify", "password_changed"]


def test_the_page_is_in_french_too(mail):
    anna = mail.member("anna", language="fr")
    assert "Adresse e-mail" in anna.get("/account").text
