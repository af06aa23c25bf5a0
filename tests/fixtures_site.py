"""Databases with all their tables, a site, and its visitors."""

import re
import shutil
from contextlib import ExitStack
from datetime import UTC, datetime
from secrets import token_hex

import pytest
from argon2 import PasswordHasher
from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import delete, text

from intimate.slips import SlipKind
from models import Base, Database
from models.connections import PRAGMAS
from models.schema import newest_revision, revision, upgrade
from models.sealed import Keyring
from services.wiring import HOOKS
from tests.streaming import streaming

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PASSWORD = "correct horse battery"
ENTRY_KEYS = ("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",)
KEYRING = Keyring(lambda: ENTRY_KEYS)
QUICK = PasswordHasher(1, 8, 1)
NOBODYS = QUICK.hash("nobody's password")
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


def open_database(url, limits=None):
    """Open a database as the application does, with the keys of the tests."""
    return Database(url, limits, KEYRING, HOOKS)


@pytest.fixture
def sqlite_url(tmp_path):
    return f"sqlite:///{tmp_path / 'duels.sqlite3'}"


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory):
    """Return an SQLite file with all tables: copying it is quicker than migrating for each test."""
    file = tmp_path_factory.mktemp("migrated") / "duels.sqlite3"
    database = open_database(f"sqlite:///{file}")
    upgrade(database)
    database.close()
    return file


@pytest.fixture
def unsynchronised(monkeypatch):
    """Let no commit wait for the disk: that only helps in a power failure."""
    monkeypatch.setattr("models.connections.PRAGMAS", (*PRAGMAS, "PRAGMA synchronous = OFF"))


@pytest.fixture
def sqlite_database(sqlite_url, tmp_path, migrated_file, unsynchronised, compiled_statements):
    """Yield a fresh SQLite file with all tables."""
    shutil.copy(migrated_file, tmp_path / "duels.sqlite3")
    database = open_database(sqlite_url)
    yield database
    database.close()


EMPTY = text("SELECT empty_all_tables()")
"""Empty all tables of PostgreSQL by a function whose statements are planned once per connection."""


@pytest.fixture(scope="session")
def shared_postgres(postgres_url, compiled_for_postgres):
    """Yield the PostgreSQL database of this test process: connecting takes longer than most tests."""
    database = open_database(postgres_url)
    deletions = "; ".join(str(delete(table)) for table in reversed(Base.metadata.sorted_tables))
    with database.writing() as session:
        # All rows go, so foreign keys need no check; but only this role may skip it.
        is_superuser = session.scalar(text("SELECT rolsuper FROM pg_roles WHERE rolname = current_user"))
        setting = "SET session_replication_role = replica" if is_superuser else ""
        session.execute(
            text(
                "CREATE FUNCTION empty_all_tables() RETURNS void LANGUAGE plpgsql "
                f"{setting} AS $$ BEGIN {deletions}; END $$"
            )
        )
    yield database
    database.close()


@pytest.fixture
def postgres_database(shared_postgres):
    """Return a PostgreSQL database with all tables, all of them empty."""
    if revision(shared_postgres) != newest_revision():
        upgrade(shared_postgres)
    with shared_postgres.writing() as session:
        session.execute(EMPTY)
    return shared_postgres


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def any_database(request):
    """Return a database of each kind in turn."""
    return request.getfixturevalue(f"{request.param}_database")


on_postgres = pytest.mark.parametrize(
    "any_database", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True
)
"""Run a test of `any_database` on PostgreSQL only: it needs locks on single rows."""
on_sqlite = pytest.mark.parametrize("any_database", ["sqlite"], indirect=True)
"""Run a test of `any_database` on SQLite only: it needs a database file."""


@pytest.fixture
def quick_hashes(monkeypatch):
    """Make hashing quick: pages do not need it slow."""
    monkeypatch.setattr("services.accounts.passwords.hasher", QUICK)
    monkeypatch.setattr("services.accounts.passwords.nobodys_hash", lambda: NOBODYS)


def url_of(database):
    """Return the address of a database with its password."""
    return database.url.render_as_string(hide_password=False)


def usual_settings(instance, database_url):
    """Return the settings of most tests' applications."""
    return {
        "INSTANCE": instance,
        "DATABASE_URL": database_url,
        "SECRET_KEY": "s",
        "ALLOWED_HOSTS": ".localhost",
        "ENTRY_KEYS": ENTRY_KEYS[0],
        "WEB_CONCURRENCY": 1,
        "STREAM_SECONDS": 0,
        "HEARTBEAT": False,
        "TESTING": True,
    }


@pytest.fixture
def site_with(tmp_path, quick_hashes, compiled_templates, compiled_addresses, painted_once):
    """Yield a function that makes an application on a database, with other settings than the usual ones."""
    from app import create_app  # noqa: PLC0415 -- tests of the rules must run without the pages

    with ExitStack() as made:

        def site_with(database, **settings):
            site = create_app({**usual_settings(tmp_path, url_of(database)), **settings})
            site.jinja_env.bytecode_cache = compiled_templates
            site.wsgi_app = streaming(site.wsgi_app)
            made.callback(site.extensions["database"].close)
            return site

        yield site_with


@pytest.fixture(scope="session")
def lent_site(tmp_path_factory, migrated_file, compiled_templates, compiled_addresses):
    """Return the application that tests with the usual settings lend one another."""
    from tests.web.lending import LentSite  # noqa: PLC0415 -- tests of the rules must run without the pages

    instance = tmp_path_factory.mktemp("lent")
    return LentSite(usual_settings(instance, f"sqlite:///{migrated_file}"), compiled_templates)


@pytest.fixture
def lend_site(lent_site, tmp_path, quick_hashes, painted_once):
    """Yield a function that lends the application on a database, without a trace of the last test.

    It lends one site only: a test with several makes them by `site_with`.
    """
    yield lambda database: lent_site.lend(usual_settings(tmp_path, url_of(database)))
    lent_site.take_back()


@pytest.fixture
def site(sqlite_database, lend_site):
    """Return the application on a fresh database."""
    return lend_site(sqlite_database)


@pytest.fixture
def any_site(any_database, lend_site):
    """Return the application on a database of each kind in turn."""
    return lend_site(any_database)


@pytest.fixture
def visit(site):
    """Return a function that returns another visitor of the site."""
    return lambda language="en", **headers: Visitor(site, language, headers)


@pytest.fixture
def member(visit):
    """Return a function that returns another visitor, who registers."""
    return lambda name, language="en": visit(language).registered(name)


UNASKED = ".".join(SlipKind)
"""The cookie against questions about slips: most tests hand in anything."""


class Visitor:
    """A person with a browser; it sends forms with the token of the current page."""

    def __init__(self, site, language="en", headers=None):
        self.site, self.client, self.tokens = site, site.test_client(), {}
        self.client.set_cookie("unasked", UNASKED)
        self.headers = {"Accept-Language": language, "Origin": "http://localhost", **(headers or {})}

    def get(self, path, **options):
        return self.client.get(path, headers=self.headers, buffered=True, **options)

    def post(self, path, **fields):
        token = self.tokens.get(self.secret()) or self.token()
        return self.client.post(path, data={"csrf_token": token, **fields}, headers=self.headers)

    def token(self):
        """Return a token as in a form of a page; it is cached while the session accepts it."""
        with self.client.session_transaction(headers=self.headers) as session:
            secret = session.setdefault("csrf_token", token_hex(20))
        token = URLSafeTimedSerializer(self.site.secret_key, salt="wtf-csrf-token").dumps(secret)
        self.tokens = {self.secret(): token}
        return token

    def secret(self):
        """Return the session's secret for tokens, None if there is none yet."""
        cookie = self.client.get_cookie(self.site.config["SESSION_COOKIE_NAME"])
        readable = self.site.session_interface.get_signing_serializer(self.site)
        return readable.loads(cookie.value).get("csrf_token") if cookie else None

    def at(self, address):
        """Use another IP address."""
        self.client.environ_base["REMOTE_ADDR"] = address
        return self

    def registered(self, name):
        """Register and log in, as the form does, which takes several times as long."""
        from tests.web.registered import sign_up  # noqa: PLC0415 -- tests of the rules must run without the pages

        sign_up(self, name)
        return self
