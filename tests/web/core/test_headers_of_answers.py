"""The headers of answers."""

import pytest

from tests.fixtures_site import Visitor
from tests.web.api.asking import Program, key_of


def test_a_browser_saves_an_answer_of_the_api_instead_of_showing_it(site, member, sqlite_database):
    member("anna")
    program = Program(site, key_of(sqlite_database, "anna"))
    for path in ("/account", "/duels", "/nothing"):
        assert program.get(path).headers["Content-Disposition"] == 'attachment; filename="answer.json"'


@pytest.mark.parametrize("path", ["/", "/rules"])
def test_a_page_is_shown(visit, path):
    assert "Content-Disposition" not in visit().get(path).headers


def test_a_site_by_https_is_so_with_all_names_below_it(sqlite_database, site_with):
    site = site_with(sqlite_database, SESSION_COOKIE_SECURE=True)
    told = Visitor(site).get("/rules").headers["Strict-Transport-Security"]
    assert told == "max-age=31536000; includeSubDomains"
