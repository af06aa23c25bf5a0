"""The files for keepers: they name settings that exist, and run what the Procfile runs."""

import json
import re

import pytest

from tests.quality.project import ROOT
from web.frame.configuration import FLAGS, NUMBERS, TEXTS

DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in DEPLOY.glob("*.service"))


def text(name):
    return (DEPLOY / name).read_text("utf-8")


def test_the_settings_in_containers_are_settings_of_the_site():
    block = text("compose.yaml").partition("environment: &settings")[2].partition("  volumes:")[0]
    named = set(re.findall("^ {4}([A-Z_]+):", block, re.MULTILINE))
    assert {"DATABASE_URL", "SECRET_KEY", "ENTRY_KEYS", "COOKIE_SECURE", "TRUST_PROXY"} <= named
    assert named <= {*TEXTS, *FLAGS, *NUMBERS, "REDIS_URL", "HOST", "PORT"}


@pytest.mark.parametrize("process", ["web", "worker"])
def test_units_run_what_the_procfile_runs(process):
    wanted = re.search(f"^{process}: (.*)$", (ROOT / "Procfile").read_text(), re.MULTILINE)[1]
    started = re.search("^ExecStart=/srv/duels/(.*)$", text(f"duels-{process}.service"), re.MULTILINE)[1]
    assert started == wanted.replace("'", "")


@pytest.mark.parametrize("unit", UNITS)
def test_units_are_hardened(unit):
    """`systemd-analyze security --offline=true` gives them 1.4 and 1.5 of 10, of which 0 is the safest."""
    settings = dict(
        line.split("=", 1) for line in text(unit).splitlines() if re.match("[A-Z][A-Za-z]*=", line)
    )
    wanted = {
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "PrivateTmp": "yes",
        "UMask": "0077",
        "CapabilityBoundingSet": "",
    }
    assert wanted.items() <= settings.items()
    assert settings["SystemCallFilter"].startswith("~@privileged")
    assert "MemoryDenyWriteExecute" not in settings


def test_the_proxy_tells_what_the_site_trusts_and_logs_no_query():
    proxy = text("nginx.conf")
    for header in ("Host", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-For"):
        assert f"proxy_set_header {header} $" in proxy
    logged = re.search("log_format short '(.*)';", proxy)[1]
    assert "$uri" in logged
    assert not {"$request ", '$request"', "$request_uri", "$args"} & set(
        re.findall(r"\$request_uri|\$args|\$request[ \"]", logged)
    )


def test_the_proxy_logs_no_address_that_lets_its_bearer_in(site):
    unlogged = re.search(r"location ~ (\S+) { access_log off;", text("nginx.conf"))[1]
    bearing = {"accounts.reset", "accounts.verify", "challenges.show", "challenges.join", "feeds.calendar"}
    rules = [
        rule for rule in site.url_map.iter_rules() if rule.endpoint in bearing or "secret" in rule.arguments
    ]
    assert {rule.endpoint for rule in rules} == bearing
    assert [rule.rule for rule in rules if not re.match(unlogged, rule.rule)] == []
    assert unlogged in (ROOT / "docs" / "running.md").read_text("utf-8")


def test_the_proxy_logs_no_address_of_a_failed_request_and_follows_containers_that_move():
    """Errors below `alert` name whole addresses; a name is looked up once unless told otherwise."""
    proxy = text("nginx.conf")
    assert re.findall("error_log (.*);", proxy) == ["/dev/stderr alert"]
    assert "server web:8000 resolve;" in proxy
    assert "resolver 127.0.0.11" in proxy


def test_no_image_and_no_commit_holds_a_keeper_s_secrets():
    left_out = text("Dockerfile.dockerignore").splitlines()
    assert {"**/.env*", "**/*.pem", "**/*.sqlite3*", "deploy/certificates"} <= set(left_out)
    unnoticed = (ROOT / ".gitignore").read_text().splitlines()
    assert {".env", "*.pem", "*.sqlite3*", "deploy/certificates/"} <= set(unnoticed)


def test_the_dashboard_shows_figures_that_are_counted():
    source = (ROOT / "web" / "frame" / "metrics.py").read_text("utf-8")
    shown = set(re.findall(r"site_[a-z_]+?(?=_(?:count|sum|bucket|total)|[^a-z_])", text("grafana.json")))
    assert shown
    assert all(f'"{name}"' in source for name in shown)
    assert json.loads(text("grafana.json"))["panels"]
