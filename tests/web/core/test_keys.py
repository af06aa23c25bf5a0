"""The encryption keys: where they come from, and how they change."""

import stat

import pytest

from models.sealed import Keyring
from tests.fixtures_duels import FIRST, LISTS
from tests.fixtures_site import on_sqlite
from web.core.keys import KeyFile, make_keyring, new_key


@pytest.fixture
def filed(site_with, sqlite_database, unshared):
    """Return a site with its keys in a file."""
    return site_with(sqlite_database, ENTRY_KEYS="")


@pytest.fixture
def run(filed):
    return lambda *arguments: filed.test_cli_runner().invoke(args=["keys", *arguments])


def lines(folder):
    return (folder / "entry_keys").read_text().split()


def test_the_first_key_is_made_once_for_its_owner_alone(tmp_path):
    file = KeyFile(tmp_path / "entry_keys")
    assert file() == KeyFile(tmp_path / "entry_keys")() == tuple(lines(tmp_path))
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


def test_a_key_that_is_none_is_refused(tmp_path):
    with pytest.raises(ValueError, match="32 url-safe"):
        make_keyring({"ENTRY_KEYS": "short", "INSTANCE": tmp_path})


def test_the_keys_of_the_environment_go_first(tmp_path):
    key = new_key()
    stored = make_keyring({"ENTRY_KEYS": f"{new_key()}, {key}", "INSTANCE": tmp_path})
    assert stored.decrypt(Keyring(lambda: (key,)).encrypt("sealed")) == "sealed"
    assert not (tmp_path / "entry_keys").exists()


def test_running_processes_use_a_new_key_too(run, filed, tmp_path):
    running = filed.extensions["database"].keyring
    before = running.encrypt("sealed")
    done = run("rotate")
    assert (done.exit_code, done.output) == (0, "0 values encrypted again.\n")
    assert len(lines(tmp_path)) == 2
    assert running.decrypt(before) == "sealed"
    assert running.is_current(running.encrypt("sealed"))
    assert stat.S_IMODE((tmp_path / "entry_keys").stat().st_mode) == 0o600


def test_former_keys_are_dropped_once_nothing_needs_them(run, tmp_path):
    run("rotate")
    first = lines(tmp_path)[0]
    done = run("drop")
    assert "1 former keys forgotten." in done.output
    assert lines(tmp_path) == [first]


@on_sqlite
def test_nothing_is_dropped_while_something_cannot_be_opened(run, contest, tmp_path):
    contest.store(FIRST, LISTS[FIRST])
    (tmp_path / "entry_keys").write_text(new_key())
    run("rotate")
    done = run("drop")
    assert done.exit_code == 1
    assert "a key that is missing here" in done.output
    assert len(lines(tmp_path)) == 2


def test_keys_of_the_environment_are_not_rotated_here_and_it_says_how(site):
    done = site.test_cli_runner().invoke(args=["keys", "rotate"])
    assert done.exit_code == 1
    assert "Put a new one last there" in done.output
