"""What tests would otherwise work out anew, each for a database and a site of its own."""

import os

import pytest
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import create_engine
from werkzeug.routing import Rule

from models.connections import with_driver
from tests.fixtures_site import ENTRY_KEYS
from tests.kept_open import KeptOpen

MANY = 5000
"""More statements than there are."""
BOUND = ("_build", "_build_unknown")
COMPILED = ("_parts", "_trace", "_converters", "arguments", *BOUND)
"""What Werkzeug makes of a rule: two methods that build addresses, and what none of its rules changes."""


def opened(url):
    """Return an engine that knows its kind of database, as it does once it has connected."""
    engine = create_engine(with_driver(url), query_cache_size=MANY)
    engine.connect().close()
    engine.dispose()
    keep_keys(engine.dialect)
    return engine


def keep_keys(dialect):
    """Let a dialect that is shared refuse other keys than the usual ones: all databases would have them."""
    kind = type(dialect)

    def change(dialect, keyring):
        assert [*keyring._keys()] == [*ENTRY_KEYS], "a test with keys of its own takes `unshared`"
        dialect.kept_keyring = keyring

    keyring = property(lambda dialect: getattr(dialect, "kept_keyring", None), change)
    dialect.__class__ = type(kind.__name__, (kind,), {"keyring": keyring, "supports_statement_cache": True})


@pytest.fixture(scope="session")
def compiled_statements():
    """Let all SQLite databases share what statements become: to compile them takes a fifth of most tests.

    Yields the engines by which they are shared, by the kind of database.
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
def unshared(monkeypatch):
    """Let each database opened from now on compile for itself: those that share have the same keys."""
    monkeypatch.setattr("models.database.create_engine", create_engine)


@pytest.fixture(scope="session")
def compiled_for_postgres(compiled_statements, postgres_url):
    """Let all PostgreSQL databases share them too, and leave their connections to each other."""
    compiled_statements["postgresql"] = engine = opened(postgres_url)
    kept = KeptOpen(engine)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("models.database.connector", kept.connector)
        patch.setattr(type(engine.dialect), "do_close", lambda _, connection: kept.take_back(connection))
        yield
    kept.close()


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates in a folder, and in memory once they were asked for."""

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
    """Return a folder that all processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def compiled_templates(shared_folder):
    """Return a store of compiled templates: to compile them for each site takes longer than most tests."""
    folder = shared_folder / "templates"
    folder.mkdir(exist_ok=True)
    return CompiledTemplates(folder)


@pytest.fixture
def painted_once(shared_folder, monkeypatch):
    """Let the usual program paint a picture once for all sites: each is a process of half a second."""
    from web.board.still import (  # noqa: PLC0415 -- tests of the rules do without the pages
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
    """Let each rule of an address be compiled once: what it becomes depends on nothing of one site."""
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
