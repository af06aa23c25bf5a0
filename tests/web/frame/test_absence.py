"""A database that is away, or takes nothing more: said in words, logged in a line, nothing typed is lost."""

import pytest
from sqlalchemy import event, select, text

from models import Challenge
from tests.fixtures_duels import DAILY, DEADLINE, Contest, Terms
from tests.fixtures_site import Visitor
from tests.proxies import COMMIT, proxy_to, through
from tests.web.api.asking import Program, key_of
from web.frame.session import WITHOUT_DATABASE, db, writing

SAID = {"en": "The site cannot be played on for the moment", "fr": "On ne peut pas jouer pour l’instant"}
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
    """Return a site whose database is reached by a line that can be cut."""
    url = through(proxy, postgres_database.url)
    patience = {"DATABASE_CONNECT_SECONDS": 2, "DATABASE_ANSWER_SECONDS": 2}
    return site_with(postgres_database, DATABASE_URL=url, HEARTBEAT=True, **patience)


def lines(caplog):
    """Return what was logged, and forget it."""
    said = [record.getMessage() for record in caplog.records] + [
        str(record.exc_info) for record in caplog.records if record.exc_info
    ]
    caplog.clear()
    return said


@pytest.mark.postgres
@pytest.mark.parametrize("language", SAID)
def test_without_a_database_what_was_sent_is_shown_again_in_both_languages(distant, proxy, caplog, language):
    reader = Visitor(distant, language).registered("anna")
    token = reader.token()
    proxy.cut()
    lines(caplog)
    for path in ("/", "/duels/", "/duels/abc", "/login", "/nowhere"):
        answer = reader.get(path)
        assert (answer.status_code, SAID[language] in answer.text) == (503, True)
        assert int(answer.headers["Retry-After"]) > 0
        assert len(lines(caplog)) == 1
    typed = {"csrf_token": token, "opponent": "boris <b>", "password": "secret-horse", **TERMS}
    answer = reader.client.post("/challenges/new", data=typed, headers=reader.headers)
    assert (answer.status_code, SAID[language] in answer.text) == (503, True)
    assert 'name="opponent" value="boris &lt;b&gt;"' in answer.text
    assert "secret-horse" not in answer.text
    assert len(lines(caplog)) == 1
    proxy.mend()
    assert 'class="who-name"' in reader.get("/").text


@pytest.mark.postgres
def test_what_needs_no_database_is_shown_without_one_and_nobody_is_logged_out_by_it(distant, proxy, caplog):
    reader, visitor = Visitor(distant).registered("anna"), Visitor(distant)
    rules = [rule for rule in distant.url_map.iter_rules() if rule.endpoint in WITHOUT_DATABASE]
    pages = {str(rule) for rule in rules if not rule.arguments}
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
def test_a_line_that_breaks_while_a_page_is_made_is_told_in_the_same_way(distant, proxy, caplog):
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
def test_a_line_that_breaks_once_all_is_read_keeps_nobody_from_the_answer(distant, proxy, caplog):
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
def test_programs_and_scripts_are_told_of_it_by_a_problem(distant, proxy, postgres_database):
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
def test_where_the_line_breaks_at_the_commit_nobody_is_told_that_it_was_stored_nor_that_it_was_not(
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
    assert "It is not known whether this was stored" in answer.text
    assert 'name="reason" value="typed"' in answer.text
    assert "nothing was stored" not in answer.text.lower()
    assert len(lines(caplog)) == 1
    assert "Your challenge is withdrawn" not in reader.get("/").text


@pytest.mark.postgres
def test_who_has_stored_something_before_the_line_broke_is_not_told_that_nothing_was(distant, proxy):
    def store_and_break_off():
        with writing() as session:
            session.execute(text("SELECT 1"))
        proxy.cut()
        return str(db().execute(text("SELECT 1")).all())

    distant.add_url_rule("/breaks", "breaks", view_func=store_and_break_off, methods=["POST"])
    answer = Visitor(distant).post("/breaks")
    assert answer.status_code == 503
    assert "It is not known whether this was stored" in answer.text
    assert "nothing was stored" not in answer.text.lower()


@pytest.fixture
def fill_disk(any_database):
    """Yield a function that leaves a site no room for another row of a table."""
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
    assert "The disk of the site is full, so nothing was stored." in answer.text
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
    """Where not even the heart can note that pages are to be had, nothing is resolved: time may be owed."""
    contest = Contest(any_database, people, Terms(clock=DAILY))
    site = site_with(any_database, HEARTBEAT=True, CLOCK=lambda: DEADLINE)
    fill_disk(site, table)
    lines(caplog)
    reader = Visitor(site)
    assert reader.get(f"/duels/{contest.token}").status_code == 200
    assert (contest.phase, contest.stored().stuck_at) == ("HOMES", None)
    assert len(lines(caplog)) == (table == "chapters")
    assert reader.get("/").status_code == 200
