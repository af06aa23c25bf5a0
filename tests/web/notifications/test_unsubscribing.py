"""Unsubscribing from a kind of e-mail by its link (RFC 8058)."""

import pytest
from itsdangerous import URLSafeSerializer

from tests.web.reading import text
from web.notifications.content import unsubscribe_url

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def link(site, member, give, stored):
    """Return the link that unsubscribes Anna from e-mails about her turns."""
    member("anna")
    give("anna")
    with site.test_request_context():
        return (
            unsubscribe_url(stored()[0], "turn")
            .removeprefix("https://duels.example.org")
            .removeprefix("http://localhost")
        )


def test_looking_takes_nothing_off(link, visit, stored):
    page = visit().get(link)
    assert "It is your turn" in text(page)
    assert f'action="{link}"' in page.text
    assert "turn" in stored()[0].kinds


def test_a_mail_client_unsubscribes_without_token_or_log_in_and_may_repeat_it(link, site, stored):
    for _ in range(2):
        answer = site.test_client().post(link, data=ONE_CLICK)
        assert answer.status_code == 200
        assert "You no longer get this by e-mail" in text(answer)
        assert stored()[0].kinds == ["reminder", "offer", "ended"]


def test_unsubscribing_a_removed_channel_succeeds(link, site, sqlite_database, stored):
    with sqlite_database.writing() as session:
        session.delete(session.merge(stored()[0]))
    assert site.test_client().post(link, data=ONE_CLICK).status_code == 200


@pytest.mark.parametrize("spoil", ["x", "forged", "%00", "x" * 5000, ""])
def test_a_link_that_is_not_ours_does_nothing(link, site, stored, spoil):
    forged = {
        "forged": URLSafeSerializer("other", salt="unsubscribe").dumps([1, "turn"]),
        "x": f"{link.rpartition('/')[2]}x",
    }.get(spoil, spoil)
    for method in ("get", "post"):
        assert getattr(site.test_client(), method)(f"/unsubscribe/{forged}").status_code == 404
    assert "turn" in stored()[0].kinds


def test_other_signed_values_are_no_unsubscribe_links(site, member, give, stored):
    member("anna")
    give("anna")
    for value in ([1, "everything"], ["one", "turn"], [1], {"1": "turn"}, None):
        token = URLSafeSerializer(site.config["SECRET_KEY"], salt="unsubscribe").dumps(value)
        assert site.test_client().post(f"/unsubscribe/{token}").status_code == 404
    other = URLSafeSerializer(site.config["SECRET_KEY"], salt="other").dumps([1, "turn"])
    assert site.test_client().post(f"/unsubscribe/{other}").status_code == 404
    assert "turn" in stored()[0].kinds
