"""A client generated from the OpenAPI description plays a duel: no field is lost or misread."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import httpx
import pytest

from intimate.record import load
from intimate.replay import replay
from tests.web.api.asking import key_of


@pytest.fixture
def generated(site, tmp_path, monkeypatch):
    """Let openapi-python-client write a package; return it."""
    (tmp_path / "openapi.json").write_text(site.test_client().get("/api/v1/openapi.json").text, "utf-8")
    (tmp_path / "config.yml").write_text("post_hooks: []\n", "utf-8")
    done = subprocess.run(
        [
            Path(sys.executable).with_name("openapi-python-client"),
            *("generate", "--path", tmp_path / "openapi.json", "--config", tmp_path / "config.yml"),
            *("--meta", "none", "--output-path", tmp_path / "generated_client", "--fail-on-warning"),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in (done.stdout + done.stderr).lower(), done.stdout + done.stderr
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "generated_client"]:
        del sys.modules[name]


class Generated:
    """The generated functions, called with the key of an account."""

    def __init__(self, site, key):
        client = import_module("generated_client.client").AuthenticatedClient
        self.asked = {
            "base_url": "http://localhost/api/v1",
            "token": key,
            "httpx_args": {"transport": httpx.WSGITransport(app=site)},
        }
        self.client = client(**self.asked)
        self.models = import_module("generated_client.models")

    def ask(self, group, name, *parts, **given):
        done = import_module(f"generated_client.api.{group}.{name}").sync_detailed(
            *parts, client=self.client, **given
        )
        assert done.status_code < 300, (name, done.content)
        return done.parsed

    def body(self, name, plain):
        return getattr(self.models, name).from_dict(plain)

    def entry(self, options):
        """Return an entry without orders or bids."""
        takes = options.takes.value
        if takes == "homes":
            return self.body("Homes", {"homes": [power.value for power in options.powers]})
        if takes == "bids":
            return self.body("Bids", {"bids": {}})
        orders = {}
        for unit in options.units:
            orders.setdefault(unit.power.value, []).append(unit.orders[0])
        for winter in options.winters:
            orders[winter.power.value] = winter.orders[: winter.number]
        return self.body("Orders", {"orders": orders})

    def play(self, duel):
        """Hand in if the duel awaits the account; return whether the duel goes on."""
        seen = self.ask("duels", "show_duel", duel)
        if seen.phase is None:
            return False
        if seen.awaits_you:
            entry = self.entry(self.ask("entries", "show_options", duel, seen.phase))
            self.ask("entries", "put_entry", duel, seen.phase, body=entry)
            ready = self.body("Readiness", {"ready": True})
            self.ask("entries", "put_readiness", duel, seen.phase, body=ready)
        return True


def test_two_of_them_challenge_each_other_play_a_duel_and_read_its_record(
    site, pages, sqlite_database, generated
):
    assert generated
    pages()
    anna, boris = (Generated(site, key_of(sqlite_database, name)) for name in ("anna", "boris"))
    challenge = {"kind": "named", "opponent": "boris", "settings": {"year_limit": 1901}}
    made = anna.ask("challenges", "make_challenge", body=anna.body("NewChallenge", challenge))
    duel = boris.ask("challenges", "accept_challenge", made.challenge).duel
    while all([anna.play(duel), boris.play(duel)]):
        pass
    ended = anna.ask("duels", "show_duel", duel)
    assert (ended.result.reason.value, ended.result.phase) == ("year_limit", "F1901M")
    record = anna.ask("chapters", "show_record", duel).to_dict()
    assert list(replay(load(record)))[-1]["result"]["reason"] == "year_limit"
    assert json.loads(anna.ask("duels", "export_duels"))["duel"] == duel
