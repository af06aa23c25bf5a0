"""The host names that the site answers to."""

import pytest
from werkzeug.test import Client

from web.core.site import allowed

OWN = {"SITE_URL": "https://duels.example.org", "ALLOWED_HOSTS": ""}


@pytest.fixture
def status(site_with, sqlite_database):
    """Return a function that requests a page by a host name, with some settings, and returns the status."""

    def status(host, path="/rules", **settings):
        site = site_with(sqlite_database, **settings)
        return Client(site).get(path, headers={"Host": host}).status_code

    return status


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        (OWN, ("duels.example.org",)),
        ({"SITE_URL": "http://localhost:8000"}, ("localhost", "127.0.0.1", "[::1]")),
        ({"SITE_URL": "http://[::1]:8000"}, ("localhost", "127.0.0.1", "[::1]")),
        ({**OWN, "ALLOWED_HOSTS": "a.example, .b.example"}, ("a.example", ".b.example")),
    ],
)
def test_the_name_of_the_site_s_address_is_allowed_or_those_that_are_set(settings, names):
    assert allowed(settings) == names


def test_a_site_answers_under_its_own_name_with_any_port(status):
    assert status("duels.example.org", **OWN) == 200
    assert status("duels.example.org:8000", **OWN) == 200


@pytest.mark.parametrize("host", ["evil.example", "duels.example.org.evil.example", "localhost", "a b", ""])
def test_requests_for_another_host_name_are_refused(status, host):
    assert status(host, **OWN) == 400
    assert status(host, "/static/icon.svg", **OWN) == 400


def test_the_refusal_of_a_host_name_is_in_both_languages(site):
    answer = Client(site).get("/login", headers={"Host": "evil.example"})
    assert "not known by this name" in answer.text
    assert "n’est pas connu sous ce nom" in answer.text
    assert "evil" not in answer.text
    assert "Set-Cookie" not in answer.headers


def test_health_and_metrics_answer_under_any_host_name(status):
    assert [status("10.0.0.1", path) for path in ("/healthz", "/readyz")] == [200, 200]
    assert status("10.0.0.1", "/metrics") == 404  # without their token


def test_behind_a_proxy_the_name_that_it_was_asked_for_counts(site_with, sqlite_database):
    site = site_with(sqlite_database, TRUST_PROXY=True, **OWN)
    asked = {"Host": "127.0.0.1:8000", "X-Forwarded-Host": "duels.example.org"}
    assert Client(site).get("/rules", headers=asked).status_code == 200
    asked["X-Forwarded-Host"] = "evil.example"
    assert Client(site).get("/rules", headers=asked).status_code == 400
