"""Database commands, and the settings from the environment."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from flask import request
from sqlalchemy import select

from models import User
from models.schema import differences
from services.accounts import accounts
from tests.fixtures_site import NOON, open_database
from web.core.configuration import FLAGS, NUMBERS, TEXTS, configuration, connection_limits, secret_key

VARIABLES = (*TEXTS, *FLAGS, *NUMBERS, "REDIS_URL", "PORT")


@pytest.fixture
def run(site):
    """Return a function that runs a command."""
    return lambda *arguments: site.test_cli_runner().invoke(args=arguments)


@pytest.fixture
def environment(monkeypatch, tmp_path):
    """Return a function that sets environment variables and removes all others."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("INSTANCE", str(tmp_path))
    return monkeypatch.setenv


@pytest.mark.parametrize("given", [("moderator", "add", "anna"), ("deadlines", "stuck"), ("keys", "renew")])
def test_a_command_that_comes_before_the_tables_says_so_in_a_line(run, given):
    run("database", "downgrade", "base")
    done = run(*given)
    assert done.exit_code == 1
    assert done.output == (
        "Error: The tables are not those of this version. Use `database upgrade`, then try again.\n"
    )


def test_the_tables_are_brought_up_to_date_and_back(run, site):
    assert run("database", "downgrade", "base").exit_code == 0
    assert differences(site.extensions["database"]) != []
    assert run("database", "upgrade").exit_code == 0
    assert differences(site.extensions["database"]) == []


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def usual_umask():
    """Make new files readable by everybody unless the site prevents it."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def start(tmp_path, environment, usual_umask, unshared):
    """Yield a function that makes the application of an instance."""
    from app import create_app  # noqa: PLC0415 -- tests of the rules must run without the pages

    with ExitStack() as started:

        def start():
            site = create_app({"INSTANCE": tmp_path / "instance"})
            started.callback(site.extensions["database"].close)
            return site

        yield start


def test_only_the_owner_can_read_files_the_site_creates(start, tmp_path):
    run = start().test_cli_runner().invoke
    backup = tmp_path / "backup.sqlite3"
    assert run(args=("database", "upgrade")).exit_code == 0
    assert run(args=("database", "backup", str(backup))).exit_code == 0
    instance = tmp_path / "instance"
    assert mode(instance) == 0o700
    assert {path.name: oct(mode(path)) for path in (*instance.iterdir(), backup)} == dict.fromkeys(
        (
            "secret_key",
            "intimate.sqlite3",
            "intimate.sqlite3-wal",
            "intimate.sqlite3-shm",
            "intimate.sqlite3-turnstile",
            "backup.sqlite3",
        ),
        oct(0o600),
    )


def test_a_database_without_tables_is_not_backed_up(start, tmp_path):
    refused = start().test_cli_runner().invoke(args=("database", "backup", str(tmp_path / "copy.sqlite3")))
    assert refused.exit_code == 1
    assert "has no tables of a site. Set DATABASE_URL and INSTANCE as for the site" in refused.output


def test_files_of_an_earlier_version_become_private(start, tmp_path):
    instance = tmp_path / "instance"
    instance.mkdir(mode=0o755)
    for name in ("secret_key", "intimate.sqlite3", "intimate.sqlite3-wal"):
        (instance / name).touch(0o644)
    (instance / "secret_key").write_text(secret_key(tmp_path / "made"))
    start()
    assert mode(instance) == 0o700
    assert {oct(mode(path)) for path in instance.iterdir()} == {oct(0o600)}


def test_a_backup_holds_what_the_database_holds_and_overwrites_nothing(run, sqlite_database, tmp_path):
    file = tmp_path / "backup.sqlite3"
    with sqlite_database.writing() as session:
        accounts.register(session, "Anna", "hash", "en", NOON)
    assert run("database", "backup", str(file)).exit_code == 0
    copy = open_database(f"sqlite:///{file}")
    with copy.reading() as session:
        assert session.scalars(select(User.name)).all() == ["Anna"]
    copy.close()
    again = run("database", "backup", str(file))
    assert again.exit_code == 1
    assert "exists already" in again.output


def test_every_command_makes_do_with_one_connection(any_database, site_with, tmp_path):
    site = site_with(any_database, DATABASE_POOL=1, DATABASE_WAIT_SECONDS=0.1)
    commands = [("database", "upgrade"), ("demo",), ("moderator", "add", "Adrien"), ("deadlines", "sweep")]
    for command in commands:
        with site.app_context():
            done = site.test_cli_runner().invoke(args=command)
        assert done.exit_code == 0, done.output


def test_the_demonstration_is_found_at_the_address_of_the_site(sqlite_database, site_with):
    site = site_with(sqlite_database, SITE_URL="https://duels.example.org")
    with site.app_context():
        done = site.test_cli_runner().invoke(args=("demo",))
    assert "https://duels.example.org/duels/" in done.output


def test_by_default_the_database_is_a_file_in_the_instance_folder(environment, tmp_path):
    assert configuration()["DATABASE_URL"] == f"sqlite:///{tmp_path / 'intimate.sqlite3'}"


def test_links_in_mail_begin_with_the_address_of_the_site_or_with_this_machine_and_the_port(environment):
    assert configuration()["SITE_URL"] == "http://localhost:8000"
    environment("PORT", "8080")
    assert configuration()["SITE_URL"] == "http://localhost:8080"
    environment("SITE_URL", "https://duels.example.org")
    assert configuration()["SITE_URL"] == "https://duels.example.org"


def test_the_pool_has_a_connection_for_each_thread_and_two_more_unless_it_is_set(environment):
    environment("WEB_THREADS", "100")
    assert configuration()["DATABASE_POOL"] == 102
    environment("DATABASE_POOL", "7")
    environment("DATABASE_WAIT_SECONDS", "3")
    heard = connection_limits(configuration())
    assert (heard.connections, heard.wait_seconds) == (7, 3)


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


def test_behind_a_proxy_the_address_of_the_client_counts(tmp_path, environment, unshared):
    from app import create_app  # noqa: PLC0415 -- tests of the rules must run without the pages

    trusting = {"TRUST_PROXY": True, "HEARTBEAT": False, "TESTING": True}
    site = create_app({**trusting, "DATABASE_URL": f"sqlite:///{tmp_path / 'a.sqlite3'}"})
    site.add_url_rule("/address", "address", lambda: request.remote_addr)
    headers = {"X-Forwarded-For": "203.0.113.7"}
    assert site.test_client().get("/address", headers=headers).text == "203.0.113.7"
    site.extensions["database"].close()
