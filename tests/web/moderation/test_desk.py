"""The desk: only for moderators, who see of duels what spectators see."""

import html
import re

import pytest
from sqlalchemy import select, update

from models import Message, ModeratorAct, Report, StoredDuel, User
from services.arbiters.calls import call_arbiter
from services.duels.authority import appoint
from services.moderation import sightings
from tests.fixtures_duels import FIRST, LISTS, NOON, SECOND
from tests.fixtures_site import PASSWORD
from tests.services.looking import selects
from tests.web.accounts.steps import App
from tests.web.reading import plain, text

PAGES = (
    "/desk/",
    "/desk/log",
    "/desk/playing",
    "/desk/farming",
    "/desk/shared/device",
    "/desk/shared/address",
    "/desk/accounts/anna",
    "/desk/accounts?name=anna",
    "/desk/reports/1",
)


@pytest.fixture
def reported(member, moderator):
    """Return the members Anna and Boris; Anna has reported Boris."""
    anna, boris = member("anna"), member("boris", "fr")
    sent = anna.post("/reports/new", kind="conduct", about="Boris", text="He says:\n<b>rude</b> things.")
    assert sent.headers["Location"] == "/reports/"
    return anna, boris


def test_only_moderators_can_open_the_desk(reported, visit, sqlite_database):
    anna, _ = reported
    for reader in (anna, visit()):
        for page in PAGES:
            assert reader.get(page).status_code == 404, page
        for page in ("reports/1", "accounts/boris/close", "accounts/boris/warn"):
            assert reader.post(f"/desk/{page}", **{"reason": "x", "close-reason": "x"}).status_code == 404
        assert "/desk" not in reader.get("/rules").text
    with sqlite_database.reading() as session:
        assert session.scalars(select(ModeratorAct)).all() == []


def test_a_moderator_finds_every_page_and_the_menu_counts_open_reports(reported, moderator):
    for page in PAGES:
        assert moderator.get(page, follow_redirects=True).status_code == 200, page
    menu = plain(moderator.get("/rules").text.partition("</nav>")[0])
    assert "Moderation 1 1 open report" in menu
    for page in (
        "/desk/?after=x",
        "/desk/?after=2026-11-20_9",
        "/desk/shared/device?after=x",
        "/desk/log?before=x",
    ):
        assert moderator.get(page).status_code == 200, page
    for page in (
        "/desk/reports/9",
        "/desk/accounts/nobody",
        "/desk/shared/nothing",
        "/desk/reports/99999999999",
    ):
        assert moderator.get(page).status_code == 404, page


def test_a_report_is_answered_and_its_reporter_reads_the_answer(reported, moderator):
    anna, _ = reported
    page = moderator.get("/desk/reports/1")
    assert "&lt;b&gt;rude&lt;/b&gt; things." in page.text
    assert "Reported by anna" in text(page)
    assert "not answered yet" in text(anna.get("/reports/"))
    assert moderator.post("/desk/reports/1", reason=" ").status_code == 422
    assert moderator.post("/desk/reports/1", reason="They are warned.").status_code == 303
    assert "They are warned." in text(anna.get("/reports/"))
    again = moderator.post("/desk/reports/1", reason="Twice.")
    assert again.status_code == 422
    assert "Nothing was saved." in text(again)
    assert "No report is open." in text(moderator.get("/desk/"))
    assert "open report" not in plain(moderator.get("/rules").text.partition("</nav>")[0])
    assert "Report answered" in text(moderator.get("/desk/log"))


def test_a_warning_stands_on_every_page_until_it_is_read(reported, moderator):
    _, boris = reported
    assert moderator.post("/desk/accounts/boris/warn", **{"warn-reason": ""}).status_code == 422
    assert moderator.post("/desk/accounts/boris/warn", **{"warn-reason": "Be polite."}).status_code == 303
    for page in ("/", "/rules", "/challenges/", "/account", "/desk-of-nobody"):
        assert "Be polite." in boris.get(page).text, page
    assert "not read yet" in text(moderator.get("/desk/log"))
    (act,) = re.findall(r'action="(/reports/warnings/\d+/read)"', boris.get("/rules").text)
    reported[0].post(act)
    assert "Be polite." in boris.get("/rules").text
    assert boris.post(act, next="/rules").headers["Location"] == "/rules"
    assert "Be polite." not in boris.get("/rules").text
    assert "not read yet" not in text(moderator.get("/desk/log"))


def test_a_closed_account_is_logged_out_and_sees_why_at_log_in(reported, moderator, site):
    site.config["CONTACT"] = "contact@example.org"
    anna, boris = reported
    boris.post(
        "/challenges/new", kind="open", preset="intimate", edition="standard", clock="day", public="yes"
    )
    assert (
        moderator.post("/desk/accounts/boris/close", **{"close-reason": "Two accounts."}).status_code == 303
    )
    assert boris.get("/account").status_code == 303
    wrong = boris.post("/login", name="boris", password="wrong")
    assert "Two accounts." not in wrong.text
    refused = boris.post("/login", name="boris", password=PASSWORD)
    assert refused.status_code == 422
    assert "« Two accounts. » Si vous pensez que c’est une erreur, écrivez à contact@example.org." in text(
        refused
    )
    assert boris.get("/account").status_code == 303
    assert "This account is closed." in text(anna.get("/players/boris"))
    challenge = {
        "kind": "named",
        "preset": "intimate",
        "edition": "standard",
        "clock": "day",
        "public": "yes",
    }
    refused = anna.post("/challenges/new", opponent="boris", **challenge)
    assert (refused.status_code, "This account is closed." in text(refused)) == (422, True)
    assert moderator.post("/desk/accounts/boris/open", **{"open-reason": "A mistake."}).status_code == 303
    assert boris.post("/login", name="boris", password=PASSWORD).status_code == 303


def test_moderators_are_not_closed_at_the_desk_and_nothing_is_done_twice(reported, moderator):
    with moderator.site.extensions["database"].writing() as session:
        session.execute(update(User).where(User.name == "anna").values(is_moderator=True))
    refused = moderator.post("/desk/accounts/anna/close", **{"close-reason": "x"})
    assert (refused.status_code, "Only a command on the server" in text(refused)) == (422, True)
    assert moderator.post("/desk/accounts/boris/open", **{"open-reason": "x"}).status_code == 422
    assert moderator.post("/desk/accounts/boris/note", **{"note-reason": "Asked them."}).status_code == 303
    assert "Asked them." in text(moderator.get("/desk/accounts/boris"))
    assert moderator.post("/desk/accounts/boris/delete", **{"delete-reason": "x"}).status_code == 404


def test_a_moderator_sees_of_a_duel_what_a_spectator_sees_and_of_a_private_one_nothing(
    pages, moderator, sqlite_database
):
    """Moderators see nothing sealed."""
    public, private = pages(), pages(public=False)
    public.contest.enter(FIRST, LISTS[FIRST])
    private.contest.enter(FIRST, LISTS[FIRST])
    with sqlite_database.writing() as session:
        for name in ("anna", "boris"):
            sightings.note_sightings(session, public.contest.people[name], {"device": "d"}, NOON.date())
        session.add(
            Report(
                reporter_id=public.contest.people["anna"],
                about_id=public.contest.people["boris"],
                duel_id=private.contest.id,
                kind="conduct",
                text="Look.",
                made_at=NOON,
            )
        )
    seen = [reader.get(public.path).text for reader in (moderator, public.readers["visitor"])]
    parts = [re.search(r'id="part-task".*id="part-graphs"', page, re.DOTALL)[0] for page in seen]
    assert parts[0] == parts[1]
    assert moderator.get(private.path).status_code == 404
    for page in ("", "/record.json", "/chapters/0", "/stamp", "/events"):
        assert moderator.get(f"{private.path}{page}").status_code == 404, page
    desk = [moderator.get(page, follow_redirects=True).text for page in PAGES]
    assert any("a private duel" in page for page in desk)
    assert any("rated duels" in page for page in desk)
    for page in desk:
        assert private.contest.token not in page
        assert "AUSTRIA" not in page
        assert "203.0.113" not in page


def test_no_page_of_the_desk_asks_the_database_for_an_entry(moderator, pages):
    """Moderators see nothing sealed."""
    duel = pages()
    duel.contest.enter(SECOND, LISTS[SECOND])
    with selects(duel.site.extensions["database"]) as statements:
        for page in PAGES:
            moderator.get(page, follow_redirects=True)
    asked = [statement for statement, _ in statements]
    assert any("FROM moderator_acts" in statement for statement in asked)
    assert not [statement for statement in asked if re.search(r"entries\.(content|salt)", statement)]


def test_the_desk_opens_to_a_moderator_who_logs_in_in_two_steps(member, sqlite_database):
    karl = member("karl")
    with sqlite_database.writing() as session:
        session.execute(update(User).where(User.name == "karl").values(is_moderator=True))
    for path in ("/desk/", "/desk/log", "/desk/accounts/karl", "/desk/shared/device"):
        refused = karl.get(path)
        assert (refused.status_code, "Two-step log-in needed" in refused.text) == (403, True)
    refused = karl.post("/desk/accounts/karl/note", **{"note-reason": "x"})
    assert refused.status_code == 403


def test_the_desk_asks_who_it_is_once_the_proof_is_old(moderator, reported):
    assert moderator.get("/desk/").status_code == 200
    moderator.app.wait(minutes=11)
    assert moderator.get("/desk/").status_code == 200
    fields = {"note-reason": "Asked them."}
    asked = moderator.post("/desk/accounts/boris/note", **fields)
    assert (asked.status_code, "Is it you?" in asked.text) == (200, True)
    proof = {"proof_password": PASSWORD, "second_code": "000000"}
    assert moderator.post("/desk/accounts/boris/note", **fields, **proof).status_code == 422
    assert "Asked them." not in text(moderator.get("/desk/accounts/boris"))
    proof["second_code"] = moderator.app.next_code()
    assert moderator.post("/desk/accounts/boris/note", **fields, **proof).status_code == 303
    assert "Asked them." in text(moderator.get("/desk/accounts/boris"))
    moderator.app.wait(minutes=61)
    asked = moderator.get("/desk/accounts/boris?page=1")
    assert "Asked them." not in text(asked)
    onward = html.unescape(re.search(r'action="(/account/proof[^"]+)"', asked.text)[1])
    proof["second_code"] = moderator.app.next_code()
    assert moderator.post(onward, **proof).headers["Location"] == "/desk/accounts/boris?page=1"
    assert "Asked them." in text(moderator.get("/desk/accounts/boris"))


@pytest.mark.parametrize("act", ["warn", "close", "open"])
def test_a_moderator_cannot_act_on_their_own_opponent(pages, moderator, sqlite_database, act):
    pages()
    with sqlite_database.writing() as session:
        karl = session.scalars(select(User.id).where(User.name == "karl")).one()
        session.execute(update(StoredDuel).values(second_id=karl))
        closed_at = NOON if act == "open" else None
        session.execute(update(User).where(User.name == "anna").values(closed_at=closed_at))
    refused = moderator.post(f"/desk/accounts/anna/{act}", **{f"{act}-reason": "x"})
    assert (refused.status_code, "leave it to another moderator" in text(refused)) == (422, True)
    with sqlite_database.writing() as session:
        session.execute(update(StoredDuel).values(ended_at=NOON))
    assert moderator.post(f"/desk/accounts/anna/{act}", **{f"{act}-reason": "x"}).status_code == 303


def test_no_moderator_answers_a_report_about_themselves(moderator, member, sqlite_database):
    anna = member("anna")
    anna.post("/reports/new", kind="conduct", about="karl", text="They shout.")
    with sqlite_database.reading() as session:
        number = session.scalars(select(Report.id)).one()
    refused = moderator.post(f"/desk/reports/{number}", reason="I do not.")
    assert (refused.status_code, "leave it to another moderator" in text(refused)) == (422, True)


def test_messages_that_could_not_be_delivered_are_listed_and_no_others(moderator, member, sqlite_database):
    member("boris")
    made = {"kind": "turn", "facts": {}, "made_at": NOON}
    with sqlite_database.writing() as session:
        boris = session.scalars(select(User.id).where(User.name == "boris")).one()
        for subject, values in {
            "given up": {"tries": 15},
            "not worth telling": {},
            "told": {"tries": 1, "told_at": NOON},
            "waits": {"tries": 2, "due_at": NOON},
        }.items():
            session.add(Message(user_id=boris, subject=subject, **made, **values))
    page = text(moderator.get("/desk/messages"))
    assert page.count("boris") == 1
    assert "15 attempts" in page


def test_pages_a_moderator_reads_are_logged_once_an_hour_and_listed_at_the_desk(reported, moderator):
    pages = (
        *("/desk/accounts/boris", "/desk/reports/1", "/desk/shared/device", "/desk/farming"),
        *("/desk/", "/desk/log", "/desk/playing", "/desk/messages"),
    )
    for _ in range(2):
        for page in pages:
            assert moderator.get(page).status_code == 200
    read = text(moderator.get("/desk/log/read"))
    for page in pages:
        assert len(re.findall(rf"{page}(?![\w/])", read)) == 1, page
    assert "Read by a moderator" in read
    assert "Read by a moderator" not in text(moderator.get("/desk/log"))
    assert "Read by a moderator" not in text(moderator.get("/desk/accounts/boris"))
    moderator.app.wait(minutes=61)
    moderator.post(
        "/account/proof?next=/desk/", proof_password=PASSWORD, second_code=moderator.app.next_code()
    )
    moderator.get("/desk/accounts/boris")
    assert text(moderator.get("/desk/log/read")).count("/desk/accounts/boris") == 2


def test_missing_pages_and_the_reading_log_itself_are_not_logged(reported, moderator):
    for page in ("/desk/accounts/nobody", "/desk/reports/9", "/desk/shared/nothing"):
        assert moderator.get(page).status_code == 404, page
    for _ in range(2):
        assert "Read by a moderator" not in text(moderator.get("/desk/log/read"))


def test_a_member_who_opens_the_desk_gets_404_and_a_line_in_the_log(reported, visit, caplog):
    visit().get("/desk/accounts/boris")
    assert "access refused" not in caplog.text
    assert reported[0].get("/desk/accounts/boris").status_code == 404
    assert "/desk/accounts/<name> [GET]: access refused, not a moderator" in caplog.text


def test_an_arbiter_who_reads_calls_is_noted(pages, moderator, member, sqlite_database):
    duel = pages()
    clara = member("clara")
    App(duel.site, "clara")
    with sqlite_database.writing() as session:
        appoint(session, "clara", NOON)
        call_arbiter(session, duel.contest.token, duel.contest.users[FIRST], "please", NOON)
    for _ in range(2):
        assert "please" in clara.get("/arbiter").text
    read = text(moderator.get("/desk/log/read"))
    assert (read.count("clara"), "/arbiter" in read) == (1, True)


def test_an_arbiter_who_reads_a_private_duel_is_noted(pages, moderator, member, sqlite_database):
    duel = pages(public=False)
    duel.readers["clara"] = member("clara")
    with sqlite_database.writing() as session:
        appoint(session, "clara", NOON)
        call_arbiter(session, duel.contest.token, duel.contest.users[FIRST], "please", NOON)
    for reader in ("anna", "boris", "visitor"):
        duel.get(reader)
    assert "clara" not in text(moderator.get("/desk/log/read"))
    for _ in range(2):
        assert duel.get("clara").status_code == 200
    read = text(moderator.get("/desk/log/read"))
    assert (read.count("clara"), duel.contest.token in read) == (1, False)
    assert "a private duel" in read
