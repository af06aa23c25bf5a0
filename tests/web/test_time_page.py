"""The page about time agrees with the code, and pages where players agree on clocks link to it."""

import html
import re
from pathlib import Path

import pytest

from clocks.running import LONGEST_LIVE_PAUSE, LONGEST_PAUSE, MOST_TIME_OFF, OPEN_FOR
from clocks.terms import PRESETS, SHORTEST_BY_HOUR, TIME_OFF
from services.notifications.delivery import PATIENCE
from services.outages import LONGEST_SILENCE
from tests.web.reading import rows
from tests.web.test_challenges import challenge
from web.notifications.content import kind_names
from web.words.clocks import clock_names
from web.words.times import duration

TEMPLATES = Path(__file__).parents[2] / "templates" / "pages"
LENGTHS = (OPEN_FOR, MOST_TIME_OFF, LONGEST_PAUSE, LONGEST_LIVE_PAUSE, PATIENCE)
SENTENCE = re.compile(r"\{% trans.*?%\}(.*?)\{% endtrans %\}", re.DOTALL)


@pytest.fixture
def page(visit):
    return visit().get("/help/time")


def test_it_has_a_row_for_every_clock_to_choose_from(site, page):
    listed = rows(page)
    with site.test_request_context():
        for name, clock in PRESETS.items():
            banks = [duration(clock.bank), duration(clock.cap)] if clock.has_banks else ["–", "–"]
            times = [duration(seconds) for seconds in (clock.moves, clock.auctions, clock.shorts)]
            assert [clock_names()[name], *times, *banks] in listed


def test_it_has_a_row_for_every_kind_of_message(site, page):
    heads = {row[0] for row in rows(page)}
    with site.test_request_context():
        assert set(kind_names().values()) <= heads


def test_the_time_page_names_every_length_used_by_the_code(site, page):
    with site.test_request_context():
        said = [duration(length.total_seconds()) for length in LENGTHS]
        said += [duration(seconds) for seconds in (TIME_OFF, SHORTEST_BY_HOUR)]
    said.append(f"{LONGEST_SILENCE.seconds} seconds")
    assert [length for length in said if length not in page.text] == []
    assert "%(" not in page.text


def test_no_number_is_typed_in_it():
    sentences = [
        words for path in TEMPLATES.glob("time*.html") for words in SENTENCE.findall(path.read_text())
    ]
    assert len(sentences) > 40
    assert [words for words in sentences if re.search(r"\d", words)] == []


@pytest.mark.parametrize("path", ["/rules", "/challenges/new", "/account/notifications", "/account"])
def test_a_way_leads_to_it(member, path):
    assert 'href="/help/time' in member("anna").get(path).text


def test_a_way_leads_to_it_from_the_terms_of_a_duel_and_of_a_challenge(pages, member):
    words = "More about time and absence"
    assert words in html.unescape(pages().get("anna").text)
    challenger = member("clara")
    assert words in challenger.get(challenge(challenger)).text
