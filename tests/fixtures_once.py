"""What tests would otherwise work out anew, each for a database and a site of its own."""

import pytest
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import create_engine
from werkzeug.routing import Rule

from models.connections import with_driver

MANY = 5000
"""More statements than there are."""


def opened(url):
    """Return an engine that knows its kind of database, as it does once it has connected."""
    engine = create_engine(with_driver(url), query_cache_size=MANY)
    engine.connect().close()
    engine.dispose()
    return engine


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
    """Let all PostgreSQL databases share them too."""
    compiled_statements["postgresql"] = opened(postgres_url)


@pytest.fixture(scope="session")
def compiled_templates(tmp_path_factory):
    """Return a store of compiled templates: to compile them for each site takes longer than most tests."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture(scope="session")
def compiled_addresses():
    """Let each rule of an address be compiled once: what it becomes depends on nothing of one site."""
    compile_builder, known = Rule._compile_builder, {}

    def compiled(rule, append_unknown=True):  # noqa: FBT002 -- as Werkzeug has it
        converters = tuple((name, type(converter)) for name, converter in rule._converters.items())
        key = (rule.rule, tuple(rule._trace), repr(rule.defaults), converters, append_unknown)
        if key not in known:
            known[key] = compile_builder(rule, append_unknown)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", compiled)
        yield
