"""A client hears of changes: by a stream that resumes where it was left, or by polling."""

import json
from datetime import timedelta

import pytest

from services.accounts import accounts
from services.api.keys import list_tokens, revoke_token
from services.duels.stamps import OwnChanges, read_changes
from services.moderation.acts import close_account
from services.watch import Watch
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND
from tests.streaming import run
from web.api import changes
from web.duels import live

SOON = 30


def events(text):
    """Parse a stream: return its (event, data) pairs and the last id."""
    found, last = [], ""
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line and line[0] != ":")
        last = fields.get("id", last)
        if "data" in fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found, last


def test_a_stream_begins_with_what_runs_and_one_that_goes_on_with_nothing_new(duel):
    begun = duel()
    anna = begun.programs["anna"]
    first = anna.get("/events")
    assert first.mimetype == "text/event-stream"
    assert first.headers["Cache-Control"] == "no-store"
    told, last = events(first.text)
    assert [(name, data["duel"], data["awaits_you"]) for name, data in told] == [
        ("duel", begun.contest.token, True)
    ]
    assert events(anna.get("/events", **{"Last-Event-ID": last}).text) == ([], "")
    assert anna.get_json(f"/changes?since={last}") == {
        "id": last,
        "changed": False,
        "challenges": 0,
        "for_places": 0,
        "duels": [],
    }
    begun.contest.store(FIRST, LISTS[FIRST])
    assert not begun.programs["boris"].get_json(
        f"/changes?since={events(begun.programs['boris'].get('/events').text)[1]}"
    )["changed"]
    begun.contest.enter(FIRST, LISTS[FIRST])
    assert anna.get_json(f"/changes?since={last}")["duels"][0]["awaits_you"] is False


def test_a_stream_sends_changes_and_the_end_and_then_frees_its_place(duel, site):
    begun = duel()
    site.config["STREAM_SECONDS"] = SOON
    watch = site.extensions["program_watch"] = changes.watch_of(site, 0.01)
    anna = begun.programs["anna"]
    answers = [anna.client.get("/api/v1/events", headers=anna.headers) for _ in range(2)]
    assert anna.code("GET", "/events") == "too_many_streams"
    answers[1].close()
    stream = answers[0].iter_encoded()
    next(stream)
    begun.contest.enter(SECOND, LISTS[SECOND])
    ((name, data),), _ = events(next(stream).decode())
    assert (name, data["duel"], data["phase"]) == ("duel", begun.contest.token, "HOMES")
    begun.contest.happen(FIRST, "conceded")
    ((_, data),), last = events(next(stream).decode())
    assert (data["phase"], data["awaits_you"]) == (None, False)
    assert last == anna.get_json("/changes")["id"]
    answers[0].close()
    site.config["STREAM_SECONDS"] = 0
    assert anna.get("/events", **{"Last-Event-ID": last}).status_code == 200
    watch.stop()


@pytest.mark.parametrize("shut", ["revoked", "expired", "closed"])
def test_a_stream_ends_with_its_key(duel, site, sqlite_database, program, shut):
    begun = duel()
    site.config["STREAM_SECONDS"] = SOON
    watch = site.extensions["program_watch"] = changes.watch_of(site, 0.01)
    anna = program("anna", days=1, now=LATER)
    stream = anna.client.get("/api/v1/events", headers=anna.headers).iter_encoded()
    next(stream)
    with sqlite_database.writing() as session:
        own = accounts.named(session, "anna")
        if shut == "revoked":
            for token in list_tokens(session, own.id):
                revoke_token(session, own.id, token.id, LATER)
        elif shut == "closed":
            close_account(session, None, own.id, "Enough.", LATER)
    if shut == "expired":
        begun.clock(LATER + timedelta(days=1))
    begun.contest.enter(SECOND, LISTS[SECOND])
    assert [each for each in stream if b"event" in each] == []
    watch.stop()


def test_a_stream_without_news_sends_heartbeats_and_ends_in_time(sqlite_database, monkeypatch):
    monkeypatch.setattr(live, "BEAT", 0.02)

    async def follow():
        watch = Watch(sqlite_database, SOON, read_changes)
        return [each async for each in changes.stream(watch, 1, OwnChanges(), 0.05, known=False)]

    first, *beats = run(follow())
    assert first.startswith("retry: 3000\n\n")
    assert set(beats) == {changes.STILL_HERE}
