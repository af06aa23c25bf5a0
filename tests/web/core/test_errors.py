"""Errors say what happened, why, and what to do; nothing typed is lost."""

import re

import pytest
from flask import abort
from sqlalchemy import event, func, select, text

from models import Challenge, User
from services.refused import NotFound
from tests.fixtures_duels import DAILY, DEADLINE, Contest, Terms
from tests.fixtures_site import Visitor
from tests.proxies import COMMIT, proxy_to, through
from tests.web.api.asking import Program, key_of
from web.core.session import db, writing

FIRST_WORDS = {
    400: "The request could not be understood",
    403: "You have no access to this",
    404: "There is nothing here",
    405: "This page cannot be used in that way",
    409: "Somebody was faster",
    413: "That is too much at once",
    429: "Too many attempts",
    418: "The request could not be understood",
    502: "Something went wrong here",
    503: "The site is busy",
}


@pytest.fixture
def site(sqlite_database, site_with):
    """Return an application of its own: the tests add pages to it."""
    return site_with(sqlite_database)


@pytest.fixture
def failing(site):
    """Give the site pages that fail as they should."""
    site.add_url_rule("/fails/<int:code>", "fails", view_func=abort)
    site.add_url_rule("/breaks", "breaks", view_func=lambda: 1 / 0)
    return site


@pytest.mark.parametrize("code", FIRST_WORDS)
def test_every_error_has_its_page(failing, visit, code):
    answer = visit().get(f"/fails/{code}")
    assert answer.status_code == code
    assert FIRST_WORDS[code] in answer.text
    assert 'lang="en"' in answer.text


def test_not_found_in_a_use_case_gives_status_404(site, visit):
    def look() -> str:
        raise NotFound

    site.add_url_rule("/looked-for", "looked-for", view_func=look)
    answer = visit().get("/looked-for")
    assert answer.status_code == 404
    assert FIRST_WORDS[404] in answer.text


def test_errors_are_in_the_viewer_s_language(visit):
    assert "Il n’y a rien ici" in visit("fr").get("/nowhere").text


def test_an_internal_error_says_that_it_is_our_fault(failing, visit):
    failing.testing = False
    failing.config["PROPAGATE_EXCEPTIONS"] = False
    answer = visit().get("/breaks")
    assert answer.status_code == 500
    assert "This is our fault" in answer.text
    assert "ZeroDivisionError" not in answer.text


def test_without_a_database_the_page_still_says_that_it_is_our_fault(failing, member, monkeypatch):
    reader = member("anna")
    failing.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(failing.extensions["database"], "_reading", None)
    answer = reader.get("/")
    assert answer.status_code == 500
    assert "This is our fault" in answer.text


def test_even_when_no_page_can_be_drawn_there_is_an_answer_in_both_languages(failing, visit):
    failing.config["PROPAGATE_EXCEPTIONS"] = False
    del failing.jinja_env.globals["theme"]
    answer = visit().get("/breaks")
    assert answer.status_code == 500
    assert "This is our fault" in answer.text
    assert "C’est notre faute" in answer.text


def test_the_page_of_an_error_is_whole_when_the_session_of_the_request_has_failed(any_database, site_with):
    site = site_with(any_database)
    site.config["PROPAGATE_EXCEPTIONS"] = False
    site.add_url_rule("/breaks", "breaks", view_func=lambda: db().execute(text("SELECT nothing")))
    answer = Visitor(site).registered("anna").get("/breaks")
    assert answer.status_code == 500
    assert "This is our fault" in answer.text
    assert 'class="who-name"' in answer.text


def test_a_locked_database_asks_to_wait_and_keeps_the_form(any_database, site_with):
    reader = Visitor(site_with(any_database, DATABASE_WAIT_SECONDS=0.1)).registered("anna")
    with any_database.writing() as session:
        session.scalars(select(User).with_for_update()).one()
        answer = reader.post("/account/language", language="fr")
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert "The site is busy" in answer.text
        assert 'name="language" value="fr"' in answer.text
        assert "Log out" in reader.get("/").text
    assert reader.post("/account/language", language="fr").status_code == 303


def test_without_a_free_connection_the_visitor_is_asked_to_wait(any_database, site_with):
    site = site_with(any_database, DATABASE_POOL=1, DATABASE_WAIT_SECONDS=0.1)
    reader = Visitor(site).registered("anna")
    with site.extensions["database"].reading() as session:
        session.scalars(select(User)).one()
        answer = reader.get("/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "The site is busy" in answer.text
    assert reader.get("/").status_code == 200


def test_a_wrong_method_says_which_are_right(visit):
    answer = visit().get("/logout")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]


def test_a_request_that_is_too_large_is_refused_before_reading(visit):
    answer = visit().post("/register", name="x" * 300_000)
    assert answer.status_code == 413
    assert "256 KB" in answer.text


BODIES = {
    "application/x-www-form-urlencoded": lambda count: "&".join(["a=b"] * count),
    "multipart/form-data; boundary=x": lambda count: (
        '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n' * count + "--x--\r\n"
    ),
}


@pytest.mark.parametrize("kind", BODIES)
def test_a_form_of_too_many_fields_is_refused_before_anything_is_made_of_it(visit, kind, monkeypatch):
    monkeypatch.setattr("flask_wtf.csrf.validate_csrf", lambda *_: pytest.fail("was looked at"))
    monkeypatch.setattr("web.core.forms.sent", lambda: pytest.fail("was shown again"))
    for language, words in (("en", "1,000 fields"), ("fr", "1\u202f000 champs")):
        reader = visit(language)
        answer = reader.client.post(
            "/login", data=BODIES[kind](1001), content_type=kind, headers=reader.headers
        )
        assert answer.status_code == 413
        assert words in answer.text


@pytest.mark.parametrize("kind", BODIES)
def test_a_form_of_as_many_fields_as_may_be_is_read(visit, kind):
    reader = visit()
    answer = reader.client.post("/login", data=BODIES[kind](1000), content_type=kind, headers=reader.headers)
    assert answer.status_code == 400


@pytest.mark.parametrize(("count", "value"), [(900, "\n"), (2, "'" * 20_000)], ids=["fields", "letters"])
def test_an_expired_form_that_is_too_long_is_not_shown_but_one_can_go_back(visit, count, value):
    fields = {f"story {number}": value for number in range(count)}
    answer = expired(visit(), "/register", **fields)
    assert answer.status_code == 400
    assert "too long to show here" in answer.text
    assert len(answer.text) < 30_000


def expired(visitor, path, **fields):
    visitor.get("/register")  # which leaves a cookie
    return visitor.client.post(path, data={"csrf_token": "old", **fields}, headers=visitor.headers)


def test_an_expired_form_gives_back_what_was_typed_but_never_passwords(visit, sqlite_database):
    answer = expired(visit(), "/register", name="Anna <b>", password="secret-horse", text="one\ntwo")
    assert answer.status_code == 400
    assert "This form had expired" in answer.text
    assert ">Name</label>" in answer.text
    assert 'name="name" value="Anna &lt;b&gt;"' in answer.text
    assert "one\ntwo</textarea>" in answer.text
    assert "secret-horse" not in answer.text
    with sqlite_database.reading() as session:
        assert session.scalar(select(func.count()).select_from(User)) == 0


def test_chosen_fields_of_an_expired_form_are_resent_without_being_shown(visit):
    answer = expired(visit(), "/practise", level="captain", home="", preset="intimate")
    assert answer.status_code == 400
    for name, value in (("level", "captain"), ("home", ""), ("preset", "intimate")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in answer.text
    assert "Send it again" in answer.text
    assert "What you typed" not in answer.text


def test_an_expired_form_can_be_sent_again(member):
    reader = member("anna")
    terms = {"kind": "open", "preset": "beginner", "public": "no", "clock": "live", "loyalty": "2"}
    shown = expired(reader, "/challenges/new", **terms)
    assert 'action="/challenges/new"' in shown.text
    assert all(f'name="{name}" value="{value}"' in shown.text for name, value in terms.items())
    assert reader.post("/challenges/new", **terms).status_code == 303


def test_a_form_from_another_site_is_not_offered_for_resending(visit):
    forged = visit(Origin="https://evil.example")
    answer = expired(forged, "/register", name="Anna")
    assert answer.status_code == 400
    assert "Anna" not in answer.text


def test_a_form_sent_after_log_out_is_kept(visit, sqlite_database):
    reader = visit()
    answer = reader.post("/account/language", language="fr")
    assert answer.status_code == 401
    assert 'name="language" value="fr"' in answer.text
    answer = reader.post("/challenges/new", kind="open", preset="njudge")
    assert answer.status_code == 422
    assert re.search(r'<input checked[^>]* value="njudge"', answer.text)
    assert 'name="password"' in answer.text
    with sqlite_database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Challenge)) == 0


OUT_OF_SERVICE = {
    "en": "The site cannot be played on for the moment",
    "fr": "On ne peut pas jouer pour l’instant",
}
TERMS = {"kind": "open", "preset": "intimate", "public": "yes", "clock": "live"}
FILL = "BEGIN RAISE 'no space left on device' USING ERRCODE = 'disk_full'; END"
FILLING = {
    "sqlite": (
        "CREATE TABLE filler (content)",
        "CREATE TRIGGER fill AFTER INSERT ON {table} BEGIN INSERT INTO filler VALUES (zeroblob(100000)); END",
    ),
    "postgresql": (
        f"CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ {FILL} $$",
        "CREATE TRIGGER fill AFTER INSERT ON {table} FOR EACH STATEMENT EXECUTE FUNCTION fill()",
    ),
}


@pytest.fixture
def proxy(postgres_url):
    with proxy_to(postgres_url) as proxy:
        yield proxy


@pytest.fixture
def distant(postgres_database, site_with, proxy):
    """Return a site whose database connection can be cut."""
    url = through(proxy, postgres_database.url)
    patience = {"DATABASE_CONNECT_SECONDS": 2, "DATABASE_ANSWER_SECONDS": 2}
    return site_with(postgres_database, DATABASE_URL=url, HEARTBEAT=True, **patience)


def lines(caplog):
    """Return the log since the last call."""
    said = [record.getMessage() for record in caplog.records] + [
        str(record.exc_info) for record in caplog.records if record.exc_info
    ]
    caplog.clear()
    return said


@pytest.mark.postgres
@pytest.mark.parametrize("language", OUT_OF_SERVICE)
def test_without_a_database_what_was_sent_is_shown_again_in_both_languages(distant, proxy, caplog, language):
    reader = Visitor(distant, language).registered("anna")
    token = reader.token()
    proxy.cut()
    lines(caplog)
    for path in ("/", "/duels/", "/duels/abc", "/login", "/nowhere"):
        answer = reader.get(path)
        assert (answer.status_code, OUT_OF_SERVICE[language] in answer.text) == (503, True)
        assert int(answer.headers["Retry-After"]) > 0
        assert len(lines(caplog)) == 1
    typed = {"csrf_token": token, "opponent": "boris <b>", "password": "secret-horse", **TERMS}
    answer = reader.client.post("/challenges/new", data=typed, headers=reader.headers)
    assert (answer.status_code, OUT_OF_SERVICE[language] in answer.text) == (503, True)
    assert 'name="opponent" value="boris &lt;b&gt;"' in answer.text
    assert "secret-horse" not in answer.text
    assert len(lines(caplog)) == 1
    proxy.mend()
    assert 'class="who-name"' in reader.get("/").text


@pytest.mark.postgres
def test_pages_that_need_no_database_work_without_it_and_log_nobody_out(distant, proxy, caplog):
    reader, visitor = Visitor(distant).registered("anna"), Visitor(distant)
    marked = {name for name, view in distant.view_functions.items() if hasattr(view, "needs_no_database")}
    pages = {
        str(rule) for rule in distant.url_map.iter_rules() if rule.endpoint in marked and not rule.arguments
    }
    pages |= {"/static/icon.svg", "/static/css/all-site.css"}
    assert {"/rules", "/help/time", "/help/api", "/help/fair-play"} <= pages
    proxy.cut()
    lines(caplog)
    for path in pages:
        assert [each.get(path).status_code for each in (reader, visitor)] == [200, 200], path
    assert "Log in" in reader.get("/rules").text
    assert "anna" not in reader.get("/rules").text
    assert lines(caplog) == []
    proxy.mend()
    assert "anna" in reader.get("/rules").text


@pytest.mark.postgres
def test_a_connection_lost_while_a_page_is_made_gives_status_503(distant, proxy, caplog):
    def break_off():
        db().execute(text("SELECT 1"))
        proxy.cut()
        return str(db().execute(text("SELECT 1")).all())

    distant.add_url_rule("/breaks", "breaks", view_func=break_off)
    reader = Visitor(distant).registered("anna")
    lines(caplog)
    assert reader.get("/breaks").status_code == 503
    assert len(lines(caplog)) == 1


@pytest.mark.postgres
def test_a_connection_lost_after_reading_does_not_prevent_the_answer(distant, proxy, caplog):
    def break_off():
        found = db().scalar(text("SELECT 'all of it'"))
        proxy.cut()
        return found

    distant.add_url_rule("/breaks", "breaks", view_func=break_off)
    reader = Visitor(distant)
    lines(caplog)
    answer = reader.get("/breaks")
    assert (answer.status_code, answer.text) == (200, "all of it")
    assert lines(caplog) == []
    assert distant.extensions["database"].engine.pool.checkedout() == 0
    proxy.mend()
    assert reader.get("/").status_code == 200


@pytest.mark.postgres
def test_without_a_database_bots_and_scripts_get_a_problem_document(distant, proxy, postgres_database):
    reader = Visitor(distant).registered("anna")
    program = Program(distant, key_of(postgres_database, "anna"))
    proxy.cut()
    for answer in (
        program.get("/account"),
        program.post("/challenges", {}),
        reader.client.get("/duels/abc/stamp", headers={"Accept": "application/json"}),
    ):
        assert (answer.status_code, answer.json["code"]) == (503, "unavailable")
        assert answer.mimetype == "application/problem+json"
        assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.postgres
def test_a_connection_lost_at_commit_claims_neither_success_nor_failure(
    distant, proxy, postgres_database, caplog
):
    reader = Visitor(distant).registered("anna")
    link = reader.post("/challenges/new", **TERMS).headers["Location"]
    token = reader.token()
    lines(caplog)
    proxy.silence_at(COMMIT)
    sent = {"csrf_token": token, "reason": "typed"}
    answer = reader.client.post(f"{link}/withdraw", data=sent, headers=reader.headers)
    assert answer.status_code == 503
    assert "We do not know whether this was saved" in answer.text
    assert 'name="reason" value="typed"' in answer.text
    assert "nothing was stored" not in answer.text.lower()
    assert len(lines(caplog)) == 1
    assert "Your challenge is withdrawn" not in reader.get("/").text


@pytest.mark.postgres
def test_after_a_partial_success_the_error_does_not_say_that_nothing_was_stored(distant, proxy):
    def store_and_break_off():
        with writing() as session:
            session.execute(text("SELECT 1"))
        proxy.cut()
        return str(db().execute(text("SELECT 1")).all())

    distant.add_url_rule("/breaks", "breaks", view_func=store_and_break_off, methods=["POST"])
    answer = Visitor(distant).post("/breaks")
    assert answer.status_code == 503
    assert "We do not know whether this was saved" in answer.text
    assert "nothing was stored" not in answer.text.lower()


@pytest.fixture
def fill_disk(any_database):
    """Yield a function that leaves no room for another row of a table."""
    kind = any_database.engine.dialect.name

    def fill(site, table):
        with any_database.writing() as session:
            for statement in FILLING[kind]:
                session.execute(text(statement.format(table=table)))
            pages = session.scalar(text("PRAGMA page_count")) if kind == "sqlite" else 0
        engine = site.extensions["database"].engine
        if kind == "sqlite":
            engine.dispose()
            event.listen(engine, "connect", lambda raw, _: raw.execute(f"PRAGMA max_page_count = {pages}"))

    yield fill
    if kind == "postgresql":
        with any_database.writing() as session:
            session.execute(text("DROP FUNCTION fill CASCADE"))


def test_a_full_disk_is_said_in_words_and_pages_can_be_read(any_site, any_database, fill_disk, caplog):
    reader = Visitor(any_site).registered("anna")
    fill_disk(any_site, "challenges")
    lines(caplog)
    answer = reader.post("/challenges/new", **TERMS)
    assert answer.status_code == 507
    assert "The disk of the site is full, so nothing was saved." in answer.text
    assert 'name="clock" value="live"' in answer.text
    assert 'class="who-name"' in answer.text
    assert int(answer.headers["Retry-After"]) > 0
    assert len(lines(caplog)) == 1
    assert reader.get("/").status_code == 200
    with any_database.reading() as session:
        assert session.scalars(select(Challenge)).all() == []
    problem = Program(any_site, key_of(any_database, "anna")).post("/challenges", {})
    assert (problem.status_code, problem.json["code"]) == (507, "disk_full")


@pytest.mark.parametrize("table", ["chapters", "heartbeats"])
def test_a_duel_that_is_overdue_and_cannot_be_stored_is_shown_all_the_same(
    any_database, site_with, people, fill_disk, caplog, table
):
    """Without a recorded heartbeat nothing is resolved: the site may owe the players time."""
    contest = Contest(any_database, people, Terms(clock=DAILY))
    site = site_with(any_database, HEARTBEAT=True, CLOCK=lambda: DEADLINE)
    fill_disk(site, table)
    lines(caplog)
    reader = Visitor(site)
    assert reader.get(f"/duels/{contest.token}").status_code == 200
    assert (contest.phase, contest.stored().stuck_at) == ("HOMES", None)
    assert len(lines(caplog)) == (table == "chapters")
    assert reader.get("/").status_code == 200
