"""Start-up checks: an unsafe site, or one that would lack connections, does not start and says why."""

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from models import Database
from tests.e2e.serving import free_port
from tests.quality.project import ROOT
from web.core.configuration import FLAGS, NUMBERS, TEXTS, SettingsRefused, configuration
from web.starting import check, check_before_serving, check_room, needed

KEY = "0123456789abcdef" * 2
SOUND = {"SECRET_KEY": KEY}
PUBLIC = {"SITE_URL": "https://duels.example.org", "COOKIE_SECURE": "1", "TRUST_PROXY": "1"}


@pytest.fixture
def setting(monkeypatch, tmp_path, unshared, migrated_file):
    """Return a function that sets environment variables and removes all others; there is a database."""
    shutil.copy(migrated_file, tmp_path / "intimate.sqlite3")
    for name in (*TEXTS, *FLAGS, *NUMBERS, "REDIS_URL", "PORT", "FLASK_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def set_all(**values):
        for name, value in {"INSTANCE": str(tmp_path), **values}.items():
            monkeypatch.setenv(name, value)

    return set_all


@pytest.mark.parametrize("values", [{}, SOUND, PUBLIC, {**PUBLIC, "ALLOWED_HOSTS": ".example.org, [::1]"}])
def test_a_site_starts_by_itself_with_a_long_key_and_behind_a_proxy(setting, values):
    setting(**values)
    check_before_serving()


REFUSED = {
    "SECRET_KEY can be guessed": [{"SECRET_KEY": "changeme"}, {"SECRET_KEY": "0" * 64}],
    "METRICS_TOKEN can be guessed": [{"METRICS_TOKEN": "monitor"}],
    "ENTRY_KEYS holds something that is no key": [{"ENTRY_KEYS": KEY}],
    "SITE_URL is the address of the site": [
        {"SITE_URL": "duels.example.org"},
        {"SITE_URL": "https://a:b@example.org"},
    ],
    "nobody can log in": [{"COOKIE_SECURE": "1"}, {**PUBLIC, "SITE_URL": "http://duels.example.org"}],
    "set COOKIE_SECURE=1": [{**PUBLIC, "COOKIE_SECURE": "0"}],
    "does not know its name behind the proxy": [{"TRUST_PROXY": "1"}],
    "ALLOWED_HOSTS takes names": [
        {**PUBLIC, "ALLOWED_HOSTS": "*"},
        {**PUBLIC, "ALLOWED_HOSTS": "https://duels.example.org"},
        {**PUBLIC, "ALLOWED_HOSTS": "."},
    ],
    "SITE_URL is none of the names": [{**PUBLIC, "ALLOWED_HOSTS": "other.example.org"}],
    "WEB_THREADS is a whole number, not many": [{"WEB_THREADS": "many"}],
    "WEB_THREADS is 1 at least": [{"WEB_THREADS": "0"}],
    "leave too few of the": [{"WEB_STREAMS": "100000000000"}],
    "DATABASE_ANSWER_SECONDS (5) must be more": [{"DATABASE_ANSWER_SECONDS": "5"}],
    "COOKIE_SECURE is 1 or 0, not ture": [{"COOKIE_SECURE": "ture"}],
    "TRUST_PROXY is 1 or 0, not yes": [{"TRUST_PROXY": "yes"}],
    "RECEIVER_HTTP is 1 or 0, not on": [{"RECEIVER_HTTP": "on"}],
    "does not have the tables of this version": [{"DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3"}],
    "DATABASE_URL is no address": [
        {"DATABASE_URL": "duels"},
        {"DATABASE_URL": "postgresql://duels:a/b@c:d@postgres/duels"},
    ],
    "DATABASE_URL is of a kind": [{"DATABASE_URL": "mysql://host/duels"}],
    "DATABASE_URL names no file": [{"DATABASE_URL": "sqlite://"}],
    "LOG_FORMAT is json": [{"LOG_FORMAT": "xml"}],
    "FLASK_DEBUG": [{"FLASK_DEBUG": "1"}, {"FLASK_DEBUG": "yes"}],
    "API_RATE is written": [{"API_RATE": "often"}],
    "SMTP_URL and MAIL_FROM are set together": [{"SMTP_URL": "smtp://localhost"}],
}


@pytest.mark.parametrize(
    ("said", "values"), [(said, values) for said, wrong in REFUSED.items() for values in wrong]
)
def test_unsafe_settings_are_refused_with_advice_and_without_the_secret(setting, said, values):
    setting(**values)
    with pytest.raises(SettingsRefused) as refused:
        check_before_serving()
    assert any(said in fault for fault in refused.value.faults), refused.value.faults
    secrets = [values[name] for name in ("SECRET_KEY", "METRICS_TOKEN", "ENTRY_KEYS") if name in values]
    assert not any(secret in str(refused.value) for secret in secrets)


def test_tables_of_another_version_are_refused_and_none_are_made(setting, tmp_path):
    setting()
    file = tmp_path / "intimate.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE alembic_version SET version_num = '0001'")
        database.commit()
    with pytest.raises(SettingsRefused, match="database upgrade"):
        check_before_serving()
    file.unlink()
    with pytest.raises(SettingsRefused, match="database upgrade"):
        check_before_serving()
    assert not file.exists()


PROGRAMS = {
    "server": ("gunicorn", "--config", "gunicorn.conf.py", "app:create_app()"),
    "worker": ("flask", "--app", "app", "worker"),
}


@contextmanager
def started(program):
    """Run a program of the site until the end of the block."""
    path = Path(sys.executable).with_name(PROGRAMS[program][0])
    command, both = [path, *PROGRAMS[program][1:]], {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=ROOT, text=True, **both) as running:
        try:
            yield running
        finally:
            running.terminate()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "begins", "ends"),
    [
        ("server", ("the server starts on port ", "a process serves"), "the server has stopped"),
        ("worker", ("the worker starts",), "the worker has stopped"),
    ],
)
def test_starts_and_stops_of_processes_are_logged_as_json(setting, program, begins, ends):
    setting(LOG_FORMAT="json", WEB_CONCURRENCY="1", PORT=str(free_port()))
    with started(program) as running:
        said = (json.loads(line)["message"] for line in running.stdout)
        for beginning in begins:
            assert any(message.startswith(beginning) for message in said), beginning
        running.terminate()
        assert list(said)[-1] == ends


@pytest.mark.slow
def test_without_a_database_the_start_message_does_not_invite_to_the_site(setting):
    setting(DATABASE_URL="postgresql://postgres@127.0.0.1:1/none", PORT=str(free_port()), WEB_CONCURRENCY="1")
    with started("server") as running:
        told = next(line for line in running.stdout if "could not be asked" not in line)
    assert told == "The database does not answer; once it does, the site does.\n"


def test_several_machines_that_keep_finished_duels_in_folders_of_their_own_are_warned(
    setting, capsys, tmp_path
):
    setting(MACHINES="2")
    check_before_serving()
    assert "MACHINES is 2" in (said := capsys.readouterr().err)
    assert "Set DUMP_FOLDER" in said
    for values in ({"MACHINES": "1"}, {"MACHINES": "2", "DUMP_FOLDER": str(tmp_path / "shared")}):
        setting(**values)
        check_before_serving()
        assert "DUMP_FOLDER" not in capsys.readouterr().err


def test_all_that_is_wrong_is_said_at_once(setting):
    setting(SECRET_KEY="s", TRUST_PROXY="1", LOG_FORMAT="xml")
    with pytest.raises(SettingsRefused) as refused:
        check(configuration())
    assert len(refused.value.faults) == 3


def test_a_server_and_a_worker_that_are_refused_end_in_words(setting):
    """No traceback, and no server that restarts its processes again and again."""
    setting(SECRET_KEY="changeme")
    for command in PROGRAMS.values():
        program = Path(sys.executable).with_name(command[0])
        done = subprocess.run(
            [program, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 1
        assert done.stderr.startswith(
            "Error: the site does not start with these settings.\nSECRET_KEY can be"
        )
        assert "Traceback" not in done.stderr


@pytest.mark.postgres
def test_connections_that_the_server_does_not_allow_are_refused_with_the_settings_to_change(
    setting, postgres_database
):
    setting(DATABASE_POOL="10", MACHINES="2", WEB_CONCURRENCY="3")
    config = configuration()
    assert needed(config) == 2 * (3 + 1) * 10 + 3
    check_room(config, postgres_database)
    setting(DATABASE_POOL="1000")
    with pytest.raises(SettingsRefused, match="may need 8003") as refused:
        check_room(configuration(), postgres_database)
    for name in ("MACHINES (2)", "WEB_CONCURRENCY (3)", "DATABASE_POOL (1000)", "max_connections"):
        assert name in str(refused.value)


@pytest.mark.postgres
def test_the_limit_of_the_database_itself_counts_too(setting, postgres_database):
    name = postgres_database.url.database
    setting(DATABASE_POOL="10")

    def limit(most):
        with postgres_database.writing() as session:
            session.execute(text(f"ALTER DATABASE {name} CONNECTION LIMIT {most}"))

    limit(32)
    try:
        with pytest.raises(SettingsRefused, match="the limit of the database"):
            check_room(configuration(), postgres_database)
    finally:
        limit(-1)


def test_without_a_database_a_site_starts_and_says_what_it_could_not_check(setting, capsys):
    setting()
    database = Database("postgresql://postgres@127.0.0.1:1/none")
    check_room(configuration(), database)
    database.close()
    assert "could not be asked" in capsys.readouterr().err
