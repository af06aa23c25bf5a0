"""The MCP server, used by the SDK's own client: a scripted model plays a duel through it."""

import asyncio
import json
import re
import sys
from contextlib import closing
from functools import partial

import httpx
import pytest
from mcp import Client, StdioServerParameters

from intimate.record import load
from intimate.replay import replay
from intimate_client import Refused, Site, default_entry
from intimate_mcp import server_of
from intimate_mcp.__main__ import serve_command
from services.accounts import accounts
from services.api.keys import Scope, make_token
from tests.e2e.serving import serving
from tests.fixtures_site import open_database
from tests.streaming import run
from web.core.session import system_clock

POWERS = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]
TURN = re.compile(r"Duel (?P<duel>\w+) awaits you in (?P<phase>\w+)\. (?P<asked>.*)")
UNIT = re.compile(r"(?P<unit>[AF] [A-Z/]+) of (?P<power>[A-Z]+)")
WINTER = re.compile(r"(?P<power>[A-Z]+) (?:removes|may build) (?P<number>\d+)")


@pytest.fixture(scope="module")
def served(tmp_path_factory, migrated_file):
    with serving(tmp_path_factory.mktemp("served"), migrated_file) as served:
        yield served


@pytest.fixture
def key_of(served):
    with closing(open_database(served.database_url)) as database:

        def key_of(name):
            with database.writing() as session:
                bot = accounts.register_bot(session, name, system_clock())
                return make_token(session, bot.id, "test", tuple(Scope), None, system_clock())[1]

        yield key_of


async def call_text(client, tool, **given):
    """Call a tool; return its text and whether it failed."""
    result = await client.call_tool(tool, given)
    return "\n".join(part.text for part in result.content if part.type == "text"), result.is_error


async def model(client, told):
    """Answer a turn like a model that reads the state and asks for the legal orders."""
    question = told["asked"]
    if question.startswith("Submit homes"):
        return {"homes": POWERS}
    if question.startswith("Submit bids"):
        return {"bids": {re.search(r"any of (\w+)", question)[1]: 2}}
    orders = {}
    for unit in UNIT.finditer(question):
        legal, _ = await call_text(client, "legal", unit=unit["unit"])
        orders.setdefault(unit["power"], []).append(legal.splitlines()[-1])
    for winter in WINTER.finditer(question):
        legal, _ = await call_text(client, "legal", unit=winter["power"])
        orders[winter["power"]] = legal.splitlines()[: int(winter["number"])]
    return {"orders": orders}


def test_a_scripted_model_plays_a_duel_from_its_challenge_to_its_end(served, key_of):
    keys = {name: key_of(name) for name in ("Orange", "Violet")}
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "intimate_mcp", "--site", served.address],
        env={"INTIMATE_KEY": keys["Orange"]},
    )

    async def play(violet):
        async with Client(command) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == {
                *("wait_for_turn", "view", "legal", "submit", "rules")
            }
            turns = []
            while True:
                text, _ = await call_text(client, "wait_for_turn")
                told = TURN.fullmatch(text)
                turns.append(told["phase"])
                seen, _ = await call_text(client, "view")
                assert f"Submit an entry for {told['phase']}." in seen
                done, failed = await call_text(client, "submit", **await model(client, told))
                assert not failed, done
                await asyncio.to_thread(violet.play_once, lambda _, options: default_entry(options))
                seen, _ = await call_text(client, "view", duel=told["duel"])
                if "result:" in seen:
                    for tool, given in (("legal", {"unit": "A PAR"}), ("submit", {"bids": {}})):
                        text, failed = await call_text(client, tool, **given, duel=told["duel"])
                        assert failed
                        assert text.endswith("is over. View shows how it ended.")
                    return told["duel"], turns

    with Site(served.address, keys["Violet"]) as violet:
        violet.challenge("Orange", settings={"year_limit": 1901})
        duel, turns = run(play(violet))
        assert turns[:3] == ["HOMES", "S1901B", "S1901M"]
        assert list(replay(load(violet.record(duel))))[-1]["result"]["reason"] == "year_limit"


def call_tools(site, *calls, **options):
    """Call tools of a server in this process, one after the other."""

    async def ask():
        async with Client(server_of(site, **options)) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            return tools, [await client.call_tool(name, given) for name, given in calls]

    return run(ask())


def test_refusals_have_reasons_and_legal_orders_only_on_request(served, key_of):
    with Site(served.address, key_of("Scarlet")) as site:
        start = site.practise("recruit", "FRANCE")
        (picture, wrong) = call_tools(
            site, ("view", {"picture": True}), ("submit", {"bids": {"FRANCE": 3}, "duel": start["duel"]})
        )[1]
        assert [part.type for part in picture.content] == ["text", "image"]
        assert "home power FRANCE" in picture.content[0].text
        assert wrong.is_error
        assert "bids.FRANCE" in wrong.content[0].text
        tools, (none,) = call_tools(site, ("submit", {}), legal=False)
        assert "legal" not in tools
        assert none.is_error


def test_waiting_ends_in_time_and_says_that_nothing_awaits(served, key_of):
    with Site(served.address, key_of("Indigo")) as site:
        _, (waited, viewed) = call_tools(site, ("wait_for_turn", {}), ("view", {}), longest=0.5)
    assert waited.content[0].text == "No duel awaits you yet. Call wait_for_turn again."
    assert viewed.is_error


def test_the_rules_are_given_by_topic():
    wanted = ("auction", "notation", "concession", "winter", "§4")
    _, (topics, auction, notation, rare, winter, numbered) = call_tools(
        None, ("rules", {}), *(("rules", {"topic": topic}) for topic in wanted)
    )
    assert "The auction" in topics.content[0].text
    assert "**4.1**" in auction.content[0].text
    assert "A PAR - BUR" in notation.content[0].text
    assert "## 8." in rare.content[0].text
    assert "**6.4**" in winter.content[0].text
    assert "**4.1**" in numbered.content[0].text


def at_the_limit(_):
    problem = {"code": "too_many_requests", "detail": "Too many requests."}
    return httpx.Response(429, json=problem, headers={"Retry-After": "40"})


def test_at_the_limit_of_requests_tools_and_the_command_say_when_to_try_again(monkeypatch, capsys):
    """They do not wait: clients give up after a minute."""
    busy = partial(Site, transport=httpx.MockTransport(at_the_limit), pause=pytest.fail)
    with busy("http://nowhere", "id_key", patience=20) as site:
        _, (waited,) = call_tools(site, ("wait_for_turn", {}))
    assert waited.is_error
    assert "Too many requests. (try again in 40 seconds)" in waited.content[0].text
    monkeypatch.setattr("intimate_mcp.__main__.Site", busy)
    given = ("--site", "http://nowhere", "--key", "id_key", "--practise", "recruit")
    monkeypatch.setattr(sys, "argv", ["intimate-mcp", *given])
    with pytest.raises(SystemExit):
        serve_command()
    assert "try again in 40 seconds" in capsys.readouterr().err


def test_an_unknown_key_is_refused_and_never_repeated_in_the_answer(served):
    async def ask():
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "intimate_mcp", "--site", served.address, "--key", "id_none"]
        )
        async with Client(command) as client:
            return await client.call_tool("wait_for_turn", {})

    refused = run(ask())
    assert refused.is_error
    assert "key_unknown" in refused.content[0].text
    assert "id_none" not in json.dumps(refused.model_dump(), default=str)


def test_a_named_duel_is_the_one_meant_until_it_is_gone(served, key_of, monkeypatch):
    with Site(served.address, key_of("Crimson")) as site:
        both = {site.practise("recruit", home)["duel"] for home in ("FRANCE", "ITALY")}
        duel, practice, gone = site.duel, site.practice, set()

        def unless_gone(name):
            if name in gone:
                raise Refused(404, {"code": "not_found"})
            return duel(name)

        monkeypatch.setattr(site, "duel", unless_gone)
        monkeypatch.setattr(site, "practice", lambda: [one for one in practice() if one["duel"] not in gone])

        async def named_by(client):
            text, failed = await call_text(client, "wait_for_turn")
            assert not failed, text
            return TURN.fullmatch(text)["duel"]

        async def ask():
            async with Client(server_of(site)) as client:
                first = await named_by(client)
                assert f"duel {first}," in (await call_text(client, "view"))[0]
                gone.add(first)
                return {first, await named_by(client)}

        assert run(ask()) == both
