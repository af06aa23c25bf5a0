"""A site started with the wrong keys says so, compensates nothing, and loses nothing."""

from datetime import timedelta

import pytest
from cryptography.fernet import Fernet
from sqlalchemy import select

from models import Database, Heartbeat
from models.jobs import BEAT, GIVEN_BACK
from models.schema import downgrade
from models.sealed import KeyMissing, Keyring
from services.duels import deadlines
from services.outages import record_heartbeat
from tests.builders import POWERS as RANKS
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, NOON, SECOND
from tests.fixtures_site import ENTRY_KEYS, KEYRING, Visitor
from tests.web.reading import text
from web.core.configuration import SettingsRefused
from web.starting import check_keys

OTHER = Fernet.generate_key().decode()
NIGHT = timedelta(hours=30)


@pytest.fixture
def other(any_database, unshared):
    """Yield the database opened with another valid key."""
    url = any_database.url.render_as_string(hide_password=False)
    database = Database(url, keyring=Keyring(lambda: (OTHER,)))
    yield database
    database.close()


@pytest.fixture
def left(contest, any_database, unshared):
    """Return a duel with a stored list from before the site stopped."""
    record_heartbeat(any_database, NOON)
    contest.store(FIRST, LISTS[FIRST])
    return contest


@pytest.fixture
def mistaken(site_with, any_database, left, tmp_path):
    """Return a site restarted with another key, a day and a half later."""
    settings = {"ENTRY_KEYS": OTHER, "HEARTBEAT": True, "CLOCK": lambda: NOON + NIGHT}
    return site_with(any_database, **settings)


def beaten(database):
    with database.reading() as session:
        return {row.id: row.beat_at for row in session.scalars(select(Heartbeat))}


def run(site, *words):
    return site.test_cli_runner().invoke(args=words)


def test_the_site_is_not_ready_and_does_not_start(mistaken, other, any_database):
    answer = Visitor(mistaken).get("/readyz")
    assert (answer.status_code, answer.json) == (
        503,
        {"ok": False, "keys": "none decrypts the sealed values"},
    )
    with pytest.raises(SettingsRefused, match="not the keys of this site"):
        check_keys(other)
    with mistaken.app_context():
        worker = run(mistaken, "worker")
    assert worker.exit_code == 1
    assert "not the keys of this site" in worker.output
    check_keys(any_database)


def test_a_page_that_needs_an_entry_says_that_the_site_is_away_and_is_no_failure(
    unshared, pages, site_with, sqlite_database
):
    duel = pages()
    duel.contest.store(FIRST, LISTS[FIRST])
    settings = {"ENTRY_KEYS": OTHER, "HEARTBEAT": True, "CLOCK": lambda: LATER}
    own, duel.readers["anna"].site = duel.site, site_with(sqlite_database, **settings)
    browser = duel.readers["anna"].client
    browser.application = duel.readers["anna"].site
    answer = duel.get("anna")
    assert (answer.status_code, answer.headers.get("Retry-After")) == (503, "60")
    assert "The site cannot be played on for the moment" in text(answer)
    sent = duel.post("anna", "entry", **{f"rank_{n}": power for n, power in enumerate(RANKS, 1)})
    assert sent.status_code == 503
    browser.application = own
    assert duel.get("anna").status_code == 200
    assert duel.content("anna") == LISTS[FIRST]


def test_an_outage_is_compensated_only_once_entries_can_be_decrypted(other, any_database, left, caplog):
    with pytest.raises(KeyMissing):
        record_heartbeat(other, NOON + NIGHT)
    assert deadlines.sweep(other, lambda: NOON + NIGHT) == 0
    assert beaten(any_database) == {BEAT: NOON}
    assert left.stored().deadline_at == DEADLINE
    record_heartbeat(any_database, NOON + NIGHT)
    assert beaten(any_database) == {BEAT: NOON + NIGHT, GIVEN_BACK: NOON + NIGHT}
    assert left.stored().deadline_at == DEADLINE + NIGHT
    left.enter(SECOND, LISTS[SECOND], NOON + NIGHT)
    left.hand_in(FIRST, NOON + NIGHT)
    assert str(left.stored().phase) == "S1901B"


def test_a_sweep_with_other_keys_sets_no_duel_aside(other, any_database, left, caplog):
    with any_database.writing() as session:
        session.merge(Heartbeat(id=BEAT, beat_at=DEADLINE))  # as if pages had been served all the time
    assert deadlines.sweep(other, lambda: DEADLINE) == 0
    assert left.stored().stuck_at is None
    assert deadlines.sweep(any_database, lambda: DEADLINE) == 1


def test_the_compensation_command_refuses_without_the_right_keys(mistaken, left, any_database):
    done = run(mistaken, "deadlines", "give-back", "7200", "--yes")
    assert done.exit_code == 1
    assert "no key of this site decrypts the stored value" in done.output
    assert beaten(any_database) == {BEAT: NOON}


def test_a_configuration_is_checked_against_the_database(mistaken, site_with, any_database, monkeypatch):
    monkeypatch.setattr("web.starting.check", lambda config: None)
    wrong = run(mistaken, "database", "check")
    assert wrong.exit_code == 1
    assert "entries.content: 0 opened, 1 not." in wrong.output
    assert "not the keys of this site" in wrong.output
    right = run(site_with(any_database), "database", "check")
    assert (right.exit_code, right.output.splitlines()[-1]) == (0, "The site can be served.")
    downgrade(any_database, "0016")
    older = run(site_with(any_database), "database", "check")
    assert (older.exit_code, "use `database upgrade`" in older.output) == (1, True)


def test_a_restored_site_goes_on_with_its_own_keys_and_with_no_others(
    site_with, left, any_database, tmp_path
):
    """The drill of docs/running.md: restore a back-up with a wrong key, then with the right one."""
    file = tmp_path / "backup"
    assert run(site_with(any_database), "database", "backup", str(file)).exit_code == 0
    downgrade(any_database)
    wrong = site_with(any_database, ENTRY_KEYS=OTHER, HEARTBEAT=True, CLOCK=lambda: NOON + NIGHT)
    restored = run(wrong, "database", "restore", str(file))
    assert restored.exit_code == 1
    assert "the sealed values cannot be decrypted" in restored.output
    assert run(wrong, "database", "check").exit_code == 1
    assert Visitor(wrong).get("/readyz").status_code == 503
    assert Visitor(wrong).post("/login", name="anna", password="x").status_code == 503
    right = site_with(any_database, HEARTBEAT=True, CLOCK=lambda: NOON + NIGHT)
    assert run(right, "keys", "renew").exit_code == 0
    assert Visitor(right).get("/readyz").status_code == 200
    assert Visitor(right).get(f"/duels/{left.token}").status_code == 200
    assert left.stored().deadline_at == DEADLINE + NIGHT
    assert left.content(FIRST) == LISTS[FIRST]


def test_no_key_is_made_where_something_is_sealed(site_with, left, any_database, tmp_path):
    site = site_with(any_database, ENTRY_KEYS="")
    assert Visitor(site).get("/readyz").status_code == 503
    with pytest.raises(KeyMissing, match="is gone, but the sealed values need its keys"):
        site.extensions["database"].keyring.encrypt("sealed")
    assert not (tmp_path / "entry_keys").exists()
    (tmp_path / "entry_keys").write_text(ENTRY_KEYS[0])
    assert Visitor(site).get("/readyz").status_code == 200
    assert KEYRING.decrypt(site.extensions["database"].keyring.encrypt("sealed")) == "sealed"
