"""The database in a request: one connection at a time, and success is reported only after the commit."""

import ast
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, local

import pytest
from flask import before_render_template
from sqlalchemy import event, select, text
from sqlalchemy.orm import Session

from models import Challenge, User
from models.database import WroteWhileReading
from services.accounts import accounts
from tests.fixtures_site import NOON, PASSWORD, Visitor, on_postgres
from tests.quality.project import files, name, tree
from tests.web.scene import Scene
from web.core.request_state import ARRIVED
from web.core.session import arrived, db, end_reading, now, writing

SAVED = "Your challenge is withdrawn"
READERS = 4
EXECUTED = "FOR EACH ROW EXECUTE FUNCTION spoil()"
DEFERRED = "DEFERRABLE INITIALLY DEFERRED"
SPOILERS = {
    "sqlite": (
        f"CREATE TABLE ledger (user_id INTEGER REFERENCES users (id) {DEFERRED})",
        "CREATE TRIGGER spoil AFTER UPDATE ON challenges BEGIN INSERT INTO ledger VALUES (-1); END",
    ),
    "postgresql": (
        "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'spoiled'; END $$",
        f"CREATE CONSTRAINT TRIGGER spoil AFTER UPDATE ON challenges {DEFERRED} {EXECUTED}",
    ),
}
MENDERS = {
    "sqlite": ("DROP TRIGGER spoil", "DROP TABLE ledger"),
    "postgresql": ("DROP TRIGGER spoil ON challenges", "DROP FUNCTION spoil"),
}


@pytest.fixture
def failing_commits(any_database):
    """Let every transaction that changes a challenge fail at its commit, and not before."""
    kind = any_database.engine.dialect.name
    with any_database.writing() as session:
        for statement in SPOILERS[kind]:
            session.execute(text(statement))
    yield
    with any_database.writing() as session:
        for statement in MENDERS[kind]:
            session.execute(text(statement))


def add(session, name="Trial"):
    return accounts.register(session, name, "hash", "en", NOON)


def names(database):
    with database.reading() as session:
        return set(session.scalars(select(User.name)))


def test_a_finished_block_is_stored_even_if_the_request_fails_later(any_site, any_database):
    def write_and_break():
        with writing() as session:
            add(session)
        raise RuntimeError

    with any_site.test_request_context(method="POST"), pytest.raises(RuntimeError):
        write_and_break()
    assert names(any_database) == {"Trial"}


def test_a_failed_block_stores_nothing_and_leaves_no_lock(any_site, any_database):
    def fail_in_block():
        with writing() as session:
            add(session)
            raise RuntimeError

    with any_site.test_request_context(method="POST"):
        with pytest.raises(RuntimeError):
            fail_in_block()
        with writing() as session:
            add(session, "Next")
    assert names(any_database) == {"Next"}


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_outside_a_block_no_method_can_change_anything(any_site, any_database, method):
    with any_site.test_request_context(method=method), pytest.raises(WroteWhileReading):
        add(db())
    assert names(any_database) == set()


def test_after_a_block_the_request_reads_what_it_wrote(any_site):
    with any_site.test_request_context(method="POST"):
        assert accounts.named(db(), "Trial") is None
        with writing() as session:
            add(session)
        assert accounts.named(db(), "Trial").name == "Trial"


def test_a_block_has_the_only_session_of_its_request(site):
    with site.test_request_context(method="POST"), writing():
        with pytest.raises(RuntimeError):
            db()
        with pytest.raises(RuntimeError), writing():
            raise AssertionError("unreachable")


def test_a_commit_that_fails_is_our_fault_and_no_page_says_that_anything_was_stored(
    any_site, any_database, failing_commits
):
    any_site.config["PROPAGATE_EXCEPTIONS"] = False
    reader = Visitor(any_site).registered("anna")
    link = reader.post("/challenges/new", kind="open", preset="intimate", public="yes", clock="live")
    answer = reader.post(f"{link.headers['Location']}/withdraw")
    assert answer.status_code == 500
    assert "This is our fault" in answer.text
    assert 'class="who-name"' in answer.text
    assert SAVED not in answer.text
    assert SAVED not in reader.get("/").text
    with any_database.reading() as session:
        assert session.scalars(select(Challenge.state)).one() == "waiting"
    assert reader.post("/language/fr").status_code == 303


def test_a_request_uses_one_database_connection_at_a_time(site, sqlite_database, member, visit):
    scene = Scene(site, sqlite_database, member, visit)
    scene.begin("S1901B")
    engine, out = site.extensions["database"].engine, [0]
    event.listen(engine, "checkout", lambda *_: out.append(out[-1] + 1))
    event.listen(engine, "checkin", lambda *_: out.append(out[-1] - 1))
    anna = scene.sides["first"]
    for path in scene.addresses():
        anna.get(path)
    phase = {"phase": scene.duel.phase}
    for path, fields in [
        (f"{scene.path}/entry", {**phase, "bid_ITALY": "1"}),
        (f"{scene.path}/entry", {**phase, "bid_ITALY": "1x"}),
        (f"{scene.path}/store", {**phase, "bid_ITALY": "2"}),
        (f"{scene.path}/typed", {**phase, "orders": "nonsense"}),
        (f"{scene.path}/ready", phase),
        (f"{scene.path}/unready", phase),
        (f"{scene.path}/acts/conceded", phase),
        (f"{scene.path}/acts/draw_offered", phase),
        (f"{scene.path}/what-if/{scene.duel.ordinal - 1}", {"orders": "nonsense"}),
        ("/challenges/new", {"kind": "open", "preset": "intimate", "public": "yes", "clock": "live"}),
        ("/challenges/new", {"kind": "chess"}),
        (f"/challenges/{scene.challenge.token}/accept", {}),
        (f"/challenges/{scene.challenge.token}/decline", {}),
        ("/account/language", {"language": "fr"}),
        ("/account/password", {"current_password": "wrong horse", "password": "another battery"}),
        ("/account/password", {"current_password": PASSWORD, "password": "another battery"}),
        ("/language/en", {}),
        ("/logout", {}),
        ("/login", {"name": "anna", "password": "wrong horse"}),
        ("/login", {"name": "anna", "password": "another battery"}),
        ("/nowhere", {}),
    ]:
        anna.post(path, **fields)
    assert (out[-1], max(out)) == (0, 1)


@pytest.mark.slow
@on_postgres
def test_one_connection_is_enough_for_every_page_that_a_member_sees(any_database, site_with):
    """Heartbeat and clock query the server before the page takes a connection."""
    site = site_with(any_database, DATABASE_POOL=1, DATABASE_WAIT_SECONDS=0.1, HEARTBEAT=True)
    clock = site.config["CLOCK"]

    def visit(language="en"):
        return Visitor(site, language)

    scene = Scene(site, any_database, lambda name, *language: visit(*language).registered(name), visit)
    scene.begin("S1901B")
    site.config["CLOCK"] = clock
    answered = {address: scene.sides["first"].get(address).status_code for address in scene.addresses()}
    assert {address: status for address, status in answered.items() if status >= 500} == {}


def test_as_many_members_as_there_are_connections_are_served_at_once(any_database, site_with):
    site = site_with(any_database, DATABASE_POOL=READERS, DATABASE_WAIT_SECONDS=1)
    readers = [Visitor(site).registered(f"anna{number}") for number in range(READERS)]
    together, mine = Barrier(READERS), local()

    def wait_for_the_others(*_):
        if not hasattr(mine, "waited"):
            mine.waited = True
            together.wait(10)

    event.listen(site.extensions["database"].engine, "checkout", wait_for_the_others)
    with ThreadPoolExecutor(READERS) as threads:
        answers = list(threads.map(lambda reader: reader.get("/duels/"), readers))
    assert [answer.status_code for answer in answers] == [200] * READERS


def test_nobody_is_locked_out_while_the_page_of_a_form_is_drawn(site, sqlite_database, member):
    """A refused form is drawn again; SQLite's single write lock must be free meanwhile."""
    anna, drawn = member("anna"), []

    def write_meanwhile(*_, template, **__):
        with sqlite3.connect(sqlite_database.url.database, timeout=0, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE").execute("ROLLBACK")
        other.close()
        drawn.append(template.name)

    with before_render_template.connected_to(write_meanwhile, site):
        anna.post("/challenges/new", kind="named", opponent="nobody", preset="intimate")
        anna.post("/account/language", language="de")
        anna.post("/account/password", current_password="wrong horse", password="another battery")
        anna.post("/nowhere")
    assert [name for name in drawn if name not in {"pages/rules.html", "header.html", "following.html"}] == [
        "challenges/new.html",
        "accounts/settings.html",
        "accounts/settings.html",
        "errors/error.html",
    ]


def test_passwords_are_hashed_before_the_database_is_locked(site, visit, sqlite_database, monkeypatch):
    def hashed(password, name, queue):
        with sqlite_database.writing() as session:  # would wait ten seconds for a lock
            add(session, "Meanwhile")
        return "hash"

    monkeypatch.setattr("services.accounts.passwords.hashed", hashed)
    assert visit().post("/register", name="Anna", password="correct horse").status_code == 303
    assert names(sqlite_database) == {"Anna", "Meanwhile"}


def test_a_session_that_was_ended_is_followed_by_another(any_site, any_database):
    with any_site.test_request_context():
        assert accounts.named(db(), "Trial") is None
        end_reading()
        with Session(any_database.engine) as other:
            add(other)
            other.commit()
        assert accounts.named(db(), "Trial") is not None


def test_the_time_of_a_request_is_read_once(site):
    times = iter([NOON, None])
    site.config["CLOCK"] = lambda: next(times)
    with site.test_request_context():
        assert (now(), now()) == (NOON, NOON)


def test_a_request_that_waited_for_a_thread_came_in_before_its_time(site):
    site.config["CLOCK"] = lambda: NOON
    came = time.monotonic() - 20
    with site.test_request_context(environ_base={ARRIVED: came}):
        assert now() == NOON
        assert NOON - timedelta(seconds=22) < arrived() < NOON - timedelta(seconds=19)
    with site.test_request_context():
        assert arrived() == now()


def test_no_success_message_is_flashed_inside_a_block():
    """Only after the block is it known to be stored."""
    found = [
        f"{name(path)}:{call.lineno}"
        for path in files("web", "*.py")
        for block in ast.walk(tree(path))
        if isinstance(block, ast.With) and any("writing(" in ast.unparse(item) for item in block.items)
        for call in ast.walk(block)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "flash"
    ]
    assert found == []
