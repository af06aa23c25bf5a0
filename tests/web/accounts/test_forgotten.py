"""A forgotten password through the pages."""

import logging
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from tests.fixtures_site import PASSWORD, TOKEN, Visitor
from tests.web.accounts.postbox import ANNAS, BORIS, SITE, Postbox
from tests.web.counting import Meter

NEW = "another battery"


@pytest.fixture
def anna(mail):
    """Return Anna, whose address is verified."""
    return mail.member("anna", ANNAS)


@pytest.fixture
def link(mail, anna):
    """Return the address of the page where Anna chooses a new password."""
    Visitor(mail.site).post("/forgotten", who=ANNAS)
    return mail.link(ANNAS, "reset")


def is_logged_in(page):
    return 'class="who-name"' in page.text


def log_in(site, password):
    return Visitor(site).post("/login", name="anna", password=password).status_code


def test_the_way_begins_where_one_logs_in(mail):
    assert 'href="/forgotten"' in Visitor(mail.site).get("/login").text


def test_the_e_mail_leads_to_a_new_password_which_ends_all_sessions_and_begins_one_here(mail, anna, link):
    reader = Visitor(mail.site)
    page = reader.get(link)
    assert page.status_code == 200
    assert "anna" in page.text
    assert is_logged_in(anna.get("/"))
    assert reader.post(link, password=NEW).status_code == 303
    assert is_logged_in(reader.get("/"))
    assert not is_logged_in(anna.get("/"))
    assert (log_in(mail.site, PASSWORD), log_in(mail.site, NEW)) == (422, 303)
    assert mail.kinds(ANNAS) == ["verify", "reset", "password_changed", "new_device"]


def test_a_link_works_once(mail, link):
    reader = Visitor(mail.site)
    reader.post(link, password=NEW)
    for answer in (reader.get(link), Visitor(mail.site).post(link, password="a third battery")):
        assert answer.status_code == 410
        assert "was used" in answer.text
    assert log_in(mail.site, NEW) == 303


def test_a_link_works_once_for_all_who_use_it_at_the_same_moment(mail, link):
    readers = [Visitor(mail.site) for _ in range(4)]
    tokens = [reader.token() for reader in readers]

    def choose(number):
        fields = {"csrf_token": tokens[number], "password": f"battery number {number}"}
        return readers[number].client.post(link, data=fields, headers=readers[number].headers).status_code

    with ThreadPoolExecutor(4) as threads:
        assert Counter(threads.map(choose, range(4))) == {303: 1, 410: 3}
    assert mail.kinds(ANNAS).count("password_changed") == 1


def test_a_link_is_good_for_an_hour(mail, anna):
    start = datetime.now(UTC)
    anna.post("/forgotten", who="anna")
    link = mail.link(ANNAS, "reset")
    mail.site.config["CLOCK"] = lambda: start + timedelta(hours=1, minutes=1)
    for answer in (anna.get(link), anna.post(link, password=NEW)):
        assert answer.status_code == 410
        assert "It has expired" in answer.text
    assert log_in(mail.site, PASSWORD) == 303


@pytest.mark.parametrize("alter", [lambda link: link[:-2], lambda _: "/reset/x.y"], ids=["cut", "none"])
def test_a_link_that_is_not_whole_says_so(mail, link, alter):
    for answer in (Visitor(mail.site).get(alter(link)), Visitor(mail.site).post(alter(link), password=NEW)):
        assert answer.status_code == 404
        assert "incomplete" in answer.text


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("", "Choose a password"),
        ("short", "at least 12"),
        ("x" * 300, "at most 128"),
        ("password1234", "easy to guess"),
        ("anna", "at least 12"),
    ],
)
def test_a_bad_password_is_refused_and_the_link_stays_good(mail, link, password, said):
    reader = Visitor(mail.site)
    answer = reader.post(link, password=password)
    assert answer.status_code == 422
    assert said in answer.text
    assert "x" * 300 not in answer.text
    assert reader.post(link, password=NEW).status_code == 303


def test_a_reset_logs_out_another_member_in_this_browser(mail, link):
    boris = mail.member("boris")
    boris.post(link, password=NEW)
    assert "<h1>anna</h1>" in boris.get("/account").text


def ask(mail, meter, who):
    reader = Visitor(mail.site)
    token = reader.token()
    with meter.counted() as counts:
        answer = reader.client.post(
            "/forgotten", data={"csrf_token": token, "who": who}, headers=reader.headers
        )
    page = TOKEN.sub("", reader.get(answer.headers["Location"]).text)
    return answer.status_code, answer.headers["Location"], answer.text, page, len(counts.statements)


@pytest.mark.parametrize(
    ("known", "others"),
    [("anna", ("nobody", "clara", "boris")), (ANNAS, ("nobody@example.org", BORIS))],
    ids=["names", "addresses"],
)
def test_asking_for_a_reset_does_not_reveal_whether_an_account_exists(mail, anna, monkeypatch, known, others):
    mail.member("clara")
    boris = mail.member("boris")
    boris.post("/account/address", email=BORIS, email_password=PASSWORD)
    meter = Meter(mail.site, monkeypatch)
    expected = ask(mail, meter, known)
    assert [ask(mail, meter, other) for other in others] == [expected] * len(others)
    assert mail.kinds(ANNAS).count("reset") == 1
    assert "reset" not in mail.kinds(BORIS)


def test_the_limit_of_reset_mails_is_not_visible(mail, anna, monkeypatch):
    meter = Meter(mail.site, monkeypatch)
    answers = {ask(mail, meter, who) for who in ("anna", ANNAS) * 4}
    assert len(answers) == 1
    assert mail.kinds(ANNAS).count("reset") == 3
    link = mail.link(ANNAS, "reset")
    assert Visitor(mail.site).post(link, password=NEW).status_code == 303  # the owner is not locked out
    assert log_in(mail.site, NEW) == 303


def test_asking_for_many_resets_is_rate_limited(mail):
    reader = Visitor(mail.site)
    answers = [reader.post("/forgotten", who=f"n{number}").status_code for number in range(11)]
    assert answers == [303] * 10 + [429]


@pytest.mark.parametrize(
    ("who", "said"),
    [("", "Type your address"), ("anna@", "not an e-mail address"), ("n" * 300, "at most 254")],
)
def test_an_invalid_name_or_address_is_refused_and_kept(mail, who, said):
    answer = Visitor(mail.site).post("/forgotten", who=who)
    assert answer.status_code == 422
    assert said in answer.text
    assert f'value="{who}"' in answer.text


def test_a_nul_is_nobody_s_name(mail, anna):
    assert Visitor(mail.site).post("/forgotten", who="an\0na").status_code == 303
    assert mail.kinds() == ["verify"]


def test_without_mail_the_page_says_whom_to_ask(site, visit, member):
    member("anna")
    for answer in (visit().get("/forgotten"), visit().post("/forgotten", who="anna")):
        assert answer.status_code == 200
        assert "Ask the administrator" in answer.text
        assert 'name="who"' not in answer.text
    assert Postbox(site).messages() == []


def test_an_administrator_prints_a_link(mail):
    mail.member("anna")
    runner = mail.site.test_cli_runner()
    done = runner.invoke(args=["moderator", "reset", "ANNA"])
    assert done.exit_code == 0
    assert done.output.startswith(f"{SITE}/reset/")
    path = done.output.strip().removeprefix(SITE)
    assert Visitor(mail.site).post(path, password=NEW).status_code == 303
    assert log_in(mail.site, NEW) == 303
    unknown = runner.invoke(args=["moderator", "reset", "nobody"])
    assert unknown.exit_code == 1
    assert "No account is named nobody" in unknown.output


def test_no_token_is_logged_even_when_a_page_fails(mail, link, caplog, monkeypatch):
    caplog.set_level(logging.DEBUG)
    mail.site.testing, mail.site.config["PROPAGATE_EXCEPTIONS"] = False, False
    reader, token = Visitor(mail.site), link.rpartition("/")[2]
    reader.get(link)
    reader.post(link, password="short")
    monkeypatch.setattr("web.accounts.forgotten.resetting.reset_password", lambda *_: 1 // 0)
    assert reader.post(link, password=NEW).status_code == 500
    assert "Exception on /reset/<token> [POST]" in caplog.text
    assert token not in caplog.text
    assert NEW not in caplog.text


@pytest.mark.parametrize(
    ("path", "words"), [("/forgotten", "Mot de passe oublié"), ("/forgotten/asked", "dans l’heure")]
)
def test_the_pages_are_in_french_too(mail, path, words):
    assert words in Visitor(mail.site, "fr").get(path).text
