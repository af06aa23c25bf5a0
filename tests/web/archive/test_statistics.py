"""Statistics and downloads on pages: the figures, and what would have won an auction."""

import gzip
import json
from datetime import timedelta
from hashlib import sha256

import pytest
from sqlalchemy import update

from models import StoredDuel
from services.archive import dump
from tests.builders import lonely, start
from tests.fixtures_duels import FIRST, LATER, SECOND
from tests.fixtures_site import Visitor
from tests.schemas import faults
from tests.web.reading import links, rows, text


@pytest.fixture
def played(pages):
    """Play an auction of Austria and France, and let the second player concede."""
    duel = pages(start("S1901B"))
    duel.contest.resolve({"bids": {"ITALY": 5, "RUSSIA": 2}}, {"bids": {"ITALY": 3}})
    duel.contest.happen(SECOND, "conceded")
    return duel


def test_every_pairing_has_its_results_and_a_range(played, pages, visit):
    pages(lonely("S1902M")).contest.happen(FIRST, "conceded")
    page = visit().get("/archive/powers")
    found = rows(page)
    assert ["Austria – France", "2", "1", "1", "0", "50%", "9–91%"] in found
    assert ["Austria", "1", "1", "0", "50%", "9–91%"] in found
    assert sum("–" in row[0] for row in found if row[0]) == 21
    assert "/archive/?home=AUSTRIA&against=FRANCE" in links(page)
    assert "has ended yet" in text(visit().get("/archive/powers?preset=njudge"))
    assert visit().get("/archive/powers?preset=none").status_code == 422


def test_bids_are_listed_by_year_and_a_given_bid_is_compared_with_them(played, visit):
    page = visit().get("/archive/bids?power=ITALY")
    assert ["1901", "2", "100%", "3", "3", "5", "5", "50%"] in rows(page)
    asked = text(visit().get("/archive/bids?power=ITALY&year=1901&amount=4"))
    assert "A bid of 4 for Italy in 1901 is higher than 50% of the bids players made: 1 of 2" in asked
    assert "Nobody could bid" in text(visit().get("/archive/bids?power=ITALY&year=1902&amount=4"))
    assert "has offered it in an auction yet" in text(visit().get("/archive/bids?power=FRANCE"))
    for query in ("power=SPAIN", "year=1", "amount=-1", "amount=%00"):
        assert visit().get(f"/archive/bids?{query}").status_code == 422


def test_figures_of_bids_are_as_old_as_they_may_be_and_no_older(played, pages, visit):
    before = visit().get("/archive/bids?power=ITALY").text
    duel = pages(start("S1901B"))
    duel.contest.resolve({"bids": {"ITALY": 9}}, None)
    duel.contest.happen(SECOND, "conceded")
    duel.clock(LATER.replace(minute=6))
    assert "9" in rows(visit().get("/archive/bids?power=ITALY"))[1]
    assert before != visit().get("/archive/bids?power=ITALY").text


def test_a_past_auction_says_what_would_have_won_it(pages):
    """§4: of 20 credits, 4 for Italy and 2 for Russia leave 14; France would have needed 6."""
    duel = pages(start("S1901B"))
    duel.contest.happen(FIRST, "draw_offered")
    duel.contest.resolve({"bids": {"ITALY": 5, "RUSSIA": 2}}, {"bids": {"ITALY": 3}})
    page = duel.get("visitor", "/chapters/1")
    assert ["Italy", "4 (14 left)", "6 (14 left)"] in rows(page)
    assert ["Russia", "1 (14 left)", "3 (17 left)"] in rows(page)
    assert "What would have won" in text(page)


def test_files_are_listed_and_served_whole_or_in_part(played, site, sqlite_database, visit, tmp_path):
    assert "No files yet" in text(visit().get("/archive/dump"))
    with sqlite_database.writing() as session:
        session.execute(update(StoredDuel).values(start=None))
    dump.write_dump(sqlite_database, tmp_path / "dump", LATER + timedelta(hours=2))
    page = visit().get("/archive/dump")
    (address,) = (link for link in links(page) if link.endswith(".gz"))
    file = visit().get(address)
    assert (file.status_code, file.mimetype) == (200, "application/gzip")
    assert sha256(file.data).hexdigest() in text(page)
    assert "attachment" in file.headers["Content-Disposition"]
    assert file.headers["Cache-Control"] == "public, max-age=3600"
    line = json.loads(gzip.decompress(file.data))
    assert line["duel"] == played.contest.token
    assert faults(line, visit().get("/archive/schema.json").json) == []
    part = visit(Range="bytes=0-9").get(address)
    assert (part.status_code, part.data) == (206, file.data[:10])
    again = visit(**{"If-None-Match": file.headers["ETag"]}).get(address)
    assert again.status_code == 304
    for name in ("files.json", "lock", "duels-2026-10.jsonl.gz", "..%2Fsecret_key"):
        assert visit().get(f"/archive/dump/{name}").status_code == 404


def test_a_machine_serves_the_files_that_the_worker_of_another_has_written(
    played, site_with, sqlite_database, tmp_path
):
    with sqlite_database.writing() as session:
        session.execute(update(StoredDuel).values(start=None))
    shared, clock = tmp_path / "shared", lambda: LATER + timedelta(hours=2)
    one, other = (
        site_with(sqlite_database, INSTANCE=tmp_path / name, DUMP_FOLDER=shared, CLOCK=clock)
        for name in ("one", "other")
    )
    (name,) = one.test_cli_runner().invoke(args=("history", "dump")).output.split()
    assert Visitor(other).get(f"/archive/dump/{name}").status_code == 200


def test_the_administrator_recounts_and_writes_files_by_hand(played, site, sqlite_database):
    run = site.test_cli_runner()
    assert run.invoke(args=("history", "recount", "--check")).output == "All figures are right.\n"
    with sqlite_database.writing() as session:
        session.execute(update(StoredDuel).values(winner="second"))
    wrong = run.invoke(args=("history", "recount", "--check"))
    assert wrong.exit_code == 1
    assert "player_figures" in wrong.output
    assert run.invoke(args=("history", "recount")).output == "1 duels are counted.\n"
    assert run.invoke(args=("history", "recount", "--check")).exit_code == 0
    assert "duels-2026-11.jsonl.gz" in run.invoke(args=("history", "dump")).output
