"""The log of a process: each line has the number of its request, in JSON if wanted."""

import json
import logging
from datetime import timedelta

import pytest

from tests.web.api.asking import Program
from web.core.logs import JsonLines, WithRequest, request_number


@pytest.fixture
def site(sqlite_database, site_with):
    """Return an application of its own: a test adds a page to it."""
    return site_with(sqlite_database)


@pytest.fixture
def log_lines(site, monkeypatch):
    """Return the application's log lines, in JSON."""
    lines = []

    class Kept(logging.Handler):
        def emit(self, record):
            lines.append(json.loads(self.format(record)))

    handler = Kept()
    handler.setFormatter(JsonLines())
    handler.addFilter(WithRequest())
    site.logger.addHandler(handler)
    yield lines
    site.logger.removeHandler(handler)


def failing():
    raise ValueError("not this")


def test_a_failure_is_logged_as_json_with_the_request_id_of_the_answer(site, log_lines):
    site.config["PROPAGATE_EXCEPTIONS"] = False
    site.add_url_rule("/fails/<word>", "fails", lambda word: failing())
    answer = site.test_client().get("/fails/secret", headers={"X-Request-ID": "from-the-proxy"})
    assert answer.headers["X-Request-ID"] == "from-the-proxy"
    (line,) = log_lines
    assert (line["level"], line["request"]) == ("error", "from-the-proxy")
    assert line["message"] == "Exception on /fails/<word> [GET]"
    assert "ValueError" in line["trace"]
    assert "secret" not in json.dumps({**line, "trace": ""})


@pytest.mark.parametrize("given", ["", "short", "x" * 65, "two words here", 'a"}{"level": 1'])
def test_an_unsafe_request_id_is_replaced(site, given):
    numbers = set()
    for _ in range(2):
        with site.test_request_context(headers={"X-Request-ID": given}):
            numbers.add(request_number())
    assert given not in numbers
    assert len(numbers) == 2


def test_answers_that_are_the_same_stay_the_same(site):
    assert "X-Request-ID" not in site.test_client().get("/rules").headers


def test_outside_a_request_the_log_has_no_request_id(log_lines, site):
    site.logger.warning("said %s", "so")
    assert (log_lines[0]["request"], log_lines[0]["message"]) == ("-", "said so")


def test_refused_access_is_logged_without_names_or_secrets(pages, member, caplog):
    duel = pages()
    duel.readers["clara"] = member("clara")
    duel.post("clara", "ready")
    duel.readers["visitor"].post("/login", name="boris", password="a secret guess")
    Program(duel.site, "idk_none").get(f"/duels/{duel.contest.token}")
    lines = [record.getMessage() for record in caplog.records if record.name == "web.core.logs"]
    assert lines == [
        "/duels/<token>/ready [POST]: access refused, answered 403",
        "/login [POST]: access refused, a wrong name or password",
        "/api/v1/duels/<duel> [GET]: access refused, answered 401",
    ]
    for word in (duel.contest.token, "clara", "boris", "a secret guess", "127.0.0.1"):
        assert word not in "".join(lines)


def test_a_wrong_proof_is_logged(site, member, caplog):
    anna = member("anna")
    later = site.config["CLOCK"]() + timedelta(minutes=11)
    site.config["CLOCK"] = lambda: later
    anna.post("/account/calendar", proof_password="a wrong guess")
    assert "/account/calendar [POST]: access refused, a wrong password" in caplog.text


def test_visitors_who_only_have_to_log_in_fill_no_log(visit, caplog):
    assert visit().post("/account/calendar").status_code == 401
    assert "access refused" not in caplog.text
