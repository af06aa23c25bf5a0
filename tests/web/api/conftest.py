"""Programs with keys, and the duels that they play."""

import pytest

from tests.web.api.asking import Program, key_of


@pytest.fixture
def program(site, sqlite_database):
    """Return a function that gives an account of the site to a program, with a key."""
    return lambda name, *scopes, **options: Program(site, key_of(sqlite_database, name, *scopes, **options))


@pytest.fixture
def duel(pages, program):
    """Return a function that begins a duel of the programs of Anna and Boris, whom a visitor may watch."""

    def begin(start=None, preset="intimate", **terms):
        begun = pages(start, preset, **terms)
        begun.programs = {name: program(name) for name in ("anna", "boris")}
        return begun

    return begin
