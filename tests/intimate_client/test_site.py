"""The client: on a real server from challenge to record, and its waits after refusals."""

import json

import httpx
import pytest

from intimate.record import load
from intimate.replay import replay
from intimate_client import Refused, Site, Unreachable, default_entry

YEAR = {"settings": {"year_limit": 1901}}


def by_default(_, options):
    return default_entry(options)


def test_two_bots_play_a_duel_to_its_end_and_read_its_record(served, key_of):
    keys = {name: key_of(name) for name in ("Orange", "Violet")}
    with Site(served.address, keys["Orange"]) as orange, Site(served.address, keys["Violet"]) as violet:
        assert orange.account()["kind"] == "program"
        challenge = orange.challenge("Violet", **YEAR)
        changes = violet.follow()
        assert next(changes).name == "challenges"
        assert violet.play_once(by_default) == 1  # it accepts, and hands in its list of powers
        assert next(event for event in changes if event.name == "duel").data["phase"] == "HOMES"
        changes.close()
        (duel,) = (each["duel"] for each in orange.duels())
        assert orange.ask("GET", f"/challenges/{challenge['challenge']}")["duel"] == duel
        for site in (orange, violet) * 20:
            site.play_once(by_default)
        ended = violet.duel(duel)
        assert (ended["phase"], ended["result"]["reason"]) == (None, "year_limit")
        assert list(replay(load(violet.record(duel))))[-1]["result"]["reason"] == "year_limit"
        assert [each["duel"] for each in orange.finished(preset="intimate")] == [duel]
        with pytest.raises(Refused) as refused:
            orange.enter(duel, "S1901M", {"orders": {}})
        assert (refused.value.status, refused.value.code) == (409, "phase_over")


def test_an_illegal_order_is_refused_with_what_could_be_ordered(served, key_of):
    with Site(served.address, key_of("Scarlet")) as site:
        duel = site.practise("recruit", "FRANCE")["duel"]
        with pytest.raises(Refused) as refused:
            site.enter(duel, "S1901B", {"bids": {"SPAIN": 1}})
        assert refused.value.code == "invalid"
        assert refused.value.errors[0]["field"].startswith("bids")
        assert [each["duel"] for each in site.practice()] == [duel]
        site.happen(duel, "S1901B", "conceded")
        assert site.practice() == []


def test_a_key_that_opens_nothing_ends_all_at_once(served):
    with Site(served.address, "id_none") as site, pytest.raises(Refused) as refused:
        site.play(by_default)
    assert refused.value.code == "key_unknown"


class Answers:
    """A network with prepared answers that records requests and waits."""

    def __init__(self, *answers, **options):
        self.answers, self.asked, self.waited = list(answers), [], []
        transport = httpx.MockTransport(self.answer)
        self.site = Site("http://nowhere", "id_key", pause=self.waited.append, transport=transport, **options)

    def answer(self, request):
        self.asked.append(request)
        found = self.answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return found


def problem(status, code, **headers):
    return httpx.Response(status, json={"code": code, "detail": "", "errors": []}, headers=headers)


def test_the_client_waits_as_long_as_a_429_says_and_ever_longer_after_errors():
    network = Answers(
        problem(429, "too_many_requests", **{"Retry-After": "7"}),
        httpx.ConnectError("gone"),
        httpx.Response(502, text="<h1>Bad gateway</h1>"),
        httpx.Response(200, json={"duels": []}),
    )
    assert network.site.duels() == []
    assert network.waited == [7, 1, 2]


def test_a_challenge_that_is_sent_again_has_the_same_key_so_that_it_is_made_once():
    network = Answers(httpx.ReadError("gone"), httpx.Response(201, json={}), httpx.Response(201, json={}))
    network.site.challenge("anna", preset="intimate")
    network.site.challenge("anna")
    first, again, other = (request.headers["Idempotency-Key"] for request in network.asked)
    assert first == again != other
    assert json.loads(network.asked[0].content) == {
        "kind": "named",
        "opponent": "anna",
        "preset": "intimate",
    }


def test_after_some_attempts_it_gives_up_and_says_so():
    network = Answers(*[httpx.ConnectError("gone")] * 6)
    with pytest.raises(Unreachable, match="GET /account"):
        network.site.account()
    assert len(network.asked) == 6


def test_a_client_with_little_patience_gives_up_in_place_of_a_long_pause_and_says_when_to_try_again():
    network = Answers(
        httpx.ConnectError("gone"),
        problem(429, "too_many_requests", **{"Retry-After": "40"}),
        patience=20,
    )
    with pytest.raises(Unreachable, match=r"too_many_requests.*try again in 40 seconds"):
        network.site.account()
    assert (len(network.asked), network.waited) == (2, [0.5])


def test_awaiting_duels_are_sorted_by_deadline():
    due = {"b": "2026-01-01T12:00:00Z", "c": None, "a": "2026-01-01T11:00:00Z"}
    listed = [{"duel": name, "awaits_you": True, "due_at": at} for name, at in due.items()]
    network = Answers(httpx.Response(200, json={"duels": [*listed, {"duel": "d", "awaits_you": False}]}))
    assert [each["duel"] for each in network.site.awaiting()] == ["a", "b", "c"]


def test_a_stream_that_breaks_goes_on_from_where_it_was():
    first = 'retry: 1000\n\nid: 1\nevent: duel\ndata: {"duel": "a"}\n\n: still here\n\n'
    second = 'id: 2\nevent: challenges\ndata: {"waiting": 1}\n\n'
    network = Answers(
        httpx.Response(200, text=first),
        problem(429, "too_many_streams", **{"Retry-After": "30"}),
        httpx.ReadError("gone"),
        httpx.Response(200, text=second),
        problem(401, "key_revoked"),
    )
    told = network.site.follow()
    assert next(told) == ("duel", {"duel": "a"})
    assert next(told) == ("challenges", {"waiting": 1})
    assert [request.headers.get("Last-Event-ID") for request in network.asked] == [None, "1", "1", "1"]
    assert network.waited == sorted(network.waited)
    with pytest.raises(Refused, match="key_revoked"):
        next(told)


def test_a_bot_enters_the_league_asks_for_duels_plays_them_and_reads_their_records(served, key_of):
    with Site(served.address, key_of("Cyan")) as site:
        assert site.enter_league(at_once=0, cost="nothing")["own"]["cost"] == "nothing"
        duels = site.begin_league_duels(4)
        assert len(duels) == 4
        assert site.play_once(by_default) == 4
        for duel in duels:
            site.happen(duel, "S1901B", "conceded")
        assert [each["duel"] for each in site.league_records()] == duels[::-1]
        (own, *_) = site.league()["contestants"]
        assert (own["player"]["name"], own["figures"]["lost"]) == ("Cyan", 4)
        assert site.leave_league()["own"] is None


def test_the_name_of_a_duel_leads_nowhere_else():
    asked = []

    def answer(request):
        asked.append(request.url.raw_path)
        return httpx.Response(200, json={})

    with Site("http://nowhere", "id_key", transport=httpx.MockTransport(answer)) as site:
        site.duel("../account")
        site.options("x/../y?z", "S1901M")
    assert asked == [b"/api/v1/duels/..%2Faccount", b"/api/v1/duels/x%2F..%2Fy%3Fz/options/S1901M"]
