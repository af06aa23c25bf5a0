"""Returning to the log-in page after the first step: it asks for the code again and keeps what was typed."""

import pytest

from tests.fixtures_site import PASSWORD
from tests.web.accounts.steps import kept
from tests.web.reading import text


@pytest.fixture
def app(member, app_of):
    member("anna")
    return app_of("anna")


def test_a_change_of_the_language_between_the_steps_loses_nothing_that_was_typed(app, log_in):
    reader, asked = log_in(remember="y", next="/duels/?page=2")
    led = reader.post("/language/fr", next="/login")
    again = reader.client.get(led.headers["Location"])
    assert again.status_code == 200
    assert "Seconde étape" in text(again)
    assert kept(again) == kept(asked)
    assert again.headers["Cache-Control"] == "no-store"
    answer = reader.post("/login", **kept(again), second_code=app.next_code())
    assert answer.headers["Location"] == "/duels/?page=2"
    assert reader.client.get_cookie("remember_token") is not None


def test_at_the_second_step_a_visitor_can_log_in_as_somebody_else(app, member, log_in):
    member("boris")
    reader, asked = log_in(next="/duels/")
    assert 'href="/login?anew=yes&amp;next=/duels/"' in asked.text
    for path in ("/login?anew=yes&next=/duels/", "/login"):
        page = reader.client.get(path)
        assert 'name="password"' in page.text
        assert "second_code" not in page.text
    assert reader.post("/login", name="Boris", password=PASSWORD).status_code == 303


@pytest.mark.parametrize("typed", [{"next": "/" + 1000 * "x"}, {"remember": 1001 * "y"}])
def test_a_form_too_long_for_the_cookie_asks_for_the_password_again(app, log_in, typed):
    reader, asked = log_in(**typed)
    assert kept(asked).items() >= typed.items()
    assert 'name="password"' in reader.client.get("/login").text


def test_once_the_first_step_holds_no_more_the_page_asks_for_the_password(app, log_in):
    reader, _ = log_in()
    assert "second_code" in reader.client.get("/login").text
    app.wait(minutes=11)
    assert "second_code" not in reader.client.get("/login").text
