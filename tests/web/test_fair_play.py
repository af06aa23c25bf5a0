"""The page "Fair play" states the numbers of the code, and other pages link to it."""

import re
from pathlib import Path

import pytest

from competition.counting import REPEAT_DAYS
from competition.glicko import PROVISIONAL, START, START_DEVIATION, START_VOLATILITY, TAU
from services.ratings.pools import LISTED_FOR
from tests.web.reading import rows, text

TEMPLATES = Path(__file__).parents[2] / "templates" / "pages" / "fair_play"
SENTENCE = re.compile(r"\{% trans.*?%\}(.*?)\{% endtrans %\}", re.DOTALL)


@pytest.fixture
def page(visit):
    return visit().get("/help/fair-play")


def test_it_names_every_number_that_ratings_go_by(page):
    numbers = [
        f"{START:.0f}",
        f"{START_DEVIATION:.0f}",
        f"{PROVISIONAL:.0f}",
        f"{START_VOLATILITY}",
        f"{TAU}",
    ]
    numbers += [f"{REPEAT_DAYS} days", f"{LISTED_FOR.days} days"]
    assert [number for number in numbers if number not in text(page)] == []
    weights = [row for row in rows(page) if len(row) == 3]
    assert weights[1:] == [
        ["1st", "whole", "whole"],
        ["2nd", "half", "half"],
        ["3rd", "a quarter", "a quarter"],
        ["4th and later", "nothing", "nothing"],
    ]


def test_no_number_of_ratings_is_typed_in_it():
    """Except in the names of a season and the method, and in how sure a deviation is."""
    sentences = SENTENCE.findall((TEMPLATES / "ratings.html").read_text("utf-8"))
    assert len(sentences) > 10
    typed = [re.sub("Spring 1901|Glicko-2|2 chances in 3", "", words) for words in sentences]
    assert [words for words in typed if re.search(r"\d", words)] == []


@pytest.mark.parametrize("path", ["/", "/rules", "/ratings/days/intimate"])
def test_a_way_leads_to_it(visit, path):
    assert 'href="/help/fair-play' in visit().get(path).text
