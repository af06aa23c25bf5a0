"""What an open page is told: the same to all who may watch, nothing sealed, while there is room."""

import socket
from dataclasses import replace

import pytest

from adjudicator import Phase
from services.duels.stamps import Stamp, Watch
from tests.fixtures_duels import FIRST, LISTS, SECOND
from web.duels import live
from web.frame.streams import Streams

READERS = ("anna", "boris", "visitor")
SOON = 30
KNOWN = Stamp(1, 0, Phase.parse("HOMES"), (None, None))
BEGUN = "data: 0.HOMES.-.-.1\n\n"


@pytest.fixture
def duel(pages):
    return pages()


@pytest.fixture
def quick(monkeypatch):
    """Let a stream be looked after without waiting."""
    monkeypatch.setattr(live, "ROUND", 0)


def told(duel):
    """All that every reader is told, with what goes before it."""
    answers = [duel.get(reader, page) for reader in READERS for page in ("/stamp", "/events")]
    return [(answer.status_code, answer.text, answer.headers.get("ETag")) for answer in answers]


def test_storing_tells_nobody_anything_and_neither_does_storing_again(duel):
    before = told(duel)
    assert before[0] == (200, '{"stamp":"0.HOMES.-.-.1"}\n', '"0.HOMES.-.-.1"')
    for content in (LISTS[FIRST], LISTS[SECOND], LISTS[FIRST]):
        duel.contest.store(FIRST, content)
        assert told(duel) == before


def test_all_are_told_the_same_and_it_is_what_the_page_was_made_with(duel):
    duel.contest.enter(FIRST, LISTS[FIRST])
    stamp = f"0.HOMES.{duel.contest.entry(FIRST).seal[:8]}.-.1"
    for reader in READERS:
        assert duel.get(reader, "/stamp").json == {"stamp": stamp}
        assert duel.get(reader, "/events").text == f"retry: 3000\ndata: {stamp}\n\n"
        assert f'data-stamp="{stamp}"' in duel.get(reader).text


def test_a_stamp_that_is_known_is_not_sent_again(duel):
    first = duel.get("boris", "/stamp")
    assert first.headers["Cache-Control"] == "private, no-cache"
    anna = duel.readers["anna"]

    def ask():
        known = {**anna.headers, "If-None-Match": first.headers["ETag"]}
        return anna.client.get(f"{duel.path}/stamp", headers=known)

    assert (ask().status_code, ask().data) == (304, b"")
    duel.contest.enter(FIRST, LISTS[FIRST])
    assert ask().status_code == 200


def test_a_stream_says_what_it_is_and_asks_nobody_to_keep_it(duel):
    headers = duel.get("visitor", "/events").headers
    assert headers["Content-Type"].startswith("text/event-stream")
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Accel-Buffering"] == "no"
    assert "default-src 'none'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize("page", ["/stamp", "/events"])
def test_a_private_duel_is_unknown_to_others_and_one_that_does_not_exist_too(pages, member, page):
    private = pages(public=False)
    private.readers["clara"] = member("clara")
    answers = [private.get(reader, page).status_code for reader in private.readers]
    assert answers == [200, 200, 404, 404]
    private.path = "/duels/a%00b"
    assert private.get("anna", page).status_code == 404


def test_a_duel_that_has_ended_has_a_stamp_and_no_stream_and_its_page_asks_for_none(duel):
    assert "data-events=" in duel.get("visitor").text
    duel.contest.happen(FIRST, "conceded")
    assert duel.get("visitor", "/stamp").json == {"stamp": "1.over.-.-.2"}
    assert duel.get("visitor", "/events").status_code == 204
    assert "data-events=" not in duel.get("visitor").text


def test_beyond_the_cap_pages_are_left_to_ask_and_whoever_leaves_makes_room(duel, site):
    site.config["STREAM_SECONDS"] = SOON
    site.extensions["streams"] = Streams(2, 2)
    client, path = site.test_client(), f"{duel.path}/events"
    open_streams = [client.get(path) for _ in range(2)]
    assert [stream.status_code for stream in open_streams] == [200, 200]
    for _ in range(3):
        refused = client.get(path)
        assert (refused.status_code, refused.data) == (204, b"")
    assert client.get(f"{duel.path}/stamp").status_code == 200
    open_streams[0].close()
    again = client.get(path)
    assert again.status_code == 200
    for stream in (open_streams[1], again):
        stream.close()


def test_one_address_leaves_room_for_others_and_of_ipv6_all_of_a_network_is_one(duel, site):
    site.config["STREAM_SECONDS"] = SOON
    site.extensions["streams"] = Streams(8, 2)
    client, path = site.test_client(), f"{duel.path}/events"

    def come(address):
        return client.get(path, environ_overrides={"REMOTE_ADDR": address})

    taken = [come(f"2001:db8::{number}") for number in range(4)]
    assert [stream.status_code for stream in taken] == [200, 200, 204, 204]
    others = [come("2001:db8:0:1::1"), come("198.51.100.7")]
    assert [stream.status_code for stream in others] == [200, 200]
    for stream in (*taken, *others):
        stream.close()


def test_who_only_asks_for_the_head_of_a_stream_takes_no_room(duel, site):
    site.extensions["streams"] = Streams(1, 1)
    assert {site.test_client().head(f"{duel.path}/events").status_code for _ in range(3)} == {204}
    assert site.test_client().get(f"{duel.path}/events").status_code == 200


def test_an_open_stream_holds_nothing_of_the_database(duel, site, sqlite_database):
    site.config["STREAM_SECONDS"] = SOON
    stream = site.test_client().get(f"{duel.path}/events")
    assert stream.status_code == 200
    assert site.extensions["database"].engine.pool.checkedout() == 0
    duel.contest.enter(FIRST, LISTS[FIRST])  # would wait for ten seconds if it were locked
    stream.close()


def test_a_change_is_told_by_the_stream_and_the_end_of_the_duel_ends_it(duel, site):
    site.config["STREAM_SECONDS"] = SOON
    watch = site.extensions["watch"] = Watch(site.extensions["database"], 0.01)
    stream = site.test_client().get(f"{duel.path}/events").iter_encoded()
    assert next(stream).decode() == f"retry: 3000\n{BEGUN}"
    duel.contest.enter(FIRST, LISTS[FIRST])
    assert next(stream).decode() == f"data: 0.HOMES.{duel.contest.entry(FIRST).seal[:8]}.-.1\n\n"
    duel.contest.enter(SECOND, LISTS[SECOND])
    assert next(stream).decode() == "data: 1.S1901B.-.-.3\n\n"
    duel.contest.happen(SECOND, "conceded")
    assert [event.decode() for event in stream] == ["data: 2.over.-.-.4\n\n"]
    watch.stop()


def test_an_end_that_comes_while_a_change_is_being_told_is_told_too(sqlite_database):
    watch = Watch(sqlite_database, SOON)
    events = live.stream(watch, 1, KNOWN, SOON, lambda: False)
    next(events)
    [listener] = watch._listeners[1]
    handed_in, over = replace(KNOWN, seals=("seal", None)), replace(KNOWN, phase=None)
    listener.tell(handed_in)
    assert next(events) == live.told(handed_in)
    listener.tell(over)
    assert list(events) == [live.told(over)]


@pytest.mark.usefixtures("quick")
def test_a_stream_is_heard_every_fifteen_seconds_and_ends_in_time(sqlite_database):
    events = live.stream(Watch(sqlite_database), 1, KNOWN, 31, lambda: False)
    assert list(events) == [f"retry: 3000\n{BEGUN}", BEGUN, BEGUN]


@pytest.mark.usefixtures("quick")
def test_a_stream_ends_with_the_process_that_serves_it_or_when_its_reader_hangs_up(sqlite_database):
    ending, left = Watch(sqlite_database), Watch(sqlite_database)
    ending.ends_with(lambda: True)
    for watch, is_gone in ((ending, lambda: False), (left, lambda: True)):
        assert list(live.stream(watch, 1, KNOWN, 300, is_gone)) == [f"retry: 3000\n{BEGUN}"]


def test_it_is_noticed_when_the_reader_has_hung_up(site):
    ours, theirs = socket.socketpair()
    with ours, theirs, site.test_request_context(environ_overrides={"gunicorn.socket": ours}):
        is_gone = live.hung_up()
        assert not is_gone()
        theirs.send(b"GET")
        assert not is_gone()
        ours.recv(3)
        theirs.close()
        assert is_gone()
        ours.close()
        assert is_gone()
    with site.test_request_context():
        assert not live.hung_up()()
