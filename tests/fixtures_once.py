"""Caches that all tests of a process share: SQL statements, templates, URL rules, painted pictures.

Each test has a database and a site of its own, so SQLAlchemy would compile every statement again, Jinja every
template, Werkzeug every URL rule, for each test. The fixtures here patch these libraries to keep the result.
They change no behaviour: they only save time. A test that must not share compiled statements, because its
database has other keys, uses the fixture `unshared`.
"""

import os

import pytest
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import create_engine
from werkzeug.routing import Rule

from models.connections import with_driver
from tests.fixtures_site import ENTRY_KEYS

MANY = 5000
"""A size of SQLAlchemy's cache that holds all statements."""
BOUND = ("_build", "_build_unknown")
COMPILED = ("_parts", "_trace", "_converters", "arguments", *BOUND)
"""The attributes that compiling sets on a rule; those in BOUND are methods of the rule."""


def opened(url):
    """Return an engine whose dialect has connected once, and so knows its database."""
    engine = create_engine(with_driver(url), query_cache_size=MANY)
    engine.connect().close()
    engine.dispose()
    keep_keys(engine.dialect)
    return engine


def keep_keys(dialect):
    """Make a shared dialect refuse other keys than the usual ones: all its databases would get them."""
    kind = type(dialect)

    def change(dialect, keyring):
        assert [*keyring._keys()] == [*ENTRY_KEYS], "a test with keys of its own must use `unshared`"
        dialect.kept_keyring = keyring

    keyring = property(lambda dialect: getattr(dialect, "kept_keyring", None), change)
    dialect.__class__ = type(kind.__name__, (kind,), {"keyring": keyring, "supports_statement_cache": True})


@pytest.fixture(scope="session")
def compiled_statements():
    """Share compiled statements among all SQLite databases: compiling takes a fifth of most tests.

    Yields {kind of database: the engine whose dialect and cache are shared}.
    """
    first = {"sqlite": opened("sqlite://")}

    def shared(url, **options):
        engine = create_engine(url, **options)
        if like := first.get(url.get_backend_name()):
            engine.dialect, engine._compiled_cache = like.dialect, like._compiled_cache
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("models.database.create_engine", shared)
        yield first


@pytest.fixture
def unshared(compiled_statements, monkeypatch):
    """Let databases opened in this test compile for themselves, so that they can have other keys."""
    monkeypatch.setattr("models.database.create_engine", create_engine)


@pytest.fixture(scope="session")
def compiled_for_postgres(compiled_statements, postgres_url):
    """Share compiled statements among PostgreSQL databases too."""
    compiled_statements["postgresql"] = opened(postgres_url)


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates in a folder, and in memory after their first use."""

    def __init__(self, folder):
        super().__init__(str(folder))
        self._known = {}

    def load_bytecode(self, bucket):
        key = bucket.key, bucket.checksum
        bucket.code = self._known.get(key)
        if bucket.code is None:
            super().load_bytecode(bucket)
            self._known[key] = bucket.code

    def dump_bytecode(self, bucket):
        self._known[bucket.key, bucket.checksum] = bucket.code
        super().dump_bytecode(bucket)


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory):
    """Return a folder shared by all processes of this run."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def compiled_templates(shared_folder):
    """Return a cache of compiled templates: compiling them for each site takes longer than most tests."""
    folder = shared_folder / "templates"
    folder.mkdir(exist_ok=True)
    return CompiledTemplates(folder)


@pytest.fixture
def painted_once(shared_folder, monkeypatch):
    """Paint each picture once for all sites: painting starts a process of half a second."""
    from web.board.still import (  # noqa: PLC0415 -- tests of the rules must run without the pages
        PROGRAM,
        DiskCache,
        Painter,
    )

    store, paint = DiskCache(shared_folder / "pictures", 10**9), Painter._painted

    def painted(painter, document, width, name):
        if painter._program is not PROGRAM:
            return paint(painter, document, width, name)
        with store.locked():
            picture = store.load(name)
            if picture is None:
                picture = paint(painter, document, width, name)
                store.store(name, picture)
            else:
                painter._cache.store(name, picture)
        return picture

    monkeypatch.setattr(Painter, "_painted", painted)


@pytest.fixture(scope="session")
def compiled_addresses():
    """Compile each URL rule once: the result does not depend on the site."""
    compile_rule, known = Rule.compile, {}

    def compiled(rule):
        key = (rule.rule, rule.subdomain, rule.merge_slashes, repr(rule.defaults))
        if key not in known:
            compile_rule(rule)
            known[key] = {name: rule.__dict__[name] for name in COMPILED}
        for name, value in known[key].items():
            setattr(rule, name, value.__func__.__get__(rule) if name in BOUND else value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", compiled)
        yield
