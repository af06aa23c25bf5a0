"""One's own data as one file: all of it, nothing secret, nothing of others."""

import json
import zipfile

import pytest

from intimate.record import load
from models import Block, Channel, Report, SecurityEvent, StoredDuel, User
from services.accounts import sessions
from services.api import keys
from services.api.keys import Scope
from services.moderation import acts
from services.privacy.export import ACCOUNT, DUELS, write_export
from tests.fixtures_duels import FIRST, LISTS, NOON, SECOND


@pytest.fixture
def taken(any_database, people):
    """Return a function that reads the file of an account: its rows, and its duels."""

    def taken(name="anna"):
        with write_export(any_database, people[name], NOON) as file, zipfile.ZipFile(file) as packed:
            account = json.loads(packed.read(ACCOUNT))
            return account, [json.loads(line) for line in packed.read(DUELS).splitlines()]

    return taken


def test_an_export_has_finished_duels_whole_and_running_ones_as_the_player_sees_them(begun, taken):
    over, running = begun(public=False), begun()
    over.resolve(LISTS[FIRST], LISTS[SECOND])
    over.happen(SECOND, "conceded")
    running.enter(FIRST, LISTS[FIRST])
    running.store(SECOND, {"homes": list(reversed(LISTS[SECOND]["homes"]))})
    finished, going_on = taken()[1]
    assert len(load(finished).chapters) == 2
    assert finished["result"]["winner"] == "first"
    (own,) = going_on["own_entries"]
    assert (own["phase"], own["ready"], own["entry"]) == ("HOMES", True, LISTS[FIRST])
    assert going_on["chapters"] == []
    (others,) = taken("boris")[1][1]["own_entries"]
    assert others["entry"] != own["entry"]
    assert not others["ready"]


def test_an_export_has_the_account_s_own_rows_and_names_of_others(any_database, people, taken):
    with any_database.writing() as session:
        anna = session.get(User, people["anna"])
        anna.email = "anna@example.org"
        address = {"url": "https://example.org/hook"}
        session.add(Block(user_id=people["anna"], blocked_id=people["boris"], made_at=NOON))
        session.add(
            Channel(user_id=anna.id, kind="webhook", address=address, kinds=["turn"], created_at=NOON)
        )
        session.add(SecurityEvent(user_id=anna.id, kind="login", at=NOON, agent="Firefox, Linux"))
    account, _ = taken()
    assert account["format"] == "intimate-account/1"
    (user,) = account["users"]
    assert (user["name"], user["email"], user["created_at"]) == (
        "anna",
        "anna@example.org",
        "2026-11-20T12:00:00Z",
    )
    assert [row["blocked"] for row in account["blocks"]] == ["boris"]
    assert [row["address"] for row in account["channels"]] == [address]
    assert [row["agent"] for row in account["security_events"]] == ["Firefox, Linux"]
    assert taken("boris")[0]["blocks"] == []


def test_an_export_leaves_out_reports_about_the_account_and_moderators_notes(any_database, people, taken):
    with any_database.writing() as session:
        anna, boris = (session.get(User, people[name]) for name in ("anna", "boris"))
        session.add(
            Report(
                reporter_id=boris.id,
                about_id=anna.id,
                kind="conduct",
                text="Rude.",
                made_at=NOON,
                state="open",
            )
        )
        acts.note_act(session, people["clara"], "noted", anna.id, "Watch them.", NOON)
        acts.warn(session, people["clara"], anna, "Be polite.", NOON)
    account = taken()[0]
    assert account["reports"] == []
    assert [row["reason"] for row in account["moderator_acts"]] == ["Be polite."]
    assert "clara" not in json.dumps(account)
    assert [row["text"] for row in taken("boris")[0]["reports"]] == ["Rude."]


def test_an_export_holds_no_secret(any_database, people, begun, taken):
    contest = begun()
    with any_database.writing() as session:
        anna = session.get(User, people["anna"])
        anna.password_hash, anna.calendar_token = "hash-of-password", "c" * 22
        session_token = sessions.begin(session, anna, NOON)
        _, key = keys.make_token(session, anna.id, "bot", [Scope.READ], None, NOON)
        lots = session.get(StoredDuel, contest.id).lots_secret
    written = json.dumps(taken())
    hashes = [sessions.token_hash(session_token), keys.token_hash(key)]
    for secret in ("hash-of-password", "c" * 22, session_token, key, *hashes, lots):
        assert secret not in written
    assert "bot" in written
