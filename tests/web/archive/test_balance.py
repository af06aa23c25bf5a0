"""The balance of the pairings: results of the opponent's duels beside people's."""

import gzip
import json

import pytest

from intimate.rules import PAIRS, STARTING_CREDITS, PairedCredits
from intimate.variants import even
from lab.balancing.published import figures, publish
from tests.builders import start
from tests.fixtures_duels import SECOND
from tests.lab.made_up import lines
from tests.schemas import faults
from tests.web.reading import links, rows, text


@pytest.fixture
def measured(site, tmp_path):
    """Let the site show a measurement; until then it has none."""
    site.config["BALANCE"] = tmp_path / "balance"

    def measure(duels, **about):
        played = [{**line, **about} for line in lines(duels)]
        publish(played, figures(played), tmp_path / "balance")
        return played

    return measure


def test_until_there_is_a_measurement_the_page_says_so(measured, visit):
    page = visit().get("/archive/balance")
    assert "Not measured yet" in text(page)
    assert "/archive/powers" in links(page)
    assert visit().get("/archive/balance/duels.jsonl.gz").status_code == 404


def test_the_opponent_and_people_stand_side_by_side(measured, pages, visit):
    pages(start("S1901B")).contest.happen(SECOND, "conceded")
    played = measured(2016)
    page = visit().get("/archive/balance")
    assert "2,016 duels" in text(page)
    assert "(22 Nov 2026)" in text(page)
    usual = [line for line in played if line["pairing"] == "AUSTRIA-FRANCE" and not line["shift"]]
    won, lost, drawn, stopped = (
        str(sum(line["result"] == result for line in usual)) for result in ("won", "lost", "drawn", "stopped")
    )
    found = rows(page)
    assert ["Austria – France", f"{won}–{lost}", drawn, stopped, "4.0"] in found
    shares = next(row for row in found if row[0] == "Austria – France")
    assert shares[1].endswith(f" {int(won) + int(lost)} duels")
    assert shares[2] == "100% 21–100% 1 duel"
    assert sum(row[0].startswith("Russia – Turkey") for row in found) == 3
    assert "2\u202f016 duels contre lui-même" in visit("fr").get("/archive/balance").text


def test_the_page_says_how_the_level_played_where_it_played_otherwise_than_on_the_site(measured, visit):
    measured(84)
    assert "positions" not in text(visit().get("/archive/balance"))
    measured(84, player="marshal:8000")
    page = text(visit().get("/archive/balance"))
    assert "The strongest level of the site’s bot played both sides of every duel." in page
    assert "It looked at 8,000 positions in each movement, fewer than on the site" in page


def test_the_page_says_that_the_preset_offers_these_credits_where_it_does(measured, visit, monkeypatch):
    measured(84)  # too few duels: the usual credits
    usual = {pair: (STARTING_CREDITS[pair[0]], STARTING_CREDITS[pair[1]]) for pair in PAIRS.values()}
    monkeypatch.setattr(even, "TABLES", [even.Table(PairedCredits(usual), None)])
    assert "offers the credits" in text(visit().get("/archive/balance"))
    measured(4032)
    assert "offers the credits" not in text(visit().get("/archive/balance"))


def test_all_results_can_be_taken_away_with_their_schema(measured, visit):
    played = measured(84)
    assert "–" in {cell for row in rows(visit().get("/archive/balance")) for cell in row}
    file = visit().get("/archive/balance/duels.jsonl.gz")
    assert (file.mimetype, file.headers.get("Content-Encoding")) == ("application/gzip", None)
    assert "attachment" in file.headers["Content-Disposition"]
    schema = visit().get("/archive/balance/schema.json").json
    told = [json.loads(line) for line in gzip.decompress(file.data).splitlines()]
    assert told == played
    assert faults(told[0], schema) == []
