"""A duel that ends after agreed hours: the notice before, in the last minutes, and after (source 002, 1)."""

import re
from datetime import timedelta

import pytest

from clocks.terms import HOUR, MINUTE, Clock
from tests.builders import lonely
from tests.fixtures_duels import NOON
from tests.web.reading import links, text

TWO_HOURS = Clock(50 * MINUTE, 50 * MINUTE, 50 * MINUTE, misses=9, limit=2 * HOUR)
AHEAD = lonely(
    "F1903M",
    centers={"AUSTRIA": ["VIE", "BUD", "TRI"], "FRANCE": ["PAR", "MAR"]},
    units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"]},
)
SOON = "The duel ends at 14:00. A phase that is not over by then does not count."


@pytest.fixture
def timed(pages):
    """Return a duel of two hours; both players arrived at noon."""

    def begin(**settings):
        duel = pages(AHEAD, clock=TWO_HOURS, **settings)
        duel.clock(NOON)
        for reader in ("anna", "boris"):
            duel.post(reader, "time/come")
        return duel

    return begin


def notice(duel, reader="anna"):
    """Return the element with the notice of the end, up to its sentence."""
    page = duel.get(reader).text
    return page[page.index("data-shows-at") :].partition("</p>")[0]


def test_the_bar_says_to_everybody_when_the_duel_ends_at_the_latest(pages, timed):
    duel = pages(AHEAD, clock=TWO_HOURS)
    duel.clock(NOON)
    assert "ends after 2 hours of play at the latest" in text(duel.get("visitor"))
    duel = timed()
    assert "ends at 14:00 at the latest" in text(duel.get("anna"))
    assert "ends at 14:00 at the latest" in text(duel.get("visitor"))
    assert "se termine à 14:00 au plus tard" in text(duel.get("boris"))


def test_while_the_duel_is_paused_the_bar_says_what_is_left(timed):
    duel = timed()
    duel.clock(NOON + timedelta(minutes=30))
    for reader in ("anna", "boris"):
        duel.post(reader, "time/offer_pause")
    page = duel.get("anna")
    assert "ends after 1 hour, 30 minutes of play at the latest" in text(page)
    assert "data-shows-at" not in page.text


def test_the_last_ten_minutes_are_said_and_an_open_page_can_say_them_by_itself(timed):
    duel = timed()
    assert 'data-shows-at="2026-11-20T13:50:00+00:00" hidden' in notice(duel)
    for minutes, is_said in ((109, False), (110, True)):
        duel.clock(NOON + timedelta(minutes=minutes))
        assert (" hidden>" not in notice(duel)) is is_said
        assert re.sub(r"<.*?>", "", notice(duel)).endswith(f">{SOON}")


def test_after_the_agreed_hours_the_page_shows_the_end_and_what_counted(timed):
    duel = timed()
    duel.clock(NOON + timedelta(hours=2))
    assert "anna won when the agreed time was over." in text(duel.get("visitor"))
    assert "You won. The agreed time is over. You have more centres." in text(duel.get("anna"))
    assert "Votre adversaire a plus de centres." in text(duel.get("boris"))
    assert "Centres of the home powers: anna you 3 · boris 2" in text(duel.get("anna"))
    assert "Agreed time over" in text(duel.get("visitor"))


def test_the_page_says_if_units_count(timed):
    """Source 000, III."""
    duel = timed(limit_counts="units")
    assert "The home power with more units on the board wins then" in text(duel.get("visitor"))
    duel.clock(NOON + timedelta(hours=2))
    assert "A draw. The agreed time is over. You have the same number of units." in text(duel.get("anna"))
    assert "Units of the home powers: anna you 1 · boris 1" in text(duel.get("anna"))


def test_the_terms_say_what_the_hours_mean(timed):
    page = text(timed().get("visitor"))
    assert "50 minutes per phase; 2 hours in all" in page
    assert "2 hours after its first phase began the duel ends" in page
    assert "The home power with more supply centres wins then; equal is a draw." in page


def test_the_archive_finds_it_by_its_reason(timed, visit):
    duel = timed()
    duel.contest.sweep(NOON + timedelta(hours=2))
    found = visit().get("/archive/?reason=time_up")
    assert duel.path in links(found)
    assert duel.path not in links(visit().get("/archive/?reason=year_limit"))
