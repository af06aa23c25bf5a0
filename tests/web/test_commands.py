"""The commands of the site's keeper, and what the site is told from outside."""

import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import request

from models import User
from models.schema import differences
from services import accounts
from tests.fixtures_site import NOON
from web.configuration import configuration, secret_key

VARIABLES = ("DATABASE_URL", "SECRET_KEY", "REDIS_URL", "TRUST_PROXY", "COOKIE_SECURE", "INSTANCE")


@pytest.fixture
def run(site):
    """Return a function that runs a command."""
    return lambda *arguments: site.test_cli_runner().invoke(args=arguments)


@pytest.fixture
def environment(monkeypatch, tmp_path):
    """Return a function that sets the variables of the environment, and no others."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("INSTANCE", str(tmp_path))
    return monkeypatch.setenv


def test_an_existing_account_becomes_keeper(run, sqlite_database):
    with sqlite_database.writing() as session:
        user = accounts.register(session, "Anna", "hash", "en", NOON)
    done = run("keeper", "add", "anna")
    assert (done.exit_code, done.output) == (0, "Anna keeps the site now.\n")
    with sqlite_database.reading() as session:
        assert session.get(User, user.id).is_keeper


def test_a_keeper_without_account_is_refused_with_what_to_do(run):
    done = run("keeper", "add", "nobody")
    assert done.exit_code == 1
    assert "No account is named nobody" in done.output


def test_the_tables_are_brought_up_to_date_and_back(run, site):
    assert run("database", "downgrade", "base").exit_code == 0
    assert differences(site.extensions["database"]) != []
    assert run("database", "upgrade").exit_code == 0
    assert differences(site.extensions["database"]) == []


def test_where_nothing_is_said_the_database_is_a_file_of_the_instance(environment, tmp_path):
    assert configuration()["DATABASE_URL"] == f"sqlite:///{tmp_path / 'intimate.sqlite3'}"


def test_the_environment_is_heard_and_what_is_given_comes_first(environment):
    environment("DATABASE_URL", "postgresql://host/name")
    environment("REDIS_URL", "redis://host")
    environment("COOKIE_SECURE", "1")
    heard = configuration({"SECRET_KEY": "given"})
    assert heard["DATABASE_URL"] == "postgresql://host/name"
    assert heard["RATELIMIT_STORAGE_URI"] == "redis://host"
    assert heard["SESSION_COOKIE_SECURE"] is heard["REMEMBER_COOKIE_SECURE"] is True
    assert heard["SECRET_KEY"] == "given"


def test_the_key_is_made_once_and_nobody_else_can_read_it(tmp_path):
    file = tmp_path / "instance" / "secret_key"
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(lambda _: secret_key(file), range(32)))
    assert len(keys) == 1
    assert len(keys.pop()) == 64
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["secret_key"]


def test_behind_a_proxy_the_address_of_the_reader_counts(tmp_path, environment):
    from app import create_app  # noqa: PLC0415 -- tests of the rules must run whatever the pages are like

    site = create_app({"TRUST_PROXY": True, "DATABASE_URL": f"sqlite:///{tmp_path / 'a.sqlite3'}"})
    site.add_url_rule("/address", "address", lambda: request.remote_addr)
    headers = {"X-Forwarded-For": "203.0.113.7"}
    assert site.test_client().get("/address", headers=headers).text == "203.0.113.7"
    site.extensions["database"].close()
