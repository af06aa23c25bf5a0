"""Tests share an application, and none of them sees what an earlier one left in it."""

from tests.fixtures_site import NOON

LASTING = {
    *("account streams", "addresses", "api_error_answer", "babel", "csrf", "duel_parts", "heartbeat"),
    *("menu", "message_words", "refusals", "ways"),
}
"""The extensions that keep nothing of a request once it is answered."""


def test_what_an_application_remembers_is_new_for_each_test(sqlite_database, lend_site):
    lent = lend_site(sqlite_database)
    before = {**lent.extensions}
    before["database"].close()
    lent.config["CLOCK"] = lambda: NOON
    lent.config["CONTACT"] = "contact@example.org"
    lent.extensions["cache"] = None
    again = lend_site(sqlite_database)
    assert {name for name, kept in again.extensions.items() if kept is before[name]} == LASTING
    assert again.config["CONTACT"] == ""
    assert again.config["CLOCK"]() > NOON
