"""Bots with keys, and their duels."""

import pytest

from tests.web.api.asking import Program, key_of


@pytest.fixture
def program(site, sqlite_database):
    """Return a function that makes a bot of an account, with a key."""
    return lambda name, *scopes, **options: Program(site, key_of(sqlite_database, name, *scopes, **options))


@pytest.fixture
def duel(pages, program):
    """Return a function that begins a public duel between the bots of Anna and Boris."""

    def begin(start=None, preset="intimate", **terms):
        begun = pages(start, preset, **terms)
        begun.programs = {name: program(name) for name in ("anna", "boris")}
        return begun

    return begin
