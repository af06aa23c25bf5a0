"""The example players, run like a user would: against each other, on a real server, to the end."""

import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from email.message import Message
from io import BytesIO
from urllib.error import HTTPError, URLError

import pytest
from sqlalchemy import select

from adjudicator import Kind, legal_orders, read_position, standard
from models import StoredDuel
from services.accounts import accounts
from services.accounts.accounts import change_kind
from services.api.keys import Scope, make_token
from services.challenges import challenges
from services.terms import Terms
from tests.e2e.serving import serving
from tests.fixtures_site import open_database
from tests.quality.project import ROOT
from web.core.session import system_clock

PLAYERS = {"Greedy": "greedy.py", "Lottery": "random_player.py"}
PATIENCE = 60


@pytest.fixture(scope="module")
def served(tmp_path_factory, migrated_file):
    with serving(tmp_path_factory.mktemp("served"), migrated_file) as served:
        yield served


def key_of(database, name):
    """Register a bot and give it a key."""
    with database.writing() as session:
        user = accounts.register(session, name, "none", "en", system_clock())
        change_kind(session, user.id, "program", system_clock())
        return make_token(session, user.id, name, tuple(Scope), None, system_clock())[1]


def challenged(database):
    """Let one bot challenge the other to a duel of a year; return the number of the challenge."""
    with database.writing() as session:
        first, second = (accounts.named(session, name) for name in PLAYERS)
        terms = Terms(settings={"year_limit": 1901})
        return challenges.create(session, first.id, "named", second, terms, system_clock()).id


def ended(database):
    """Return how the duel ended, None before its end."""
    with database.reading() as session:
        found = session.scalars(select(StoredDuel)).one_or_none()
        return found and found.reason


def test_two_example_bots_play_a_duel_to_its_end_by_the_rules(served, tmp_path):
    database = open_database(served.database_url)
    keys = {name: key_of(database, name) for name in PLAYERS}
    challenged(database)
    with ExitStack() as running:
        said = running.enter_context((tmp_path / "players.txt").open("wb"))
        for name, program in PLAYERS.items():
            command = [sys.executable, ROOT / "examples" / program, served.address, keys[name]]
            player = running.enter_context(subprocess.Popen(command, stdout=said, stderr=said))
            running.callback(player.terminate)
        until = time.monotonic() + PATIENCE
        while ended(database) is None:
            assert time.monotonic() < until, (tmp_path / "players.txt").read_text()
            time.sleep(0.2)
    with database.reading() as session:
        duel = session.scalars(select(StoredDuel)).one()
        assert duel.rated
        assert duel.counts
        assert duel.first.kind == duel.second.kind == "program"
    database.close()
    assert "Traceback" not in (tmp_path / "players.txt").read_text()


def test_without_a_key_the_usage_is_printed_and_a_wrong_key_stops_the_bot(served):
    program = ROOT / "examples" / "greedy.py"
    unknown = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False)
    assert unknown.stderr.strip().endswith("ADDRESS KEY")
    program = ROOT / "examples" / "random_player.py"
    refused = subprocess.run(
        [sys.executable, program, served.address, "none"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr


def test_the_greedy_bot_prefers_an_empty_enemy_home_centre(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "examples")
    from greedy import Greedy  # noqa: PLC0415  # a module beside its imports

    board = standard()
    borders = {
        kind.value: {here: sorted(near) for here, near in board.borders[kind].items()} for kind in Kind
    }
    provinces = {code: {"centre": code in board.centres} for code in board.codes}
    homes = {power: sorted(board.homes[power]) for power in board.powers}

    known = {"homes": homes, "provinces": provinces, "borders": borders}
    units = {"RUSSIA": ["A BUR", "A MUN"]}
    position = read_position(units)
    offered = legal_orders(position, position.units)
    duel = {
        "you": "first",
        "homes": {"first": "RUSSIA", "second": "FRANCE"},
        "position": {"centers": {}},
    }
    options = {
        "takes": "orders",
        "winters": [],
        "units": [
            {"unit": str(unit), "power": "RUSSIA", "orders": [str(order) for order in orders]}
            for unit, orders in offered.items()
        ],
    }
    assert {"A BUR - PAR", "A BUR - MAR"} & set(Greedy(known)(duel, options)["orders"]["RUSSIA"])


class Busy:
    """A site that refuses some requests and records all."""

    def __init__(self, refused):
        self.refused, self.asked = refused, []

    def ask(self, method, path, *_):
        self.asked.append((method, path))
        if self.refused in path:
            body = BytesIO(b'{"code": "limit_reached"}')
            raise HTTPError(path, 409, "Conflict", Message(), body) if "/" in path[1:] else URLError("away")
        duels = [{"duel": name, "awaits_you": True, "phase": "S1901M"} for name in ("one", "two")]
        challenges = [{"challenge": name} for name in ("three", "four")]
        return {"duels": duels, "challenges": 2, "to_me": challenges}


@pytest.mark.parametrize(
    ("refused", "stored", "accepted"),
    [("none", 2, 2), ("three", 2, 2), ("/duels/one", 1, 2), ("/challenges", 2, 0), ("/changes", 0, 0)],
)
def test_a_refusal_for_one_duel_or_challenge_does_not_hold_up_others(monkeypatch, refused, stored, accepted):
    monkeypatch.syspath_prepend(ROOT / "examples")
    from random_player import attempt, look  # noqa: PLC0415  # a program, not a package

    site = Busy(refused)
    attempt(look, site, lambda *_: {})
    assert sum(method == "PUT" and "readiness" in path for method, path in site.asked) == stored
    assert sum(path.endswith("/accept") for _, path in site.asked) == accepted


HEAD = "HTTP/1.1 {}\r\nConnection: close\r\n"
NO_ANSWERS = {
    "cut short": HEAD.format("200 OK") + "Content-Length: 90\r\n\r\n{",
    "a page": HEAD.format("200 OK") + "Content-Length: 6\r\n\r\n<html>",
    "no text": HEAD.format("200 OK") + "Content-Length: 2\r\n\r\n\xff\xfe",
    "no HTTP": "nonsense\r\n\r\n",
    "nothing": "",
    "a date to wait for": HEAD.format("503 Busy") + "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n\r\n",
    "an error cut short": HEAD.format("503 Busy") + "Content-Length: 90\r\n\r\n{",
}


@pytest.mark.parametrize("answer", NO_ANSWERS.values(), ids=NO_ANSWERS)
def test_answers_of_a_proxy_or_a_broken_connection_do_not_stop_a_player(monkeypatch, capsys, answer):
    monkeypatch.syspath_prepend(ROOT / "examples")
    from random_player import Site, attempt  # noqa: PLC0415  # a program, not a package

    with socket.create_server(("127.0.0.1", 0)) as door, ThreadPoolExecutor(1) as others:

        def answer_once():
            line, _ = door.accept()
            with line:
                line.recv(65536)
                line.sendall(answer.encode("latin-1"))

        answered = others.submit(answer_once)
        attempt(Site(f"http://127.0.0.1:{door.getsockname()[1]}", "key").ask, "GET", "/changes")
        answered.result(PATIENCE)
    assert capsys.readouterr().err.strip()
