"""The text of messages: in the recipient's language, time zone and hour format."""

import json
import logging
import re
import sqlite3
from contextlib import contextmanager
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from threading import BoundedSemaphore, current_thread, main_thread

import pytest
from sqlalchemy import select

from clocks.terms import HOUR, Clock
from models import Channel, Message, StoredDuel, User
from services.challenges import challenges
from services.duels.notifications import notify_of_failure
from services.notifications import delivery
from services.notifications.channels import send_test
from services.notifications.outbox import notify
from services.terms import Terms
from tests.builders import lonely, start
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, NOON, SECOND
from tests.fixtures_site import PASSWORD
from tests.services.duels.test_events import act
from web.board import still
from web.notifications.ways import composer

CLOCK = Clock(time_off=4 * HOUR)


@pytest.fixture
def mails(mailbox, deliver, site):
    """Return a function that delivers at a time and lists the e-mails by address."""

    def mails(now=LATER):
        site.config["CLOCK"] = lambda: now
        before = len(mailbox[0].got)
        for _ in range(3):  # each round sends only a few to one account
            deliver()
        return [message_from_bytes(data, policy=default) for _, data in sorted(mailbox[0].got[before:])]

    return mails


def body(mail):
    return mail.get_body(("plain",)).get_content()


def pictures(mail):
    return [part for part in mail.walk() if part.get_content_type() == "image/png"]


@pytest.fixture
def duel(pages, give):
    """Return a function that begins a duel whose players get e-mails."""

    def begin(at=None, **settings):
        for name in ("anna", "boris"):
            give(name, kinds=("turn", "reminder", "resolved", "ended", "offer"))
        return pages(at, **settings).contest

    return begin


def test_a_mail_about_a_turn_has_the_event_deadline_and_link(duel, mails, account):
    account("boris", zone="Europe/Paris")
    contest = duel()
    (mail,) = mails()
    assert mail["To"] == "anna@example.org"
    assert mail["Subject"] == "Your turn: duel against boris (Choice of home powers)"
    assert "Your duel against boris has begun." in body(mail)
    assert "You have until 21 Nov 2026, 12:00 UTC (21 hours left)." in body(mail)
    assert f"https://duels.example.org/duels/{contest.token}" in body(mail)
    contest.sweep()
    english, french = mails(DEADLINE)
    assert english["Subject"] == "Your turn: duel against boris (Auction of 1901)"
    assert "Choice of home powers: phase over. Next: Auction of 1901." in body(english)
    assert french["Subject"] != english["Subject"]
    assert "anna" in french["Subject"]
    assert french["Content-Language"] == "fr"
    assert "22 nov. 2026, 13:00" in body(french)


@pytest.mark.parametrize(("hours", "shown"), [("language", "21:00"), ("24", "21:00"), ("12", "9:00 pm")])
def test_the_hour_is_written_as_the_account_reads_it(duel, mails, account, hours, shown):
    account("anna", zone="Asia/Tokyo", hours=hours)
    duel()
    assert f"21 Nov 2026, {shown} (Tokyo" in body(mails()[0])


def test_a_reminder_says_how_long_is_left(duel, mails):
    contest = duel()
    mails(NOON)
    contest.enter(SECOND, LISTS[SECOND])
    (mail,) = mails(DEADLINE.replace(hour=6))
    assert mail["Subject"] == "6 hours left: duel against boris (Choice of home powers)"
    assert "You are not done yet. What is saved at the deadline counts." in body(mail)


@pytest.mark.parametrize(
    ("kind", "begin", "subject"),
    [
        ("draw_offered", None, "boris offers you a draw"),
        ("stalemate_claimed", lonely("S1902M"), "boris claims a stalemate"),
    ],
)
def test_a_mail_about_an_offer_names_the_player(duel, mails, kind, begin, subject):
    contest = duel(begin)
    mails()
    contest.happen(SECOND, kind)
    assert mails()[0]["Subject"] == subject


def test_a_mail_about_the_end_says_how_it_came(duel, mails):
    contest = duel()
    mails()
    contest.happen(SECOND, "conceded")
    (mail,) = mails()
    assert mail["Subject"] == "You won the duel against boris"
    assert "You won. Your opponent conceded." in body(mail)


def test_an_end_by_agreed_hours_says_how(duel, mails):
    """Source 002, 1."""
    contest = duel(lonely("F1903M"), clock=Clock(3000, 3000, 3000, misses=9, limit=3600))
    for player in (FIRST, SECOND):
        act(contest, player, "come", NOON)
    mails()
    over = NOON + timedelta(hours=1)
    contest.sweep(over)
    to_anna, to_boris = mails(over)
    assert to_anna["Subject"] == "The duel against boris is a draw"
    assert "A draw when the agreed time was over." in body(to_anna)
    assert "Nulle au terme de la durée convenue." in body(to_boris)


def test_an_e_mail_says_what_comes_next_if_the_phase_awaits_the_opponent(duel, mails, give, sqlite_database):
    with_retreats = start("S1902M", units={"AUSTRIA": ["A VIE"], "FRANCE": ["A TYR", "A BOH"]}, centers={})
    contest = duel(with_retreats)
    contest.store(SECOND, {"orders": {"FRANCE": ["A TYR - VIE", "A BOH S A TYR - VIE"]}})
    contest.sweep()
    mail = mails(DEADLINE)[-1]
    assert mail["To"] == "boris@example.org"
    assert "1902" in mail["Subject"]
    assert len(pictures(mail)) == 1


@pytest.mark.parametrize("public", [True, False])
def test_a_mail_shows_the_chapter_to_its_players_alone(duel, mails, give, receiver, public):
    give("anna", "discord", ["turn"], url=receiver[1])
    contest = duel(start("S1902M"), public=public)
    contest.sweep()
    for mail in mails(DEADLINE):
        (picture,) = pictures(mail)
        assert picture.get_content().startswith(b"\x89PNG")
    shown = json.loads(receiver[0].got[-1][2])["embeds"][0]
    assert ("image" in shown) == public
    if public:
        address = shown["image"]["url"]
        assert address.startswith(f"https://duels.example.org/duels/{contest.token}/chapters/0/board.png?v=")


def test_the_mail_of_a_resolved_phase_says_orders_and_outcomes_and_has_a_small_picture(duel, mails):
    """The text alone says what happened, and so does the picture's alternative text."""
    contest = duel()
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.resolve({"bids": {"ITALY": 5}}, {"bids": {"GERMANY": 6}})
    mails()
    orders = {"AUSTRIA": ["A VIE - TYR", "F TRI - VEN"], "ITALY": ["A VEN H"]}
    contest.resolve({"orders": orders}, {"orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}})
    mail = next(mail for mail in mails() if pictures(mail))
    assert (
        "Austria: A Vienna - Tyrolia (succeeded); F Trieste - Venice (bounced with A Venice); "
        "1 unit had no order"
    ) in body(mail)
    assert "Germany: A Munich - Burgundy (bounced with A Paris); 2 units had no order" in body(mail)
    assert "Italy: A Venice holds (succeeded); 2 units had no order" in body(mail)
    assert body(mail).index("Open the duel") < body(mail).index("Austria:"), "the link must come first"
    (picture,) = pictures(mail)
    assert len(picture.get_content()) < 100_000
    html = mail.get_body(("html",)).get_content()
    assert 'href="https://duels.example.org/account/notifications"' in html
    shown = "The board: Spring 1901, movement with all orders. Orders carried out: 2 of 5."
    assert f'alt="{shown}"' in html


def test_the_mail_of_an_auction_says_who_commands_whom(duel, mails):
    contest = duel()
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    mails()
    contest.resolve({"bids": {"ITALY": 5}}, {"bids": {"GERMANY": 6}})
    mail = next(iter(mails()))
    assert "You command Italy. boris commands Germany. In anarchy: England, Russia and Turkey." in body(mail)


def test_the_picture_that_a_message_links_to_is_painted_already(
    duel, mails, give, receiver, visit, monkeypatch
):
    give("anna", "discord", ["turn"], url=receiver[1])
    duel(start("S1902M")).sweep()
    mails(DEADLINE)
    address = json.loads(receiver[0].got[-1][2])["embeds"][0]["image"]["url"]
    monkeypatch.setattr(still.Painter, "_painted", None)
    assert visit().get(address.removeprefix("https://duels.example.org")).status_code == 200


def test_messages_of_one_round_take_turns_at_the_painter(duel, mails, site):
    site.extensions["painter"]._room = BoundedSemaphore(1)
    for _ in range(2):
        contest = duel(start("S1902M"))
        contest.store(FIRST, {"orders": {"AUSTRIA": ["A VIE - GAL"]}})
        contest.sweep()
    found = mails(DEADLINE)
    assert [len(pictures(mail)) for mail in found] == [1] * len(found)
    assert len(found) > 2


@pytest.mark.parametrize("problem", [still.PainterBusy, still.PaintingFailed])
def test_a_picture_that_cannot_be_painted_holds_nothing_up(duel, mails, monkeypatch, problem):
    def fails(*_):
        raise problem

    contest = duel(start("S1902M"))
    contest.sweep()
    monkeypatch.setattr(still.Painter, "png", fails)
    found = mails(DEADLINE)
    assert len(found) == 2
    assert [pictures(mail) for mail in found] == [[], []]


def test_in_a_rush_mails_go_without_pictures(duel, mails, monkeypatch):
    contest = duel(start("S1902M"))
    contest.store(FIRST, {"orders": {"AUSTRIA": ["A VIE - GAL"]}})
    contest.sweep()
    monkeypatch.setattr(delivery, "RUSH", 1)
    monkeypatch.setattr(delivery, "AT_ONCE", 1)
    monkeypatch.setattr(delivery, "BATCH", 1)
    found = sorted(mails(DEADLINE), key=lambda mail: len(pictures(mail)))
    assert [len(pictures(mail)) for mail in found] == [0, 1]


@pytest.fixture
def away_while_composing(site):
    """Return a context in which the database fails the threads that write messages."""
    dialect = site.extensions["database"].engine.dialect
    execute = dialect.do_execute

    def fail(*given):
        if current_thread() is main_thread():  # separate threads write the messages
            return execute(*given)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    @contextmanager
    def away():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(dialect, "do_execute", fail)
            yield

    return away


def test_a_database_that_is_away_while_a_message_is_composed_is_logged_in_a_line_without_a_trace(
    member, give, mails, sqlite_database, away_while_composing, caplog
):
    member("anna"), member("boris")
    give("boris", kinds=["challenge"])
    with sqlite_database.writing() as session:
        anna, boris = (session.get(User, number) for number in (1, 2))
        challenges.create(session, anna.id, "named", boris, Terms(), NOON)
    with away_while_composing(), caplog.at_level(logging.WARNING):
        assert mails() == []
    (line,) = [record for record in caplog.records if record.name == delivery.__name__]
    assert line.getMessage().startswith("message 1 by mail could not be sent: ")
    assert line.getMessage().endswith("disk I/O error")
    assert line.exc_info is None
    assert "Traceback" not in caplog.text
    (mail,) = mails(LATER + delivery.BACK_OFF[0])
    assert mail["To"] == "boris@example.org"


def test_a_challenge_says_from_whom_and_on_which_terms(member, give, mails, sqlite_database):
    member("anna"), member("boris")
    give("anna", kinds=["challenge"]), give("boris", kinds=["challenge"])
    with sqlite_database.writing() as session:
        anna, boris = (session.get(User, number) for number in (1, 2))
        token = challenges.create(session, anna.id, "named", boris, Terms(), NOON).token
    (mail,) = mails()
    assert (mail["To"], mail["Subject"]) == ("boris@example.org", "anna challenges you to a duel")
    assert "Rules: Intimate Diplomacy. Time: 1 day per phase." in body(mail)
    assert "The duel will be rated." in body(mail)
    assert f"https://duels.example.org/challenges/{token}" in body(mail)
    with sqlite_database.writing() as session:
        challenges.decline(session, token, 2, NOON)
    (mail,) = mails()
    assert (mail["To"], mail["Subject"]) == ("anna@example.org", "boris has declined your challenge")


def test_a_mail_says_why_it_was_sent_and_how_to_unsubscribe(duel, mails):
    duel()
    (mail,) = mails()
    assert "You get this message because you chose: It is your turn." in body(mail)
    assert "https://duels.example.org/account/notifications" in body(mail)
    link = mail["List-Unsubscribe"].strip(" <>")
    assert re.fullmatch(r"https://duels\.example\.org/unsubscribe/[\w.-]+", link)
    assert link in body(mail)


def test_a_test_by_mail_offers_nothing_to_take_off(member, give, mails, sqlite_database):
    member("anna")
    number = give("anna")
    with sqlite_database.writing() as session:
        send_test(session, session.get(Channel, number), NOON)
    (mail,) = mails()
    assert mail["Subject"] == "A test of Intimate Diplomacy"
    assert mail["List-Unsubscribe"] is None
    assert "It is your turn" in body(mail)


def test_a_name_cannot_write_a_header(duel, mails, account):
    duel()
    account("boris", name="boris\r\nBcc: victim@example.org")
    (mail,) = mails()
    assert mail["Bcc"] is None
    assert mail["Subject"].strip().startswith("Your turn: duel against boris Bcc: victim@example.org")


ENTRIES = (None, {"orders": {"AUSTRIA": ["A VIE - GAL"]}}, {"orders": {"AUSTRIA": ["A VIE - TYR"]}})


def test_messages_do_not_depend_on_stored_entries(pages, give, site, sqlite_database):
    """Neither the player's own message nor the opponent's."""
    give_all = ("turn", "reminder", "resolved", "ended", "offer")
    contest = pages(start("S1902M")).contest
    for name in ("anna", "boris"):
        give(name, kinds=give_all)
    with sqlite_database.writing() as session:
        for kind in give_all:
            facts = {"player": "first", "phase": "S1902M", "chapter": 0, "resolved": None, "event": None}
            facts |= {"event": "draw_offered"} if kind == "offer" else {}
            facts |= {"resolved": "HOMES"} if kind == "resolved" else {}
            stored = session.get(StoredDuel, contest.id)
            for user_id, player in ((stored.first_id, "first"), (stored.second_id, "second")):
                notify(session, [user_id], kind, kind, {**facts, "player": player}, NOON, duel=stored)
    site.config["CLOCK"] = lambda: LATER

    def texts():
        with sqlite_database.reading() as session:
            found = session.scalars(select(Message)).all()
            return [contents(composer(site), message) for message in found]

    bare = texts()
    assert len(bare) == 10
    for entry in ENTRIES[1:]:
        contest.store(FIRST, entry)
        assert texts() == bare
    contest.hand_in(FIRST)
    assert texts() == bare


def contents(compose, message):
    """Return the text of a message."""
    made = compose(message)
    return made.subject, made.lines, made.url, made.deadline, made.phase


def test_account_e_mails_are_sent_in_the_same_way(member, mails, sqlite_database):
    anna = member("anna")
    anna.post("/account/address", email="anna@example.org", email_password=PASSWORD)
    (mail,) = mails()
    assert (mail["To"], mail["Subject"]) == ("anna@example.org", "Verify your e-mail address")
    assert mail["List-Unsubscribe"] is None
    link = re.search(r"https://duels\.example\.org(/account/verify/\S+)", body(mail))[1]
    assert anna.post(link).status_code == 303
    with sqlite_database.reading() as session:
        (channel,) = session.scalars(select(Channel))
    assert (channel.kind, channel.off_at) == ("mail", None)
    assert "anna@example.org" in anna.get("/account/notifications").text


def test_a_stuck_duel_and_offers_about_time_have_their_words(duel, mails, sqlite_database):
    contest = duel(clock=CLOCK)
    mails()
    act(contest, FIRST, "offer_pause", LATER)
    (mail,) = mails()
    assert mail["Subject"] == "anna propose une pause"
    contest.store(FIRST, LISTS[FIRST])
    contest.sweep(DEADLINE)
    mails(DEADLINE)
    act(contest, FIRST, "grant", DEADLINE)
    (mail,) = mails(DEADLINE)
    assert mail["Subject"] == "anna vous donne du temps"
    assert "23 nov. 2026" in body(mail)
    with sqlite_database.writing() as session:
        notify_of_failure(session, session.get(StoredDuel, contest.id), DEADLINE)
    assert {mail["Subject"] for mail in mails(DEADLINE)} == {
        "A duel is stuck: anna – boris",
        "Un duel est bloqué : anna – boris",
    }
