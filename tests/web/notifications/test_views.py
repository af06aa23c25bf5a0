"""The page "Notifications" and its forms."""

import re
from datetime import timedelta

import pytest

from models import Channel, Message, SecurityEvent, User
from services.notifications.channels import MOST, USUAL, mail_channel
from tests.fixtures_site import NOON, PASSWORD, TOKEN
from tests.services.notifications.senders.test_push import Browser
from tests.web.reading import text

PAGE = "/account/notifications"
FORMS = {
    f"{PAGE}/times": {"lead": "3600"},
    f"{PAGE}/addresses": {"url": "https://receiver.example/"},
    f"{PAGE}/browsers": {"endpoint": "https://push.example/"},
    f"{PAGE}/channels/1/kinds": {"channel-1-kinds": "turn"},
    f"{PAGE}/channels/1/test": {},
    f"{PAGE}/channels/1/again": {},
    f"{PAGE}/channels/1/remove": {},
}


def kinds_of(number, *kinds):
    return {f"channel-{number}-kinds": list(kinds)}


def test_the_page_of_the_account_leads_here(member):
    assert f'href="{PAGE}"' in member("anna").get("/account").text


def test_a_visitor_is_sent_to_log_in(visit):
    assert visit().get(PAGE).status_code == 303


@pytest.mark.parametrize("path", FORMS)
def test_without_log_in_or_token_nothing_is_changed(member, visit, give, stored, path):
    anna = member("anna")
    give("anna", "webhook", url="https://receiver.example/")
    before = [(each.kinds, each.off_at) for each in stored()]
    assert visit().post(path, **FORMS[path]).status_code == 401
    assert anna.client.post(path, data=FORMS[path], headers=anna.headers).status_code == 400
    assert [(each.kinds, each.off_at) for each in stored()] == before
    assert stored(Message) == []


@pytest.mark.parametrize("act", ["kinds", "test", "again", "remove"])
@pytest.mark.parametrize("number", [1, 2, 10**30])
def test_a_channel_of_another_account_is_not_found(member, give, stored, act, number):
    member("anna")
    give("anna", "webhook", url="https://receiver.example/")
    boris = member("boris")
    answer = boris.post(f"{PAGE}/channels/{number}/{act}", **kinds_of(number, "turn"))
    assert answer.status_code == 404
    assert (len(stored()), stored(Message)) == (1, [])
    assert "receiver.example" not in boris.get(PAGE).text


def test_kinds_are_ticked_and_unticked(member, give, stored):
    anna = member("anna")
    number = give("anna")
    assert (
        anna.post(f"{PAGE}/channels/{number}/kinds", **kinds_of(number, "ended", "turn")).status_code == 303
    )
    assert stored()[0].kinds == ["turn", "ended"]
    ticked = re.findall(r"<input[^>]*checked[^>]*value=\"(\w+)\"", anna.get(PAGE).text)
    assert {"turn", "ended"} <= set(ticked)
    anna.post(f"{PAGE}/channels/{number}/kinds")
    assert stored()[0].kinds == []


@pytest.mark.parametrize("kind", ["everything", "", "turn\0", "t" * 5000])
def test_an_unknown_kind_is_refused(member, give, stored, kind):
    anna = member("anna")
    number = give("anna")
    answer = anna.post(f"{PAGE}/channels/{number}/kinds", **kinds_of(number, kind))
    assert answer.status_code == 422
    assert stored()[0].kinds == ["turn", "reminder", "ended", "offer"]


def test_a_webhook_is_added_tried_and_removed(member, receiver, deliver, stored):
    anna = member("anna")
    server, url = receiver
    assert anna.post(f"{PAGE}/addresses", url=f" {url} ").status_code == 303
    (channel,) = stored()
    assert (channel.kind, channel.address["url"], channel.kinds) == ("webhook", url, list(USUAL))
    assert channel.address["secret"] in anna.get(PAGE).text
    anna.post(f"{PAGE}/channels/{channel.id}/test")
    assert "A test is on its way." in anna.get(PAGE).text
    assert deliver() == "1\n"
    assert len(server.got) == 1
    assert "The last test was sent" in anna.get(PAGE).text
    anna.post(f"{PAGE}/channels/{channel.id}/remove")
    assert (stored(), stored(Message)) == ([], [])


def test_the_same_address_is_added_once_and_switched_on_again(member, receiver, stored, deliver):
    anna = member("anna")
    server, url = receiver
    anna.post(f"{PAGE}/addresses", url=url)
    secret = stored()[0].address["secret"]
    server.status = 410
    anna.post(f"{PAGE}/channels/1/test")
    deliver()
    assert stored()[0].problem == "gone"
    said = text(anna.get(PAGE))
    assert "Switched off just now. The receiver says that this address does not exist any more." in said
    assert "The last test could not be sent." in said
    anna.post(f"{PAGE}/addresses", url=url)
    (channel,) = stored()
    assert (channel.off_at, channel.problem, channel.address["secret"]) == (None, None, secret)


def test_a_channel_that_was_switched_off_is_tried_again(member, give, stored, sqlite_database):
    anna = member("anna")
    number = give("anna")
    with sqlite_database.writing() as session:
        channel = session.get(Channel, number)
        channel.off_at, channel.problem = NOON, "refused"
    assert "The receiver refused what was sent." in text(anna.get(PAGE))
    anna.post(f"{PAGE}/channels/{number}/again")
    assert (stored()[0].off_at, stored()[0].problem) == (None, None)
    assert "Switched off" not in text(anna.get(PAGE))


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "Paste an address."),
        ("https://10.0.0.1/", "not on the public internet"),
        ("https://[::ffff:10.0.0.1]/", "not on the public internet"),
        ("https://no-such-name.invalid/", "No such address was found."),
        ("ftp://receiver.example/", "This is no address."),
        ("https://receiver.example/\0", "This is no address."),
        ("https://[receiver.example/", "This is no address."),
        ("https://receiver.example/" + "x" * 1000, "too long"),
        ("https://discord.com/channels/1/2", "This is no webhook of Discord"),
    ],
)
def test_an_address_to_which_the_site_does_not_send_is_refused_with_the_reason(member, stored, url, said):
    answer = member("anna").post(f"{PAGE}/addresses", url=url)
    assert answer.status_code == 422
    assert said in text(answer)
    assert 'aria-invalid="true"' in answer.text
    assert stored() == []


def test_a_site_of_its_own_network_allows_nothing_of_it(sqlite_database, site_with, receiver):
    from tests.fixtures_site import Visitor  # noqa: PLC0415 -- one test makes a site of its own

    anna = Visitor(site_with(sqlite_database)).registered("anna")
    answer = anna.post(f"{PAGE}/addresses", url=receiver[1])
    assert (answer.status_code, "must begin with https" in text(answer)) == (422, True)
    answer = anna.post(f"{PAGE}/addresses", url=receiver[1].replace("http:", "https:"))
    assert (answer.status_code, "not on the public internet" in text(answer)) == (422, True)


def test_channels_per_account_are_limited(member, give, stored, receiver):
    anna = member("anna")
    for number in range(MOST):
        give("anna", "webhook", url=f"https://receiver.example/{number}")
    answer = anna.post(f"{PAGE}/addresses", url=receiver[1])
    assert answer.status_code == 422
    assert "at most 10 channels" in text(answer)
    assert len(stored()) == MOST


def test_a_browser_is_added_hears_of_a_test_and_takes_its_own_place(member, receiver, deliver, stored):
    anna = member("anna")
    first, second = Browser(receiver[1]), Browser(f"{receiver[1]}/2")
    assert anna.post(f"{PAGE}/browsers", **first.address).status_code == 303
    anna.post(f"{PAGE}/channels/1/kinds", **kinds_of(1, "turn"))
    anna.post(f"{PAGE}/browsers", **second.address, replaced=receiver[1])
    (channel,) = stored()
    assert (channel.address["endpoint"], channel.kinds) == (f"{receiver[1]}/2", ["turn"])
    anna.post(f"{PAGE}/channels/{channel.id}/test")
    assert deliver() == "1\n"
    shown = second.read(receiver[0].got[0][2])
    assert shown["title"] == "A test of Intimate Diplomacy"
    assert shown["url"] == "https://duels.example.org/account/notifications"


def test_a_browser_does_not_replace_another_account_s_channel(member, receiver, stored):
    member("anna").post(f"{PAGE}/browsers", **Browser(receiver[1]).address)
    member("boris").post(f"{PAGE}/browsers", **Browser(f"{receiver[1]}/2").address, replaced=receiver[1])
    assert len(stored()) == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"endpoint": ""},
        {"endpoint": "https://10.0.0.1/"},
        {"endpoint": "x" * 2000},
        {"p256dh": "x"},
        {"auth": "é\0"},
        {"auth": ""},
    ],
)
def test_an_invalid_browser_subscription_is_refused(member, receiver, stored, changes):
    answer = member("anna").post(f"{PAGE}/browsers", **{**Browser(receiver[1]).address, **changes})
    assert answer.status_code == 422
    assert stored() == []


def test_quiet_hours_and_reminders_are_chosen(member, sqlite_database):
    anna = member("anna")

    def chosen():
        with sqlite_database.reading() as session:
            user = session.get(User, 1)
            return user.lead_seconds, user.again_seconds, user.quiet_from, user.quiet_to

    anna.post(f"{PAGE}/times", lead="0", quiet_from="22:30", quiet_to="07:00")
    assert chosen() == (0, 0, 22 * 60 + 30, 7 * 60)
    page = anna.get(PAGE).text
    assert 'value="22:30"' in page
    assert re.search(r'<input[^>]*checked[^>]*name="lead"[^>]*value="0"', page)
    anna.post(f"{PAGE}/times", lead="86400", again="10800", quiet_from="", quiet_to="")
    assert chosen() == (86400, 10800, None, None)
    assert '<option selected value="10800">' in anna.get(PAGE).text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"lead": "60"}, "Not a valid choice"),
        ({"lead": "-1"}, "Not a valid choice"),
        ({"lead": "soon"}, ""),
        ({}, ""),
        ({"lead": "10800", "again": "86400"}, "Choose a time nearer to the deadline than the first."),
        ({"lead": "10800", "again": "10800"}, "Choose a time nearer to the deadline than the first."),
        ({"lead": "0", "again": "10800"}, "Choose a time nearer to the deadline than the first."),
        ({"lead": "3600", "quiet_from": "22:00"}, "Give both times, or neither."),
        ({"lead": "3600", "quiet_to": "22:00"}, "Give both times, or neither."),
        ({"lead": "3600", "quiet_from": "25:00", "quiet_to": "07:00"}, ""),
        ({"lead": "3600", "quiet_from": "late\0", "quiet_to": "07:00"}, ""),
    ],
)
def test_invalid_times_are_refused_and_stay_in_the_form(member, sqlite_database, fields, said):
    answer = member("anna").post(f"{PAGE}/times", **fields)
    assert answer.status_code == 422
    assert said in text(answer)
    for value in fields.values():
        if "quiet" in fields and "\0" not in value:
            assert value in answer.text
    with sqlite_database.reading() as session:
        assert session.get(User, 1).quiet_from is None


def test_mail_is_a_channel_once_its_address_is_verified(member, sqlite_database, stored):
    anna = member("anna")
    assert "add an address on your account page" in text(anna.get(PAGE))
    with sqlite_database.writing() as session:
        user = session.get(User, 1)
        user.email, user.verified_at = "anna@example.org", NOON
        assert mail_channel(session, user, NOON).id == mail_channel(session, user, NOON).id
    assert [(each.kind, each.kinds) for each in stored()] == [("mail", list(USUAL))]
    page = text(anna.get(PAGE))
    assert "E-mail to anna@example.org" in page
    assert "add an address" not in page
    assert anna.post(f"{PAGE}/channels/1/remove").status_code == 400
    assert len(stored()) == 1


def test_a_site_without_mail_says_so_and_its_administrator_what_to_do(sqlite_database, site_with, account):
    from tests.fixtures_site import Visitor  # noqa: PLC0415 -- one test makes a site of its own

    site = site_with(sqlite_database)
    anna = Visitor(site).registered("anna")
    assert "This site sends no e-mail." in text(anna.get(PAGE))
    assert "SMTP_URL" not in text(anna.get(PAGE))
    account("anna", is_moderator=True)
    assert "set SMTP_URL and MAIL_FROM" in text(anna.get(PAGE))
    done = site.test_cli_runner().invoke(args=("notifications", "deliver"))
    assert "set SMTP_URL and MAIL_FROM" in done.output
    assert done.stdout == "0\n"


def test_too_many_tests_are_refused(member, give):
    anna = member("anna")
    number = give("anna")
    token = TOKEN.search(anna.get("/rules").text)[1]
    path, form = f"{PAGE}/channels/{number}/test", {"csrf_token": token}
    answers = [anna.client.post(path, data=form, headers=anna.headers).status_code for _ in range(11)]
    assert answers == [303] * 10 + [429]


def asks_identity(answer):
    return (answer.status_code, "Is it you?" in answer.text) == (200, True)


def test_changing_channels_needs_a_recent_proof_and_notifies_the_owner(site, member, stored, sqlite_database):
    anna = member("anna")
    anna.post("/account/notifications/addresses", url="http://127.0.0.1:1/first")
    (first,) = stored()
    site.config["CLOCK"] = lambda: NOON + timedelta(minutes=11)
    new = {"url": "http://127.0.0.1:1/second"}
    removing = f"/account/notifications/channels/{first.id}/remove"
    browser = {"endpoint": "https://push.example.org/x", "p256dh": "x", "auth": "x"}
    for path, fields in (
        ("/account/notifications/addresses", new),
        ("/account/notifications/browsers", browser),
        (removing, {}),
        ("/account/calendar", {}),
        ("/account/calendar/none", {}),
        (f"/account/notifications/channels/{first.id}/kinds", kinds_of(first.id, "account")),
    ):
        assert asks_identity(anna.post(path, **fields)), path
    assert [channel.id for channel in stored()] == [first.id]
    usual = anna.post(f"/account/notifications/channels/{first.id}/kinds", **kinds_of(first.id, "turn"))
    assert usual.status_code == 303  # no proof for what does not touch the account
    done = anna.post("/account/notifications/addresses", **new, proof_password=PASSWORD)
    assert done.status_code == 303
    for path in (removing, "/account/calendar", "/account/calendar/none"):
        assert anna.post(path).status_code == 303  # the proof stays valid for a while
    kinds = [event.kind for event in stored(SecurityEvent) if event.kind.startswith(("channel", "calendar"))]
    assert kinds == ["channel_added", "channel_added", "channel_removed", "calendar_made", "calendar_removed"]
    details = [event.detail for event in stored(SecurityEvent) if event.kind.startswith("channel")]
    assert all("127.0.0.1" in detail and "second" not in detail for detail in details)
