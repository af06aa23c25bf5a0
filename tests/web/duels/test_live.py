"""What an open page receives: the same for all viewers, nothing sealed, within the limit of streams."""

from dataclasses import replace
from itertools import pairwise

import pytest

from adjudicator import Phase
from services.duels.stamps import Holder, Stamp, read_stamps
from services.viewers import read_viewer_stamps
from services.watch import Watch
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND
from tests.streaming import run
from web.core.streams import Streams
from web.duels import live

READERS = ("anna", "boris", "visitor")
SOON = 30
KNOWN = Stamp(1, 0, Phase.parse("HOMES"), (None, None))
BEGUN = "data: 0.HOMES.-.-.1\n\n"


@pytest.fixture
def duel(pages):
    return pages()


@pytest.fixture
def quick(monkeypatch):
    """Make streams report quickly."""
    monkeypatch.setattr(live, "BEAT", 0.02)


def live_answers(duel, readers=READERS):
    """Return everything that viewers receive, with its headers."""
    answers = [duel.get(reader, page) for reader in readers for page in ("/stamp", "/events")]
    return [(answer.status_code, answer.text, answer.headers.get("ETag")) for answer in answers]


@pytest.mark.parametrize(("player", "name"), [(FIRST, "anna"), (SECOND, "boris")])
def test_storing_changes_only_the_stamp_of_the_player_s_own_pages(duel, player, name):
    others = [reader for reader in READERS if reader != name]
    before, own = live_answers(duel, others), [live_answers(duel, [name])]
    assert before[0] == (200, '{"stamp":"0.HOMES.-.-.1"}\n', '"0.HOMES.-.-.1"')
    for content in (LISTS[FIRST], LISTS[SECOND], LISTS[FIRST]):
        duel.contest.store(player, content)
        assert live_answers(duel, others) == before
        own.append(live_answers(duel, [name]))
    assert all(earlier != later for earlier, later in pairwise(own))


def test_storing_returns_the_stamp_that_the_player_s_other_pages_get(duel):
    answer = duel.post(
        "anna", "store", **{f"rank_{rank}": power for rank, power in enumerate(LISTS[FIRST]["homes"], 1)}
    )
    page = duel.get("anna")
    assert answer.json["own"] == answer.json["seen"] != ""
    assert f'data-own="{answer.json["own"]}"' in page.text
    assert duel.get("anna", "/stamp").json == {"stamp": f"0.HOMES.-.-.1.{answer.json['seen']}"}
    duel.contest.hand_in(FIRST)
    assert f'data-own="{answer.json["own"]} ready"' in duel.get("anna").text
    for reader in ("boris", "visitor"):
        assert 'data-own=""' in duel.get(reader).text


def test_a_stream_sends_a_player_their_own_storing_and_the_opponent_nothing(duel, site):
    site.config["STREAM_SECONDS"] = SOON
    watch = site.extensions["watch"] = live.watch_of(site, read_stamps, 0.01)
    anna, boris = (
        duel.readers[name]
        .client.get(f"{duel.path}/events", headers=duel.readers[name].headers)
        .iter_encoded()
        for name in ("anna", "boris")
    )
    assert [next(each).decode() for each in (anna, boris)] == [f"retry: 3000\n{BEGUN}"] * 2
    duel.contest.store(FIRST, LISTS[FIRST])
    stored_at = duel.contest.entry(FIRST).stored_at.isoformat()
    assert next(anna).decode() == f"data: 0.HOMES.-.-.1.{stored_at}\n\n"
    duel.contest.store(SECOND, LISTS[SECOND], LATER.replace(minute=1))
    his = duel.contest.entry(SECOND).stored_at.isoformat()
    assert next(boris).decode() == f"data: 0.HOMES.-.-.1.{his}\n\n"  # the first message to him
    duel.contest.hand_in(SECOND)
    stamp = f"0.HOMES.-.{duel.contest.entry(SECOND).seal[:8]}.1"
    assert next(anna).decode() == f"data: {stamp}.{stored_at}\n\n"
    watch.stop()


def test_all_viewers_get_the_stamp_of_their_page_with_only_their_own_part_added(duel):
    duel.contest.enter(FIRST, LISTS[FIRST])
    entry = duel.contest.entry(FIRST)
    for reader in READERS:
        stamp = f"0.HOMES.{entry.seal[:8]}.-.1"
        if reader == "anna":
            stamp += f".{entry.stored_at.isoformat()}"
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


def test_beyond_the_limit_of_streams_pages_poll_and_a_closed_stream_frees_a_place(duel, site):
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


def test_a_head_request_for_a_stream_takes_no_place(duel, site):
    site.extensions["streams"] = Streams(1, 1)
    assert {site.test_client().head(f"{duel.path}/events").status_code for _ in range(3)} == {204}
    assert site.test_client().get(f"{duel.path}/events").status_code == 200


def test_an_open_stream_holds_nothing_of_the_database(duel, site, sqlite_database):
    site.config["STREAM_SECONDS"] = SOON
    stream = site.test_client().get(f"{duel.path}/events")
    assert stream.status_code == 200
    assert site.extensions["database"].engine.pool.checkedout() == 0
    duel.contest.enter(FIRST, LISTS[FIRST])  # would wait ten seconds for a lock
    stream.close()


def test_a_stream_sends_changes_and_ends_with_the_duel(duel, site):
    site.config["STREAM_SECONDS"] = SOON
    watch = site.extensions["watch"] = live.watch_of(site, read_stamps, 0.01)
    stream = site.test_client().get(f"{duel.path}/events").iter_encoded()
    assert next(stream).decode() == f"retry: 3000\n{BEGUN}"
    duel.contest.enter(FIRST, LISTS[FIRST])
    assert next(stream).decode() == f"data: 0.HOMES.{duel.contest.entry(FIRST).seal[:8]}.-.1\n\n"
    duel.contest.enter(SECOND, LISTS[SECOND])
    assert next(stream).decode() == "data: 1.S1901B.-.-.3\n\n"
    duel.contest.happen(SECOND, "conceded")
    assert [event.decode() for event in stream] == ["data: 2.over.-.-.4\n\n"]
    watch.stop()


@pytest.mark.parametrize("page", ["", "/mine/events"], ids=["duel", "lists"])
def test_a_stream_ends_with_the_session_that_opened_it(pages, site, page):
    private = pages(public=False)
    site.config["STREAM_SECONDS"] = SOON
    for name, read in (("watch", read_stamps), ("viewer_watch", read_viewer_stamps)):
        site.extensions[name] = live.watch_of(site, read, 0.01)
    anna, boris = private.readers["anna"], private.readers["boris"]
    path = page or f"{private.path}/events"
    hers, his = (each.client.get(path, headers=each.headers).iter_encoded() for each in (anna, boris))
    assert next(hers)
    assert next(his)
    anna.post("/logout")
    private.contest.enter(SECOND, LISTS[SECOND])
    assert list(hers) == []
    assert next(his)
    for name in ("watch", "viewer_watch"):
        site.extensions[name].stop()


def test_a_server_that_cannot_stream_lets_pages_ask(duel, site):
    site.extensions["streams"] = Streams(1, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "wsgi_app", site.wsgi_app.__wrapped__)
        assert [duel.get("visitor", "/events").status_code for _ in range(2)] == [204, 204]
    assert duel.get("visitor", "/events").status_code == 200


def test_an_end_during_the_sending_of_a_change_is_sent_too(sqlite_database):
    async def follow(watch, handed_in, over):
        events = live.stream(watch, 1, KNOWN, SOON, Holder())
        await anext(events)
        [listener] = watch._listeners[1]
        listener.notify(handed_in)
        assert await anext(events) == live.event_of(handed_in)
        listener.notify(over)
        assert [each async for each in events] == [live.event_of(over)]

    changed = replace(KNOWN, seals=("seal", None)), replace(KNOWN, phase=None)
    run(follow(Watch(sqlite_database, SOON, read_stamps), *changed))


@pytest.mark.usefixtures("quick")
def test_a_stream_without_news_sends_heartbeats_and_ends_in_time(sqlite_database):
    async def follow(watch):
        return [each async for each in live.stream(watch, 1, KNOWN, 0.05, Holder())]

    first, *beats = run(follow(Watch(sqlite_database, SOON, read_stamps)))
    assert first == f"retry: 3000\n{BEGUN}"
    assert set(beats) == {BEGUN}
