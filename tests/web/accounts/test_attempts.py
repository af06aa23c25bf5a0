"""Log-in attempts: strangers have few, and cannot use up those of the owner."""

from datetime import timedelta

from sqlalchemy import delete, select
from werkzeug.exceptions import TooManyRequests

from models import AttemptCount
from tests.fixtures_site import NOON, PASSWORD, Visitor
from tests.web.accounts.postbox import ANNAS
from web.accounts.attempts import count_try
from web.core.devices import KNOWN_COOKIE, MOST

WRONG = "wrong horse battery"


def guess(visitor, password=WRONG):
    return visitor.post("/login", name="anna", password=password).status_code


def marks(visitor):
    return {each.key for each in visitor.client._cookies.values() if each.key.startswith(KNOWN_COOKIE)}


def counted(site, network, times):
    """Count attempts at Anna's account; return the number let through."""
    with site.test_request_context("/login", environ_overrides={"REMOTE_ADDR": network}):
        for done in range(times):
            try:
                count_try("anna", None)
            except TooManyRequests:
                return done
        return times


def test_guessing_locks_out_only_the_guesser(member, visit):
    anna = member("anna")
    anna.post("/logout")
    stranger = visit()
    assert [guess(stranger) for _ in range(11)] == [422] * 10 + [429]
    assert guess(stranger, PASSWORD) == 429
    assert guess(visit().at("198.51.100.7")) == 422
    assert guess(anna, PASSWORD) == 303


def test_one_address_cannot_use_up_the_attempts_of_all(sqlite_database, site_with):
    clock = [NOON]
    site = site_with(sqlite_database, CLOCK=lambda: clock[0])
    for _ in range(12):
        counted(site, "198.51.100.1", 20)
        clock[0] += timedelta(seconds=290)
    assert counted(site, "198.51.100.2", 20) == 10


def test_guessing_from_many_addresses_is_slow_and_the_owner_comes_in_by_a_browser_that_is_known(
    site, member, visit
):
    anna = member("anna")
    anna.post("/logout")
    let_through = sum(counted(site, f"198.51.100.{last}", 12) for last in range(12))
    assert let_through == 100
    assert guess(visit().at("203.0.113.1"), PASSWORD) == 429
    assert guess(anna, PASSWORD) == 303


def test_attempts_are_counted_across_processes_databases_and_restarts(any_database, site_with):
    Visitor(site_with(any_database)).registered("anna")
    sites = [site_with(any_database) for _ in range(3)]
    assert [guess(Visitor(sites[number % 3])) for number in range(12)] == [422] * 10 + [429] * 2
    assert guess(Visitor(site_with(any_database)), PASSWORD) == 429


def test_if_attempts_cannot_be_counted_no_password_is_compared(sqlite_database, site_with, monkeypatch):
    site = site_with(sqlite_database, DATABASE_WAIT_SECONDS=0)
    stranger = Visitor(site).registered("anna")
    stranger.post("/logout")
    compared = []
    monkeypatch.setattr("services.accounts.accounts.matches", lambda *each: compared.append(each))
    with sqlite_database.writing() as session:
        session.execute(delete(AttemptCount))
        answer = stranger.post("/login", name="anna", password=PASSWORD)
    assert (answer.status_code, compared) == (503, [])
    assert int(answer.headers["Retry-After"]) > 0


def test_attempts_store_neither_name_nor_address(sqlite_database, visit):
    guess(visit().at("198.51.100.7"))
    with sqlite_database.reading() as session:
        stored = session.execute(select(AttemptCount.key_hash, AttemptCount.instants)).all()
    assert len(stored) == 3
    assert not [word for word in ("anna", "198.51") if word in str(stored)]


def test_a_known_browser_has_no_more_attempts_than_another(member):
    anna = member("anna")
    anna.post("/logout")
    assert [guess(anna) for _ in range(11)] == [422] * 10 + [429]
    assert guess(anna, PASSWORD) == 429


def test_a_browser_is_known_at_log_in_and_to_its_own_accounts_alone(member, visit):
    member("anna")
    boris = visit()
    boris.get("/login")
    assert guess(boris) == 422
    assert not marks(boris)
    boris.registered("boris").post("/logout")
    assert len(marks(boris)) == 1
    assert [guess(boris) for _ in range(10)] == [422] * 9 + [429]
    assert boris.post("/login", name="boris", password=PASSWORD).status_code == 303


def test_a_copied_mark_is_worth_nothing_after_a_new_password(member, visit):
    anna, thief = member("anna"), visit()
    (name,) = marks(anna)
    thief.client.set_cookie(name, anna.client.get_cookie(name).value)
    anna.post("/account/password", current_password=PASSWORD, password="another battery")
    assert [guess(visitor) for visitor in [visit()] * 10] == [422] * 10
    assert guess(thief) == 429
    anna.post("/logout")
    assert guess(anna, "another battery") == 303


def test_a_browser_carries_marks_of_a_few_accounts(member, visit):
    browser = visit()
    for number in range(MOST + 2):
        browser.registered(f"reader{number}").post("/logout")
    assert len(marks(browser)) == MOST


def test_a_session_does_not_allow_faster_guessing_of_its_password(member):
    anna = member("anna")
    fields = {"current_password": WRONG, "password": "another battery"}
    tries = [anna.post("/account/password", **fields).status_code for _ in range(6)]
    tries += [anna.post("/account/address", email=ANNAS, email_password=WRONG).status_code for _ in range(5)]
    assert tries == [422] * 10 + [429]


def test_a_stranger_cannot_block_password_proofs_of_others_in_their_network(member, visit):
    anna, stranger = member("anna"), visit()
    for _ in range(11):
        stranger.post("/account/password", current_password=WRONG, password=WRONG)
        stranger.post("/account/address/remove", email_password=WRONG)
        stranger.post("/reset/x.y", password=WRONG)
    fields = {"current_password": PASSWORD, "password": "another battery"}
    assert anna.post("/account/password", **fields).status_code == 303


def test_strangers_cannot_use_up_the_e_mails_of_an_owner(mail):
    anna = mail.member("anna", ANNAS)
    anna.post("/logout")
    for last in range(4):
        stranger = Visitor(mail.site).at(f"198.51.100.{last}")
        for _ in range(4):
            assert stranger.post("/forgotten", who="anna").status_code == 303
    assert mail.kinds(ANNAS).count("reset") == 6
    anna.post("/forgotten", who="anna")
    assert mail.kinds(ANNAS).count("reset") == 7
