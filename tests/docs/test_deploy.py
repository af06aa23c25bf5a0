"""The files for administrators name existing settings, and run the commands of the Procfile."""

import json
import re

import pytest

from tests.quality.project import ROOT
from web.core.configuration import FLAGS, NUMBERS, TEXTS

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
    """`systemd-analyze security --offline=true` rates them 1.4 and 1.5 of 10; 0 is the safest."""
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


def test_the_proxy_sends_the_headers_that_the_site_trusts_and_logs_no_query():
    proxy = text("nginx.conf")
    for header in ("Host", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-For"):
        assert f"proxy_set_header {header} $" in proxy
    logged = re.search("log_format short '(.*)';", proxy)[1]
    assert "$uri" in logged
    assert not {"$request ", '$request"', "$request_uri", "$args"} & set(
        re.findall(r"\$request_uri|\$args|\$request[ \"]", logged)
    )


def test_the_proxy_does_not_log_addresses_that_contain_secrets(site):
    unlogged = re.search(r"location ~ (\S+) { access_log off;", text("nginx.conf"))[1]
    bearing = {"accounts.reset", "accounts.verify", "challenges.show", "challenges.join", "feeds.calendar"}
    bearing |= {"tables.sheet", "tables.hand_in", "tables.sheet_arrows"}
    rules = [
        rule for rule in site.url_map.iter_rules() if rule.endpoint in bearing or "secret" in rule.arguments
    ]
    assert {rule.endpoint for rule in rules} == bearing
    assert [rule.rule for rule in rules if not re.match(unlogged, rule.rule)] == []
    assert unlogged in (ROOT / "docs" / "running.md").read_text("utf-8")


def test_the_proxy_logs_no_address_of_a_failed_request_and_follows_containers_that_move():
    """Errors below `alert` contain whole addresses; by default a name is looked up only once."""
    proxy = text("nginx.conf")
    assert re.findall("error_log (.*);", proxy) == ["/dev/stderr alert"]
    assert "server web:8000 resolve;" in proxy
    assert "resolver 127.0.0.11" in proxy


def test_no_image_and_no_commit_holds_an_administrator_s_secrets():
    left_out = text("Dockerfile.dockerignore").splitlines()
    assert {"**/.env*", "**/*.pem", "**/*.sqlite3*", "deploy/certificates"} <= set(left_out)
    unnoticed = (ROOT / ".gitignore").read_text().splitlines()
    assert {".env", "*.pem", "*.sqlite3*", "deploy/certificates/"} <= set(unnoticed)


def test_the_dashboard_shows_figures_that_are_counted():
    source = (ROOT / "web" / "core" / "metrics.py").read_text("utf-8")
    shown = set(re.findall(r"site_[a-z_]+?(?=_(?:count|sum|bucket|total)|[^a-z_])", text("grafana.json")))
    assert shown
    assert all(f'"{name}"' in source for name in shown)
    assert json.loads(text("grafana.json"))["panels"]


FAMILIES = re.compile(r'"(site_[a-z_]+)"')
NAMED = re.compile(r"site_[a-z_]+?(?=_(?:count|sum|bucket|total)\b|[^a-z_])")


def alerts():
    """Return the alerts with their texts."""
    blocks = text("alerts.yaml").split("      - alert: ")[1:]
    return {block.partition("\n")[0]: block for block in blocks}


def test_alerts_use_existing_metrics_and_labels():
    source = (ROOT / "web" / "core" / "metrics.py").read_text("utf-8")
    counted = set(FAMILIES.findall(source))
    asked = {name for block in alerts().values() for name in NAMED.findall(block)}
    assert {"site_worker_waiting", "site_worker_silence_seconds", "site_request_seconds"} <= asked <= counted
    waiting = set(re.findall(r'what="(\w+)"', text("alerts.yaml")))
    assert all(f'"{what}"' in source for what in waiting)
    labels = set(re.findall(r"[{(](\w+)(?:=|\))", text("alerts.yaml"))) & {"status", "duty", "page", "what"}
    assert all(f'"{label}"' in source for label in labels)


def test_each_alert_says_what_to_do_and_stands_in_the_docs_with_its_severity():
    page = (ROOT / "docs" / "running.md").read_text("utf-8")
    for name, block in alerts().items():
        severity = re.search(r"severity: (page|ticket)", block)[1]
        assert f"| `{name}` | {severity} |" in page
        assert re.search(r"\n {10}action: \S", block)
        for command in re.findall(r"flask (deadlines \w+)", block):
            assert f"`{command}" in page
    assert page.count("| page |") + page.count("| ticket |") == len(alerts()) == 8


def test_the_image_can_be_built_on_another_base():
    recipe = text("Dockerfile")
    assert re.search(r"^ARG BASE=python:3\.11\S*\nFROM \$\{BASE\}$", recipe, re.MULTILINE)


def test_the_proxy_answers_and_redirects_for_the_site_s_own_name_alone():
    proxy = text("nginx.conf")
    servers = [block.partition("\n    }\n")[0] for block in proxy.split("    server {\n")[1:]]
    others, plain, encrypted = servers
    assert "listen 80 default_server;" in others
    assert "listen 443 ssl default_server;" in others
    assert "ssl_reject_handshake on;" in others
    assert "return 444;" in others
    for server in (plain, encrypted):
        assert "server_name ${SITE_HOST};" in server
        assert "default_server" not in server
    assert "return 301 https://${SITE_HOST}$request_uri;" in plain
    assert "https://$host" not in proxy


def test_the_databases_are_out_of_the_proxy_s_reach_and_take_a_password():
    services = containers()
    assert "    networks: [outside]\n" in services["proxy"]
    for name in ("postgres", "redis"):
        assert "    networks: [inside]\n" in services[name]
    assert "inside: { internal: true }" in text("compose.yaml")
    assert "- --requirepass" in services["redis"]
    assert "REDIS_URL: rediss://:${REDIS_PASSWORD:?" in services["web"]


def test_nothing_goes_unencrypted_between_the_site_and_its_databases_and_each_has_its_own_key():
    services = containers()
    addresses = re.findall("(?:DATABASE|REDIS)_URL: (.*)", services["web"])
    assert [address.partition("?")[2].partition("?")[2] for address in addresses] == [
        "sslmode=verify-full&sslrootcert=/tls/ca.pem",
        "ssl_ca_certs=/tls/ca.pem",
    ]
    assert "authority:/tls:ro" in services["web"]
    assert "-cssl=on" in services["postgres"]
    assert '--port\n      - "0"\n' in services["redis"]
    for name in ("postgres", "redis"):
        assert f"tls_{name}:/tls:ro" in services[name]
        assert f"tls_{name}:/tls/{name}" in services["certificates"]
        others = services.keys() - {name, "certificates"}
        assert not [other for other in others if f"tls_{name}" in services[other]]


def test_every_container_has_limits_of_memory_and_processes_and_gains_no_rights():
    found = containers()
    assert set(found) == {"certificates", "tables", "web", "worker", "proxy", "postgres", "redis"}
    for name, service in found.items():
        for setting in ("mem_limit: ", "pids_limit: ", 'security_opt: ["no-new-privileges:true"]'):
            assert setting in service, (name, setting)


def containers():
    """Return the settings of each service, including shared ones."""
    shared, _, rest = text("compose.yaml").partition("\nservices:\n")
    blocks = re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", rest, re.MULTILINE)
    return {name: block + shared * ("<<: *site" in block) for name, block in blocks}
